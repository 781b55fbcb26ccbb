//! Trajectory trees: the legs of a piece unrolled from one square.
//!
//! A tree is a run of [`Node`]s in depth-first order. Generating moves is one pass over it: where the content of
//! the node's square is not in `go`, continue at `skip`; where it is in `emit`, a move may end there.

use crate::notation::legs::{Occupancy, TypeChange};

/// What a node is, besides its square and masks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(pub u16);

impl Flags {
    /// What stands on the square is captured when the path ends or passes here.
    pub const TAKES: Self = Self(1);
    /// The square counts as empty whatever stands there: the mover left it, or the path captured there.
    pub const VACATED: Self = Self(2);
    /// No square at all: the subtree is open only to a piece that has not moved.
    pub const GUARD: Self = Self(4);
    /// The node has an entry in the extras: a condition on squares passed, or a trail.
    pub const EXTRA: Self = Self(8);
    /// Some ancestor captures: the victims are found by walking to the root.
    pub const LOCUST: Self = Self(16);
    /// `morph` does not apply to moves that end here.
    pub const QUOTED: Self = Self(32);
    /// The movement is an initial one.
    pub const INITIAL: Self = Self(64);
    /// What stands here when the path comes by is a piece unloaded before: its extra says from which square.
    pub const DISPLACED: Self = Self(128);
    /// A move that ends here puts pieces on other squares: its extra says which.
    pub const UNLOADS: Self = Self(256);
    /// The friend on the square makes the rest of the path (`x`).
    pub const EXCITES: Self = Self(512);
    /// Some ancestor excites: the mover stands on its square.
    pub const INDUCED: Self = Self(1024);
    /// No move ends here: the piece on its own square may move as the friend on this one (final `x`).
    pub const BORROWS: Self = Self(2048);
    /// A piece from the hand is put down before a move ends here: its extra says where.
    pub const GATES: Self = Self(4096);
    /// Some ancestor captures in passing.
    pub const PASSED: Self = Self(8192);
    /// Flames capture when a move has ended here: its extra says which.
    pub const BURNS: Self = Self(16384);
    /// The subtree is the rest of the slide that passes the square.
    pub const SLIDES: Self = Self(32768);

    /// Is some flag of `other` set?
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// Both sets together.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// One landing square of a trajectory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The square.
    pub square: u16,
    /// Contents with which a move may end here.
    pub emit: Occupancy,
    /// Contents with which the path goes on into the subtree.
    pub go: Occupancy,
    /// What it is.
    pub flags: Flags,
    /// Index of the next node outside the subtree.
    pub skip: u32,
    /// Index of the enclosing node; [`Node::NO_PARENT`] at the root.
    pub parent: u32,
    /// Index into the extras, if the flag says so.
    pub extra: u32,
}

impl Node {
    /// `parent` of a root.
    pub const NO_PARENT: u32 = u32::MAX;
}

/// A condition on squares that a leap passes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Passage {
    /// On at least one of these paths every square is empty (`n`).
    Free(Vec<Vec<u16>>),
    /// At least one of these squares is occupied (`j`).
    Blocked(Vec<u16>),
}

/// What few nodes have.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Extra {
    /// Condition for the path to reach the node.
    pub passage: Option<Passage>,
    /// Squares marked for capture in passing by a move that ends here: an index into the trails.
    pub trail: Option<u32>,
    /// What stood on the first square before the move stands on the second one after it (`u`). The first may be
    /// [`Self::PASSING`].
    pub unloads: Vec<(u16, u16)>,
    /// Square on which what the path meets here stood before the move.
    pub stands_in: Option<u16>,
    /// Square on which a piece from the hand is put.
    pub gate: Option<u16>,
    /// Number of the flames.
    pub burn: Option<u16>,
    /// What a move that ends here turns its piece into.
    pub change: Option<TypeChange>,
}

impl Extra {
    /// In place of a square: that of the piece that may be captured in passing.
    pub const PASSING: u16 = u16::MAX;

    /// Size in bytes, with all that it holds.
    pub fn bytes(&self) -> usize {
        let numbers = |squares: &[u16]| ALLOCATED + size_of_val(squares);
        let way = |way: &Vec<u16>| size_of::<Vec<u16>>() + numbers(way);
        let passage = match &self.passage {
            None => 0,
            Some(Passage::Free(ways)) => ALLOCATED + ways.iter().map(way).sum::<usize>(),
            Some(Passage::Blocked(squares)) => numbers(squares),
        };
        let unloads = if self.unloads.is_empty() { 0 } else { ALLOCATED + size_of_val(&self.unloads[..]) };
        size_of::<Self>() + passage + unloads
    }
}

/// About what a piece of memory of its own takes besides what is in it, bytes.
const ALLOCATED: usize = 24;
