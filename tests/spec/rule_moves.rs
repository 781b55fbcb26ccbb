//! Moves that are forbidden or mandatory, apart from the safety of royals. Each test quotes its sentence from
//! `docs/definitions.md` or from the game's rules.

use crate::support::agreement::pairs;
use crate::support::{defined, game};
use griffon::movegen::{self, Outcome};
use griffon::movetext::{Numbering, format_as};
use griffon::perft;
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::search::{Limits, Searcher};
use std::sync::atomic::AtomicBool;

fn position(game: &Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the legal moves in order; both generators must agree.
fn legal(game: &Game, fen: &str) -> String {
    let mut pos = position(game, fen);
    let list = pairs(game, &mut pos, fen);
    let mut texts: Vec<String> =
        list.iter().map(|&(mv, _)| format_as(Numbering::Plain, game, &pos, mv)).collect();
    texts.sort();
    assert_eq!(perft::perft(game, &mut pos, 1), texts.len() as u64, "{fen}: counted in bulk");
    texts.join(" ")
}

/// `mustCapture=1`: "if a capture is legal, only captures are".
#[test]
fn captures_are_mandatory() {
    let game = game("antichess");
    assert_eq!(legal(&game, "8/8/8/8/8/1p6/P1P5/7R w - - 0 1"), "a2b3 c2b3");
    assert_eq!(legal(&game, "8/7p/8/8/8/8/P7/8 w - - 0 1"), "a2a3 a2a4");
    // En passant counts.
    assert_eq!(legal(&game, "8/8/8/pP6/8/8/8/7R w - a6 0 1"), "b5a6");
    // So does a capture that promotes.
    assert_eq!(legal(&game, "1n6/P7/8/8/8/8/8/8 w - - 0 1"), "a7b8b a7b8k a7b8n a7b8q a7b8r");
}

/// "A royal K still has to obey check: what is forced is a legal capture."
#[test]
fn only_a_legal_capture_is_forced() {
    let game = game("capture");
    // The rook that could capture is pinned, so nothing is forced.
    let fen = "k3r3/8/8/8/8/8/4R2p/4K3 w - - 0 1";
    assert!(legal(&game, fen).contains("e2e8"));
    assert!(!legal(&game, fen).contains("e2h2") && !legal(&game, fen).contains("e1d1"));
    let pinned = "k3r3/8/8/8/5p2/8/4N3/4K3 w - - 0 1";
    assert_eq!(legal(&game, pinned), "e1d1 e1d2 e1f1 e1f2");
}

/// "A drop is not a capture, so it is illegal while a capture exists."
#[test]
fn drops_are_not_captures() {
    let game = game("coffeehouse");
    assert_eq!(legal(&game, "4k3/8/8/8/8/8/p7/1N2K2R[Q] w - - 0 1").split(' ').count(), 5 + 3 + 9 + 59);
    assert_eq!(legal(&game, "4k3/8/8/8/8/2p5/8/1N2K2R[Q] w - - 0 1"), "b1c3");
}

/// `noCheck=1`: "no move may give check".
#[test]
fn moves_may_not_give_check() {
    let game = game("checkmateless");
    assert_eq!(
        legal(&game, "4k3/8/8/8/8/8/8/K2R4 w - - 0 1"),
        "a1a2 a1b1 a1b2 d1b1 d1c1 d1d2 d1d3 d1d4 d1d5 d1d6 d1d7 d1f1 d1g1 d1h1"
    );
}

/// `noCheck=drops`: "no drop may".
#[test]
fn drops_may_not_give_check() {
    let text = "files=4\nranks=4\nsymmetry=none\nmaxPromote=0\nholdingsType=-1\nnoCheck=drops\nroyal=K\n\
                rook:R:R::\nking:K:K::a1,,d4\n";
    let game = defined(text);
    let moves = legal(&game, "3k/4/4/K3[R] w - - 0 1");
    assert!(moves.contains("R@c2") && moves.contains("R@b1"), "{moves}");
    assert!(!moves.contains("R@d1") && !moves.contains("R@a4"), "{moves}");
    // A move on the board may.
    assert!(legal(&game, "3k/4/4/KR2[] w - - 0 1").contains("b1b4"));
}

/// `dropMate=P`: "a piece that may not be dropped for mate".
#[test]
fn a_pawn_may_not_be_dropped_for_mate() {
    let text = |rule: &str| {
        format!(
            "files=5\nranks=5\nsymmetry=none\nmaxPromote=0\nholdingsType=-1\n{rule}royal=K\npawn:P:fW::\nrook:R:R::\n\
             gold:G:WfF::\nking:K:K::a1,,a5\n"
        )
    };
    // The king in the corner has no square, and the gold protects the pawn's square.
    let mate = "kr3/1R3/1G3/5/4K[P] w - - 0 1";
    assert!(legal(&defined(&text("")), mate).contains("P@a4"));
    assert!(!legal(&defined(&text("dropMate=P\n")), mate).contains("P@a4"));
    // A check that is not mate may be dropped; a rook may mate.
    let check = "k4/5/1G3/5/4K[P] w - - 0 1";
    assert!(legal(&defined(&text("dropMate=P\n")), check).contains("P@a4"));
    assert!(legal(&defined(&text("dropMate=R\n")), mate).contains("P@a4"));
}

/// `royalStays=1`, Makpong: "a king in check may not move, except to capture the only checker".
#[test]
fn a_king_in_check_stays() {
    let game = game("makpong");
    assert_eq!(legal(&game, "k3r3/8/8/8/8/8/N7/4K3 w - - 0 1"), "");
    assert_eq!(legal(&game, "k3r3/8/8/8/8/2N5/8/4K3 w - - 0 1"), "c3e2 c3e4");
    assert_eq!(legal(&game, "k7/8/8/8/8/8/4r3/4K3 w - - 0 1"), "e1e2");
    // With two checkers, the king may capture neither.
    assert_eq!(legal(&game, "k7/8/8/8/8/3n4/4r3/4K3 w - - 0 1"), "");
    // Without check it may move.
    assert_eq!(legal(&game, "k7/8/8/8/8/8/8/K7 w - - 0 1"), "a1a2 a1b1 a1b2");
    let mut pos = position(&game, "k3r3/8/8/8/8/8/N7/4K3 w - - 0 1");
    assert_eq!(movegen::result(&game, &mut pos), Some(Outcome::Lost));
}

/// Spartan Chess: "a move that leaves both attacked is illegal (duple check)"; one may be attacked or captured.
#[test]
fn two_kings_may_not_both_be_attacked() {
    let game = game("spartan");
    let one = "2k2k2/8/8/8/8/8/8/K1R5 b - - 0 1";
    assert!(legal(&game, one).contains("f8g8"), "the other king may be left attacked");
    let both = "2k2k2/8/8/8/8/8/8/K1R2R2 b - - 0 1";
    assert!(!legal(&game, both).contains("c8c7"));
    assert!(legal(&game, both).contains("c8b8"));
    let mut pos = position(&game, "2k2k2/8/8/8/8/8/8/K1R2R2 b - - 0 1");
    assert!(movegen::in_check(&game, &pos, pos.side()));
    assert_eq!(movegen::result(&game, &mut pos), None);
}

/// The kings face each other: each could capture the other along the line.
#[test]
fn kings_may_not_face_each_other() {
    let game = game("ordavsempire");
    assert_eq!(legal(&game, "4k3/8/8/8/8/8/8/3K4 w - - 0 1"), "d1c1 d1c2 d1d2");
    // On ranks as on files; one piece between them is enough.
    assert!(!legal(&game, "8/8/8/k7/8/3K4/8/8 w - - 0 1").contains("d3d5"));
    assert!(!legal(&game, "8/8/8/k7/3K4/8/8/8 w - - 0 1").contains("d4d5"));
    assert!(legal(&game, "8/8/8/k1P5/3K4/8/8/8 w - - 0 1").contains("d4d5"));
}

/// The search obeys these rules: its move is legal at every node of random games.
#[test]
fn the_search_obeys() {
    for name in [
        "antichess",
        "losers",
        "coffeerace",
        "checkmateless",
        "makpong",
        "spartan",
        "3check",
        "antiminishogi",
    ] {
        let game = game(name);
        let mut pos = Position::start(&game);
        let mut random = Rng(7);
        let mut searcher = Searcher::new(1);
        for _ in 0..40 {
            let list = pairs(&game, &mut pos, name);
            if list.is_empty() {
                break;
            }
            let limits = Limits { nodes: Some(400), ..Limits::default() };
            let found = searcher.search(&game, &pos, &limits, &AtomicBool::new(false), &mut |_| ());
            let best = found.best.expect("there are moves");
            assert!(list.iter().any(|(mv, _)| *mv == best), "{name}: {best:?} in {}", pos.fen(&game));
            let mv = if random.percent(50) { best } else { random.pick(&list).0 };
            pos.make(&game, mv);
        }
    }
}

/// Make and unmake restore the state of these rules.
#[test]
fn unmake_restores_the_position() {
    for name in [
        "3check",
        "3check-crazyhouse",
        "kingofthehill",
        "castle",
        "river",
        "dobutsu",
        "alapo",
        "spartan",
        "rookmate",
    ] {
        let game = game(name);
        let mut random = Rng(11);
        let mut pos = Position::start(&game);
        for _ in 0..60 {
            let list = pairs(&game, &mut pos, name);
            if list.is_empty() {
                break;
            }
            pos.make(&game, random.pick(&list).0);
        }
    }
}

/// `dropZone`: "`.` where it may be dropped and `!` where it may not"; Black's is the mirror image.
#[test]
fn a_piece_is_dropped_in_its_zone() {
    let game = defined(
        "files=4\nranks=4\nsymmetry=none\nmaxPromote=0\nholdingsType=-1\nroyal=K\nrook:A:W:::1\n\
         dropZone=!/\"/.!.!/!...\nking:K:K::a1,,a4\n",
    );
    let drops = |fen: &str| {
        let moves = legal(&game, fen);
        moves.split(' ').filter_map(|text| text.strip_prefix("A@")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(drops("k3/4/4/K3[Aa] w - - 0 1"), "a2 b1 c1 c2 d1");
    assert_eq!(drops("k3/4/4/K3[Aa] b - - 0 1"), "a3 b4 c3 c4 d4");
}

/// "Ranks that are not mentioned [...] will be assumed to contain all non-special squares": a `morph` board on which
/// nothing promotes leaves quoted moves their promotion by the zone.
#[test]
fn quoted_moves_promote_in_the_zone_unless_the_morph_board_promotes() {
    let moves = |morph: &str| {
        let text = format!(
            "files=5\nranks=5\npromoChoice=Q\nroyal=K\nsoldier:S:fW'fF::c4\n{morph}queen:Q:Q:::\nking:K:K::a1"
        );
        legal(&defined(&text), "4k/2S2/5/5/K4 w")
    };
    let plain = moves("");
    assert!(plain.contains("c4c5q") && plain.contains("c4b5q"), "{plain}");
    assert_eq!(moves("morph=.\n"), plain);
    assert_eq!(moves("morph=////=\n"), plain);
    let by_square = moves("morph=*\n");
    assert!(!by_square.contains("c4c5q") && by_square.contains("c4b5q"), "{by_square}");
}
