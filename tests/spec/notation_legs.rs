//! Moves of several legs, modes and ranges: the worked examples of the seeds, one row per sentence.

use crate::notation_walker;
use crate::notation_walker::{check, line, same};
use crate::support::defined;
use griffon::board::Square;
use griffon::movegen;
use griffon::notation::flames::Flames;
use griffon::notation::legs::{Castle, Drop, Initial, Leg, MovementKind, Occupancy, Reach, Side};
use griffon::notation::{ErrorKind, compile};
use griffon::position::Position;

fn legs(betza: &str) -> Vec<Vec<Leg>> {
    let walk = |kind| match kind {
        MovementKind::Walk(legs) => legs,
        other => panic!("{other:?}"),
    };
    compile(betza).unwrap().into_iter().map(|movement| walk(movement.kind)).collect()
}

#[test]
fn lame_leapers() {
    // XBetza, "Lame leapers": "a Xiangqi Horse would step to a W square, then continue at 45-degree angle".
    check("e4", "", &[("fafsW", "d6 f6"), ("mafF", "g6 c6 c2 g2"), ("afsW", "d6 f6 g5 g3 f2 d2 c3 c5")]);
    check("e4", "e:e5,d5", &[("fafsW", ""), ("mafF", "g6 c2 g2"), ("fA", "c6 g6"), ("nfA", "g6")]);
    // "That it can both move and capture to the N squares (mafsmcW) is by default."
    same(&[("afsW", "mafsmcW"), ("mafF", "afF")]);
    // "This can now be written as nC, and the Falcon as nCnZ": the three paths of each camel and zebra leap.
    for scene in ["", "e:e5", "f:d5,e5", "e:e5,f5,d4", "e:d5,e5,f5,e6 f:e3", "f:e5,f6", "e:f5,f6,e6"] {
        assert_eq!(line("nC", "e4", scene), line("afafsWafsafFafraflWaflafrW", "e4", scene), "nC, {scene}");
        let falcon = line("afafsKafsafKafraflKaflafrK", "e4", scene);
        assert_eq!(line("nCnZ", "e4", scene), falcon, "nCnZ, {scene}");
    }
}

#[test]
fn jumpers() {
    // XBetza of 2020: "j: opposite of n, leap that only can be made if the jumped square is occupied".
    check(
        "e4",
        "f:e5",
        &[("jD", "e6"), ("nD", "e2 g4 c4"), ("jN", "d6 f6"), ("nN", "d6 f6 g5 g3 f2 d2 c3 c5")],
    );
    // "jB = Ski-Bishop"; readings 26: `jR4` reaches squares 2, 3, 4, whatever stands on the first.
    check("a1", "e:b2,a2", &[("frjB", "c3 d4 e5 f6 g7 h8"), ("fjR4", "a3 a4 a5"), ("fjjR4", "a4 a5")]);
    // "an npDD on a1 can hop over a mount on a3 or a5, but not over obstacles on a2 or a4".
    check("a1", "f:a3", &[("fnpDD", "a5 a7")]);
    check("a1", "f:a5", &[("fnpDD", "a7")]);
    check("a1", "f:a3,a2", &[("fnpDD", "")]);
    check("a1", "f:a3,a4", &[("fnpDD", "")]);
    assert_eq!(compile("jW").unwrap_err().kind, ErrorKind::StepCannotJump);
    assert_eq!(compile("njD").unwrap_err().kind, ErrorKind::Contradiction('n', 'j'));
}

#[test]
fn bent_sliders() {
    // "Griffon = FyafsF"; "yafF ... the Tamerlane-Chess Picket".
    check("b2", "", &[("frFfryafsF", "c3 c4 c5 c6 c7 c8 d3 e3 f3 g3 h3"), ("fryafF", "d4 e5 f6 g7 h8")]);
    // Readings 18: toggled twice, `R3` is unlimited; "any other range becomes 1".
    check("a1", "", &[("fyafyafR3", "a4 a5 a6 a7 a8"), ("fyafR3", "a3 a4 a5")]);
    same(&[("yafsF", "yafsmcF"), ("gafQ", "ypafQ")]);
}

#[test]
fn hook_movers() {
    // "The Hook Mover of Dai Dai Shogi ... asR".
    check("a1", "", &[("fasR3", "b2 c2 d2 b3 c3 d3 b4 c4 d4")]);
    check("a1", "", &[("faisR3", "b2 c3 d4")]);
    // "RaisR ... equal length legs, reaching the same targets as a Bishop".
    assert_eq!(line("aisR", "d4", ""), line("B", "d4", ""));
    // "The Sissa ... aivsQ ... vs = (f+b)s = fs+bs = fr+fl+br+bl".
    same(&[("aivsQ", "aifrflbrblQ")]);
    check("a1", "", &[("faivsQ", "b3 c5 d7 b1 c1 d1 e1 f1 g1 h1")]);
}

#[test]
fn area_moves() {
    // "aK ... can thus reach all K, N, A and D squares on an empty board. Similarly aaK would make three King steps".
    let reach = |betza| notation_walker::results(betza, "d4", "").len();
    assert_eq!(reach("aK"), 24);
    assert_eq!(line("aK", "d4", ""), line("KNAD", "d4", ""));
    assert_eq!(reach("aaK"), 48);
    assert_eq!(reach("KaKaaK"), 48);
    // Readings 11: the third leg of `afsaW` is an F leg; 13: it does not return.
    check("a1", "", &[("fafraW", "a4 c4 c2")]);
}

#[test]
fn locusts_and_multiple_captures() {
    // "Checker = fmFfcafmF".
    check("c3", "e:d4 f:b4", &[("fmFfcafmF", "e5xd4")]);
    // "camK: a hit-and-run capture by a double-moving King ... not allowed to capture two pieces".
    check("a1", "e:a2,b2", &[("fcafmK", "a3xa2"), ("frcablK", "a2xb2xa2")]);
    // "Lion = KNADcaKmcabK"; "The total Lion would be mpcaKmcabK".
    for scene in ["", "e:d5", "e:d5,e5 f:c4", "f:d5,e4 e:c3,d6", "e:c3,c4,c5,d3,d5,e3,e4,e5"] {
        let lion = line("mpcaKmcabK", "d4", scene);
        assert_eq!(line("KNADcaKmcabK", "d4", scene), lion, "{scene}");
        assert_eq!(line("KNADcaKcabKmabK", "d4", scene), lion, "{scene}");
    }
    // "(caf)R would be Juggernaut Rook, which can capture arbitrarily many enemies in its path".
    check("a1", "e:a3,a5,a6", &[("f(caf)R", "a2 a3xa3 a4xa3 a5xa3xa5 a6xa3xa5xa6 a7xa3xa5xa6 a8xa3xa5xa6")]);
    // "A number behind the closing parenthesis would put a maximum on the number of repeats".
    check("a1", "e:a3,a5,a6", &[("f(caf)1R", "a2 a3xa3 a4xa3 a5xa3xa5")]);
}

#[test]
fn rifle_capture() {
    // "Rifle Rook = caibR"; "rifle capture by a Rook would be caibR".
    check("d4", "e:d7,f4 f:b4", &[("caibR", "d4xd7 d4xf4")]);
    check("d4", "e:d5,f4", &[("cabK", "d4xd5")]);
}

#[test]
fn hoppers() {
    // "So pR is really shorthand for pafR, and gQ shorthand gafQ"; "cpR really means pafcR".
    same(&[
        ("pR", "pafR"),
        ("gQ", "gafQ"),
        ("cpR", "pafcR"),
        ("dpR", "pafdR"),
        ("pafpR", "pafpafR"),
        ("gK", "gafK"),
    ]);
    // The Cannon of Xiangqi, mRcpR.
    check("a1", "e:a3,a5", &[("fmRfcpR", "a2 a5xa5"), ("fpR", "a4 a5xa5"), ("fgR", "a4")]);
    // "gK = Contra-Grasshopper": one step onto the mount, then a slide of any length.
    check("a1", "f:a2", &[("fgK", "a3 a4 a5 a6 a7 a8"), ("frgK", "")]);
    // "gQ": lands directly after the mount.
    check("a1", "f:d4 e:a7", &[("gQ", "e5 a8")]);
    // Readings 19: `pR3` reaches at most 3 squares away, mount included; an explicit `pafR3` has 3 for each leg.
    check("a1", "f:a2", &[("fpR3", "a3 a4"), ("fpafR3", "a3 a4 a5")]);
    check("a1", "f:a3", &[("fpR3", "a4")]);
    check("a1", "f:a4", &[("fpR3", ""), ("fpafR3", "a5 a6 a7")]);
    // "cpafR = cafRpafR".
    let scene = "e:a3,a6";
    assert_eq!(line("fcpafR", "a1", scene), line("fcafRfpafR", "a1", scene));
    // "pafsR for a hopping bifurcator that turns a corner at the mount".
    check("a1", "f:a3", &[("fpafsR", "b4 c5 d6 e7 f8")]);
    // "mpafsK would be a Knight", on an empty board and on a full one.
    for scene in ["", "f:d5,e5,c3 e:d3"] {
        assert_eq!(line("mpafsK", "d4", scene), line("N", "d4", scene));
    }
}

#[test]
fn bifurcators() {
    // "a Bifurcator, which moves as Rook but deflects 45 degrees on the square before an obstacle is gabyabsR".
    check("a1", "f:a4", &[("fgabyabsR", "b4 c5 d6 e7 f8")]);
}

#[test]
fn modes() {
    check(
        "d4",
        "k:d5 e:d3 f:c4",
        &[
            ("kW", "d5xd5"),
            ("kcW", "d3xd3"),
            ("ckW", "d3xd3"),
            ("mkW", "d5xd5 e4"),
            ("cW", "d5xd5 d3xd3"),
            ("dW", "c4xc4"),
            ("mW", "e4"),
            ("W", "d5xd5 d3xd3 e4"),
            // "WfkR = Xiangqi King".
            ("fkR", "d5xd5"),
        ],
    );
    check("d4", "p:e5", &[("fceF", "e5xe5"), ("fF", "c5 e5"), ("feF", "e5xe5")]);
    // "FIDE Pawn: fmWfceFifmnD".
    let pawn = compile("fmWfceFifmnD").unwrap();
    assert_eq!(pawn.len(), 4);
    assert_eq!(pawn[3].initial, Initial::Unmoved);
    assert_eq!(&"fmWfceFifmnD"[pawn[3].span.clone()], "ifmnD");
    assert_eq!(compile("iifmW").unwrap()[0].initial, Initial::StartSquare);
    assert!(compile("A'D'fW").unwrap().iter().filter(|movement| movement.quoted).count() == 8);
}

#[test]
fn trails() {
    // "in besides the normal meaning of non-jumping initial move, this creates e.p. rights", "nn", "n on a
    // (repeated) stepper atom"; readings 32.
    let trail = |betza: &str| legs(betza)[0].iter().map(|leg| leg.trail).collect::<Vec<_>>();
    assert_eq!(trail("fmnD"), [false]);
    assert_eq!(trail("ifmnD"), [true]);
    assert_eq!(trail("fmnnD"), [true]);
    assert_eq!(trail("ifnmW6"), [true]);
    assert_eq!(trail("ifmW6"), [false]);
    assert_eq!(trail("fnafsmW"), [true, false]);
}

#[test]
fn displacers() {
    // "afudQ, where the second leg now deposits the friend on its starting square".
    let valkyrie = legs("afudQ");
    assert_eq!(valkyrie.len(), 8);
    assert_eq!(valkyrie[0].iter().map(|leg| leg.unload).collect::<Vec<_>>(), [false, true]);
    assert_eq!(valkyrie[0][1].landing.take, Occupancy::FRIEND);
    assert_eq!(legs("ucdQ")[0][0].landing.take, Occupancy::FRIEND | Occupancy::ENEMIES);
}

#[test]
fn edges() {
    // Readings 29: o on a final leg wraps, on a non-final one it must end off the board.
    check("a1", "", &[("loW", "h1"), ("boW", ""), ("booW", "a8")]);
    check("b2", "", &[("loR", "a2 h2 g2 f2 e2 d2 c2 b2")]);
    check("a4", "", &[("loabK", "a4")]);
    check("b4", "", &[("loabK", ""), ("lomabK", "b4")]);
}

#[test]
fn turns_that_break_symmetry() {
    // "q in leg after s or oblique leap ... stands for l or r in same direction as previous bend"; "z ... opposit".
    same(&[("afsafqW", "afrafrWaflaflW"), ("afsafzW", "afraflWaflafrW")]);
    same(&[
        ("asaqW", "ararWalalW"),
        ("asafaqW", "arafarWalafalW"),
        ("hrafqN", "hrafrN"),
        ("hlafqN", "hlaflN"),
    ]);
    // Readings 10: the eight leaps in clockwise order stand for the eight directions.
    check("a1", "", &[("rfafN", "c5"), ("rfafrN", "d4"), ("rfarN", "d2")]);
    assert_eq!(compile("faqW").unwrap_err().kind, ErrorKind::NoEarlierTurn('q'));
}

#[test]
fn repeats() {
    // "s(paf)2cR"; readings 5: = `scRspafcRspafpafcR`. "spa2fcR would repeat the paf group, and thus (amongst
    // others) mean spafpafcR".
    same(&[("s(paf)2cR", "scRspafcRspafpafcR"), ("spa2fcR", "spafcRspafpafcR")]);
    same(&[("ispa2fcR", "ispafcRispafpafcR"), ("(ca)2(maf)1K", "KcaKcacaKmafKcamafKcacamafK")]);
    assert!(matches!(compile("(ca)K").unwrap_err().kind, ErrorKind::TooManyMovements { limit: 4096, .. }));
    let kind = compile("(pafpaf)40R").unwrap_err().kind;
    assert_eq!(kind, ErrorKind::TooManyLegs { limit: 64, count: 81 });
}

#[test]
fn castling() {
    let castles = |betza: &str| -> Vec<(Side, u16, u16, bool)> {
        let kinds = compile(betza).unwrap().into_iter().map(|movement| movement.kind);
        let castle = |kind| match kind {
            MovementKind::Castle(Castle { side, distance, inner, fast, .. }) => {
                Some((side, distance, inner, fast))
            }
            _ => None,
        };
        kinds.filter_map(castle).collect()
    };
    let both = |distance, inner, fast| {
        vec![(Side::Left, distance, inner, fast), (Side::Right, distance, inner, fast)]
    };
    assert_eq!(castles("KisO2"), both(2, 0, false));
    assert_eq!(castles("iO"), both(2, 0, false));
    // "isjO2 = Omega-Chess castling".
    assert_eq!(castles("isjO2"), both(2, 1, false));
    assert_eq!(castles("irO2ilO3"), [(Side::Right, 2, 0, false), (Side::Left, 3, 0, false)]);
    // "The special case pO is used to denote fast castling".
    assert_eq!(castles("ispO3"), both(3, 0, true));
    assert_eq!(compile("fO2").unwrap_err().kind, ErrorKind::Meaningless { modifier: 'f', atom: 'O' });
    assert_eq!(compile("aO2").unwrap_err().kind, ErrorKind::LegsNotAllowed('O'));
}

#[test]
fn drops() {
    let drop = |betza: &str| -> Drop {
        match compile(betza).unwrap().pop().unwrap().kind {
            MovementKind::Drop(drop) => drop,
            other => panic!("{other:?}"),
        }
    };
    // "plain @ = @1"; "own board half (@5), one Pawn per file (f@5), two Bishops per color (ss@5)".
    assert_eq!(drop("@").depth, Reach::Steps(1));
    assert_eq!(drop("@").landing.pass, Occupancy::EMPTY);
    assert_eq!(drop("fWff@6").limits.per_file, 2);
    assert_eq!(drop("ss@5").limits.per_shade, 2);
    assert_eq!(drop("b@5").limits.per_board, 1);
    // "Crazyhouse Pawns have a j@7 drop: from rank 2-7".
    assert_eq!((drop("j@7").skip, drop("j@7").depth), (1, Reach::Steps(7)));
    // "If you can capture with a drop, 'c' or 'mc' modifiers can be prefixed".
    assert_eq!(drop("mc@").landing.take, Occupancy::ENEMIES);
    // "an explicit 'n' modifier ... would forbid jumping anything".
    assert!(drop("n@5").blocked);
    assert_eq!(compile("jj@2").unwrap_err().kind, ErrorKind::NothingResults);
}

#[test]
fn universal_leaper() {
    // "U Universal Leaper (Kraken), can teleport to every square except the one it is on".
    let kinds: Vec<MovementKind> = compile("mU").unwrap().into_iter().map(|movement| movement.kind).collect();
    assert!(matches!(&kinds[..], [MovementKind::Universal(leap)] if leap.landing.take.is_empty()));
    assert_eq!(compile("fU").unwrap_err().kind, ErrorKind::Meaningless { modifier: 'f', atom: 'U' });
}

#[test]
fn ideas_for_the_future() {
    // "Q:cK would describe a piece that moves like a Queen, and burns all enemy pieces adjacent to the destination."
    let burning = compile("Q:cK").unwrap();
    let flames = Flames::from(compile("cK").unwrap());
    assert!(burning.iter().all(|movement| movement.flames == flames && movement.flames[0].span == (2..4)));
    // "a move must promote (e.g. as a + suffix behind the entire description)".
    assert!(compile("fmWfcF+").unwrap().iter().all(|movement| movement.must_promote));
    // "M (for 'Mirror')".
    assert!(matches!(compile("M").unwrap()[0].kind, MovementKind::Mirror(None)));
    for (text, span) in [("Q:mK", 1..4), ("Q:xK", 1..4), ("I:cK", 1..4), ("mM", 0..1), ("udQ:cK", 3..4)] {
        assert_eq!(compile(text).unwrap_err().span, span, "{text}");
    }
}

#[test]
fn pieces_unloaded_from_the_hand() {
    // drops.txt: "uO unloads a piece on the square of origin, followed by a normal Knight move".
    let gates = |betza: &str| legs(betza)[0].iter().map(|leg| leg.gate).collect::<Vec<_>>();
    assert_eq!(gates("iuO-N"), [true]);
    assert_eq!(compile("iuO-N").unwrap()[0].initial, Initial::Unmoved);
    assert_eq!(compile("iuO-iN").unwrap()[0].initial, Initial::Unmoved);
    assert_eq!(compile("N(iuO-N)").unwrap().len(), 16);
    // "uW-bW".
    assert_eq!(gates("uW-bW"), [false, true]);
    assert_eq!(
        lines_of("uW-bW")[0],
        "leg (0,1) x1..1 empty then leg (0,-1) x1..1 empty|take enemy, from hand"
    );
    for (text, kind) in [
        ("uO-", ErrorKind::UnloadAtEnd),
        ("uW-bF", ErrorKind::UnloadAtomDiffers('W', 'F')),
        ("uW-bWW", ErrorKind::UnloadFormDiffers('W')),
        ("uO-udK", ErrorKind::SecondUnload),
        ("(iuO-NB)", ErrorKind::EnclosedMoves),
        ("W-W", ErrorKind::Operator('-')),
        ("uO-xK", ErrorKind::Contradiction('u', 'x')),
    ] {
        assert_eq!(compile(text).unwrap_err().kind, kind, "{text}");
    }
}

fn lines_of(betza: &str) -> Vec<String> {
    compile(betza).unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn directions_given_twice() {
    let twice = |text: &str| (compile(text).unwrap_err().kind, compile(text).unwrap_err().span);
    assert_eq!(twice("frfW"), (ErrorKind::RepeatedDirection('f'), 2..3));
    assert_eq!(twice("frfF"), (ErrorKind::RepeatedDirection('f'), 2..3));
    // On oblique atoms and in the eight-direction system, pairs and single letters mean different moves.
    for text in ["frfN", "ffrrN", "frflF", "ffsK", "vrvlN"] {
        compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    // "may not take a King-slot piece": without an adjacent mode, Betza 2.0's operator is more likely.
    assert_eq!(compile("FtR").unwrap_err().kind, ErrorKind::LoneT);
}

#[test]
fn legs_print_readably() {
    let lines = |betza: &str| compile(betza).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(lines("rfN"), ["leg (1,2) x1..1 empty|take enemy"]);
    assert_eq!(lines("ifmnD"), ["unmoved: leg (0,2) x1..1 empty, free path, trail"]);
    assert_eq!(
        lines("fcaibR"),
        ["leg (0,1) x1.. take enemy then leg (0,-1) x1.. empty|take enemy, same length"]
    );
}

/// Readings 24: "on at least one" of all shortest paths, here 75,582, "all squares are empty".
#[test]
fn a_long_lame_leap_tries_every_path() {
    let text = "files=9\nranks=20\nroyal=K\nsymmetry=none\nmaxPromote=0\nwall:W:fW::\n\
                long:L:nDYYYYXXX::a1\nking:K:K::e1,,e20\n";
    let game = defined(text);
    let reaches = |second_rank: &str| {
        let fen = format!("4k4{}/{second_rank}/L3K4 w - - 0 1", "/9".repeat(17));
        let mut pos = Position::from_fen(&game, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let list = movegen::legal_moves(&game, &mut pos);
        list.iter().any(|mv| (mv.from(), mv.to()) == (Square(0), Square(9 * 20 - 1)))
    };
    assert!(reaches("9") && reaches("1W7") && reaches("W8"));
    assert!(!reaches("WW7"));
}
