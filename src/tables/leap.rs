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

/// Every geometrically shortest king-step path of a leap, as the points strictly between its ends.
///
/// SPEC: XBetza readings 24: diagonal steps towards the target and orthogonal steps along the longer
/// coordinate, in any order.
pub fn paths(board: &Geometry, from: PlanePoint, step: Step, wrap: Wrap) -> Vec<Vec<PlanePoint>> {
    let (x, y) = (step.dx.abs(), step.dy.abs());
    let diagonal = Step::new(step.dx.signum(), step.dy.signum());
    let straight = if x > y { Step::new(diagonal.dx, 0) } else { Step::new(0, diagonal.dy) };
    let mut found = Vec::new();
    let mut path = Vec::new();
    let counts = (x.min(y), (x - y).abs());
    walk_paths(board, from, (diagonal, straight), counts, wrap, &mut path, &mut found);
    found
}

fn walk_paths(
    board: &Geometry,
    at: PlanePoint,
    steps: (Step, Step),
    left: (i16, i16),
    wrap: Wrap,
    path: &mut Vec<PlanePoint>,
    found: &mut Vec<Vec<PlanePoint>>,
) {
    if left.0 + left.1 <= 1 {
        found.push(path.clone());
        return;
    }
    for (step, rest) in [(steps.0, (left.0 - 1, left.1)), (steps.1, (left.0, left.1 - 1))] {
        if rest.0 >= 0 && rest.1 >= 0 {
            let next = at.stepped(board, step, wrap);
            path.push(next);
            walk_paths(board, next, steps, rest, wrap, path, found);
            path.pop();
        }
    }
}
