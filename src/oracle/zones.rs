//! Zones of promotion and confinement, and the types that they change.

use crate::board::{Color, Kind, PieceType, Square};
use crate::variant::{Morph, Variant};

pub fn confines(variant: &Variant, kind: Kind, to: Square, on_friend: bool) -> bool {
    match morph(variant, kind.piece(), kind.color(), to) {
        Morph::Forbidden => true,
        Morph::NoFriend => on_friend,
        _ => false,
    }
}

/// Whether the piece stands in its zone of that number.
pub fn is_in_zone(variant: &Variant, kind: Kind, from: Square, zone: u16) -> bool {
    let seen = variant.as_white_sees(kind.color(), from);
    variant.pieces[kind.piece().index()].zones.get(usize::from(zone)).is_some_and(|zone| zone[seen.index()])
}

/// The promoted form of a type. SPEC: diagram readings, "Shogi promotion".
pub(crate) fn promoted(variant: &Variant, piece: PieceType) -> Option<PieceType> {
    let offset = variant.promotion.offset;
    let exists = |form: &PieceType| form.index() < variant.pieces.len();
    let own = Some(PieceType(piece.0 + offset)).filter(exists);
    let form = own.or(Some(PieceType(offset)).filter(exists));
    form.filter(|form| offset > 0 && *form != piece)
}

/// The type that a captured piece has in the hand.
pub fn demoted(variant: &Variant, piece: PieceType) -> PieceType {
    let offers = |morph: &Morph| matches!(morph, Morph::MayPromote | Morph::MustPromote);
    let promotes = |base: PieceType| {
        let zone = base.0 < variant.promotion.types;
        let board = variant.promotion.morph_of(base).into_iter().flatten();
        zone || board.into_iter().any(offers) || variant.captures.promote(base)
    };
    let is_base = |base: &PieceType| promoted(variant, *base) == Some(piece) && promotes(*base);
    variant.types().find(is_base).unwrap_or(piece)
}

/// Content of the type's `morph` board for a square.
pub fn morph(variant: &Variant, piece: PieceType, color: Color, square: Square) -> Morph {
    let seen = variant.as_white_sees(color, square);
    let board = variant.promotion.morph_of(piece);
    board.map_or(Morph::Normal, |board| board[seen.index()])
}
