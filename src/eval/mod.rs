//! Piece values and evaluation.

mod army;
pub mod constants;
mod goals;
pub mod mating;
pub mod mobility;
pub mod params;
mod pawns;
mod promotion;
pub mod reach;
pub mod scale;
pub mod squares;
pub mod terms;
pub mod values;

use crate::board::Color;
use crate::position::game::Weights;
use crate::position::{Game, Position};

/// A check given where so many of them win: times those given, over those left (cp).
const CHECK_CP: i32 = 240;

/// Weights for a game from its tables alone (piece values, square tables).
pub fn weights(game: &Game) -> Weights {
    let mut weights = squares::weights(game);
    goals::add(game, &mut weights);
    weights
}

/// The game with those weights.
pub fn weighed(game: Game) -> Game {
    let weights = weights(&game);
    game.with_weights(weights)
}

/// The sums over squares alone, centipawns for the side to move.
pub fn sums(game: &Game, pos: &Position) -> i32 {
    let ((mg, eg), phase) = pos.weights();
    for_mover(pos, taper(mg, eg, phase) + checks(game, pos))
}

fn for_mover(pos: &Position, score: i32) -> i32 {
    if pos.side() == Color::White { score } else { -score }
}

/// Evaluation, centipawns for the side to move.
///
/// Without the weights of [`weights`] in the game only the tempo counts.
pub fn evaluate(game: &Game, pos: &Position) -> i32 {
    if game.weights.traits.is_empty() {
        return params::tempo();
    }
    let ((mut mg, mut eg), phase) = pos.weights();
    let sides = terms::sides(game, pos);
    for color in Color::BOTH {
        let sign = if color == Color::White { 1 } else { -1 };
        let sum = sides[color.index()].sum();
        mg += sign * sum.mg;
        eg += sign * (sum.eg + terms::drive(game, pos, color));
    }
    let score = taper(mg, eg, phase);
    let strong = if score > 0 { Color::White } else { Color::Black };
    let score = score * scale::factor(game, pos, strong) / scale::FULL;
    for_mover(pos, score + checks(game, pos)) + params::tempo()
}

/// What the checks given so far are worth, White's minus Black's; nothing where they are not counted.
#[inline]
pub fn checks(game: &Game, pos: &Position) -> i32 {
    if !game.rulings.tallies {
        return 0;
    }
    let worth = |color: Color| {
        let all = i32::from(game.variant.ends.checks[color.index()]);
        let left = i32::from(pos.tally().checks[color.index()]);
        if left == 0 { 0 } else { CHECK_CP * (all - left) / left }
    };
    worth(Color::White) - worth(Color::Black)
}

/// Between middle game and endgame by what is left of the pieces; symmetric in sign.
fn taper(mg: i32, eg: i32, phase: i32) -> i32 {
    let phase = phase.clamp(0, squares::FULL_PHASE);
    (mg * phase + eg * (squares::FULL_PHASE - phase)) / squares::FULL_PHASE
}
