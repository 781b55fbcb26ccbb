//! Marks of unmoved pieces.
//!
//! A piece is marked as unmoved only while a right depends on it: initial moves, castling or gating. Positions that
//! differ only in whether other pieces have moved are equal, also for repetition.

use crate::board::{Color, Kind, Square};
use crate::position::{Cell, Game, Position};
use crate::variant::castling::CastleRule;
use std::sync::Arc;

impl Position {
    /// Clears marks that no right depends on any more, such as a rook's after its king has moved.
    #[cold]
    pub(crate) fn lapse(&mut self, game: &Game) {
        let rules = Arc::clone(&self.castles);
        for rule in rules.iter() {
            if !self.may_castle(game, rule) {
                [rule.from, rule.partner].into_iter().for_each(|square| self.unmark(game, &rules, square));
            }
        }
        for color in Color::BOTH {
            let idle = game.tables.kinds_of(color).any(|kind| game.tables.kind(kind).unmoved_use.gates);
            if idle && !self.may_gate(game, color) {
                self.lapse_all(game);
            }
        }
        self.unsettled = false;
    }
    /// Like [`Self::lapse`], for a position not reached by a move: checks every marked piece.
    pub(crate) fn lapse_all(&mut self, game: &Game) {
        let rules = Arc::clone(&self.castles);
        let squares: Vec<Square> = self.unmoved().collect();
        squares.into_iter().for_each(|square| self.unmark(game, &rules, square));
    }
    /// Clears the mark of the piece on a square if no right depends on it.
    fn unmark(&mut self, game: &Game, rules: &[CastleRule], square: Square) {
        let cell = self.cell(square);
        let Some(kind) = cell.kind().filter(|_| cell.is_unmoved()) else { return };
        let unmoved = game.tables.kind(kind).unmoved_use;
        let castles = |rule: &CastleRule| {
            (rule.from == square || rule.partner == square) && self.may_castle(game, rule)
        };
        if unmoved.moves || unmoved.gates && self.may_gate(game, kind.color()) || rules.iter().any(castles) {
            return;
        }
        self.set(game, square, cell.with_unmoved(false));
    }
    /// Whether the side may still castle by this rule, judging by unmoved pieces and hands alone.
    pub(crate) fn may_castle(&self, game: &Game, rule: &CastleRule) -> bool {
        let color = rule.king.color();
        let stands = |square: Square, fits: &dyn Fn(Cell) -> bool| {
            let cell = self.cell(square);
            cell.is_unmoved() && fits(cell) || self.may_be_dropped_home(game, square, color)
        };
        stands(rule.from, &|cell| cell.kind() == Some(rule.king))
            && stands(rule.partner, &|cell| cell.kind().is_some_and(|kind| kind.color() == color))
            && (rule.gate.is_none() || self.may_gate(game, color))
    }
    /// Whether a piece of the side may still be dropped on the square as an unmoved piece.
    pub(crate) fn may_be_dropped_home(&self, game: &Game, square: Square, side: Color) -> bool {
        let Some(home) = &game.variant.home else { return false };
        let held = |&(at, color, piece): &(Square, Color, crate::variant::PieceType)| {
            (at, color) == (square, side) && (self.hand(color, piece) > 0 || game.variant.keeps_captured())
        };
        home.iter().any(held)
    }
    /// Whether the side holds a piece to gate, or can still get one.
    fn may_gate(&self, game: &Game, color: Color) -> bool {
        self.holds_any(color) || game.variant.keeps_captured()
    }
    /// Whether it matters that a piece of this kind on this square is unmoved.
    pub(crate) fn minds_unmoved(&self, game: &Game, kind: Kind, square: Square) -> bool {
        game.tables.kind(kind).minds_unmoved
            || self.castles.iter().any(|rule| rule.partner == square || rule.from == square)
    }
}
