//! Where a path stands.

use crate::notation::legs::{Landing, Occupancy};
use crate::tables::leap::PlanePoint;
use crate::tables::squares::Squares;
use crate::tables::tree::{Extra, Flags};
use crate::tables::trie::Stem;

/// Where a path stands: what the rest of it depends on.
#[derive(Clone)]
pub(super) struct UnrollPath {
    pub(super) at: PlanePoint,
    pub(super) parent: u32,
    /// Square on which the leg in hand began; slides that come round stop before it.
    pub(super) leg_start: Option<u16>,
    /// Least and greatest number of its steps.
    pub(super) range: (u16, u16),
    pub(super) visited: Squares,
    pub(super) vacated: Squares,
    pub(super) cargo: Cargo,
    /// Start of the piece that goes.
    pub(super) mover: u16,
    pub(super) trail: Vec<u16>,
    pub(super) last_slide: u16,
    pub(super) flags: Flags,
}

/// What a path has captured and unloaded. Nothing in it is filled for pieces that never unload.
#[derive(Clone, Default)]
pub(super) struct Cargo {
    /// Squares where what was captured stood before the move, in order; unloaded pieces are not among them.
    pub(super) held: Vec<u16>,
    /// Squares that wait for the next victim.
    pub(super) waiting: Vec<Option<u16>>,
    /// Unloaded pieces: where they stand, and where they stood before the move.
    pub(super) standing: Vec<(u16, u16)>,
    /// Squares on which the path ended a leg without touching the piece there.
    pub(super) occupied: Vec<u16>,
    /// Where a piece from the hand was put.
    pub(super) gate: Option<u16>,
}

impl UnrollPath {
    /// A leg with `u` begins on `start`; can the path go on?
    ///
    /// SPEC: XBetza readings 23: unloading happens as soon as victim and square are known; the victim captured last
    /// re-appears.
    pub(super) fn unload(&mut self, start: Option<u16>) -> bool {
        match self.cargo.held.pop() {
            Some(victim) => self.put(victim, start),
            None => {
                self.cargo.waiting.push(start);
                true
            }
        }
    }
    /// A piece from the hand is put on `start`, or what the path has captured; can the path go on?
    ///
    /// SPEC: drops.txt: "to unload something (from the hand, as it did not capture anything before in that move)".
    pub(super) fn gate(&mut self, start: Option<u16>) -> bool {
        if let Some(victim) = self.cargo.held.pop() {
            return self.put(victim, start);
        }
        let Some(square) = start.filter(|square| !self.cargo.occupied.contains(square)) else { return false };
        self.vacated.remove(square);
        self.cargo.gate = Some(square);
        true
    }
    /// The piece that may be captured in passing is captured; can the path go on?
    pub(super) fn capture_passing(&mut self) -> bool {
        self.flags = self.flags.with(Flags::PASSED).with(Flags::LOCUST);
        self.cargo.held.push(Extra::PASSING);
        if self.cargo.waiting.is_empty() {
            return true;
        }
        let start = self.cargo.waiting.remove(0);
        self.cargo.held.pop().is_some_and(|victim| self.put(victim, start))
    }
    /// What stands on `square` at this point of the path is captured; can the path go on?
    pub(super) fn capture(&mut self, square: u16) -> bool {
        if self.cargo.gate == Some(square) {
            return false;
        }
        let standing = self.cargo.standing.iter().position(|&(at, _)| at == square);
        let victim = standing.map_or(square, |index| self.cargo.standing.remove(index).1);
        self.cargo.occupied.retain(|&other| other != square);
        self.vacated.insert(square);
        if self.cargo.waiting.is_empty() {
            self.cargo.held.push(victim);
            return true;
        }
        let start = self.cargo.waiting.remove(0);
        self.put(victim, start)
    }
    /// SPEC: XBetza readings 23: the leg's start must be empty by then, else the move does not exist.
    pub(super) fn put(&mut self, victim: u16, square: Option<u16>) -> bool {
        let Some(square) = square else { return false };
        let standing = self.cargo.standing.iter().any(|&(at, _)| at == square);
        if standing || self.cargo.gate == Some(square) || self.cargo.occupied.contains(&square) {
            return false;
        }
        self.vacated.remove(square);
        self.cargo.standing.push((square, victim));
        true
    }
    /// What the leg may end on. What may be captured in passing is captured once.
    pub(super) fn landing(&self, stem: &Stem<'_>) -> Landing {
        let mut landing = stem.leg.landing;
        if self.flags.has(Flags::PASSED) {
            landing.take = landing.take.without(Occupancy::EN_PASSANT);
        }
        landing
    }
    pub(super) fn holds_unloaded(&self, square: u16) -> bool {
        self.cargo.standing.iter().any(|&(at, _)| at == square) || self.cargo.gate == Some(square)
    }
    /// Must the squares where things stand after the move be told apart from those before it?
    pub(super) fn carries(&self) -> bool {
        !self.cargo.waiting.is_empty() || !self.cargo.standing.is_empty() || self.cargo.gate.is_some()
    }
}
