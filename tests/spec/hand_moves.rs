//! Pieces from the hand: drops, and moves that unload pieces. Quotations are from drops.txt.

use crate::support::agreement::pairs;
use crate::support::defined;
use griffon::movegen;
use griffon::movetext::{Numbering, format_as, parse_as};
use griffon::position::{Game, Position};

/// Returns a game with type A (`betza`) and type B (`W`) on a 6x6 board, both dropped after capture; kings on f1 and
/// f6.
fn dropping(betza: &str) -> Game {
    defined(&format!(
        "files=6\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=3\nholdingsType=-1\npiece0:A:{betza}::\npiece1:B:W@1::\n\
         piece2:K:K::f1,,f6\n"
    ))
}

fn texts(game: &Game, pos: &mut Position) -> Vec<String> {
    let list = movegen::legal_moves(game, pos);
    let mut texts: Vec<String> = list.iter().map(|&mv| format_as(Numbering::Plain, game, pos, mv)).collect();
    texts.sort();
    for (text, &mv) in texts.clone().iter().zip(&list) {
        let own = format_as(Numbering::Plain, game, pos, mv);
        assert_eq!(parse_as(Numbering::Plain, game, pos, &own), Ok(mv), "{text}");
    }
    texts
}

/// Returns the squares on which the first type may be dropped.
fn drops(betza: &str, fen: &str) -> String {
    let game = dropping(betza);
    let mut pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{error:?}"));
    let texts = texts(&game, &mut pos);
    texts.iter().filter_map(|text| text.strip_prefix("A@")).collect::<Vec<_>>().join(" ")
}

#[test]
fn drop_depth_and_limits() {
    let empty = "5k/6/6/6/6/5K[A] w - - 0 1";
    // "Default depth is 1 (i.e. plain @ = @1, as usual in Betza notation), meaning dropping on the home-rank only."
    assert_eq!(drops("W@", empty), "a1 b1 c1 d1 e1");
    // "The modifier 'j' indicates drops on the home-rank are not allowed"; "Repetition of the 'j' could exclude more".
    assert_eq!(drops("Wj@2", empty), "a2 b2 c2 d2 e2 f2");
    assert_eq!(drops("Wjj@3", empty), "a3 b3 c3 d3 e3 f3");
    // "Modifiers f, s and b means that drops are only allowed when there isn't another piece of the same type on the
    // same file, same color ... or board"; "If upto two pieces are allowed per indicated area, the modifier is written
    // twice, etc."
    let one = "5k/6/6/6/A5/5K[A] w - - 0 1";
    let two = "5k/6/A5/6/A5/5K[A] w - - 0 1";
    assert_eq!(drops("Wf@", one), "b1 c1 d1 e1");
    assert_eq!(drops("Wff@", one), "a1 b1 c1 d1 e1");
    assert_eq!(drops("Wff@", two), "b1 c1 d1 e1");
    assert_eq!(drops("Ws@", one), "a1 c1 e1");
    assert_eq!(drops("Wb@", one), "");
    assert_eq!(drops("Wbb@", one), "a1 b1 c1 d1 e1");
    // "an explicit 'n' modifier, which would forbid jumping anything, and thus force dropping behind your least
    // advanced piece in each file" (readings 36: pieces of either side block).
    assert_eq!(drops("Wn@3", "5k/6/6/B5/1b4/5K[A] w - - 0 1"), "a1 a2 b1 c1 c2 c3 d1 d2 d3 e1 e2 e3");
}

#[test]
fn each_drop_is_one_move() {
    let empty = "5k/6/6/6/6/5K[A] w - - 0 1";
    assert_eq!(drops("W@@f@1", empty), "a1 b1 c1 d1 e1");
    assert_eq!(drops("Wj@2@", empty), "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 f2");
}

#[test]
fn drops_that_capture() {
    // "If you can capture with a drop, 'c' or 'mc' modifiers can be prefixed, as usual."
    let fen = "5k/6/6/6/6/b1B2K[A] w - - 0 1";
    assert_eq!(drops("Wc@", fen), "a1");
    assert_eq!(drops("Wmc@", fen), "a1 b1 d1 e1");
    assert_eq!(drops("W@", fen), "b1 d1 e1");
    // The captured piece goes to the hand; unmake restores everything.
    let game = dropping("Wc@");
    let mut pos = Position::from_fen(&game, fen).unwrap();
    let before = pos.fen(&game);
    let mv = parse_as(Numbering::Plain, &game, &mut pos, "A@a1").unwrap();
    pos.make(&game, mv);
    assert!(pos.fen(&game).starts_with("5k/6/6/6/6/A1B2K[B] b"), "{}", pos.fen(&game));
    assert_eq!(pos.key(), pos.fresh_key());
    pos.unmake(&game);
    assert_eq!(pos.fen(&game), before);
}

/// docs, `captureDemotes`: "goes to the hand as its original type". A, the promoted form of P, turns into B and back.
#[test]
fn a_piece_that_has_turned_back_is_captured_as_before() {
    let text = "files=4\nranks=4\nsymmetry=none\nholdingsType=-1\ncaptureDemotes=1\npromoZone=0\npromoOffset=1\nroyal=K\n\
                pawn:P:fW::\none:A:W::a1\nmorph=B/B/B/B\ntwo:B:W::\nmorph=A/A/A/A\nrook:R:R::,,b1\nking:K:K::d3,,b4\n";
    let game = defined(text);
    for (moves, hand) in
        [("b1a1", "[p]"), ("b1c1 a1a2b c1c2 d3d4 c2a2", "[a]"), ("b4a4 a1a2b a4b4 a2a1a b1a1", "[p]")]
    {
        let mut pos = Position::from_fen(&game, "1k2/3K/4/Ar2[] b - - 0 1").unwrap();
        for text in moves.split(' ') {
            let mv = parse_as(Numbering::Plain, &game, &mut pos, text);
            pos.make(&game, mv.unwrap_or_else(|error| panic!("{text}: {error}")));
        }
        assert!(pos.fen(&game).contains(hand), "{moves}: {}", pos.fen(&game));
    }
}

/// "Capture into the hand demotes (promoOffset)": also what was promoted by a square or by a capture, beyond
/// `maxPromote`.
#[test]
fn a_captured_piece_is_demoted_however_it_was_promoted() {
    let pieces = |morph: &str| {
        format!(
            "royal=K\nholdingsType=-1\npromoOffset=2\nmaxPromote=0\npawn:P:fW::a2\nsilver:S:FfW::b1\n{morph}\
             king:K:K::e1\nsilver:+S:WfF::\n"
        )
    };
    for (text, hand) in [
        (pieces("morph=|/|/|\n"), "[S]"),
        (pieces("morph=^\n"), "[S]"),
        (pieces("") + "captureMatrix=/.|", "[S]"),
        (pieces("morph=./=/!\n") + "captureMatrix=.|", "[+S]"),
        (pieces(""), "[+S]"),
    ] {
        let game = defined(&text);
        let mut pos = Position::from_fen(&game, "4k3/8/8/8/8/8/3+s4/4K3[] w - - 0 1").unwrap();
        let texts = texts(&game, &mut pos);
        assert!(texts.contains(&"e1d2".to_owned()), "{texts:?}");
        let mv = parse_as(Numbering::Plain, &game, &mut pos, "e1d2").unwrap();
        pairs(&game, &mut pos, &text);
        pos.make(&game, mv);
        assert!(pos.fen(&game).contains(hand), "{text}: {}", pos.fen(&game));
    }
}

#[test]
fn a_drop_that_captures_gives_check() {
    // The king on f1 is in the zone of Black's drops, and `c` also captures royals: it must leave the last six ranks.
    let game = dropping("Wc@5");
    let check = |fen: &str| {
        movegen::in_check(&game, &Position::from_fen(&game, fen).unwrap(), griffon::board::Color::White)
    };
    assert!(check("5k/6/6/5K/6/6[a] w - - 0 1"));
    assert!(!check("5k/6/6/6/6/5K[a] w - - 0 1"));
    assert!(!check("5k/6/6/5K/6/6[A] w - - 0 1"));
}

/// Returns a game whose knights can gate a piece as in Seirawan chess.
fn gating(knight: &str) -> Game {
    defined(&format!(
        "files=8\nranks=8\nsymmetry=mirror\nmaxPromote=0\npiece0:P:fmW::a2-h2\npiece1:H:BN:::1\npiece2:E:RN:::1\n\
         piece3:N:{knight}::b1,g1\npiece4:R:R::a1,h1\npiece5:K:KisO2(iuO-isO2)::e1\n"
    ))
}

#[test]
fn seirawan_gating() {
    // "Similarly Seirawan gatings can be described by giving every other piece an extra move prefixed by "iuO-", e.g.
    // N(iuO-N) for the Knight. O means null move, so uO unloads a piece on the square of origin, followed by a normal
    // Knight move. And the 'i' indicates that only virgin pieces have that move."
    let game = gating("N(iuO-N)");
    let mut pos = Position::start(&game);
    let knight: Vec<String> = texts(&game, &mut pos).into_iter().filter(|t| t.starts_with("b1")).collect();
    assert_eq!(knight, ["b1a3", "b1a3e", "b1a3h", "b1c3", "b1c3e", "b1c3h"]);
    let play = |pos: &mut Position, text: &str| {
        let mv =
            parse_as(Numbering::Plain, &game, pos, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        pos.make(&game, mv);
        assert_eq!(pos.key(), pos.fresh_key());
    };
    play(&mut pos, "b1c3h");
    let fen = pos.fen(&game);
    assert!(fen.starts_with("rn2k1nr/pppppppp/8/8/8/2N5/PPPPPPPP/RH2K1NR[Ehe] b"), "{fen}");
    play(&mut pos, "b8a6");
    // After its move it cannot gate again. "No need to involve the drop atom here": nothing can be dropped.
    let after = texts(&game, &mut pos);
    assert!(!after.contains(&"c3d5e".to_owned()) && after.contains(&"c3d5".to_owned()), "{after:?}");
    assert!(!after.iter().any(|text| text.contains('@')), "{after:?}");
    // The FEN holds which pieces are unmoved.
    let again = Position::from_fen(&game, &pos.fen(&game)).unwrap();
    assert_eq!((again.fen(&game), again.key()), (pos.fen(&game), pos.key()));
    assert_eq!(texts(&game, &mut again.clone()), after);
    pos.unmake(&game);
    pos.unmake(&game);
    assert_eq!(pos.key(), Position::start(&game).key());
}

#[test]
fn castling_gates_on_the_kings_square() {
    let game = gating("N");
    let fen = "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R[HEhe] w KQkq - 0 1";
    let mut pos = Position::from_fen(&game, fen).unwrap();
    let castlings: Vec<String> =
        texts(&game, &mut pos).into_iter().filter(|t| t.starts_with("e1g1")).collect();
    assert_eq!(castlings, ["e1g1", "e1g1e", "e1g1h"]);
    let mv = parse_as(Numbering::Plain, &game, &mut pos, "e1g1h").unwrap();
    pos.make(&game, mv);
    assert!(pos.fen(&game).contains("/RN2HRK1[Ehe] b"), "{}", pos.fen(&game));
}

#[test]
fn a_sideways_step_unloads_a_piece() {
    // "uW-bW would move the Castle to a neighboring square to unload something (from the hand, as it did not capture
    // anything before in that move), followed by stepping the Castle back to its starting point (bW)."
    let game = dropping("uW-bW");
    let mut pos = Position::from_fen(&game, "5k/6/6/6/1B4/A4K[B] w - - 0 1").unwrap();
    let castle: Vec<String> = texts(&game, &mut pos).into_iter().filter(|t| t.starts_with("a1")).collect();
    assert_eq!(castle, ["a1-a1/B@a2", "a1-a1/B@b1"]);
    let mv = parse_as(Numbering::Plain, &game, &mut pos, "a1-a1/B@a2").unwrap();
    pos.make(&game, mv);
    assert!(pos.fen(&game).starts_with("5k/6/6/6/BB4/A4K[] b"), "{}", pos.fen(&game));
    // A piece captured earlier in the move is unloaded instead, on the square of its capture.
    let game = dropping("cuW-bW");
    let mut pos = Position::from_fen(&game, "5k/6/6/6/b5/A4K[B] w - - 0 1").unwrap();
    let castle: Vec<String> = texts(&game, &mut pos).into_iter().filter(|t| t.starts_with("a1")).collect();
    assert_eq!(castle, ["a1a2,a2a1"]);
}

#[test]
fn a_gated_piece_blocks_a_check() {
    // The rook checks along the first rank; the knight's start is between them.
    let game = gating("N(iuO-N)");
    let mut pos = Position::from_fen(&game, "4k3/8/8/8/8/8/8/rN2K3[H] w B - 0 1").unwrap();
    let knight: Vec<String> = texts(&game, &mut pos).into_iter().filter(|t| t.starts_with("b1")).collect();
    assert_eq!(knight, ["b1a3h", "b1c3h", "b1d2h"]);
}
