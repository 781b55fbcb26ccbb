//! What the tables cannot hold, refused before anything is laid out.

use super::{TableError, Tables, rules};
use crate::notation::legs::{Kind as MovementKind, Leg, Occupancy};
use crate::variant::Variant;

/// Refuses what the tables cannot hold.
pub(super) fn check(variant: &Variant) -> Result<(), TableError> {
    refuse_unsupported(variant)?;
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

fn refuse_unsupported(variant: &Variant) -> Result<(), TableError> {
    for (piece, definition) in variant.pieces.iter().enumerate() {
        for movement in &definition.movements {
            let refuse = |message: &str| {
                Err(TableError { piece, span: movement.span.clone(), message: message.to_owned() })
            };
            match &movement.kind {
                MovementKind::Walk(legs) => {
                    let passing = |leg: &Leg| leg.landing.take.meets(Occupancy::EN_PASSANT);
                    if legs.iter().any(|leg| leg.unload) && legs.iter().any(passing) {
                        return refuse("`u` and `e` in one move are not supported yet");
                    }
                    let (last, inner) = legs.split_last().expect("a walk has a leg");
                    if inner.iter().any(|leg| leg.landing.take.meets(Occupancy::EN_PASSANT)) {
                        return refuse("`e` on a non-final leg is not supported yet");
                    }
                    let odd = |leg: &Leg| leg.excite || leg.unload || leg.landing.take != Occupancy::NONE;
                    if last.excite && (last.unload || inner.iter().any(odd)) {
                        return refuse(
                            "a final `x` behind captures, `u` or another `x` is not supported yet",
                        );
                    }
                    if last.off_board {
                        return refuse("a move cannot end off the board");
                    }
                }
                MovementKind::Castle(castle) if castle.fast => {
                    return refuse("fast castling `pO` is not supported yet");
                }
                kind if !rules::drop_is_supported(kind) => {
                    return refuse("drops that capture are not supported yet");
                }
                _ => {}
            }
        }
    }
    Ok(())
}
