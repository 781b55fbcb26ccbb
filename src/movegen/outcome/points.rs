//! The count of points.

use crate::board::Color;
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};
use std::cmp::Ordering;

/// Outcome by points.
pub(crate) fn by_points(game: &Game, pos: &Position) -> Outcome {
    let rules = &game.variant.pass;
    let Some(points) = &rules.points else { return Outcome::Drawn };
    let of = |color: Color| -> i32 {
        let standing = pos.pieces(color).filter_map(|square| pos.cell(square).kind());
        let komi = if color == game.variant.first { 0 } else { rules.komi };
        standing.map(|kind| points[kind.piece().index()]).sum::<i32>() + komi
    };
    match of(pos.side()).cmp(&of(pos.side().other())) {
        Ordering::Less => Outcome::Lost,
        Ordering::Equal => Outcome::Drawn,
        Ordering::Greater => Outcome::Won,
    }
}
