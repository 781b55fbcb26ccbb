//! Moves that displace other pieces, induce them to move, or borrow their moves.

use crate::support::defined;
use griffon::movegen;
use griffon::movetext::{format, parse};
use griffon::position::{Game, Position};

/// Type A (`betza`) and White's other pieces on a 6x6 board; kings on f1 and f6.
fn game(betza: &str, setup: &str) -> Game {
    let text = format!("files=6\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=3\npiece0:A:{betza}::{setup}\n");
    defined(&text)
}

fn texts(game: &Game, pos: &mut Position) -> Vec<String> {
    let list = movegen::legal_moves(game, pos);
    let mut texts: Vec<String> = list.iter().map(|&mv| format(game, pos, mv)).collect();
    texts.sort();
    texts
}

fn starting_with(texts: &[String], square: &str) -> Vec<String> {
    texts.iter().filter(|text| text.starts_with(square)).cloned().collect()
}

const KINGS: &str = "\npiece2:K:K::f1,,f6";

#[test]
fn a_swapper_swaps() {
    // "udQ is a piece that can swap location with any friendly piece a Queen move away".
    let game = game("udQ", &format!("a1\npiece1:B:W::a4{KINGS}"));
    let mut pos = Position::start(&game);
    let before = pos.clone().fen(&game);
    assert_eq!(starting_with(&texts(&game, &mut pos), "a1"), ["a1a4", "a1f1"]);
    let mv = parse(&game, &mut pos, "a1a4").unwrap();
    pos.make(&game, mv);
    assert!(pos.fen(&game).starts_with("5k/5/A5/6/6/B4K") || pos.fen(&game).starts_with("5k/6/A5/6/6/B4K"));
    assert_eq!(pos.key(), pos.fresh_key());
    pos.unmake(&game);
    assert_eq!(pos.fen(&game), before);
}

#[test]
fn a_universal_leaper_swaps_with_any_friend() {
    // "U Universal Leaper (Kraken), can teleport to every square except the one it is on"; `u`: "the (empty) starting
    // square of the leg will receive the piece captured by the move".
    let game = game("udU", &format!("a1\npiece1:B:W::b4,,c5{KINGS}"));
    let mut pos = Position::start(&game);
    let before = pos.clone().fen(&game);
    assert_eq!(starting_with(&texts(&game, &mut pos), "a1"), ["a1b4", "a1f1"]);
    let mv = parse(&game, &mut pos, "a1b4").unwrap();
    pos.make(&game, mv);
    assert!(pos.fen(&game).starts_with("5k/2b3/1A4/6/6/B4K"), "{}", pos.fen(&game));
    assert_eq!(pos.key(), pos.fresh_key());
    pos.unmake(&game);
    assert_eq!(pos.fen(&game), before);
}

#[test]
fn a_universal_borrower_moves_like_any_friend() {
    // `x`: "Works in reverse when no move follows, by borrowing the moves from the target piece. (xK)"
    let game = game("xU", &format!("a1\npiece1:B:A::d4{KINGS}"));
    let mut pos = Position::start(&game);
    assert_eq!(starting_with(&texts(&game, &mut pos), "a1"), ["a1a2", "a1b1", "a1b2", "a1c3"]);
}

#[test]
fn an_unloaded_royal_is_not_attacked() {
    // "anything captured by the move must reappear there": a swap with a king is no check.
    for betza in ["ucdQ", "ucdU"] {
        let game = game(betza, &format!("f2\npiece1:B:W::a4{KINGS}"));
        let pos = Position::start(&game);
        assert!(!movegen::in_check(&game, &pos, griffon::board::Color::Black), "{betza}");
    }
}

#[test]
fn the_valkyrie_puts_its_friend_anywhere_on_its_way() {
    // "The Valkyrie ... can make a captured friend reappear not only on its starting square, but on any square it
    // moved through"; "QudQafudQ".
    let game = game("udQafudQ", &format!("a1\npiece1:B:W::a4{KINGS}"));
    let mut pos = Position::start(&game);
    let to_a4: Vec<String> =
        starting_with(&texts(&game, &mut pos), "a1").into_iter().filter(|t| t.contains("a4")).collect();
    assert_eq!(to_a4, ["a1-a4/a4a1", "a1-a4/a4a2", "a1-a4/a4a3"]);
}

#[test]
fn a_relay_knight_makes_its_friends_leap() {
    // "allow that friend to make the second leg, a normal N move. The full Relay Knight is thus mNxaN."
    let game = game("mNxaN", &format!("c1\npiece1:B:W::b3{KINGS}"));
    let mut pos = Position::start(&game);
    let moves = starting_with(&texts(&game, &mut pos), "b3");
    assert_eq!(moves, ["b3a1", "b3a3", "b3a5", "b3b2", "b3b4", "b3c3", "b3c5", "b3d2", "b3d4"]);
}

#[test]
fn a_borrower_moves_like_its_neighbours() {
    // "xK describes a piece that can move like all friendly pieces adjacent to it".
    let game = game("xK", &format!("c3\npiece1:B:N::b3{KINGS}"));
    let mut pos = Position::start(&game);
    let moves = starting_with(&texts(&game, &mut pos), "c3");
    assert_eq!(moves, ["c3a2", "c3a4", "c3b1", "c3b5", "c3d1", "c3d5", "c3e2", "c3e4"]);
}

#[test]
fn a_borrowed_move_gives_check() {
    // The target "induces moves in the source": they attack as they capture.
    let game = game("xK", &format!("e4\npiece1:B:N::d4{KINGS}"));
    let pos = Position::start(&game);
    assert!(movegen::in_check(&game, &pos, griffon::board::Color::Black));
}

fn play(game: &Game, pos: &mut Position, moves: &[&str]) {
    for text in moves {
        let mv = parse(game, pos, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        pos.make(game, mv);
        assert_eq!(pos.key(), pos.fresh_key());
    }
}

#[test]
fn an_imitator_moves_like_the_last_moved_type() {
    // "all moves of the most recently moved (or imitated) piece type".
    let game = game("I", &format!("c3\npiece1:B:fmWfcF::a1{KINGS}"));
    let mut pos = Position::start(&game);
    assert!(starting_with(&texts(&game, &mut pos), "c3").is_empty());
    play(&game, &mut pos, &["a1a2", "f6e6"]);
    assert_eq!(starting_with(&texts(&game, &mut pos), "c3").len(), 8);
    // Imitators do not count as the piece moved last.
    play(&game, &mut pos, &["c3d4"]);
    let last = pos.last_moved();
    pos.unmake(&game);
    assert_eq!(pos.last_moved(), last);
}

#[test]
fn a_reversed_imitator_moves_like_the_opponent() {
    // "So when imitating a Pawn you could only move it backwards!"
    let game = game("bI", "c3\npiece1:B:fmWfcF::,,a5\npiece2:K:K::f1,,f6");
    let mut pos = Position::start(&game);
    play(&game, &mut pos, &["f1e1", "a5a4"]);
    assert_eq!(starting_with(&texts(&game, &mut pos), "c3"), ["c3c2"]);
}

#[test]
fn modes_restrict_the_imitated_moves() {
    // "The modes m, c, e, k and d would only cause imitation of moves of the corresponding modes".
    for (betza, moves) in [("cI", &["c3b4"][..]), ("mI", &["c3c4"][..])] {
        let game = game(betza, "c3\npiece1:B:fmWfcF::,,d4,b4\npiece2:K:K::f1,,f6");
        let mut pos = Position::start(&game);
        play(&game, &mut pos, &["f1e1", "d4d3"]);
        assert_eq!(starting_with(&texts(&game, &mut pos), "c3"), moves, "{betza}");
    }
}
