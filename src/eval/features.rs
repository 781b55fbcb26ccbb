//! The features of a position.

use crate::board::{Color, Kind, Square};
use crate::net::{FeatureSet, NO_FEATURE};
use crate::position::Position;
use crate::position::cell::Cell;

impl FeatureSet {
    /// Calls `each` with the atoms of a position.
    pub fn atoms(&self, pos: &Position, mut each: impl FnMut(u32)) {
        for (square, cell) in pos.cells().iter().enumerate() {
            let Some(kind) = cell.kind() else { continue };
            let square = Square(square as u16);
            each(self.piece_atom(kind, square) as u32);
            if cell.is_unmoved() && !self.marks[0].is_empty() {
                each(self.mark_atom(kind.color(), square) as u32);
            }
        }
        for (kind, &count) in pos.hands().iter().enumerate() {
            let kind = Kind(kind as u16);
            (0..count.min(Self::MAX_IN_HAND)).for_each(|number| each(self.hand_atom(kind, number) as u32));
        }
    }
    /// The view of a side in a position.
    #[inline]
    pub fn view(&self, pos: &Position, side: Color) -> usize {
        let mirrored = self.mirrors && matches!(pos.royals(side), &[royal] if self.is_in_right_half(royal));
        2 * side.index() + usize::from(mirrored)
    }
    /// Calls `each` with the features of a cell.
    #[inline(always)]
    pub(super) fn of_cell(&self, view: usize, cell: Cell, square: Square, mut each: impl FnMut(u32)) {
        let Some(kind) = cell.kind() else { return };
        let piece = self.pieces[view][kind.index() * self.squares + square.index()];
        if piece != NO_FEATURE {
            each(piece);
        }
        if cell.is_unmoved() && !self.marks[view].is_empty() {
            let mark = self.marks[view][kind.color().index() * self.squares + square.index()];
            if mark != NO_FEATURE {
                each(mark);
            }
        }
    }
    /// Calls `each` with the features of pieces `low + 1` to `high` of a kind in hand.
    #[inline(always)]
    pub(super) fn of_hand(&self, view: usize, kind: Kind, low: u32, high: u32, mut each: impl FnMut(u32)) {
        let first = self.hands[view / 2][kind.index()];
        if first != NO_FEATURE {
            (low.min(Self::MAX_IN_HAND)..high.min(Self::MAX_IN_HAND)).for_each(|n| each(first + n));
        }
    }
    /// Calls `each` with all active features of a view.
    pub fn active(&self, pos: &Position, view: usize, mut each: impl FnMut(u32)) {
        for color in Color::BOTH {
            for square in pos.pieces(color) {
                self.of_cell(view, pos.cell(square), square, &mut each);
            }
            if pos.holds_any(color) {
                for kind in (color.index()..pos.hands().len()).step_by(2) {
                    self.of_hand(view, Kind(kind as u16), 0, pos.hands()[kind], &mut each);
                }
            }
        }
        self.constant(view).into_iter().for_each(each);
    }
}
