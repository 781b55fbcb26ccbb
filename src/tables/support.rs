//! What has no trees, refused before anything is laid out.

use super::{TableError, Tables};
use crate::notation::legs::{Kind as MovementKind, Leg, Occupancy};
use crate::variant::Variant;

/// Refuses what is not defined and what would not fit.
pub(super) fn check(variant: &Variant) -> Result<(), TableError> {
    refuse_undefined(variant)?;
    refuse_too_many(variant)
}

/// Refuses what would not fit into memory: the first type beyond the limit is named.
fn refuse_too_many(variant: &Variant) -> Result<(), TableError> {
    let squares = variant.board.len();
    // Two kinds a type: a number for each pair of squares, and about as much for sets.
    let bytes_a_type = 2 * squares * squares * 4 + 64 * squares * crate::board::bits::width(squares);
    let most = Tables::MAX_BYTES / bytes_a_type;
    if variant.pieces.len() <= most {
        return Ok(());
    }
    let message =
        format!("more than {most} piece types do not fit into memory on a board of {squares} squares");
    Err(TableError { piece: most, span: 0..0, message })
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
