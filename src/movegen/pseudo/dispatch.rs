//! The list of pseudo-legal moves for a board of any width: selects the compiled width.

use crate::movegen::filter::Filter;
use crate::movegen::pseudo::compiled::pseudo_legal as pseudo_legal_of_width;
use crate::position::{Game, MoveList, Position};
use crate::with_width;

/// Appends the pseudo-legal moves of the side to move to `list`, regardless of royal safety.
pub fn pseudo_legal(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    with_width!(game.tables.forms().width, pseudo_legal_of_width(game, pos, filter, list));
}
