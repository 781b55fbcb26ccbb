//! Passes.

use crate::board::Square;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::reference_move::ReferenceMove;
use crate::position::Cell;
use crate::variant::Variant;

/// The square that a pass names: that of the first royal, else of the first piece.
pub fn rest(variant: &Variant, state: &ReferenceState) -> Option<Square> {
    let royal = state.royals(variant, state.side).into_iter().min();
    let own = |square: &Square| state.cell(*square).kind().is_some_and(|kind| kind.color() == state.side);
    royal.or_else(|| variant.board.squares().find(own))
}

/// Whether the move leaves all pieces and their types unchanged.
pub fn is_null(state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let moved = |cells: &[Cell]| cells.iter().map(|cell| cell.with_unmoved(false)).collect::<Vec<_>>();
    mv.promotion.is_none()
        && mv.gated.is_none()
        && mv.victims.is_empty()
        && moved(&mv.after.cells) == moved(&state.cells)
}

/// The forced pass of the side to move; `None` without a piece.
pub fn pass(variant: &Variant, state: &ReferenceState) -> Option<ReferenceMove> {
    let square = rest(variant, state)?;
    let mut after = ReferenceState { passing: None, struck: Vec::new(), frozen: false, ..state.clone() };
    after.turn();
    Some(ReferenceMove::new(square, square, after))
}
