//! Ends of games without progress: repetition, perpetual check and chase, move counts, counting against a weak side.
//! Each row gives a position, moves and the result by the rules; the definition cites their source.

use crate::support::agreement::check_fen;
use crate::support::{defined, entry, game};
use griffon::movegen::{self, Outcome};
use griffon::movetext::{Numbering, format_as, parse_as};
use griffon::oracle;
use griffon::perft;
use griffon::position::{Game, Position};
use griffon::search::{Limits, Searcher};
use griffon::variant::read;
use std::sync::atomic::AtomicBool;

const WON: Option<Outcome> = Some(Outcome::Won);
const LOST: Option<Outcome> = Some(Outcome::Lost);
const DRAWN: Option<Outcome> = Some(Outcome::Drawn);

/// Returns the position after the moves. Each move, and the state after it, must agree with the reference generator.
fn after(game: &Game, fen: &str, moves: &str) -> Position {
    let mut pos = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        let mv = parse_as(Numbering::Plain, game, &mut pos, text);
        let mv = mv.unwrap_or_else(|error| panic!("{fen} {moves}: {text}: {error}"));
        let replies = oracle::legal_moves(game, &pos);
        pos.make(game, mv);
        let agrees =
            |reply: &oracle::ReferenceMove| reply.agreement(game, mv, &pos) != oracle::Agreement::None;
        assert!(replies.iter().any(agrees), "{fen} {moves}: {text}: {:?}", pos.counters());
    }
    pos
}

/// Variant, FEN, moves, number of repetitions, result for the side to move after them.
type Row = (&'static str, &'static str, &'static str, usize, Option<Outcome>);

const REPETITIONS: &[Row] = &[
    // Minishogi: the first player loses at the fourth occurrence.
    ("minishogi", "4k/5/5/5/K4[-] w - - 0 1", "a1b1 e5d5 b1a1 d5e5", 2, None),
    ("minishogi", "4k/5/5/5/K4[-] w - - 0 1", "a1b1 e5d5 b1a1 d5e5", 3, LOST),
    ("minishogi", "4k/5/5/5/K4[-] b - - 0 1", "e5d5 a1b1 d5e5 b1a1", 3, WON),
    // Perpetual check loses for the side that began.
    ("minishogi", "4k/5/5/4r/K4[-] b - - 0 1", "e2e1 a1a2 e1e2 a2a1", 3, LOST),
    ("shogi", "4k4/9/9/9/9/9/9/9/K8[-] w - - 0 1", "a1b1 e9d9 b1a1 d9e9", 3, DRAWN),
    ("shogi", "4k4/9/9/9/9/9/9/9/K2R5[-] w - - 0 1", "d1e1 e9d9 e1d1 d9e9", 3, LOST),
    // Tori Shogi: the side that causes the third occurrence loses.
    ("torishogi", "3k3/7/7/7/7/7/3K3[-] w - - 0 1", "d1c1 d7c7 c1d1 c7d7", 1, None),
    ("torishogi", "3k3/7/7/7/7/7/3K3[-] w - - 0 1", "d1c1 d7c7 c1d1 c7d7", 2, WON),
    ("yarishogi", "3k3/7/7/7/7/7/7/7/3K3[-] w - - 0 1", "d1c1 d9c9 c1d1 c9d9", 2, DRAWN),
    // The rook attacks a cannon with every move: unprotected, then protected by a rook.
    (
        "xiangqi",
        "4k4/9/2c6/9/9/9/9/9/9/R2K5 w - - 0 1",
        "a1a8 c8c7 a8a7 c7c8 a7a8 c8c7 a8a7 c7c8 a7a8",
        1,
        WON,
    ),
    (
        "xiangqi",
        "2r1k4/9/2c6/9/9/9/9/9/9/R2K5 w - - 0 1",
        "a1a8 c8c7 a8a7 c7c8 a7a8 c8c7 a8a7 c7c8 a7a8",
        1,
        DRAWN,
    ),
    (
        "manchu",
        "4k4/9/2c6/9/9/9/9/9/9/M2K5 w - - 0 1",
        "a1a8 c8c7 a8a7 c7c8 a7a8 c8c7 a8a7 c7c8 a7a8",
        1,
        DRAWN,
    ),
    // Soldiers may chase. A chase of two pieces in turn is not a chase.
    (
        "xiangqi",
        "4k4/c8/1P7/9/9/9/9/9/9/3K5 w - - 0 1",
        "b8a8 a9b9 a8b8 b9a9 b8a8 a9b9 a8b8 b9a9 b8a8",
        1,
        DRAWN,
    ),
    // Perpetual check takes precedence over a chase by the other side.
    (
        "xiangqi",
        "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1",
        "a1a10 e10e9 a10a9 e9e10 a9a10 e10e9 a10a9 e9e10 a9a10",
        1,
        WON,
    ),
    // Every move since the first occurrence counts, not only the last cycle.
    (
        "xiangqihouse",
        "4k4/9/9/9/9/9/9/9/9/R2K5[] w - - 0 1",
        "a1a10 e10e9 a10a1 e9e10 a1a10 e10e9 a10a9 e9e10 a9a10",
        1,
        DRAWN,
    ),
    // Janggi: points decide, with 1.5 for the second player.
    ("janggi", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a1a2 d10d9 a2a1 d9d10", 2, WON),
    ("janggi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e1e2 d10d9 e2e1 d9d10", 2, LOST),
    ("janggitraditional", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a1a2 d10d9 a2a1 d9d10", 2, DRAWN),
    ("janggimodern", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a1a2 d10d9 a2a1 d9d10", 2, None),
    ("janggi", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 99 80", "a1a2", 1, LOST),
    ("janggitraditional", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 99 80", "a1a2", 1, DRAWN),
    // Two passes: points decide in variants with points.
    ("janggicasual", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "e1e1 d10d10", 1, DRAWN),
    ("janggimodern", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "e1e1 d10d10", 1, WON),
    // Horde: no move is a draw, no piece is lost.
    ("horde", "6Q1/8/8/4Pk2/P1P2P2/2P1PP1P/PP1P4/P1P5 b - - 0 49", "", 1, DRAWN),
    ("horde", "4k3/8/8/8/8/8/8/8 w - - 0 1", "", 1, LOST),
];

#[test]
fn repetitions_and_stalemates() {
    for &(variant, fen, moves, times, expected) in REPETITIONS {
        let game = game(variant);
        let moves = vec![moves; times].join(" ");
        let mut pos = after(&game, fen, &moves);
        assert_eq!(movegen::result(&game, &mut pos), expected, "{variant} {fen} {moves}");
    }
}

/// Variant, FEN, moves, FEN after them, result.
const COUNTS: &[(&str, &str, &str, &str, Option<Outcome>)] = &[
    // The last piece is captured: with three pieces left, a rook has 16 moves.
    ("makruk", "8/8/3k4/8/8/8/Rn6/K7 w - - 0 1", "a2b2", "8/8/3k4/8/8/8/1R6/K7 b - 32 6 1", None),
    ("makruk", "8/8/3k4/8/8/8/Rn6/KR6 w - - 0 1", "a2b2", "8/8/3k4/8/8/8/1R6/KR6 b - 16 8 1", None),
    ("makruk", "8/8/3k4/8/8/8/Mn6/KM6 w - - 0 1", "b1c2", "8/8/3k4/8/8/8/MnM5/K7 b - 128 0 1", None),
    // The bare king captures the last pawn.
    ("makruk", "8/8/3k4/3P4/8/8/R7/K7 b - - 0 1", "d6d5", "8/8/8/3k4/8/8/R7/K7 w - 32 5 2", None),
    // No pawns: 64 moves. The count continues after a capture, and does not restart if a bare king makes one.
    ("makruk", "4k3/r7/8/8/8/8/R7/4K3 w - - 0 1", "a2b2 a7a8", "r3k3/8/8/8/8/8/1R6/4K3 w - 128 1 2", None),
    ("makruk", "8/8/8/3k4/3N4/8/R7/K7 b - 32 20 40", "d5d4 a2b2", "8/8/8/8/3k4/8/1R6/K7 b - 32 22 41", None),
    ("makruk", "8/8/3k4/8/8/8/R7/K7 w - 32 31 40", "a2a3", "8/8/3k4/8/8/R7/8/K7 b - 32 32 40", None),
    ("makruk", "8/8/3k4/8/8/8/R7/K7 w - 32 31 40", "a2a3 d6d5", "8/8/8/3k4/8/R7/8/K7 w - 32 33 41", DRAWN),
    // Mate on the last move is mate.
    ("makruk", "k7/8/K7/8/8/8/8/7R w - 32 32 40", "h1h8", "k6R/8/K7/8/8/8/8/8 b - 32 33 40", LOST),
    (
        "cambodian",
        "4k3/n7/3p4/8/8/3P4/R7/4K3 w - - 0 1",
        "a2b2",
        "4k3/n7/3p4/8/8/3P4/1R6/4K3 b - 126 0 1",
        None,
    ),
    ("cambodian", "8/8/3k4/8/8/8/Rn6/K7 w - - 0 1", "a2b2", "8/8/3k4/8/8/8/1R6/K7 b - 30 6 1", None),
    ("asean", "3k4/8/8/8/8/8/Rn6/K7 w - - 0 1", "a2b2", "3k4/8/8/8/8/8/1R6/K7 b - 32 0 1", None),
    ("asean", "3k4/8/8/8/8/1n6/Q7/K7 w - - 0 1", "a2b3", "3k4/8/8/8/8/1Q6/8/K7 b - - 0 1", None),
    ("asean", "3k4/8/8/8/8/8/BP6/K7 w - - 0 1", "a2a3", "3k4/8/8/8/8/B7/1P6/K7 b - - 1 1", None),
];

#[test]
fn counts_for_weak_sides() {
    for &(variant, fen, moves, expected, result) in COUNTS {
        let game = game(variant);
        let mut pos = after(&game, fen, moves);
        assert_eq!(pos.fen(&game), expected, "{variant} {fen} {moves}");
        assert_eq!(movegen::result(&game, &mut pos), result, "{variant} {fen} {moves}");
        // The FEN holds the count.
        let again = Position::from_fen(&game, expected).expect("a FEN");
        assert_eq!((again.counters(), again.key()), (pos.counters(), pos.key()), "{expected}");
    }
}

/// A FEN also holds the quiet plies beside a count, and whose count it is.
#[test]
fn fens_continue_counts() {
    let own = "files=6\nranks=6\nroyal=K\nmoveRule=0\npromoChoice=R\ncounting=R:5\ncountingBoard=20\ncountingPawns=Q\n\
               pawn:P:fmWfcF::\nknight:N:N::b1\nrook:R:R::a1\nqueen:Q:Q::\nking:K:K::e1\n";
    for (game, fen, first, rest) in [
        (
            game("asean"),
            "4k3/8/8/8/8/8/4R3/4K3 w - - 90 60",
            "e2a2",
            "e8e7 a2b2 e7d7 b2c2 d7e7 c2d2 e7f7 d2g2 f7e7",
        ),
        (defined(own).into(), "4k1/P5/6/6/n5/2N2K w - 40 3 1", "c1a2", "e6e5 a5a6r"),
    ] {
        let mut pos = after(&game, fen, first);
        check_fen(&game, &mut pos, || first.to_owned());
        let mut read = after(&game, &pos.fen(&game), rest);
        let mut played = after(&game, fen, &format!("{first} {rest}"));
        assert_eq!(read.fen(&game), played.fen(&game));
        assert_eq!(movegen::result(&game, &mut read), movegen::result(&game, &mut played), "{fen}");
    }
}

/// A count is not part of the position: repetition is detected while it runs.
#[test]
fn a_count_does_not_hide_repetition() {
    let game = game("makruk");
    let cycle = "a2b2 d6d5 b2a2 d5d6 ".repeat(2);
    let mut pos = after(&game, "8/8/3k4/8/8/8/R7/K7 w - 32 6 1", &cycle);
    assert_eq!(pos.occurrences(&game), 3);
    assert_eq!(movegen::result(&game, &mut pos), DRAWN);
}

/// Returns the legal moves; both generators must agree.
fn legal(game: &Game, fen: &str) -> Vec<String> {
    let mut pos = after(game, fen, "");
    let list = movegen::legal_moves(game, &mut pos);
    assert_eq!(list.len(), oracle::legal_moves(game, &pos).len(), "{fen}");
    assert_eq!(perft::perft(game, &mut pos, 1), list.len() as u64, "{fen}");
    list.iter().map(|&mv| format_as(Numbering::Plain, game, &pos, mv)).collect()
}

/// `dropMateResult=loss`: "such a drop is legal, and who makes it has lost".
#[test]
fn pawn_drop_mate_loses() {
    let game = game("shogi");
    let end = |fen: &str, mv: &str| movegen::result(&game, &mut after(&game, fen, mv));
    let fen = |hand: &str| format!("7lk/9/8G/9/9/9/9/9/K8[{hand}] w - - 0 1");
    assert_eq!(end(&fen("P"), "P@i8"), WON);
    assert_eq!(end(&fen("P"), "P@i6"), None);
    assert_eq!(end(&fen("G"), "G@i8"), LOST);
    assert_eq!(end("7lk/9/6G1P/9/9/9/9/9/K7R[] w - - 0 1", "i7i8"), LOST);
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let pos = after(&game, &fen("P"), "");
    let found = Searcher::new(4).search(&game, &pos, &limits, &AtomicBool::new(false), &mut |_| ());
    let best = found.best.map(|mv| format_as(Numbering::Plain, &game, &pos, mv));
    assert_ne!(best.as_deref(), Some("P@i8"));
}

/// The same for drops that capture an enemy, and for drops in exchange for a friend.
#[test]
fn every_drop_that_mates_loses() {
    let text = "files=5\nranks=5\nholdingsType=-1\nhandSwap=1\nmaxPromote=0\nroyal=K\ndropMate=G\ndropMateResult=loss\n\
                gold:G:Kmc@5::\nstone:G:fmW@5::\nknight:N:N@5::\nrook:R:R@5::\nking:K:K::e1\n";
    let game = defined(text);
    for fen in [
        "k4/5/K4/5/1R3[G] w - - 0 1 {hand=w1:1}",
        "k4/n4/K4/5/1R3[G] w - - 0 1 {hand=w1:1}",
        "k4/G4/K4/5/1R3[G] w - - 0 1 {types=a4:2/hand=w1:1}",
    ] {
        let mut pos = after(&game, fen, "G@a4");
        assert_eq!(movegen::result(&game, &mut pos), WON, "{fen}");
    }
    // A move along the board is no drop.
    let mut pos = after(&game, "k4/1G3/K4/5/1R3[] w - - 0 1 {types=b4:1}", "b4a4");
    assert_eq!(movegen::result(&game, &mut pos), LOST);
}

/// `dropMate=P`: "a piece that may not be dropped for mate".
#[test]
fn a_pawn_is_not_dropped_for_mate() {
    let has = |game: &Game, fen: &str, mv: &str| legal(game, fen).iter().any(|other| other == mv);
    let text = entry("shogi").text.replace("dropMateResult=loss\n", "");
    let shogi = defined(&text);
    let fen = |hand: &str| format!("7lk/9/8G/9/9/9/9/9/K8[{hand}] w - - 0 1");
    assert!(!has(&shogi, &fen("P"), "P@i8"));
    assert!(has(&shogi, &fen("P"), "P@i6"));
    assert!(has(&shogi, &fen("G"), "G@i8"));
    // Check without mate, and mate by a pawn that moves, are allowed.
    assert!(has(&shogi, "8k/9/9/9/9/9/9/9/K8[P] w - - 0 1", "P@i8"));
    assert!(has(&shogi, "7lk/9/6N1P/9/9/9/9/9/K8[] w - - 0 1", "i7i8"));
    // A pawn that is a cannon's mount mates without attacking the king itself.
    let text = "files=5\nranks=5\nholdingsType=-1\nmaxPromote=0\nsymmetry=none\ndropMate=P\nroyal=K\n\
                pawn:P:fW@5::\ncannon:C:mRcpR::a1\nrook:R:R::\nking:K:K::e1,,a5\n";
    let mounted = defined(text);
    let fen = "k4/2R2/5/5/CR2K[P] w - - 0 1";
    assert!(!has(&mounted, fen, "P@a2"));
    assert!(has(&defined(&text.replace("dropMate=P\n", "")), fen, "P@a2"));
}

/// `moveRulePieces`: "pieces whose moves begin the count of `moveRule` anew".
#[test]
fn pieces_that_reset_the_count() {
    let text = |line: &str| {
        format!("{line}royal=K\npawn:P:fmWfcF::a2\nrook:R:R::b1\nking:K:K::e1,,e8\nsymmetry=none\n")
    };
    for (line, pawn, rook) in [("", 0, 8), ("moveRulePieces=0\n", 8, 8), ("moveRulePieces=R\n", 8, 0)] {
        let game = defined(&text(line).replace("symmetry=none\n", ""));
        for (mv, expected) in [("a2a3", pawn), ("b1b2", rook)] {
            let pos = after(&game, "4k3/8/8/8/8/8/P7/1R2K3 w - - 7 1", mv);
            assert_eq!(pos.quiet_plies(), expected, "{line}{mv}");
        }
        // Repetition is still detected.
        let pos = after(&game, "4k3/8/8/8/8/8/P7/1R2K3 w - - 7 1", &"b1b2 e8d8 b2b1 d8e8 ".repeat(2));
        assert_eq!(pos.occurrences(&game), 3, "{line}");
    }
}

/// A piece that turns into another type and back leaves the same position.
#[test]
fn changes_of_type_do_not_hide_repetition() {
    let text = |[one, two]: [&str; 2], rule: &str| {
        format!(
            "files=4\nranks=4\nsymmetry=none\nmaxPromote=0\npromoZone=0\nrepetitionResult=loss\nroyal=K\n{rule}\
             one:A:W::a1,,a4\n{one}two:B:W::\n{two}king:K:K::d1,,d4\n"
        )
    };
    let end = |text: &str, moves: &str| {
        let game = defined(text);
        let mut pos = after(&game, "a2k/4/4/A2K w - - 0 1", &moves.repeat(2));
        (pos.occurrences(&game), movegen::result(&game, &mut pos))
    };
    let plain = end(&text(["", ""], ""), "a1a2 d4c4 a2a1 c4d4 ");
    assert!(plain.0 == 3 && plain.1.is_some(), "{plain:?}");
    let morph = ["morph=B/B/B/B\n", "morph=A/A/A/A\n"];
    assert_eq!(end(&text(morph, ""), "a1a2b d4c4 a2a1a c4d4 "), plain);
    // A piece that has its original type again is the piece that it was.
    let demotes = "holdingsType=-1\ncaptureDemotes=1\n";
    assert_eq!(end(&text(morph, demotes), "a1a2b d4c4 a2a1a c4d4 "), plain);
    let matrix = "captureMatrix=B/A\n";
    assert_eq!(end(&text(["", ""], matrix), "a1a2b d4c4 a2a1a c4d4 "), plain);
}

/// The same for pawns that get back to a square that they left: around a torus, or moved by another piece.
#[test]
fn pawns_that_return_do_not_hide_repetition() {
    let rules = "royal=0\nsymmetry=none\npromoZone=0\nmaxPromote=0\n";
    let end = |board: &str, pieces: &str, fen: &str, moves: &str| {
        let game = defined(&format!("{board}\n{rules}{pieces}"));
        let mut pos = after(&game, fen, &moves.repeat(2));
        (pos.occurrences(&game), movegen::result(&game, &mut pos))
    };
    let torus = end(
        "ranks=3\nfiles=2",
        "pawn:P:fmooW::a1,,b3\n",
        "1p/2/P1 w - - 0 1",
        "a1a2 b3b2 a2a3 b2b1 a3a1 b1b3 ",
    );
    assert_eq!(torus, (3, DRAWN));
    let white = ["a1a2", "b1a1", "a1a2", "a2b2", "b2b1"].repeat(2);
    let black = ["d4c4", "c4d4"].repeat(5);
    let moves: String = white.iter().zip(black).map(|(white, black)| format!("{white} {black} ")).collect();
    let pieces = "pawn:P:fmW::a1\nswapper:S:mWudW::b1\ndot:D:mW::,,d4\n";
    let swapped = end("ranks=4\nfiles=4", pieces, "3d/4/4/PS2 w - - 0 1", &moves);
    assert_eq!(swapped, (3, DRAWN));
}

/// "cannot move backward": a move to any other square, as on a torus or along a bend, is no move of a pawn.
#[test]
fn only_pawns_that_never_return_reset_the_count() {
    let rules = "files=6\nranks=6\nroyal=2\n";
    for (pawn, quiet) in [("fmWfcF", 0), ("fmWfcFmU", 1), ("fmWfmooR", 1), ("fmWfmqW", 1)] {
        let game = defined(&format!("{rules}pawn:P:{pawn}::a2\nking:K:K::e1\n"));
        assert_eq!(after(&game, "4k1/6/6/6/P5/4K1 w - - 5 1", "a2a3").quiet_plies(), quiet * 6, "{pawn}");
    }
}

/// An en passant right that no piece could use is not part of the position, also if a FEN names it.
#[test]
fn useless_rights_do_not_hide_repetition() {
    let game = game("chess");
    let moved = after(&game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4");
    let named = after(&game, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "");
    assert_eq!((named.key(), named.fen(&game)), (moved.key(), moved.fen(&game)));
    let useful = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(after(&game, useful, "").fen(&game), useful);
}

/// The type that moved last does not matter once there are no imitators left.
#[test]
fn lost_imitators_do_not_hide_repetition() {
    let text = |rest: &str| {
        format!(
            "files=6\nranks=6\nroyal=K\nmaxPromote=0\nrook:R:R::a1\nknight:N:N::b1\nimitator:I:I::c1\nking:K:K::e1\n{rest}"
        )
    };
    let moves = "e1f1 b6c4 f1e1 a6a5 e1f1 a5a6 f1e1 c4b6 e1f1 b6c4";
    let fen = "rn2k1/6/6/6/6/RN2K1 w - - 0 1";
    let end = |rest: &str, moves: &str| {
        let game = defined(&text(rest));
        let mut pos = after(&game, fen, moves);
        (pos.last_moved().is_some(), movegen::result(&game, &mut pos))
    };
    assert_eq!(end("", moves), (false, DRAWN));
    // An imitator that was captured may be dropped.
    assert_eq!(end("holdingsType=1\n", "e1f1"), (true, None));
}

/// The same for pieces that return to the hand: captured ones, and those swapped for others.
#[test]
fn hands_do_not_hide_repetition() {
    let text = "files=4\nranks=4\nsymmetry=none\nmaxPromote=0\nholdingsType=1\nroyal=K\n\
                rook:R:R@4::a1,,a3\nking:K:K::d1,,d4\n";
    let game = defined(text);
    let pos = after(&game, "3k/r3/4/R2K[] w - - 0 1", &"a1a3 R@b3 a3a1 b3a3 ".repeat(2));
    assert_eq!(pos.occurrences(&game), 3);
    let text = "files=4\nranks=4\nsymmetry=none\nmaxPromote=0\nhandSwap=1\nroyal=K\n\
                one:A:W@1::a1\ntwo:A:F@1:::1,0\nking:K:K::d1,,d4\n";
    let game = defined(text);
    let mut pos = Position::start(&game);
    for king in ["d4c4", "c4d4"].repeat(2) {
        let list = movegen::legal_moves(&game, &mut pos);
        let swap = list.iter().find(|mv| mv.is_drop() && !pos.cell(mv.to()).is_empty());
        pos.make(&game, *swap.expect("a swap"));
        let mv = parse_as(Numbering::Plain, &game, &mut pos, king).expect("a move of the king");
        pos.make(&game, mv);
    }
    assert_eq!(pos.occurrences(&game), 3);
}

#[test]
fn river_crossings_do_not_reset_the_count() {
    // `moveRulePieces=0`: only captures reset the count.
    for name in ["manchu", "xiangqi"] {
        let game = game(name);
        let pos = after(&game, "3k5/9/9/9/9/P8/9/9/9/4K4 w - - 7 1", "a5a6");
        assert_eq!(pos.quiet_plies(), 8, "{name}");
    }
}

#[test]
fn values_are_checked() {
    for line in [
        "chase=N",
        "dropMate=N\ndropMateResult=win",
        "chase=N>Z",
        "chase=N>K",
        "chase=N>N:always",
        "counting=N",
        "counting=N:0",
        "counting=Z:8",
        "counting=N0:8",
        "counting=N:8:9",
        "countingBoard=x",
        "countingBoard=64,x",
        "countingStart=2\ncounting=N:8",
        "countingPawns=Z\ncounting=N:8",
        "moveRulePieces=Z",
        "moveRuleResult=points",
        "moveRuleResult=win",
        "repetitionResult=points",
        "royal=0\ncounting=N:8",
    ] {
        let royal = if line.starts_with("royal") { "" } else { "royal=K\n" };
        let text = format!("{line}\n{royal}knight:N:N::b1\nking:K:K::e1\n");
        let errors = read("test", &text).map(|_| panic!("accepted: {line}")).unwrap_err();
        assert!(errors.iter().any(|error| error.is_error()), "{line}");
    }
}
