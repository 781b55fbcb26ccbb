//! Betza 2.0: the worked examples of its page, one row per sentence, compared with XBetza where it is expressive
//! enough.

use griffon::notation::legs::{Bend, Initial, Leg, Movement, MovementKind, Reach, Step, Turn};
use griffon::notation::path_error::PathError;
use griffon::notation::{ErrorKind, betza2, compile};
use griffon::variant::diagnostic::Diagnostic;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn set(movements: &[Movement]) -> BTreeSet<String> {
    movements.iter().map(ToString::to_string).collect()
}

fn betza2_set(text: &str) -> BTreeSet<String> {
    set(&betza2::compile(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn legs(text: &str) -> Vec<Vec<Leg>> {
    let movements = betza2::compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    movements
        .into_iter()
        .map(|m| if let MovementKind::Walk(legs) = m.kind { legs } else { panic!("{text}") })
        .collect()
}

/// Compares rows of (Betza 2.0, XBetza).
fn same(table: &[(&str, &str)]) {
    for (text, xbetza) in table {
        let wanted = set(&compile(xbetza).unwrap_or_else(|error| panic!("{xbetza}: {error}")));
        assert_eq!(betza2_set(text), wanted, "{text} = {xbetza}");
    }
}

/// Compares rows of two Betza 2.0 descriptions.
fn alike(table: &[(&str, &str)]) {
    for (one, other) in table {
        assert_eq!(betza2_set(one), betza2_set(other), "{one} = {other}");
    }
}

/// Returns the destinations of single leaps and chains of single leaps.
fn targets(text: &str) -> BTreeSet<(i16, i16)> {
    let sum = |legs: &Vec<Leg>| legs.iter().fold((0, 0), |(x, y), l| (x + l.step.dx, y + l.step.dy));
    legs(text).iter().map(sum).collect()
}

fn steps(path: &[Leg]) -> Vec<(i16, i16)> {
    path.iter().map(|leg| (leg.step.dx, leg.step.dy)).collect()
}

#[test]
fn atoms() {
    // "The basic atoms" and the picture of the board: leap by leap.
    for (atom, leap) in [
        ("W", (0, 1)),
        ("F", (1, 1)),
        ("D", (0, 2)),
        ("N", (1, 2)),
        ("A", (2, 2)),
        ("I", (0, 3)),
        ("H", (0, 3)),
        ("L", (1, 3)),
        ("J", (2, 3)),
        ("G", (3, 3)),
        ("C", (1, 3)),
        ("Z", (2, 3)),
    ] {
        assert!(targets(atom).contains(&leap), "{atom}");
        let count = if leap.0 == 0 || leap.0 == leap.1 { 4 } else { 8 };
        assert_eq!(targets(atom).len(), count, "{atom}");
    }
    // "(4,1) for the Giraffe leap ... (4,1) also means (4,-1), (-4,1), (1,4)".
    assert_eq!(targets("(4,1)").len(), 8);
    assert!([(4, -1), (-4, 1), (1, 4)].iter().all(|leap| targets("(4,1)").contains(leap)));
    // "A piece that only leaps 4 forward and 1 left or right would be an f(4,1)."
    assert_eq!(targets("f(4,1)"), BTreeSet::from([(1, 4), (-1, 4)]));
    // The table of shortcuts: "K WF", "B F0", "R W0", "Q RB", "C L", "Z J".
    alike(&[("K", "WF"), ("B", "F0"), ("R", "W0"), ("Q", "RB"), ("C", "L"), ("Z", "J"), ("(2,1)", "N")]);
}

#[test]
fn prefixes() {
    same(&[
        // "All diagonal moves of the King", "fR describes a 'Rook' that only moves in the forward direction".
        ("K", "WF"),
        ("fR", "fR"),
        // "fb means forward and backward moves (but not sideways)"; "s: short for lr", "v: short for fb".
        ("fbW", "vW"),
        ("lrW", "sW"),
        ("vsW", "W"),
        // "mc would mean both non-capture and capture, which is the default".
        ("mcN", "N"),
        ("aN", "N"),
        // "For example, fmWfcF is a Pawn".
        ("fmWfcF", "fmWfcF"),
        // "n: Cannot jump over occupied square".
        ("nN", "nN"),
        ("nA", "nA"),
        // "j: Must jump exactly one".
        ("jD", "jD"),
        ("jA", "jA"),
        ("jR", "pR"),
        ("jW3", "pW3"),
        // "p: Capture if move jumps over one obstacle, non-capture if it does not jump": Pao.
        ("pR", "mRcpR"),
        // "g: Must land directly behind first obstacle": Grasshopper.
        ("gQ", "gQ"),
        // "q: Basic step repeated at an angle, until it closes on itself"; "z: Repeat step alternates angle".
        ("qN", "qN"),
        ("zF", "zF"),
        // "o: wraps around on cylinder board".
        ("oR", "oR"),
        // "i: Initial move only".
        ("ifmD", "ifmD"),
        // "ff: forward-most two of 8"; "fh: forward-most four of 8"; "fs: fh but not f"; "Similar for b, l and r".
        ("ffN", "ffN"),
        ("fhN", "fhN"),
        ("fsN", "fsN"),
        ("bbN", "bbN"),
        ("bhN", "bhN"),
        ("bsN", "bsN"),
        ("lhN", "lhN"),
    ]);
    // "fr and rf are not the same on 'oblique' atoms"; "fs = fl + fr".
    assert_ne!(betza2_set("frN"), betza2_set("rfN"));
    alike(&[("fsN", "flNfrN"), ("fhN", "fNfsN")]);
    assert!(betza2::compile("iW").unwrap().iter().all(|movement| movement.initial == Initial::Unmoved));
    // "jj: Can jump over any number of pieces".
    alike(&[("jjN", "N"), ("jjfW3", "fWfDfI")]);
    // "the main purpose of the notation is to convey how it moves ... a 'k' prefix could be used to indicate royalty".
    alike(&[("kK", "K")]);
    assert!(betza2::names_royal("kK") && betza2::names_royal("N(kW)") && !betza2::names_royal("K"));
}

#[test]
fn groups() {
    // "(fmW)(fcF) might read more easily than fmWfcF"; "m(AB) ... is defined to mean mAmB".
    alike(&[
        ("(fmW)(fcF)", "fmWfcF"),
        ("m(DA)", "mDmA"),
        ("f(mWcF)", "fmWfcF"),
        ("(R)", "R"),
        ("c((W)F)", "cK"),
    ]);
    // "these can be seen as implicit grouping of the involved atoms".
    alike(&[("fK", "fWfF"), ("frQ", "frRfrB")]);
}

#[test]
fn chains() {
    same(&[
        // "W0 would be the Rook ... and F0 the Bishop"; "F3 would be ... upto a maximum of 3 steps".
        ("W0", "R"),
        ("F0", "B"),
        ("F3", "F3"),
        // "The 'Griffon' ... FtR".
        ("FtR", "FyafsF"),
        // "FR, which would mean a piece that steps one diagonally or moves like Rook".
        ("FR", "FR"),
        // "The Xiangqi Horse ... is written as the chain W-F"; "The F after '-' would by default mean fF ... fl + fr".
        ("W-F", "mafsW"),
        ("W-fF", "mafsW"),
        ("W-flFW-frF", "mafsW"),
        // "W-rW-lW makes one step, then turns right for another step, and then turns left".
        ("W-rW-lW", "marmalW"),
        // The table of operators: "+ connection square must be occupied and remains untouched".
        ("W+W", "pafW"),
        ("WxW", "cafW"),
        ("WdW", "cdafW"),
        // "Q+K is the Grasshopper".
        ("Q+K", "gQ"),
        // "mRcR+R is the Xiangqi Cannon"; "the 'c' prefix applies to the complete R+R path (a once jumping Rook)".
        ("mRcR+R", "mRcpR"),
        ("jR", "pR"),
        // "WtfWtfW" and its limits: an m before the path applies to every possible end.
        ("m(FtR)", "mFmyafsmF"),
    ]);
    alike(&[("mRcR+R", "mRc(R+R)"), ("m(FtR)", "mFtR"), ("pR", "mRcR+R"), ("gQ", "Q+K")]);
    // "In the end you arrive at (1,2), over (0,1) and (1,1)."
    let moa = legs("W-rW-lW");
    assert!(moa.iter().any(|path| steps(path) == [(0, 1), (1, 0), (0, 1)]));
    // "? own", "! foe": these squares stay untouched.
    let text = betza2::compile("fW?W").unwrap()[0].to_string();
    assert!(text.contains("friend") && !text.contains("take friend"), "{text}");
    assert!(betza2::compile("fW!W").unwrap()[0].to_string().contains("enemy"));
}

#[test]
fn weird_captures() {
    same(&[
        // "frmWxlW expresses capture through a W step, and then turning left for a second W step": the one to the
        // forward right, and "you started moving right".
        ("frmWxlW", "rcalmW"),
        // "a Checker would be fmFfmFxF".
        ("fmFfmFxF", "fmFfcafmF"),
        // "'Rifle capture' by a Rook would be RxebR".
        ("RxebR", "caibR"),
        // "The hit-and-run or double capture of a Lion would be KxaK ... even the rifle capture is included".
        ("KxaK", "caffbbllrrvsK"),
        // "Its turn-passing move would be K-bK".
        ("K-bK", "mabK"),
    ]);
    alike(&[("frmWxlW", "frm(WxlW)")]);
    assert_eq!(legs("frmWxlW").iter().map(|path| steps(path)).collect::<Vec<_>>(), [[(1, 0), (0, 1)]]);
    // "so that overall you make an F step".
    assert_eq!(targets("frmWxlW"), BTreeSet::from([(1, 1)]));
    // "for an overall A step. This step must be fmA".
    assert_eq!(targets("fmFxF"), BTreeSet::from([(2, 2), (-2, 2)]));
    // "A Ultima Withdrawer ... mQmKxbK-Q. The capture part, m(KxbK-Q)".
    alike(&[("mQmKxbK-Q", "mQm(KxbK-Q)")]);
    let captures = legs("mKxbK-Q");
    assert_eq!(captures.len(), 8);
    for path in captures {
        // "reversing that step (b) to your square of origin, and then mandatorily continuing in that direction".
        assert!(path[1].step == path[0].step.turned() && path[2].step == path[1].step);
        assert_eq!((path[2].max, path[0].landing.pass.is_empty()), (Reach::Unlimited, true));
        assert!(path[2].landing.take.is_empty());
    }
    // "when directional modifiers apply to a path that results in a return to the starting square, they will be
    // referenced to the direction of the first step of the path".
    same(&[("fWxbW", "fcabW"), ("fRxebR", "fcaibR")]);
}

/// Returns the contents required between the steps of each path, from the legs' landings.
fn landings(text: &str) -> BTreeSet<String> {
    let path =
        |legs: &Vec<Leg>| legs.iter().map(|leg| leg.landing.to_string()).collect::<Vec<_>>().join(", ");
    legs(text).iter().map(path).collect()
}

#[test]
fn the_null_move() {
    // "O (0,0) Null move"; "a piece that has an O atom can pass uncondiionally".
    for text in ["O", "(0,0)", "mO"] {
        let moves = legs(text);
        assert_eq!(moves.iter().map(|path| steps(path)).collect::<Vec<_>>(), [[(0, 0)]], "{text}");
        assert_eq!(landings(text), BTreeSet::from(["empty".to_owned()]), "{text}");
    }
    assert_eq!(targets("KO").len(), 9);
    assert_eq!(betza2::compile("iO").unwrap()[0].initial, Initial::Unmoved);
}

#[test]
fn null_moves_in_chains() {
    // "O (0,0) Null move": the operator before or after it states the condition on the square.
    alike(&[
        ("O-W", "W"),
        ("OtW", "OW"),
        ("W-O", "mW"),
        ("WtO", "W"),
        ("WxO", "cW"),
        ("W-O-rF", "W-rF"),
        ("W-OtF", "mW(W-F)"),
        ("O3", "O"),
        ("c(OtW)", "cW"),
        ("f(OtW)", "fW"),
    ]);
    // "y: connection square is one step before first obstacle; must continue from there": and stops there.
    assert_eq!(landings("RyO"), BTreeSet::from(["occupied, empty".to_owned()]));
}

#[test]
fn jumps_of_chains() {
    // "j: Must jump exactly one", on the path or on a connection square that stays occupied.
    alike(&[
        ("jF-R", "F-R+R"),
        ("jR-F", "R+R-F"),
        ("jR+R", "R+R"),
        ("jW+W", "W+W"),
        ("jFtR", "F-R+R"),
        ("jR-rR", "R+R-rR(R-rR+R)"),
        ("jH-W", "W+W-W-W(W-W+W-W)"),
        ("jO-R", "jR"),
        // "p: Capture if move jumps over one obstacle, non-capture if it does not jump".
        ("pF-R", "mF-RcF-R+R"),
        ("pR+R", "cR+R"),
        // "g: Must land directly behind first obstacle".
        ("gF-R", "F-R+W"),
        ("gR+R", "R+W"),
        ("gFtR", "F-R+W"),
        // "jj: Can jump over any number of pieces".
        ("jjF-W2", "F-WF-D"),
        ("jjR+W", "jjR+W"),
    ]);
    same(&[("jR-F", "pafyafsR"), ("gF-R", "yafsgafF")]);
    // A leap too short to jump does not jump.
    assert!(legs("jD-R").iter().all(|path| path[0].path != griffon::notation::legs::PathRule::Any));
    // "q: Basic step repeated at an angle": each length continues from its end.
    let bent = legs("qW3-W");
    let west = vec![(-1, 0), (-1, 0)];
    assert!(bent.iter().any(|path| steps(path) == west && path[0].min == 1));
    assert!(bent.iter().any(|path| path[0].min == 2 && steps(path) == [(0, 1), (1, 0)]));
    assert!(bent.iter().any(|path| path[0].min == 3 && steps(path) == [(0, 1), (1, 0)]));
}

#[test]
fn square_before_an_obstacle() {
    // "y: connection square is one step before first obstacle; must continue from there": onto the obstacle, one step
    // back, and on from there, with directions "relative to the previous step" of the two written steps.
    for path in legs("RyfsB").iter().chain(&legs("RyfsF")) {
        let [there, back, on] = path.as_slice() else { panic!("{path:?}") };
        assert_eq!(back.step, there.step.turned());
        assert_eq!(there.step.dx * on.step.dx + there.step.dy * on.step.dy, 1, "45 degrees ahead");
        assert_eq!((there.min, there.max, back.max), (2, Reach::Unlimited, Reach::Steps(1)));
    }
    assert_eq!(landings("RyF"), BTreeSet::from(["occupied, empty, empty|take enemy".to_owned()]));
    // A limit counts the steps up to the connection square.
    assert!(legs("W2yF").iter().all(|path| (path[0].min, path[0].max) == (2, Reach::Steps(3))));
    alike(&[("Wyrf3", "WyrfWyrfW"), ("cRyB", "c(RyB)")]);
}

#[test]
fn jumps_over_exactly_one() {
    // "j: Must jump exactly one": a tripper jumps over one of its two intermediate squares, a knight over the square of
    // either path.
    same(&[("jD", "jD"), ("jA", "jA"), ("jN", "jN"), ("jI", "pafmafWmafpafW")]);
    alike(&[("jI", "W+W-W(W-W+W)"), ("jG", "F+F-F(F-F+F)")]);
    // Three paths to each of eight squares, over one of two squares.
    assert_eq!(legs("jL").len(), 48);
    assert_eq!(targets("jL"), targets("L"));
    // A rider jumps over one of the squares on its path.
    alike(&[("jD0", "D0+D0"), ("jN0", "N0+N0")]);
    // "p: Capture if move jumps over one obstacle, non-capture if it does not jump".
    alike(&[("pD", "mnDcjD"), ("pN", "mnNcjN"), ("pW", "mW"), ("pN0", "mN0cN0+N0")]);
    // "g: Must land directly behind first obstacle".
    alike(&[("gD", "jD"), ("gI", "W-W+W"), ("gN", "jN"), ("gN0", "N0+N")]);
    // "n: Cannot jump over occupied square", on no step of a path.
    alike(&[("nN-N", "n(N-N)"), ("n(W-F)", "W-F")]);
    assert!(legs("nD-D").iter().flatten().all(|leg| leg.path == griffon::notation::legs::PathRule::Free));
}

#[test]
fn turns_and_lengths_after_other_steps() {
    // "a coordinate system relative to the previous step": the longer coordinate of an oblique leap is ahead.
    let turns: Vec<_> = legs("N-rW").iter().map(|path| steps(path)).collect();
    assert_eq!(turns.len(), 8);
    for turn in [[(1, 2), (1, 0)], [(-1, 2), (1, 0)], [(2, 1), (0, -1)], [(-2, 1), (0, 1)]] {
        assert!(turns.contains(&turn.to_vec()), "{turn:?}");
    }
    // "equal in length to previous step, measured in board steps".
    alike(&[("NxebD", "NxbD")]);
    assert!(legs("HxebW0").iter().all(|path| (path[1].min, path[1].max) == (3, Reach::Steps(3))));
    // Steps of another size: every length possible for both.
    let pairs: BTreeSet<(u16, u16)> = legs("RxebD0").iter().map(|path| (path[0].min, path[1].min)).collect();
    assert_eq!(pairs, (1..=49).map(|half| (2 * half, half)).collect());
    alike(&[("R-eW", "W-W")]);
    assert!(legs("RteD0").iter().any(|path| path.len() == 1 && path[0].max == Reach::Steps(3)));
    // Directions of a path with two slides: its end if both are equally long.
    let first: BTreeSet<(i16, i16)> = legs("fR-rR").iter().map(|path| steps(path)[0]).collect();
    assert_eq!(first, BTreeSet::from([(-1, 0), (0, 1)]));
    // "upto 8 Knight moves" and a step: any of the lengths, then the step.
    alike(&[("Nrf3-W", "N-WN-rfN-WN-rfN-rfN-W"), ("Wrf2-F", "W-FW-rfW-F")]);
}

#[test]
fn exponents() {
    alike(&[
        // "So W3 means WtfWtfW, 1 to 3 orthogonal steps in the same direction": the same squares, see below.
        // "But W-3 would mean W-fW-fW, which is exactly 3 such steps."
        ("W-3", "W-fW-fW"),
        // "And Wx3 would be exactly 3 steps where the first 2 mandatorily capture."
        ("Wx3", "WxfWxfW"),
        // "Nrf8 would mean NtrfNtrfN..., upto 8 Knight moves".
        ("Nrf8", "NtrfNtrfNtrfNtrfNtrfNtrfNtrfN"),
        // "With N factors A and N-1 operators"; "prefixed with the default 't'"; "suffixed with 'f'".
        ("Nrf3", "NtrfNtrfN"),
        ("(W-F)2", "W-FtfW-F"),
        // "(FtlF)r0 expands to FtlFtrFtlFtrFtl...".
        ("(FtlF)r2", "FtlFtrFtlF"),
    ]);
    same(&[("W3", "W3"), ("W-3", "mafmafW"), ("Wx3", "cafcafW"), ("N0", "NN")]);
    let chained: BTreeSet<_> = legs("WtfWtfW").iter().map(Vec::len).collect();
    assert_eq!((chained, legs("WtfWtfW").len()), (BTreeSet::from([1, 2, 3]), 12));
    // "each consecutive move bending ~45 degrees right from the previous one ... This describes the Rose!"
    let rose: Vec<Vec<(i16, i16)>> = legs("Nrf8").iter().map(|path| steps(path)).collect();
    assert_eq!(rose.len(), 64);
    let circle = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    assert!((1..=8).all(|count| rose.contains(&circle[..count].to_vec())));
    // "an arbitrary number of diagonal steps, that alternately turn 90 degrees left or right. In other words, the
    // Crooked Bishop": the zig-zags of XBetza that turn left first.
    let zigzag = |legs: &Vec<Leg>| matches!(legs[0].bend, Bend::Zigzag(Turn::Left));
    let xbetza = compile("zF").unwrap();
    let walks =
        xbetza.iter().filter_map(|m| if let MovementKind::Walk(legs) = &m.kind { Some(legs) } else { None });
    let starts: BTreeSet<Step> = walks.filter(|legs| zigzag(legs)).map(|legs| legs[0].step).collect();
    let crooked = legs("(FtlF)r0");
    assert_eq!(crooked.iter().map(|path| path[0].step).collect::<BTreeSet<_>>(), starts);
    let north = [(1, 1), (-1, 1), (1, 1), (-1, 1), (1, 1), (-1, 1), (1, 1)];
    assert!(crooked.iter().any(|path| steps(path) == north));
}

#[test]
fn inexpressible_moves_are_refused() {
    use PathError as P;
    let table = [
        ("fO", P::NullMove, 0..1),
        ("O-rW", P::NullMove, 3..4),
        ("W-fO", P::NullMove, 3..4),
        ("W-eO", P::NullMove, 3..4),
        ("OyW", P::NullMove, 0..1),
        ("jL-W", P::OneStepOnly('j'), 0..1),
        ("jR-eR", P::OneStepOnly('j'), 0..1),
        ("qN-W", P::NothingBends('q'), 0..1),
        ("WxebD", P::EqualLength, 4..5),
        ("-W", P::NoStepBefore('-'), 0..1),
        ("W-", P::NoStepAfter('-'), 1..2),
        ("W--W", P::StrayOperator('-'), 2..3),
        ("W-cF", P::ModifierInside('c'), 2..3),
        ("(fW)-F", P::ModifierInside('f'), 1..2),
        ("ebW", P::NotBeforePath('e'), 0..1),
        ("WW", P::DoubledAtom('W'), 0..2),
        ("R3", P::SliderExponent('R'), 1..2),
        ("W-0", P::EndlessExponent('-'), 1..3),
        ("(4)", P::MalformedLeap, 0..2),
        ("(4,1", P::MalformedLeap, 0..4),
        ("(W", P::UnclosedGroup, 0..1),
        ("()", P::EmptyGroup, 0..2),
    ];
    for (text, error, span) in table {
        let found = betza2::compile(text).expect_err(text);
        assert_eq!((found.kind, found.span.clone()), (ErrorKind::Path(error), span), "{text}");
    }
    let table = [
        ("", ErrorKind::Empty),
        ("W F", ErrorKind::Whitespace),
        ("Ww", ErrorKind::UnknownModifier('w')),
        ("P", ErrorKind::UnknownAtom('P')),
        ("W)", ErrorKind::UnopenedGroup),
        ("Wfm", ErrorKind::NoAtom),
        ("3W", ErrorKind::StrayNumber),
        ("W123", ErrorKind::NumberTooLong),
        ("jW", ErrorKind::StepCannotJump),
        ("jW-F", ErrorKind::NothingResults),
        ("jR+R+R", ErrorKind::NothingResults),
        ("O+W", ErrorKind::NothingResults),
        ("cRyO", ErrorKind::NothingResults),
        ("j(80,0)", ErrorKind::TooManyLegs { limit: 64, count: 80 }),
        ("njD", ErrorKind::Contradiction('n', 'j')),
        ("hrN", ErrorKind::HalfAlone),
        ("(W-W)-33", ErrorKind::TooManyLegs { limit: 64, count: 66 }),
    ];
    for (text, kind) in table {
        assert_eq!(betza2::compile(text).expect_err(text).kind, kind, "{text}");
    }
    assert!(matches!(betza2::compile("(KtaK)0").unwrap_err().kind, ErrorKind::TooManyMovements { .. }));
}

/// Renders an error as the command line does.
fn shown(text: &str) -> String {
    let error = betza2::compile(text).unwrap_err();
    let mut diagnostic = Diagnostic::error(error.span.clone(), error.to_string());
    diagnostic.help = error.help();
    diagnostic.render("moves", text)
}

#[test]
fn errors_point_at_the_character() {
    insta::assert_snapshot!(["mRcR+mR", "BB", "O-rK", "F-"].map(shown).join("\n"));
}

#[test]
fn operators_in_xbetza_suggest_the_key() {
    for text in ["W-F", "K!K", "FtR"] {
        let help = compile(text).unwrap_err().help().unwrap_or_default();
        assert!(help.contains("notation=betza2"), "{text}: {help}");
    }
}

proptest! {
    #[test]
    fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = betza2::compile(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn similar_text_does_not_panic(text in "[WFNKR()cmfblrsvahejnpgqzoik0-9,t?!xdy+-]{0,14}") {
        if let Err(error) = betza2::compile(&text) {
            prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
        }
    }
}
