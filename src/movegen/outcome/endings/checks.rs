//! Ends by counted checks.

use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};

/// Outcome if the side that moved last has given all its checks.
pub(super) fn by_checks(game: &Game, pos: &Position) -> Option<Outcome> {
    let mover = pos.side().other().index();
    (game.variant.ends.checks[mover] > 0 && pos.tally().checks[mover] == 0).then_some(Outcome::Lost)
}
