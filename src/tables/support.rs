//! What has no trees, refused before anything is laid out.

use super::unroll::{Budget, Excess};
use super::{Kind, TableError, Tables};
use crate::notation::legs::{Leg, MovementKind, Occupancy};
use crate::variant::Variant;

/// Refuses what is not defined and what would not fit.
pub(super) fn check(variant: &Variant, budget: &Budget) -> Result<(), TableError> {
    refuse_undefined(variant)?;
    refuse_too_many(variant, budget)
}

/// Sets of squares that are kept for each kind and square: where it could capture and from where, its leaps, quiet and
/// taking, and attackers around.
const SETS: usize = 5;

/// Refuses what would not fit into memory: the first type beyond the limit is named.
fn refuse_too_many(variant: &Variant, budget: &Budget) -> Result<(), TableError> {
    let squares = variant.board.len();
    // Two kinds a type.
    let bytes_a_type = 2 * SETS * 8 * squares * crate::board::bits::width(squares);
    if budget.take_bytes(variant.pieces.len() * bytes_a_type) {
        return Ok(());
    }
    let most = Tables::MAX_BYTES / bytes_a_type;
    let message =
        format!("more than {most} piece types do not fit into memory on a board of {squares} squares");
    Err(TableError { piece: most, span: 0..0, message })
}

impl Excess {
    /// The error of a variant for which the budget does not suffice from this kind on.
    pub(super) fn with(self, variant: &Variant, kind: Kind) -> TableError {
        let piece = kind.piece().index();
        TableError {
            piece,
            span: 0..variant.pieces[piece].betza.len(),
            message: format!("with this piece the variant {self} on this board"),
        }
    }
}

/// Refuses movements that are well formed but whose meaning nobody says.
fn refuse_undefined(variant: &Variant) -> Result<(), TableError> {
    for (piece, definition) in variant.pieces.iter().enumerate() {
        for movement in &definition.movements {
            let MovementKind::Walk(legs) = &movement.kind else { continue };
            let any = |test: fn(&Leg) -> bool| legs.iter().any(test);
            let message = if legs.last().is_some_and(|leg| leg.off_board) {
                "a move cannot end off the board"
            } else if any(|leg| leg.unload)
                && any(|leg| leg.landing.take.meets(Occupancy::EN_PASSANT))
                && any(|leg| leg.landing.pass.meets(Occupancy::OCCUPIED))
            {
                // Whether a piece that is hopped over is the one captured later decides where it can be unloaded.
                "`p`, `e` and `u` in one move contradict each other: `u` needs to know what was captured"
            } else {
                continue;
            };
            return Err(TableError { piece, span: movement.span.clone(), message: message.to_owned() });
        }
    }
    Ok(())
}
