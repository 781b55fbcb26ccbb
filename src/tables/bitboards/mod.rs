//! Compiled forms of movements that need no tree.
//!
//! Leaps, straight rides, hops over one piece, and single leaps with a condition (lame, initial, leaving a
//! trail) become bit sets. A piece's other movements keep their trajectory tree. Captures en passant and of
//! royals only are in neither: they are found through the reverse tables.

mod build;
mod classify;

use crate::board::{Bits, Kind, Move, Square};
use arrayvec::ArrayVec;

pub use build::{FormBuilder, KindFacts};
pub(super) use classify::{Classifier, Form};

/// A ride of one kind: its rays and what it may do on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ride {
    /// First of its ray sets, limited to its range, in the ray table: one set per square.
    pub ray: u32,
    /// Whether it may end on empty squares.
    pub quiet: bool,
    /// Whether it may capture.
    pub takes: bool,
    /// Condition on the squares between start and end.
    pub way: RayCondition,
}

/// Condition on the squares a ride passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RayCondition {
    /// Empty squares only.
    Clear,
    /// Exactly one mount, then empty squares (`p`).
    Hop,
    /// Exactly one mount, directly before the end (`g`).
    HopBehind,
}

/// A single leap with conditions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Conditional {
    /// Where it ends.
    pub to: u16,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub takes: bool,
    /// Only for a piece that has not moved.
    pub unmoved: bool,
    /// Whether it leaves a trail, so that the move names its node.
    pub trail: bool,
    /// The square that must be empty, if it is a single one.
    ///
    /// PERF: `griffon search xiangqi`: says the same as the ways, in one read.
    pub passed: Option<Square>,
    /// Sets of squares, one of which must be all empty: index of the first set and number of sets (0: no condition).
    pub ways: (u32, u32),
    /// Node of the full tree, for moves that leave a trail.
    pub node: u32,
}

/// Rides of one kind.
#[derive(Clone, Debug, Default)]
pub struct Rides {
    /// Rides over empty squares that both move and capture, in groups of four: indices into
    /// [`BitboardMoves::fans`].
    pub fans: Box<[u32]>,
    /// Whether all moves of the kind, leaps included, both move and capture, passing empty squares only.
    pub uniform: bool,
    /// Other rides.
    pub others: OtherRides,
}

/// Rides that only move, only capture, or pass a mount.
#[derive(Clone, Debug, Default)]
pub struct OtherRides {
    /// Over empty squares, towards higher square numbers.
    pub ascending: Vec<Ride>,
    /// Over empty squares, towards lower square numbers.
    pub descending: Vec<Ride>,
    /// Over one mount, towards higher square numbers.
    pub hops_up: Vec<Ride>,
    /// Over one mount, towards lower square numbers.
    pub hops_down: Vec<Ride>,
}

/// Maximum number of squares that a [`BatchStep`] may require to be empty.
const MAX_PASSED: usize = 2;

/// A step that pieces of a kind can make from many squares.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BatchStep {
    /// Offset of the end square.
    pub by: i32,
    /// Whether it may end on empty squares.
    pub quiet: bool,
    /// Whether it may capture.
    pub takes: bool,
    /// Only for pieces that have not moved.
    pub unmoved: bool,
    /// Whether it leaves a trail, so that its moves name their nodes.
    pub trail: bool,
    /// Offsets of the squares that must be empty.
    pub passed: ArrayVec<i32, MAX_PASSED>,
    /// Squares it can be made from.
    pub starts: Vec<u64>,
}

impl BatchStep {
    /// Squares the step leads to, considering only the squares it passes.
    #[inline(always)]
    pub fn lead<const W: usize>(&self, pieces: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let mut ready = pieces & Bits::of(&self.starts, 0);
        for &passed in &self.passed {
            ready = ready.without(occupied.shifted(-passed));
        }
        ready.shifted(self.by)
    }
    /// Squares that decide about the step of any of these pieces.
    pub fn reads<const W: usize>(&self, pieces: Bits<W>) -> Bits<W> {
        let ready = pieces & Bits::of(&self.starts, 0);
        let passed = self.passed.iter().map(|&by| ready.shifted(by));
        passed.fold(ready.shifted(self.by), |all, squares| all | squares)
    }
    /// Where it may end: 1 on empty squares, 2 on enemies, 3 on both.
    #[inline(always)]
    pub fn ends(&self) -> usize {
        usize::from(self.quiet) + 2 * usize::from(self.takes)
    }
}

/// Maximum number of fans in a [`ReplyProfile`].
pub(super) const FANS: usize = 2;

/// How the moves of a kind are counted.
#[derive(Clone, Copy, Debug)]
pub struct ReplyProfile {
    /// Whether the kind has only leaps and rides that both move and capture, and never changes.
    pub simple: bool,
    /// Whether a simple kind has leaps.
    pub leaps: bool,
    /// Number of fans of a simple kind.
    pub riders: u8,
    /// First rows in [`BitboardMoves::fans`] of a simple kind's fans; add the square.
    pub fans: [u32; FANS],
    /// Minimum number of pieces for which moves are generated together, by steps.
    pub together: u32,
}

/// Bit sets of all kinds.
#[derive(Debug, Default)]
pub struct BitboardMoves {
    /// Words per set.
    pub width: usize,
    /// Number of squares of the board.
    pub squares: usize,
    /// `[kind * squares + square]`: empty squares it may leap to.
    pub quiet_leaps: Box<[u64]>,
    /// `[kind * squares + square]`: squares it may capture on by a leap.
    pub taking_leaps: Box<[u64]>,
    /// `[kind]`: rides.
    pub rides: Box<[Rides]>,
    /// Rays of all rides.
    pub rays: Box<[u64]>,
    /// `[fan * squares + square]`: four rays, two towards higher square numbers, two towards lower.
    pub fans: Box<[u64]>,
    conditionals: Box<[Conditional]>,
    /// `[kind * squares + square]`; one extra entry at the end.
    first_conditional: Box<[u32]>,
    /// Sets that conditions refer to.
    pub ways: Box<[u64]>,
    /// `[kind]`: whether it has conditional leaps, and whether all of them are initial.
    pub conditional_kinds: Box<[Conditionals]>,
    /// `[kind]`: whether its leaps and rides can put a piece from the hand on the square they leave, and whether only
    /// as initial moves.
    pub gates: Box<[Conditionals]>,
    /// `[kind]`: whether a conditional leap of it may capture.
    pub conditional_takes: Box<[bool]>,
    /// `[kind]`: squares its moves may end on.
    pub enterable: Box<[u64]>,
    /// `[kind]`: squares where an arrival from outside the promotion zone is a single move.
    pub single: Box<[u64]>,
    /// `[kind * squares + square]`: squares from which the kind could capture on some square an enemy royal
    /// on `square` can leap to.
    pub around: Box<[u64]>,
    /// `[colour]`: the promotion zone.
    pub zone: Box<[u64]>,
    /// `[kind]`: squares where an arrival from outside the promotion zone changes nothing.
    pub plain: Box<[u64]>,
    /// `[kind]`: whether it has movements that capture only royals.
    pub royal_captures: Box<[bool]>,
    /// `[kind]`: whether two of its conditional leaps may be the same move.
    pub clashing: Box<[bool]>,
    /// `[kind]`: all its steps, if it has few of them and nothing else.
    pub steps: Box<[Box<[BatchStep]>]>,
    /// `[kind]`: how its moves are counted.
    pub profiles: Box<[ReplyProfile]>,
    /// `[colour][square]`: kinds and origins whose compiled movements could capture en passant there.
    pub passing: [Vec<Vec<(Kind, Square)>>; 2],
}

impl Rides {
    /// Whether the kind has no rides.
    pub fn is_empty(&self) -> bool {
        self.fans.is_empty() && self.others.is_empty()
    }
}

impl OtherRides {
    /// Whether all four lists are empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        [&self.ascending, &self.descending, &self.hops_up, &self.hops_down].iter().all(|list| list.is_empty())
    }
}

/// Whether a kind has conditional leaps, or other conditional moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Conditionals {
    /// None.
    #[default]
    None,
    /// Initial ones only.
    Initial,
    /// Some that are not initial.
    Always,
}

impl Conditionals {
    /// Whether a piece may have such moves now.
    #[inline(always)]
    pub fn may_hold(self, unmoved: impl FnOnce() -> bool) -> bool {
        self == Self::Always || self == Self::Initial && unmoved()
    }
}

impl BitboardMoves {
    /// Conditional leaps of a kind from a square.
    #[inline]
    pub fn conditionals(&self, kind: Kind, square: Square) -> &[Conditional] {
        let slot = kind.index() * self.squares + square.index();
        &self.conditionals[self.first_conditional[slot] as usize..self.first_conditional[slot + 1] as usize]
    }
    /// Returns the trail-leaving move of a kind between two squares if it has one, else the ordinary move.
    #[inline]
    pub(crate) fn trailing(&self, kind: Kind, from: Square, to: Square) -> Move {
        let leaves_trail = |entry: &&Conditional| entry.trail && entry.to == to.0;
        match self.conditionals(kind, from).iter().find(leaves_trail) {
            Some(entry) => Move::walk(from, to, entry.node),
            None => Move::plain(from, to),
        }
    }
    /// Index of a kind's sets on a square.
    #[inline]
    pub fn slot(&self, kind: Kind, square: Square) -> usize {
        kind.index() * self.squares + square.index()
    }
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        let leaps = self.quiet_leaps.len() + self.taking_leaps.len();
        (leaps + self.rays.len() + self.fans.len() + self.ways.len()) * 8
            + self.conditionals.len() * size_of::<Conditional>()
            + self.first_conditional.len() * 4
    }
}
