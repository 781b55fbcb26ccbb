//! The ways in which a square matters to a piece.

use crate::notation::legs::Occupancy;
use std::collections::BTreeMap;

/// One way. The order is the order of precedence in a picture: the first of a square stands in its middle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveMark {
    /// Goes there.
    Step,
    /// Jumps there.
    Jump,
    /// Only before the piece has moved.
    Initial,
    /// Only by hopping over a piece.
    Hop,
    /// Capturing something on the way.
    Locust,
    /// In passing.
    EnPassant,
    /// Onto a friend.
    Friend,
    /// Castling.
    Castle,
    /// A piece here may be hopped over.
    Mount,
    /// A piece here may be captured on the way.
    Victim,
    /// Must be empty, and is no destination.
    Clear,
    /// The move leaves a trail here.
    Trail,
    /// Can be dropped here.
    Drop,
    /// What the move captures is put down here.
    Unload,
    /// A piece from the hand is put down here.
    Gate,
    /// A friend here makes the rest of the move.
    Induce,
    /// The piece moves as a friend here can.
    Borrow,
    /// Its flames reach this square from where it stands.
    Flame,
    /// What could capture the piece is captured by it.
    Mirror,
}

impl MoveMark {
    /// The contents for which it holds where nothing else is said; none for ways that do not ask, and for those of which it
    /// is always said.
    pub fn usual(self) -> Occupancy {
        match self {
            Self::Initial | Self::Hop | Self::Locust => Occupancy::EMPTY | Occupancy::ENEMIES,
            Self::Mount => Occupancy::OCCUPIED,
            Self::Victim => Occupancy::ENEMIES,
            _ => Occupancy::NONE,
        }
    }
}

/// A way together with the contents of the square for which it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareMark {
    /// The way.
    pub way: MoveMark,
    /// Contents; none where the way does not depend on them.
    pub modes: Occupancy,
}

impl SquareMark {
    /// What marks are ordered by in a legend: all contents first, then moves, then captures.
    pub fn rank(self) -> (MoveMark, bool, u8) {
        let all = Occupancy::EMPTY | Occupancy::ENEMIES;
        (self.way, self.modes != self.way.usual() && self.modes != all, self.modes.0)
    }
}

/// A set of ways, each with the contents for which it holds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ways {
    modes: BTreeMap<MoveMark, Occupancy>,
}

impl Ways {
    /// Adds a way, or contents to it.
    pub fn add(&mut self, way: MoveMark, modes: Occupancy) {
        *self.modes.entry(way).or_default() |= modes;
    }
    /// The members, in order; steps and jumps are told as one, those that are implied are left out.
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
    fn steps_and_jumps_are_told_as_one() {
        let mut ways = Ways::default();
        ways.add(MoveMark::Step, Occupancy::EMPTY);
        ways.add(MoveMark::Jump, Occupancy::ENEMIES);
        ways.add(MoveMark::Clear, Occupancy::NONE);
        let modes = Occupancy::EMPTY | Occupancy::ENEMIES;
        assert_eq!(ways.shown(), [SquareMark { way: MoveMark::Jump, modes }]);
    }
}
