//! Ends by passing.

use crate::movegen::outcome::points::by_points;
use crate::movegen::outcome::types::Outcome;
use crate::position::phases::facing;
use crate::position::{Game, Position};

/// Outcome if passing has ended the game.
pub(super) fn by_passing(game: &Game, pos: &Position) -> Option<Outcome> {
    let (rules, passes) = (&game.variant.pass, u16::from(pos.tally().passes));
    let enough = rules.end > 0 && passes >= rules.end;
    let answered = passes > 0 && facing(game, pos);
    (enough || answered).then(|| by_points(game, pos))
}
