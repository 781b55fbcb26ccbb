//! Legality in phases with special rules: setup by drops, facing royals, passing.

use crate::movegen::attack::attacks::in_check;
use crate::position::phases::{facing, sets_up};
use crate::position::{Game, Position};

/// Whether the phase requires every move to be tested.
#[cold]
pub(crate) fn now(game: &Game, pos: &Position) -> bool {
    sets_up(game, pos) || game.variant.pass.bikjang && facing(game, pos)
}

/// Whether the phase allows the move just made. `faced`: royals faced each other before it.
#[cold]
pub(crate) fn after(game: &Game, pos: &Position, faced: bool) -> bool {
    !faced || !facing(game, pos)
}

/// Whether the side to move may pass: out of check, or in reply to facing royals.
#[cold]
pub(crate) fn may_pass(game: &Game, pos: &Position) -> bool {
    let answers = game.variant.pass.bikjang && facing(game, pos);
    !sets_up(game, pos) && (answers || !in_check(game, pos, pos.side()))
}
