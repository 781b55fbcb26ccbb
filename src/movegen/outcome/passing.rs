//! The end of a game by passes, and its result by points.

use crate::board::Color;
use crate::movegen::outcome::types::Outcome;
use crate::position::phases::facing;
use crate::position::{Game, Position};

/// Outcome if passing has ended the game.
#[cold]
pub(crate) fn outcome(game: &Game, pos: &Position) -> Option<Outcome> {
    let (rules, passes) = (&game.variant.pass, u16::from(pos.tally().passes));
    let enough = rules.end > 0 && passes >= rules.end;
    let answered = rules.bikjang && passes > 0 && facing(game, pos);
    (enough || answered).then(|| by_points(game, pos))
}

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
        std::cmp::Ordering::Less => Outcome::Lost,
        std::cmp::Ordering::Equal => Outcome::Drawn,
        std::cmp::Ordering::Greater => Outcome::Won,
    }
}
