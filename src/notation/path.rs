//! Paths: moves whose legs each have their own atom.
//!
//! Betza 2.0 and bracket notation are read into paths; [`compile_paths`](super::expand::compile_paths) resolves their
//! headings and produces the same kind of legs as the expansion of XBetza.

use super::ast::Letter;
use super::lattice::Lattice;
use super::legs::{Bend, Initial, Landing, PathRule, Reach, Wrap};
use std::ops::Range;

/// A move of one or more legs.
#[derive(Clone, Debug)]
pub(super) struct Betza2Path {
    /// The legs, in order; never empty.
    pub legs: Vec<PathLeg>,
    /// Letters before the whole path. Directions among them select by the path's displacement.
    pub select: Vec<Letter>,
    /// When it is available.
    pub initial: Initial,
    /// Byte range of the description it was read from.
    pub span: Range<usize>,
}

/// Heading of a leg, relative to the previous leg. Ignored on a first leg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PathTurn {
    /// As straight ahead as the atom allows.
    Ahead,
    /// All headings.
    All,
    /// Given by direction letters.
    Letters(Vec<Letter>),
}

/// A leg whose absolute heading is not yet known.
#[derive(Clone, Debug)]
pub(super) struct PathLeg {
    /// The leap it repeats.
    pub lattice: Lattice,
    /// Its heading, relative to the previous leg.
    pub turn: PathTurn,
    /// Minimum and maximum number of steps.
    pub range: (u16, Reach),
    /// Whether it must be as long as the previous leg.
    pub equal: bool,
    /// Whether it is a single step straight back, which does not affect the headings of later legs.
    pub back: bool,
    /// Permitted contents of its final square when another leg follows.
    pub onward: Landing,
    /// Permitted contents of its final square when it is the last leg.
    pub last: Landing,
    /// Whether the move may end with this leg although more legs follow.
    pub optional: bool,
    /// Rule for the squares that each leap passes.
    pub path: PathRule,
    /// Edges that do not stop it.
    pub wrap: Wrap,
    /// Alternative bends, each a movement of its own; never empty.
    pub bends: Vec<Bend>,
    /// Byte range of its atom.
    pub span: Range<usize>,
}

impl PathLeg {
    /// Returns a straight leg with default modes.
    pub(super) fn new(lattice: Lattice, range: Reach, span: Range<usize>) -> Self {
        Self {
            lattice,
            turn: PathTurn::Ahead,
            range: (1, range),
            equal: false,
            back: false,
            onward: Landing::MOVE,
            last: Landing::MOVE_OR_CAPTURE,
            optional: false,
            path: PathRule::Any,
            wrap: Wrap::None,
            bends: vec![Bend::Straight],
            span,
        }
    }
}

/// A path before the modifiers of the whole path are applied.
pub(super) type LegRun = Vec<PathLeg>;
