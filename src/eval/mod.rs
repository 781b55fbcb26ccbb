//! Piece values and evaluation.

pub mod mobility;
pub mod squares;
pub mod values;

use crate::board::Color;
use crate::position::game::Weights;
use crate::position::{Game, Position};

/// Bonus for the side to move (cp).
const TEMPO_CP: i32 = 12;

/// Weights for a game from its tables alone (piece values, square tables).
pub fn weights(game: &Game) -> Weights {
    squares::weights(game)
}

/// Evaluation, centipawns for the side to move.
pub fn evaluate(game: &Game, pos: &Position) -> i32 {
    let _ = game;
    let ((mg, eg), phase) = pos.weights();
    let score = taper(mg, eg, phase);
    let own = if pos.side() == Color::White { score } else { -score };
    own + TEMPO_CP
}

/// Between middle game and endgame by what is left of the pieces; symmetric in sign.
fn taper(mg: i32, eg: i32, phase: i32) -> i32 {
    let phase = phase.clamp(0, squares::FULL_PHASE);
    (mg * phase + eg * (squares::FULL_PHASE - phase)) / squares::FULL_PHASE
}
