//! Whether a move that changes the type of its piece (`zoneMoves` with `=`) gives check or attacks an enemy.

use crate::board::{Color, Square};
use crate::movegen::attack::attacks::in_check;
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::compiled::pseudo_legal_of;
use crate::moves::takes;
use crate::position::{Game, Move, MoveList, Position};
use crate::with_width;

/// Whether the move just made gives check or attacks an enemy though its change of type forbids it.
pub(crate) fn disturbs(game: &Game, pos: &Position, mv: Move) -> bool {
    if !game.tables.type_change(mv).is_some_and(|change| change.calm) {
        return false;
    }
    in_check(game, pos, pos.side()) || attacks_something(game, pos, mv.to(), pos.side().other())
}

/// Whether the piece could capture an enemy if `by` were to move.
fn attacks_something(game: &Game, pos: &Position, square: Square, by: Color) -> bool {
    let mut list = MoveList::new();
    with_width!(game.tables.forms().width, pseudo_legal_of(game, pos, by, Filter::Tactical, &mut list));
    list.into_iter().any(|mv| mv.from() == square && takes(game, pos, mv, |kind, _| kind.color() != by))
}
