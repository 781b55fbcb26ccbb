//! What it matters for that a piece has not moved.
//!
//! A piece is marked as unmoved only while some right depends on it: moves of its own, castling, putting a piece from the hand
//! on the board. Positions that differ in nothing else are the same, for repetition too.

use super::board_state::Position;
use super::castling::CastleRule;
use super::cell::{Cell, Kind};
use super::game::Game;
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::variant::Captured;
use std::sync::Arc;

impl Position {
    /// Unmarks the unmoved pieces for which that matters no more: a rook beside a king that has moved, say.
    #[cold]
    pub(super) fn lapse(&mut self, game: &Game) {
        let rules = Arc::clone(&self.castles);
        for rule in rules.iter() {
            if !self.may_castle(game, rule) {
                [rule.from, rule.partner].into_iter().for_each(|square| self.unmark(game, &rules, square));
            }
        }
        for color in Color::BOTH {
            let idle = game.tables.kinds_of(color).any(|kind| game.tables.kind(kind).unmoved_use.gates);
            if idle && !self.may_gate(game, color) {
                let squares: Vec<Square> = self.unmoved().collect();
                squares.into_iter().for_each(|square| self.unmark(game, &rules, square));
            }
        }
        self.unsettled = false;
    }
    /// The same for a position that no move led to: any piece may be marked.
    pub(super) fn lapse_all(&mut self, game: &Game) {
        let rules = Arc::clone(&self.castles);
        let squares: Vec<Square> = self.unmoved().collect();
        squares.into_iter().for_each(|square| self.unmark(game, &rules, square));
    }
    /// Unmarks the piece on a square if it does not matter that it has not moved.
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
    /// Squares of the pieces that are marked as unmoved, ascending.
    pub(super) fn unmoved(&self) -> impl Iterator<Item = Square> + '_ {
        let words = &self.sets[2 * self.width..3 * self.width];
        let squares = |(n, &word): (usize, &u64)| Bits([word]).map(move |s| Square(n as u16 * 64 + s.0));
        words.iter().enumerate().flat_map(squares)
    }
    /// Can the side ever castle by this rule, as far as unmoved pieces and hands tell?
    pub(super) fn may_castle(&self, game: &Game, rule: &CastleRule) -> bool {
        let color = rule.king.color();
        let stands = |square: Square, fits: &dyn Fn(Cell) -> bool| {
            let cell = self.cell(square);
            cell.is_unmoved() && fits(cell) || self.may_be_dropped_home(game, square, color)
        };
        stands(rule.from, &|cell| cell.kind() == Some(rule.king))
            && stands(rule.partner, &|cell| cell.kind().is_some_and(|kind| kind.color() == color))
            && (rule.gate.is_none() || self.may_gate(game, color))
    }
    /// May a piece of the side still come to the square by a drop that leaves it unmoved?
    pub(super) fn may_be_dropped_home(&self, game: &Game, square: Square, side: Color) -> bool {
        let Some(home) = &game.variant.home else { return false };
        let held = |&(at, color, piece): &(Square, Color, crate::variant::PieceType)| {
            (at, color) == (square, side)
                && (self.hand(color, piece) > 0 || game.variant.captured != Captured::Discarded)
        };
        home.iter().any(held)
    }
    /// Has the side something to put on the board, or can it come to have it?
    fn may_gate(&self, game: &Game, color: Color) -> bool {
        self.holds_any(color) || game.variant.captured != Captured::Discarded
    }
    /// Does it matter whether a piece of the kind that stands on the square has moved?
    pub(super) fn minds_unmoved(&self, game: &Game, kind: Kind, square: Square) -> bool {
        game.tables.kind(kind).minds_unmoved
            || self.castles.iter().any(|rule| rule.partner == square || rule.from == square)
    }
}
