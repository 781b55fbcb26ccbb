//! Piece values and evaluation.

pub mod mobility;
pub mod squares;
pub mod terms;
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

/// The sums over squares alone, centipawns for the side to move.
pub fn sums(pos: &Position) -> i32 {
    let ((mg, eg), phase) = pos.weights();
    for_mover(pos, taper(mg, eg, phase))
}

fn for_mover(pos: &Position, score: i32) -> i32 {
    if pos.side() == Color::White { score } else { -score }
}

/// Evaluation, centipawns for the side to move.
///
/// Without the weights of [`weights`] in the game only the tempo counts.
pub fn evaluate(game: &Game, pos: &Position) -> i32 {
    if game.weights.traits.is_empty() {
        return TEMPO_CP;
    }
    let ((mut mg, mut eg), phase) = pos.weights();
    for color in Color::BOTH {
        let sign = if color == Color::White { 1 } else { -1 };
        let terms = terms::side(game, pos, color);
        mg += sign * terms.mg;
        eg += sign * (terms.eg + terms::drive(game, pos, color));
    }
    for_mover(pos, taper(mg, eg, phase)) + TEMPO_CP
}

/// Between middle game and endgame by what is left of the pieces; symmetric in sign.
fn taper(mg: i32, eg: i32, phase: i32) -> i32 {
    let phase = phase.clamp(0, squares::FULL_PHASE);
    (mg * phase + eg * (squares::FULL_PHASE - phase)) / squares::FULL_PHASE
}
