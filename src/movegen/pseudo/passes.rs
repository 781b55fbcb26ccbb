//! Passes, and the removal of moves that change nothing and equal a pass.

use crate::board::Square;
use crate::movegen::filter::retain;
use crate::moves::is_capture;
use crate::position::{Game, Move, MoveList, Position};

/// The pass: a move of the first royal to its own square.
pub(crate) fn pass(pos: &Position) -> Option<Move> {
    at_rest(pos).map(Move::pass)
}

/// The square that a pass names: that of the first royal, else of the first piece.
pub(crate) fn at_rest(pos: &Position) -> Option<Square> {
    let royal = pos.royals(pos.side()).iter().min().copied();
    royal.or_else(|| pos.pieces(pos.side()).next())
}

/// Removes moves of the piece on `from` that change nothing, if a pass names that piece: they duplicate it.
#[cold]
pub(crate) fn remove_idle_moves(
    game: &Game,
    pos: &Position,
    from: Square,
    start: usize,
    list: &mut MoveList,
) {
    if at_rest(pos) != Some(from) {
        return;
    }
    let does_something = |mv: Move| {
        let unloads = |end| !game.tables.unloads(end).is_empty();
        mv.from() != mv.to()
            || mv.from() != from
            || mv.promotion().is_some()
            || mv.gated().is_some()
            || game.tables.end_of(mv).is_some_and(unloads)
            || is_capture(game, pos, mv)
    };
    retain(start, list, does_something);
}
