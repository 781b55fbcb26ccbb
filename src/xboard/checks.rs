//! Checks that XBoard sees but the rules do not: it does not know the squares where `morph` forbids a piece to move, and it
//! takes types with the same ID for one type with the moves of all.

use super::plan::DialectPlan;
use crate::board::{Color, Kind, Square};
use crate::net::Evaluation;
use crate::notation::Movement;
use crate::notation::legs::MovementKind;
use crate::position::Game;
use crate::variant::{Morph, PieceType};
use std::sync::Arc;

impl<'v> DialectPlan<'v> {
    /// Whether XBoard may see checks by the type on squares where it may not move: the enemy king may stand there.
    pub(super) fn checks_on_forbidden(&self, piece: PieceType) -> bool {
        let Some(kings) = self.kings.filter(|_| !self.is_king(piece) && !self.is_wild(piece)) else {
            return false;
        };
        let (variant, board) = (self.variant, &self.variant.board);
        let forbids = |kind, square| variant.morph(kind, square) == Morph::Forbidden;
        Color::BOTH.into_iter().filter(|color| self[piece].colors[color.index()]).any(|color| {
            let king = Kind::new(kings[color.other().index()], color.other());
            let seen = |&square: &Square| forbids(Kind::new(piece, color), square) && !forbids(king, square);
            board.squares().filter(seen).any(|square| !board.is_hole(square))
        })
    }

    /// Types of a side with the same ID and other moves: XBoard sees their checks, too.
    pub(super) fn unlike_twins(&self, piece: PieceType) -> impl Iterator<Item = PieceType> + use<'_, 'v> {
        let text = move |piece: PieceType| &self[piece].description.text;
        let meet = move |twin: PieceType| {
            Color::BOTH.iter().any(|color| [piece, twin].iter().all(|p| self[*p].colors[color.index()]))
        };
        let unlike = move |&twin: &PieceType| text(twin) != text(piece) && meet(twin) && !self.is_king(piece);
        self.twins(piece).filter(unlike).filter(|&twin| self.kings.is_some() && !self.is_wild(twin))
    }

    /// The game in which pieces attack what XBoard thinks they do, if that is more than they do.
    pub(super) fn game_of_checks(&self) -> Option<Arc<Game>> {
        let differs = |piece| self.checks_on_forbidden(piece) || self.unlike_twins(piece).next().is_some();
        self.variant.types().find(|&piece| differs(piece))?;
        let mut variant = self.variant.clone();
        for piece in self.variant.types() {
            // Castling gives no check, and zones belong to one type.
            let walks = |movement: &&Movement| {
                matches!(movement.kind, MovementKind::Walk(_)) && movement.initial.zone().is_none()
            };
            let shared =
                self.unlike_twins(piece).flat_map(|twin| self.variant.movements(twin).iter().filter(walks));
            variant.pieces[piece.index()].movements.extend(shared.cloned());
        }
        for piece in self.variant.types().filter(|&piece| !self.is_wild(piece)) {
            let board = variant.promotion.morph.get_mut(piece.index()).and_then(Option::as_mut);
            let forbidden = board.into_iter().flatten().filter(|morph| **morph == Morph::Forbidden);
            forbidden.for_each(|morph| *morph = Morph::Normal);
        }
        Game::with_evaluation(variant, Evaluation::none).ok().map(Arc::new)
    }
}
