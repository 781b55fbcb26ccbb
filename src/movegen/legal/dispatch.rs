//! Legal moves for any board width.

use crate::board::MoveList;
use crate::movegen::legal::list::legal as legal_of_width;
use crate::position::{Game, Position};
use crate::with_width;

/// Appends to `list` the moves that would be legal without `outcome`. A GUI that does not know the rule plays on, and
/// so may its engines.
pub fn continuations(game: &Game, pos: &mut Position, list: &mut MoveList) {
    with_width!(game.tables.forms().width, legal_of_width(game, pos, list));
}
