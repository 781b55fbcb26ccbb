//! Compiled forms: the movements that need no tree.
//!
//! Leaps, rides along straight lines, hops over one piece of such a line, and single leaps with a condition
//! (lame, initial, leaving a trail) become bit sets. What is left of a piece keeps its trajectory tree. Captures
//! in passing and captures of royals only are left out of both: they are found through the reverse tables.

mod build;
mod classify;

use super::Kind;
use super::batch;
use super::profile::ReplyProfile;
use crate::board::Square;
use crate::position::Move;

pub use build::{FormBuilder, KindFacts};
pub(super) use classify::Classifier;

/// A ride of one kind: a ray table and what the ride may do on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ride {
    /// First set of the ride's rays, as far as its range goes, in the table of rays: one set a square.
    pub ray: u32,
    /// May it end on empty squares?
    pub quiet: bool,
    /// May it capture?
    pub takes: bool,
    /// What lies between start and end.
    pub way: RayCondition,
}

/// What a ride passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RayCondition {
    /// Empty squares only.
    Clear,
    /// Exactly one piece, then empty squares (`p`).
    Hop,
    /// Exactly one piece, just before the end (`g`).
    HopBehind,
}

/// A single leap with conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditional {
    /// Where it ends.
    pub to: u16,
    /// May it end on an empty square?
    pub quiet: bool,
    /// May it capture?
    pub takes: bool,
    /// Only for a piece that has not moved.
    pub unmoved: bool,
    /// Does it leave a trail? Then the move names its node.
    pub trail: bool,
    /// Sets of squares, one of which must be empty: first set and number; none: no condition.
    pub ways: (u32, u16),
    /// Node of the full tree, for moves that leave a trail.
    pub node: u32,
}

/// Rides of one kind.
#[derive(Clone, Debug, Default)]
pub struct Rides {
    /// Rides over empty squares that end on empty squares and capture, by fours: numbers in [`BitboardMoves::fans`].
    pub fans: Box<[u32]>,
    /// Do all moves of the kind, its leaps too, end on empty squares as well as capture, riding over nothing?
    pub uniform: bool,
    /// Other rides.
    pub others: OtherRides,
}

/// Rides that only capture or only do not, or pass a piece.
#[derive(Clone, Debug, Default)]
pub struct OtherRides {
    /// Over empty squares, towards higher square numbers.
    pub ascending: Vec<Ride>,
    /// Over empty squares, towards lower square numbers.
    pub descending: Vec<Ride>,
    /// Over one piece, towards higher square numbers.
    pub hops_up: Vec<Ride>,
    /// Over one piece, towards lower square numbers.
    pub hops_down: Vec<Ride>,
}

/// Bit sets of every kind.
#[derive(Debug, Default)]
pub struct BitboardMoves {
    /// Words of a set.
    pub width: usize,
    /// Number of squares of the board.
    pub squares: usize,
    /// `[kind * squares + square]`: empty squares it may leap to.
    pub quiet_leaps: Box<[u64]>,
    /// `[kind * squares + square]`: squares it may capture on by a leap.
    pub taking_leaps: Box<[u64]>,
    /// `[kind]`.
    pub rides: Box<[Rides]>,
    /// Rays of all rides.
    pub rays: Box<[u64]>,
    /// `[fan * squares + square]`: four rays, two towards higher square numbers, two towards lower.
    pub fans: Box<[u64]>,
    conditionals: Box<[Conditional]>,
    /// `[kind * squares + square]`; one more entry closes the last.
    first_conditional: Box<[u32]>,
    /// Sets that conditions refer to.
    pub ways: Box<[u64]>,
    /// `[kind]`: has it conditional leaps, and are all of them initial?
    pub conditional_kinds: Box<[Conditionals]>,
    /// `[kind]`: squares that moves of it may end on.
    pub enterable: Box<[u64]>,
    /// `[kind]`: squares where arriving from outside the promotion zone is one move.
    pub single: Box<[u64]>,
    /// `[kind * squares + square]`: squares from where the kind could capture on some square that a royal of the
    /// other colour leaps to from the square.
    pub around: Box<[u64]>,
    /// `[colour]`: the promotion zone.
    pub zone: Box<[u64]>,
    /// `[kind]`: squares where arriving from outside the promotion zone changes nothing.
    pub plain: Box<[u64]>,
    /// `[kind]`: has it movements that capture only royals?
    pub hunts: Box<[bool]>,
    /// `[kind]`: may two of its conditional leaps be the same move?
    pub clashing: Box<[bool]>,
    /// `[kind]`: all its steps, if it has few and nothing else.
    pub steps: Box<[Box<[batch::BatchStep]>]>,
    /// `[kind]`: how its moves are counted.
    pub profiles: Box<[ReplyProfile]>,
    /// `[colour][square]`: kinds and origins whose compiled movements could capture in passing there.
    pub passing: [Vec<Vec<(Kind, Square)>>; 2],
}

impl Rides {
    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.fans.is_empty() && self.others.is_empty()
    }
}

impl OtherRides {
    /// Are there none?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        [&self.ascending, &self.descending, &self.hops_up, &self.hops_down].iter().all(|list| list.is_empty())
    }
}

/// Whether a kind has conditional leaps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Conditionals {
    /// None.
    #[default]
    None,
    /// Only initial ones.
    Initial,
    /// Some at any time.
    Always,
}

impl BitboardMoves {
    /// Conditional leaps of a kind from a square.
    #[inline]
    pub fn conditionals(&self, kind: Kind, square: Square) -> &[Conditional] {
        let slot = kind.index() * self.squares + square.index();
        &self.conditionals[self.first_conditional[slot] as usize..self.first_conditional[slot + 1] as usize]
    }
    /// The move of a kind that leaves a trail between two squares, if it has one; else the ordinary move.
    #[inline]
    pub(crate) fn trailing(&self, kind: Kind, from: Square, to: Square) -> Move {
        let leaves_trail = |entry: &&Conditional| entry.trail && entry.to == to.0;
        match self.conditionals(kind, from).iter().find(leaves_trail) {
            Some(entry) => Move::walk(from, to, entry.node),
            None => Move::plain(from, to),
        }
    }
    /// Index of the sets of a kind on a square.
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
