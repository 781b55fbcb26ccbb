//! Steps on the actual board: edges, wrapping, and the squares a leap passes.

use crate::board::{Geometry, Square};
use crate::notation::legs::{Step, Wrap};

/// A point of the plane, on or off the board: file and rank from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanePoint {
    /// File.
    pub file: i32,
    /// Rank.
    pub rank: i32,
}

impl PlanePoint {
    /// The point of a square.
    pub fn of(board: &Geometry, square: Square) -> Self {
        Self { file: i32::from(board.file(square)), rank: i32::from(board.rank(square)) }
    }
    /// The point one step further, wrapped around the edges as `wrap` says.
    #[must_use]
    pub fn stepped(self, board: &Geometry, step: Step, wrap: Wrap) -> Self {
        let (mut file, mut rank) = (self.file + i32::from(step.dx), self.rank + i32::from(step.dy));
        if wrap != Wrap::None {
            file = file.rem_euclid(i32::from(board.files()));
        }
        if wrap == Wrap::Torus {
            rank = rank.rem_euclid(i32::from(board.ranks()));
        }
        Self { file, rank }
    }
    /// The square at the point, unless it is off the board or a hole.
    pub fn square(self, board: &Geometry) -> Option<Square> {
        board.at(self.file, self.rank).filter(|&square| !board.is_hole(square))
    }
}

/// Every shortest king-step path of a leap ([`Step::routes`]), as the points strictly between its ends.
pub fn paths(board: &Geometry, from: PlanePoint, step: Step, wrap: Wrap) -> Vec<Vec<PlanePoint>> {
    let passed = |route: Vec<Step>| {
        let mut at = from;
        let inner = &route[..route.len().saturating_sub(1)];
        let step_on = |&step: &Step| {
            at = at.stepped(board, step, wrap);
            at
        };
        inner.iter().map(step_on).collect()
    };
    step.routes().into_iter().map(passed).collect()
}
