//! A list of the squares that walks have read.

use crate::board::Square;
use std::cell::RefCell;

/// Squares that walks have read.
#[derive(Clone, Default, Debug)]
pub struct SeenSquares(RefCell<Vec<Square>>);

impl SeenSquares {
    /// Records that a walk reads the square.
    pub fn note(&self, square: Square) {
        let mut squares = self.0.borrow_mut();
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    /// The squares, in no particular order.
    pub fn squares(self) -> Vec<Square> {
        self.0.into_inner()
    }
}
