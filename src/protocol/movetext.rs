//! Moves as XBoard writes and reads them.

use crate::position::{Game, Move, Position};

/// Writes a legal move: `e2e4`, `e7e8q`, `b8c6+`, `N@f3`, `e4e5,e5d6` (two legs: to the victim, then on),
/// `e4xe5xf5-g5` (three).
pub fn format(game: &Game, pos: &Position, mv: Move) -> String {
    let _ = (game, pos, mv);
    todo!()
}

/// Finds the legal move that a text means. `Err` says why there is none.
pub fn parse(game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    let _ = (game, pos, text);
    todo!()
}
