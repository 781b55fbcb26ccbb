//! The search finds short mates in games of every family, and its PV ends in mate.

use crate::support::game;
use griffon::movegen::{self, Outcome};
use griffon::position::{Game, Position};
use griffon::search::{Found, Limits, MATE, Searcher};
use std::sync::atomic::AtomicBool;

fn search(game: &Game, position: &Position, depth: u16) -> Found {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Searcher::new(4).search(game, position, &limits, &AtomicBool::new(false), &mut |_| ())
}

/// Variant, position, moves to mate.
const MATES: &[(&str, &str, i32)] = &[
    ("normal", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
    ("normal", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("normal", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("normal", "7r/p3ppk1/3p4/2p1P1Kp/2Pb4/3P1QPq/PP5P/R6R b - - 0 1", 2),
    // A quiet move mates faster than the checks.
    ("chigorin", "8/7k/2P5/8/pq2r2p/8/8/3K4 b - - 1 51", 2),
    ("crazyhouse", "7k/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", 1),
    ("atomic", "7k/R5p1/8/8/8/8/8/K7 w - - 0 1", 1),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1),
    ("xiangqi", "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1", 1),
    ("xiangqi", "3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1", 2),
];

#[test]
fn mates_are_found_with_a_complete_pv() {
    for &(name, fen, moves) in MATES {
        let game = game(name);
        let position = Position::from_fen(&game, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let found = search(&game, &position, 2 * moves as u16 + 8);
        assert_eq!(found.score, MATE - (2 * moves - 1), "{name} {fen}");
        let mut end = position.clone();
        for &mv in &found.pv {
            end.make(&game, mv);
        }
        assert_eq!(movegen::result(&game, &mut end), Some(Outcome::Lost), "{name} {fen}");
        assert_eq!(found.pv.len() as i32, 2 * moves - 1, "{name} {fen}");
        assert_eq!(found.ponder, found.pv.get(1).copied());
    }
}

/// `Limits::exclude`: the second-best move is returned.
#[test]
fn excluded_root_moves_are_not_played() {
    let game = game("normal");
    let position = Position::from_fen(&game, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    let best = search(&game, &position, 4).best.unwrap();
    let limits = Limits { depth: Some(4), exclude: vec![best], ..Limits::default() };
    let other = Searcher::new(1).search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
    assert_ne!(other.best, Some(best));
    assert!(other.score < MATE - 100);
}
