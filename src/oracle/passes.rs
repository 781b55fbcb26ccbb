//! Passes.

use crate::board::Square;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;
use crate::position::Cell;

/// The square that a pass names: that of the first royal, else of the first piece.
pub fn rest(view: View<'_>) -> Option<Square> {
    let royal = view.royals(view.side).into_iter().min();
    royal.or_else(|| view.variant.board.squares().find(|&square| view.own(square).is_some()))
}

/// Whether the move leaves all pieces and their types unchanged.
pub fn is_null(view: View<'_>, mv: &ReferenceMove) -> bool {
    let moved = |cells: &[Cell]| cells.iter().map(|cell| cell.with_unmoved(false)).collect::<Vec<_>>();
    mv.promotion.is_none()
        && mv.gated.is_none()
        && mv.victims.is_empty()
        && moved(&mv.after.cells) == moved(&view.cells)
}

/// The forced pass of the side to move; `None` without a piece.
pub fn forced_pass(view: View<'_>) -> Option<ReferenceMove> {
    let square = rest(view)?;
    let after = ReferenceState { struck: Vec::new(), ..view.passed() };
    Some(ReferenceMove::new(square, square, after))
}
