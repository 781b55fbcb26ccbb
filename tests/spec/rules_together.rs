//! Rules that meet in one game: captures of friends, quotes, drops and borrowed moves under explosions, spells, `morph`
//! boards and restrictions of check. Positions are derived by hand; the reference generator must agree.

use crate::support::agreement::pairs;
use crate::support::defined;
use griffon::movegen;
use griffon::movetext::{Numbering, format_as};
use griffon::position::{Game, Position};

const BOARD: &str = "files=8\nranks=8\nroyal=K\n";

/// Returns the legal moves of a position, in order, whose texts begin with `start`.
fn moves_in(game: &Game, fen: &str, start: &str) -> String {
    let mut pos = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let list = pairs(game, &mut pos, fen);
    let text = |mv| format_as(Numbering::Plain, game, &pos, mv);
    let mut texts: Vec<String> = list.iter().map(|&(mv, _)| text(mv)).collect();
    texts.retain(|text| text.starts_with(start));
    texts.sort();
    texts.join(" ")
}

/// Like [`moves_in`], for the game of a definition on a board of 8x8.
fn moves(rules: &str, fen: &str, start: &str) -> String {
    moves_in(&defined(&format!("{BOARD}{rules}\n")), fen, start)
}

/// "The friendly victims would come directly after the piece types for normal captures".
#[test]
fn captures_of_friends_have_cells_of_their_own() {
    let rook = |cells: &str, fen: &str, from: &str| {
        let rules = format!("atomicCapture=-1\ncaptureMatrix={cells}/\"1\nrook:R:RdR::a1\nking:K:K::e1");
        moves(&rules, fen, from)
    };
    // "A move that loses the mover's own royals is illegal".
    let row = rook(".@1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1");
    assert!(row.contains("a1d1") && !row.contains("a1e1"), "{row}");
    // A friendly rook explodes only if its cell says so.
    let beside = "4k3/8/8/8/8/8/3R4/3RK3 w - - 0 1";
    assert_eq!(rook(".@1", beside, "d1"), "d1a1 d1b1 d1c1 d1d2");
    assert_eq!(rook(".@2", beside, "d1"), "d1a1 d1b1 d1c1");
}

/// A quote after the atom "also holds for effects specified by the captureMatrix".
#[test]
fn quoted_captures_do_not_explode() {
    let rules = "atomicCapture=-1\ncaptureMatrix=.@3/\"2\nrook:R:R'::a1\nknight:N:N::b1\nking:K:K::e1";
    let rook = moves(rules, "4k3/8/8/8/8/8/3n4/3RK3 w - - 0 1", "d1");
    assert!(rook.contains("d1d2"), "{rook}");
    // The rook on c1 guards c3 without exploding.
    let king = moves(rules, "7n/8/8/8/8/1K6/2k5/2R5 b - - 0 1", "c2");
    assert!(king.contains("c2d3") && !king.contains("c2c3"), "{king}");
}

/// "The property iron means that the piece cannot be captured at all", by drops neither.
#[test]
fn drops_do_not_capture_iron() {
    for explosions in ["", "atomicCapture=-1\ncaptureMatrix=.@3/\"2\n"] {
        let rules =
            format!("holdingsType=-1\n{explosions}iron=R\nrook:R:R::a1\nknight:N:Nmc@8::b1\nking:K:K::e1");
        let drops = moves(&rules, "4k3/8/8/8/3r4/8/8/4K3[N] w - - 0 1", "N@");
        assert!(drops.contains("N@c4") && !drops.contains("N@d4"), "{drops}");
    }
}

/// "If it contains an exclamation point ! the move will be rejected", unless the move has a quote.
#[test]
fn castling_obeys_morph_boards() {
    let castle = |rook: &str, king: &str, morph: &str| {
        let rules = format!("rook:R:R::a1,h1\n{rook}king:K:{king}::e1\nmorph={morph}");
        moves(&rules, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1")
    };
    assert_eq!(castle("", "KisO2", "........"), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    assert_eq!(castle("", "KisO2", "///////......!."), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2");
    assert_eq!(castle("", "KisO2'", "///////......!."), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    // The king may cross such a square, its partner may not arrive on one.
    assert_eq!(castle("", "KisO2", "///////.....!.."), "e1c1 e1d1 e1d2 e1e2 e1f2 e1g1");
    assert_eq!(castle("morph=///////.....!..\n", "KisO2", "........"), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2");
}

/// "brake - enemy pieces cannot move through or out of the spell zone."
#[test]
fn castling_obeys_the_brake() {
    let castle = |fen: &str| {
        let rules =
            "spell=brake\ntrackPieces=1\ntrackedTypes=1\nnark:N:fmW::b1\nrook:R:R::a1,h1\nking:K:KisO2::e1";
        let all = moves(rules, fen, "e1");
        ["e1c1", "e1g1"].map(|way| all.contains(way))
    };
    assert_eq!(castle("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), [true, true]);
    // The king leaves the zone of d2 by f1; to the left both stay in it from where they enter it.
    assert_eq!(castle("4k3/8/8/8/8/8/3n4/R3K2R w KQ - 0 1"), [true, false]);
    // The partners leave the zones of a2 and h2.
    assert_eq!(castle("4k3/8/8/8/8/8/n6n/R3K2R w KQ - 0 1"), [false, false]);
}

/// `noCheck=1`: "no move may give check", by borrowed moves and drops neither.
#[test]
fn forbidden_checks_may_be_dynamic() {
    let rules = "noCheck=1\nknight:N:N::b1\nmimic:X:WxK::d4\nking:K:K::e1";
    // Next to a knight on c3 the mimic would attack e6.
    assert_eq!(moves(rules, "8/8/4k3/8/3X4/8/8/1N2K3 w - - 0 1", "b1"), "b1a3 b1d2");
    let game = defined(&format!("{BOARD}{rules}\n"));
    let check = Position::from_fen(&game, "8/8/4k3/8/3X4/2N5/8/4K3 b - - 0 1").expect("a position");
    assert!(movegen::in_check(&game, &check, griffon::board::Color::Black));
    // A captured knight could be dropped on the king.
    let rules = "noCheck=1\nholdingsType=-1\nknight:N:Nmc@8::b1\nrook:R:R::a1\nking:K:K::e1";
    assert_eq!(moves(rules, "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1", "a1a5"), "");
    assert_eq!(moves(rules, "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1", "a1a5"), "a1a5");
}

/// `dropForms=1`: "a piece in hand may also be dropped as its promoted form", on a royal too.
#[test]
fn promoted_drops_give_check() {
    let rules = "holdingsType=-1\npromoOffset=1\nmaxPromote=1\npromoZone=2\ndropForms=1\n\
                 pawn:P:fW::a2\ntokin:T:Wmc@8::\nking:K:K::e1";
    assert_eq!(moves(rules, "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1", "e1"), "");
    assert_eq!(moves(rules, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1"), "e1d1 e1d2 e1e2 e1f1 e1f2");
}

/// A drop that captures gives check where captures are judged by rules, too, and may mate.
#[test]
fn drops_give_check_whatever_captures_do() {
    let rules =
        "holdingsType=-1\nspell=freeze\ntrackPieces=1\nwazir:W:W::a1\nknight:N:Nmc@8::b1\nking:K:K::e1";
    let game = defined(&format!("{BOARD}{rules}\n"));
    let fen = "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1";
    assert_eq!(moves_in(&game, fen, ""), "");
    let mut pos = Position::from_fen(&game, fen).expect("a position");
    assert!(movegen::in_check(&game, &pos, griffon::board::Color::White));
    assert_eq!(movegen::result(&game, &mut pos), Some(movegen::Outcome::Lost));
}

/// `royalStays=1`: "a royal in check may not move, except to capture the only checker".
#[test]
fn checkers_are_found_wherever_they_are() {
    // The mimic checks by the ferz's moves.
    let rules = "royalStays=1\nferz:F:F::b1\nmimic:X:mWxK::d3\nking:K:K::e1";
    assert_eq!(moves(rules, "k7/8/8/2fx4/4K3/8/8/8 w - - 0 1", ""), "e4d5");
    // A piece in hand is a checker, too: it may be dropped on e5, but not on d4.
    let rules = "royalStays=1\nholdingsType=-1\nferz:F:Fmc@4::b1\nking:K:K::e1";
    assert_eq!(moves(rules, "k7/8/8/4K3/3f4/8/8/8[] w - - 0 1", ""), "e5d4");
    assert_eq!(moves(rules, "k7/8/8/4K3/3f4/8/8/8[f] w - - 0 1", ""), "");
    // The rook may not capture the king.
    let rules = "royalStays=1\ncaptureMatrix=...!\nrook:R:R::a1\nferz:F:F::b1\nking:K:K::e1";
    assert_eq!(moves(rules, "k7/8/8/3fr3/4K3/8/8/8 w - - 0 1", ""), "e4d5");
}

/// `dropZone`: "where it may be dropped". "When you drop a piece from the holdings on top of your own piece, the diagram
/// will treat it as a substitution".
#[test]
fn swaps_keep_to_the_drop_zone() {
    let swaps = |zone: &str| {
        let rules = format!(
            "handSwap=1\nholdingsType=1\nlance:L:fR::a1,b1\nturned:L:bR:::1\ndropZone={zone}\nking:K:K::e1"
        );
        let game = defined(&format!("{BOARD}{rules}\n"));
        let start = Position::start(&game).fen(&game);
        moves_in(&game, &start, "L@")
    };
    assert_eq!(swaps("!/\"/\"/\"/\"/\"/\"/\""), "");
    assert_eq!(swaps("!/\"/\"/\"/\"/\"/.!/!."), "L@b1");
}

/// `zoneMoves`: "moves of the piece of the line before on some squares only", wherever the borrower's own moves are
/// available.
#[test]
fn borrowed_moves_keep_their_zone() {
    let rules = "symmetry=none\nlender:L:mfW::\nzoneMoves=mA:d4\nborrower:B:mbWxK::\nzoneMoves=mD:a1,d5;mH:e4\n\
                 king:K:K::h1,,h8";
    assert_eq!(moves(rules, "7k/8/8/3L4/3B4/8/8/7K w - - 0 1", "d4"), "d4b2 d4b6 d4d3 d4f2 d4f6");
    assert_eq!(moves(rules, "7k/8/8/3BL3/8/8/8/7K w - - 0 1", "d5"), "d5b5 d5d3 d5d4 d5d6 d5d7 d5f5");
    assert_eq!(moves(rules, "7k/8/8/8/3LB3/8/8/7K w - - 0 1", "e4"), "e4b4 e4e1 e4e3 e4e5 e4e7 e4h4");
}

/// "or that all royals have to" fall: one move that captures en passant on its way takes two of them.
#[test]
fn victims_in_passing_count() {
    let rules =
        "royal=C\nsymmetry=none\nmaxPromote=0\ncannon:C:KfmnnD::e2\nlion:L:mKeacF::,,d4\nking:K:K::f2,,h8";
    let double = |fen: &str| moves(rules, fen, "e2e4");
    assert_eq!(double("7k/8/8/8/8/8/4CK2/8 w - - 0 1"), "e2e4");
    assert_eq!(double("7k/8/8/8/3l4/8/4CK2/8 w - - 0 1"), "");
    assert_eq!(double("7k/8/8/8/3l4/8/4C1K1/8 w - - 0 1"), "e2e4");
}

/// "A move that changes nothing on the board (turn pass) is a move", captures nothing and does not explode, whoever stands
/// around.
#[test]
fn passes_do_not_explode() {
    let small = |betza: &str, fen: &str| {
        let rules = format!(
            "files=6\nranks=6\nsymmetry=none\nroyal=K\nmaxPromote=0\ncaptureMatrix=.@@@@/\"3\natomicCapture=1\n\
             xp:P:W::\nxl:L:{betza}::b4,,\nxk:K:K::a1,,f6\nxr:R:R::,,f1\n"
        );
        moves_in(&defined(&rules), fen, "b3")
    };
    // In check, with either king beside the piece that would pass.
    assert_eq!(small("NmabK", "6/6/k5/1L4/6/r3K1 w - - 0 1"), "b3a1 b3c1");
    assert_eq!(small("NmabK", "k5/6/6/1L4/6/r3K1 w - - 0 1"), "b3a1 b3c1");
    for fen in ["5k/6/6/1L4/2K3/6 w - - 0 1", "5k/6/6/1L4/4K1/6 w - - 0 1"] {
        assert!(small("KmabK", fen).contains("b3b3"), "{fen}");
    }
    for rule in ["iron=B", "antiTrade=B", "iron="] {
        let rules = format!(
            "files=5\nranks=5\nsymmetry=none\nroyal=0\nmaxPromote=0\ncaptureMatrix=..@\natomicCapture=1\n{rule}\n\
             xb:B:mabK::b4,,e2\nxd:D:K::,,c3\n"
        );
        let game = defined(&rules);
        let start = Position::start(&game).fen(&game);
        assert_eq!(moves_in(&game, &start, ""), "b4b4", "{rule}");
    }
}

/// A `morph` board says nothing about promotion by quoted moves on squares for which it specifies none.
#[test]
fn quoted_moves_promote_in_the_zone_beside_morph_boards() {
    for (morph, quoted) in [
        ("", "b4a5q b4c5q"),
        ("morph=!", "b4a5q b4c5q"),
        ("morph=//R", "b4a5q b4c5q"),
        ("morph=./..R", "b4a5q b4c5q"),
        // "will only be allowed to promote with the W move"
        ("morph=R....", "b4a5 b4c5q"),
        ("morph=RRRRR", "b4a5 b4c5"),
    ] {
        let rules = format!(
            "files=5\nranks=5\nroyal=K\nmaxPromote=1\npromoChoice=Q\nxp:P:fWfF'::\n{morph}\nxr:R:R::\nxq:Q:Q::\nxk:K:K::a1\n"
        );
        let texts = moves_in(&defined(&rules), "4k/1P3/5/5/K4 w - - 0 1", "b4");
        let found: Vec<&str> = texts.split(' ').filter(|text| !text.starts_with("b4b5")).collect();
        assert_eq!(found.join(" "), quoted, "{morph}");
    }
}
