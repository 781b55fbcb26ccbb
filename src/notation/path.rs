//! Paths: moves whose legs have atoms of their own.
//!
//! Betza 2.0 and bracket notation are read into paths; [`compile_paths`](super::expand::compile_paths) follows their
//! headings and makes the same legs of them that XBetza is expanded into.

use super::ast::Letter;
use super::legs::{Bend, Initial, Landing, PathRule, Reach, Wrap};
use std::ops::Range;

/// A move of one or more legs.
#[derive(Clone, Debug)]
pub(super) struct Betza2Path {
    /// The legs, in order; never empty.
    pub legs: Vec<PathLeg>,
    /// Letters before the whole path. Their directions select by where the path leads.
    pub select: Vec<Letter>,
    /// When it is available.
    pub initial: Initial,
    /// Bytes of the description that it comes from.
    pub span: Range<usize>,
}

/// The geometry of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leap {
    /// Coordinates of the leap, the smaller one first; with `both` those of the orthogonal leap.
    pub size: (i16, i16),
    /// K and Q: the orthogonal and the diagonal leap together.
    pub both: bool,
}

/// Where a leg heads, relative to the leg before. Of a first leg only the default counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PathTurn {
    /// As straight on as the atom can.
    Ahead,
    /// Everywhere.
    All,
    /// As the direction letters say.
    Letters(Vec<Letter>),
}

/// A leg, its heading aside.
#[derive(Clone, Debug)]
pub(super) struct PathLeg {
    /// The leap that it repeats.
    pub leap: Leap,
    /// Where it heads.
    pub turn: PathTurn,
    /// Least and most repeats.
    pub range: (u16, Reach),
    /// As long as the leg before.
    pub equal: bool,
    /// A single step straight back; what follows heads as if it had not been made.
    pub back: bool,
    /// What it may end on when another leg follows.
    pub onward: Landing,
    /// What it may end on as the last leg.
    pub last: Landing,
    /// May it be the last leg although another one follows?
    pub optional: bool,
    /// Rule for the squares that a leap passes.
    pub path: PathRule,
    /// Edges that do not stop it.
    pub wrap: Wrap,
    /// Ways to bend, each a movement of its own; never empty.
    pub bends: Vec<Bend>,
    /// Bytes of its atom.
    pub span: Range<usize>,
}

impl PathLeg {
    /// A straight leg with default modes.
    pub(super) fn new(leap: Leap, range: Reach, span: Range<usize>) -> Self {
        Self {
            leap,
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

impl Landing {
    /// `m`, the default of a leg that another one follows.
    pub(super) const MOVE: Self =
        Self { pass: super::legs::Occupancy::EMPTY, take: super::legs::Occupancy::NONE };
    /// `mc`, the default of a last leg.
    pub(super) const MOVE_OR_CAPTURE: Self =
        Self { pass: super::legs::Occupancy::EMPTY, take: super::legs::Occupancy::ENEMIES };
}
