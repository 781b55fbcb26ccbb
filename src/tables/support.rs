//! Rejects unsupported variants before anything is laid out.

use super::unroll::{Budget, Excess};
use crate::board::Kind;
use crate::notation::legs::{Leg, MovementKind, Occupancy};
use crate::variant::Variant;

/// Error in building the tables of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// Index of the piece.
    pub piece: usize,
    /// Byte range of its move description.
    pub span: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// Bit sets kept for each kind and square: capture targets, capture origins, quiet leaps, capturing leaps,
/// and attackers around.
const SETS: usize = 5;

/// Rejects variants that would not fit into memory, naming the first type beyond the limit.
pub(super) fn refuse_too_many(variant: &Variant, budget: &Budget) -> Result<(), TableError> {
    let squares = variant.board.len();
    // Two kinds per type.
    let bytes_a_type = 2 * SETS * 8 * squares * crate::board::bits::width(squares);
    if budget.take_bytes(variant.pieces.len() * bytes_a_type) {
        return Ok(());
    }
    let most = Budget::MAX_BYTES / bytes_a_type;
    let message =
        format!("more than {most} piece types do not fit into memory on a board of {squares} squares");
    Err(TableError { piece: most, span: 0..0, message })
}

impl Excess {
    /// Returns the error of a variant that exhausts the budget at this kind.
    pub(super) fn with(self, variant: &Variant, kind: Kind) -> TableError {
        let piece = kind.piece().index();
        TableError {
            piece,
            span: 0..variant.pieces[piece].betza.len(),
            message: format!("with this piece the variant {self} on this board"),
        }
    }
}

/// Rejects movements that are well formed but have no defined meaning.
pub(super) fn refuse_undefined(variant: &Variant) -> Result<(), TableError> {
    for (piece, definition) in variant.pieces.iter().enumerate() {
        for movement in &definition.movements {
            let MovementKind::Walk(legs) = &movement.kind else { continue };
            let any = |test: fn(&Leg) -> bool| legs.iter().any(test);
            let message = if legs.last().is_some_and(|leg| leg.off_board) {
                "a move cannot end off the board"
            } else if any(|leg| leg.unload)
                && any(|leg| leg.landing.take.intersects(Occupancy::EN_PASSANT))
                && any(|leg| leg.landing.pass.intersects(Occupancy::OCCUPIED))
            {
                // Unloading depends on whether the piece hopped over is the one captured later.
                "`p`, `e` and `u` in one move contradict each other: `u` needs to know what was captured"
            } else {
                continue;
            };
            return Err(TableError { piece, span: movement.span.clone(), message: message.to_owned() });
        }
    }
    Ok(())
}
