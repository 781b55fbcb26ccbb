//! The possible results of a game for the side to move.

use crate::board::Color;
use crate::position::{Game, Position};
use crate::variant::Ending;
use std::cmp::Ordering;

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Drawn,
}

/// Outcome for the side to move if `ending` applies to `color`.
pub(crate) fn outcome_of(game: &Game, pos: &Position, color: Color, ending: Ending) -> Outcome {
    if ending == Ending::Fewer {
        let men = |color| game.tables.kinds_of(color).map(|kind| u32::from(pos.count(kind))).sum::<u32>();
        let ending = match men(color).cmp(&men(color.other())) {
            Ordering::Less => Ending::Win,
            Ordering::Equal => Ending::Draw,
            Ordering::Greater => Ending::Loss,
        };
        return outcome_of(game, pos, color, ending);
    }
    match (ending, color == pos.side()) {
        (Ending::Draw | Ending::Fewer, _) => Outcome::Drawn,
        (Ending::Loss, true) | (Ending::Win, false) => Outcome::Lost,
        (Ending::Win, true) | (Ending::Loss, false) => Outcome::Won,
    }
}
