//! Steps in the plane that the board is part of.

use crate::board::Geometry;
use crate::notation::heading::{Step, Turn};
use crate::notation::legs::Wrap;
use std::cmp::Ordering;

/// A point of the plane: file and rank from 0, possibly off the board.
pub type WalkPoint = (i32, i32);

/// The point one step further; a cylinder or torus is left on one side and entered on the other.
pub fn stepped(board: &Geometry, (file, rank): WalkPoint, step: Step, wrap: Wrap) -> WalkPoint {
    let (file, rank) = (file + i32::from(step.dx), rank + i32::from(step.dy));
    let around_files = file.rem_euclid(i32::from(board.files()));
    match wrap {
        Wrap::None => (file, rank),
        Wrap::Files => (around_files, rank),
        Wrap::Torus => (around_files, rank.rem_euclid(i32::from(board.ranks()))),
    }
}

/// The points strictly between the ends of a leap, on each shortest path of king steps.
pub fn between(board: &Geometry, from: WalkPoint, (dx, dy): (i16, i16), wrap: Wrap) -> Vec<Vec<WalkPoint>> {
    if dx.abs().max(dy.abs()) <= 1 {
        return vec![Vec::new()];
    }
    let straight = match dx.abs().cmp(&dy.abs()) {
        Ordering::Greater => Some((dx.signum(), 0)),
        Ordering::Less => Some((0, dy.signum())),
        Ordering::Equal => None,
    };
    let diagonal = (dx != 0 && dy != 0).then_some((dx.signum(), dy.signum()));
    let mut result = Vec::new();
    for (x, y) in straight.into_iter().chain(diagonal) {
        let next = stepped(board, from, Step::new(x, y), wrap);
        for mut rest in between(board, next, (dx - x, dy - y), wrap) {
            rest.insert(0, next);
            result.push(rest);
        }
    }
    result
}

/// The next of the eight steps of the same size in the given direction.
pub fn eighth(step: Step, turn: Turn) -> Step {
    let Step { dx, dy } = step;
    let size = dx.abs().max(dy.abs());
    if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
        let (x, y) = if turn == Turn::Right { (dx + dy, dy - dx) } else { (dx - dy, dy + dx) };
        return Step::new(x.signum() * size, y.signum() * size);
    }
    // An oblique leap: its neighbours are its images in the nearest axis and in the nearest diagonal. A leap to the
    // right of an axis turns left over the axis.
    let over_axis = if dx.abs() < dy.abs() { Step::new(-dx, dy) } else { Step::new(dx, -dy) };
    let over_diagonal = if (dx > 0) == (dy > 0) { Step::new(dy, dx) } else { Step::new(-dy, -dx) };
    let clockwise_of =
        |other: Step| i32::from(dx) * i32::from(other.dy) < i32::from(dy) * i32::from(other.dx);
    if clockwise_of(over_axis) == (turn == Turn::Right) { over_axis } else { over_diagonal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_turns_return_to_the_start() {
        for (x, y) in [(0, 1), (1, 1), (1, 2), (-3, 1), (2, -3), (0, -2)] {
            let start = Step::new(x, y);
            for turn in [Turn::Left, Turn::Right] {
                let mut seen = vec![start];
                while seen.len() < 8 {
                    let last = seen[seen.len() - 1];
                    let next = eighth(last, turn);
                    assert_eq!(eighth(next, turn.other()), last);
                    assert!(!seen.contains(&next), "{start:?} {turn:?} {seen:?}");
                    seen.push(next);
                }
                assert_eq!(eighth(seen[7], turn), start);
            }
        }
    }
}
