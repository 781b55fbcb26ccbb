//! Piece values and evaluation.

use crate::position::game::Weights;
use crate::position::{Game, Position};

/// Weights for a game from its tables alone (piece values, square tables).
pub fn weights(game: &Game) -> Weights {
    let _ = game;
    todo!()
}

/// Evaluation, centipawns for the side to move.
pub fn evaluate(game: &Game, pos: &Position) -> i32 {
    let _ = (game, pos);
    todo!()
}
