//! Trajectory trees: the legs of a piece unrolled from one square.
//!
//! A tree is a run of [`Node`]s in depth-first order. Move generation is one pass over it: if the content of
//! the node's square is not in `go`, continue at `skip`; if it is in `emit`, a move may end there.

use crate::notation::legs::{Occupancy, TypeChange};
use bitflags::bitflags;

/// Properties of a node, apart from its square and masks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(pub u16);

bitflags! {
    impl Flags: u16 {
        /// The piece on the square is captured when the path ends or passes here.
        const TAKES = 1;
        /// The square counts as empty whatever stands there: the mover left it, or the path captured there.
        const VACATED = 2;
        /// Not a square: the subtree is open only to an unmoved piece.
        const GUARD = 4;
        /// The node has an entry in the extras, such as a condition on passed squares or a trail.
        const EXTRA = 8;
        /// Some ancestor captures: the victims are found by walking to the root.
        const LOCUST = 16;
        /// `morph` does not apply to moves that end here.
        const QUOTED = 32;
        /// The movement is an initial one.
        const INITIAL = 64;
        /// The piece met here was unloaded earlier on the path: the extra has its original square.
        const DISPLACED = 128;
        /// A move that ends here puts pieces on other squares: the extra says which.
        const UNLOADS = 256;
        /// The friend on the square makes the rest of the path (`x`).
        const INDUCES = 512;
        /// Some ancestor induces: the mover starts from its square.
        const INDUCED = 1024;
        /// No move ends here: the piece on its own square may move like the friend on this one (final `x`).
        const BORROWS = 2048;
        /// A piece from the hand is put down before a move ends here: the extra says where.
        const GATES = 4096;
        /// Some ancestor captures en passant.
        const PASSED = 8192;
        /// Flames capture after a move has ended here: the extra says which.
        const BURNS = 16384;
        /// The subtree is the rest of the slide past the square.
        const SLIDES = 32768;
        /// Moves that end here change more than their two squares.
        const SIDE_EFFECTS = Self::LOCUST.bits()
            | Self::UNLOADS.bits()
            | Self::INDUCED.bits()
            | Self::GATES.bits()
            | Self::BURNS.bits();
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
    /// Its properties.
    pub flags: Flags,
    /// Index of the next node outside the subtree.
    pub skip: u32,
    /// Index of the parent node; [`Node::NO_PARENT`] at the root.
    pub parent: u32,
    /// Index into the extras, with [`Flags::EXTRA`].
    pub extra: u32,
}

impl Node {
    /// `parent` of a root.
    pub const NO_PARENT: u32 = u32::MAX;

    /// Index of the parent; `None` at the root.
    #[inline]
    pub fn parent_index(&self) -> Option<usize> {
        (self.parent != Self::NO_PARENT).then_some(self.parent as usize)
    }
    /// The parent among the nodes of all trees; `None` at the root.
    #[inline]
    pub fn parent<'t>(&self, nodes: &'t [Self]) -> Option<&'t Self> {
        self.parent_index().map(|index| &nodes[index])
    }
    /// Whether a path that continues through this node captures the piece on it. A slide does not: the square is empty
    /// or its piece is hidden.
    #[inline]
    pub fn is_victim(&self) -> bool {
        self.takes_at_end() && !self.flags.intersects(Flags::SLIDES)
    }
    /// Whether a path that ends at this node captures the piece on it.
    #[inline]
    pub fn takes_at_end(&self) -> bool {
        let elsewhere = Flags::VACATED | Flags::DISPLACED | Flags::GUARD;
        self.flags.intersects(Flags::TAKES) && !self.flags.intersects(elsewhere)
    }
    /// The node as part of a longer list, in which its tree and its extras begin at these indices.
    #[must_use]
    pub(super) fn shifted(self, nodes: u32, extras: u32) -> Self {
        let parent = self.parent_index().map_or(Self::NO_PARENT, |_| self.parent + nodes);
        Self { skip: self.skip + nodes, parent, extra: self.extra + extras, ..self }
    }
    /// The ancestors among the nodes of all trees, nearest first.
    #[inline]
    pub fn ancestors<'t>(&self, nodes: &'t [Self]) -> impl Iterator<Item = &'t Self> + use<'t> {
        std::iter::successors(self.parent(nodes), move |node| node.parent(nodes))
    }
}

/// A condition on the squares a leap passes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Passage {
    /// On at least one of these paths every square is empty (`n`).
    Free(Vec<Vec<u16>>),
    /// At least one of these squares is occupied (`j`).
    Blocked(Vec<u16>),
}

impl Passage {
    /// All squares that it depends on.
    pub fn squares(&self) -> impl Iterator<Item = u16> + '_ {
        let ways = match self {
            Self::Free(ways) => &ways[..],
            Self::Blocked(squares) => std::slice::from_ref(squares),
        };
        ways.iter().flatten().copied()
    }
}

/// Rare node data.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Extra {
    /// Condition for the path to reach the node.
    pub passage: Option<Passage>,
    /// Squares marked for en passant by a move that ends here: an index into the trails.
    pub trail: Option<u32>,
    /// The piece on the first square before the move stands on the second after it (`u`). The first may be
    /// [`Self::PASSING`].
    pub unloads: Vec<(u16, u16)>,
    /// Square where the piece met here stood before the move.
    pub stands_in: Option<u16>,
    /// Square where a piece from the hand is put.
    pub gate: Option<u16>,
    /// Index of the flames, with [`Flags::BURNS`].
    pub burn: Option<u16>,
    /// Type change by a move that ends here.
    pub change: Option<TypeChange>,
}

impl Extra {
    /// Stands for the square of the en passant victim.
    pub const PASSING: u16 = u16::MAX;

    /// Size in bytes, including allocations.
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

/// Approximate overhead of one allocation, bytes.
const ALLOCATED: usize = 24;
