//! What a node of a trajectory tree means in a position: type change, victim, square of an en passant right.

use crate::board::Move;
use crate::board::Square;
use crate::notation::legs::TypeChange;
use crate::position::board_state::Passing;
use crate::position::game::Game;
use crate::tables::tree::{Extra, Flags, Node};

/// The type change that the move makes, if any.
pub(crate) fn type_change(game: &Game, mv: Move) -> Option<TypeChange> {
    game.tables.change(&game.tables.nodes()[mv.node()? as usize])
}

/// Resolves a square read from a table, where `Extra::PASSING` stands for the square of the en passant victim.
#[inline]
pub(crate) fn before(square: u16, rights: Option<Passing>) -> Option<Square> {
    if square == Extra::PASSING { rights.map(|rights| rights.victim) } else { Some(Square(square)) }
}

/// Whether a path that continues through this node captures the piece on it. A slide does not: the square is empty or
/// its piece is hidden.
#[inline]
pub(crate) fn is_victim(node: &Node) -> bool {
    takes_at_end(node) && !node.flags.has(Flags::SLIDES)
}

/// Whether a path that ends at this node captures the piece on it.
#[inline]
pub(crate) fn takes_at_end(node: &Node) -> bool {
    node.flags.has(Flags::TAKES) && !node.flags.has(Flags::VACATED.with(Flags::DISPLACED).with(Flags::GUARD))
}
