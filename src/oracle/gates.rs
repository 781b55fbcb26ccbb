//! Pieces put down from the hand during a move.

use crate::board::{PieceType, Square};
use crate::oracle::view::View;
use crate::oracle::zones::morph;
use crate::variant::Morph;

/// Types that can be put down from the hand on a square; only `None` without a square.
///
/// SPEC: drops.txt: "uO unloads a piece on the square of origin"; what `morph` forbids there cannot be put down.
pub fn put_down(view: View<'_>, square: Option<Square>) -> Vec<Option<PieceType>> {
    let Some(square) = square else { return vec![None] };
    let confined = |piece: PieceType| morph(view.variant, piece, view.side, square) == Morph::Forbidden;
    view.variant.types().filter(|&piece| view.holds(piece) && !confined(piece)).map(Some).collect()
}
