//! Marks of unmoved pieces.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::Movement;
use crate::notation::legs::{Initial, MovementKind};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::view::View;
use crate::variant::Variant;
use crate::variant::castling::CastleRule;

/// Whether it matters that a piece on the square is unmoved: for its own moves, or for castling.
pub fn minds_unmoved(view: View<'_>, kind: Kind, square: Square) -> bool {
    let variant = view.variant;
    let minds = |piece: PieceType| {
        let mut movements = variant.movements(piece).iter();
        movements.any(|m| m.initial == Initial::Unmoved || matches!(m.kind, MovementKind::Castle(_)))
    };
    // Borrowers and imitators have the initial moves of others too, as do pieces that an inducer lets borrow.
    minds(kind.piece())
        || has_lent_moves(variant, kind.piece()) && variant.types().any(minds)
        || view.castles.iter().any(|rule| rule.from == square || rule.partner == square)
}

/// Marks unmoved pieces as moved once it makes no difference: a rook whose king has moved, or a piece with nothing left
/// to put down.
pub fn lapse(view: View<'_>, after: &mut ReferenceState) {
    let (variant, state) = (view.variant, after.clone());
    // Whether a piece of the type is in hand, or may return there.
    let comes =
        |piece: PieceType, color: Color| variant.keeps_captured() || state.hand(Kind::new(piece, color)) > 0;
    let stocked = |color: Color| variant.types().any(|piece| comes(piece, color));
    // Such a piece of the array arrives unmoved.
    let expected = |square: Square, color: Color| {
        let mut home = variant.home.iter().flatten();
        home.any(|&(at, owner, piece)| (at, owner) == (square, color) && comes(piece, color))
    };
    let ready = |square: Square, color: Color, king: Option<Kind>| {
        let cell = state.cell(square);
        let fits = |kind: Kind| kind.color() == color && king.is_none_or(|king| king == kind);
        cell.is_unmoved() && cell.kind().is_some_and(fits) || expected(square, color)
    };
    let open = |rule: &CastleRule| {
        let color = rule.king.color();
        let both = ready(rule.from, color, Some(rule.king)) && ready(rule.partner, color, None);
        both && (rule.gate.is_none() || stocked(color))
    };
    for square in variant.board.squares() {
        let cell = state.cell(square);
        let Some(kind) = cell.kind().filter(|_| cell.is_unmoved()) else { continue };
        let castles =
            view.castles.iter().any(|rule| (rule.from == square || rule.partner == square) && open(rule));
        if !castles && !has_initial_moves(variant, kind.piece(), stocked(kind.color())) {
            after.put(square, cell.with_unmoved(false));
        }
    }
}

/// Whether the type has initial moves other than castling. Its own moves that put down a piece count only if `stocked`.
fn has_initial_moves(variant: &Variant, piece: PieceType, stocked: bool) -> bool {
    let initial = |piece: PieceType, gating: bool| {
        variant.movements(piece).iter().any(|m| {
            let castles = matches!(m.kind, MovementKind::Castle(_));
            m.initial == Initial::Unmoved && !castles && (gating || !m.puts_down())
        })
    };
    variant.captures.conversion.get(piece.index()) == Some(&true)
        || initial(piece, stocked)
        || has_lent_moves(variant, piece) && variant.types().any(|other| initial(other, true))
}

/// Whether the type can make moves of others, by itself or through an inducer.
fn has_lent_moves(variant: &Variant, piece: PieceType) -> bool {
    let induces = |m: &Movement| m.legs().iter().rev().skip(1).any(|leg| leg.induce);
    let mut own = variant.movements(piece).iter();
    own.any(|m| matches!(m.kind, MovementKind::Imitate(_)) || m.borrows())
        || variant.pieces.iter().any(|piece| piece.movements.iter().any(|m| m.borrows() && induces(m)))
}
