//! Marks of squares that matter to a piece.

use crate::notation::legs::Occupancy;
use std::collections::BTreeMap;

/// A mark. In a picture, the first mark of a square is drawn in its middle, so the order matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveMark {
    /// Destination of a step or slide.
    Step,
    /// Destination of a jump.
    Jump,
    /// Destination only while the piece is unmoved.
    Initial,
    /// Destination of a hop.
    Hop,
    /// Destination after a locust capture.
    Locust,
    EnPassant,
    /// Destination occupied by a friend.
    Friend,
    /// Destination of castling.
    Castle,
    /// A piece here can be a mount.
    Mount,
    /// A piece here can be a locust victim.
    Victim,
    /// Must be empty, and is no destination.
    Clear,
    /// The move leaves a trail here.
    Trail,
    /// Can be dropped here.
    Drop,
    /// Captured pieces are put here.
    Unload,
    /// A piece from the hand is gated here.
    Gate,
    /// A friend here makes the rest of the move.
    Induce,
    /// The piece borrows the moves of a friend here.
    Borrow,
    /// The flames of a move to the piece's square reach this square.
    Flame,
    /// The piece captures pieces that could capture it.
    Mirror,
}

impl MoveMark {
    /// Returns the usual contents, which are not shown; none for marks that do not depend on contents or always show
    /// them.
    pub fn usual(self) -> Occupancy {
        match self {
            Self::Initial | Self::Hop | Self::Locust => Occupancy::EMPTY | Occupancy::ENEMIES,
            Self::Mount => Occupancy::OCCUPIED,
            Self::Victim => Occupancy::ENEMIES,
            _ => Occupancy::empty(),
        }
    }
}

/// A mark with the contents of the square to which it applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareMark {
    /// The mark.
    pub way: MoveMark,
    /// Contents; none if the mark does not depend on them.
    pub modes: Occupancy,
}

impl SquareMark {
    /// Returns the sort key for the legend: all contents first, then moves, then captures.
    pub fn rank(self) -> (MoveMark, bool, u8) {
        let all = Occupancy::EMPTY | Occupancy::ENEMIES;
        (self.way, self.modes != self.way.usual() && self.modes != all, self.modes.0)
    }
}

/// The marks of a square, each with the contents to which it applies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ways {
    modes: BTreeMap<MoveMark, Occupancy>,
}

impl Ways {
    /// Adds a mark, or contents to an existing mark.
    pub fn add(&mut self, way: MoveMark, modes: Occupancy) {
        *self.modes.entry(way).or_default() |= modes;
    }
    /// Returns the marks to show, in order. Merges steps and jumps, and leaves out implied marks.
    pub fn shown(&self) -> Vec<SquareMark> {
        let reached = self.modes.keys().any(|&way| way < MoveMark::Mount);
        let mut marks: Vec<SquareMark> =
            self.modes.iter().map(|(&way, &modes)| SquareMark { way, modes }).collect();
        if let [
            SquareMark { way: MoveMark::Step, modes },
            SquareMark { way: MoveMark::Jump, modes: jumps },
            ..,
        ] = &mut marks[..]
        {
            *jumps |= *modes;
            marks.remove(0);
        }
        marks.retain(|mark| mark.way != MoveMark::Clear || !reached);
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveMark, SquareMark, Ways};
    use crate::notation::legs::Occupancy;

    #[test]
    fn steps_and_jumps_are_merged() {
        let mut ways = Ways::default();
        ways.add(MoveMark::Step, Occupancy::EMPTY);
        ways.add(MoveMark::Jump, Occupancy::ENEMIES);
        ways.add(MoveMark::Clear, Occupancy::empty());
        let modes = Occupancy::EMPTY | Occupancy::ENEMIES;
        assert_eq!(ways.shown(), [SquareMark { way: MoveMark::Jump, modes }]);
    }
}
