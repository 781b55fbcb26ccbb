//! State of a path.

use crate::notation::legs::{Landing, Occupancy};
use crate::tables::leap::PlanePoint;
use crate::tables::squares::Squares;
use crate::tables::tree::{Extra, Flags};
use crate::tables::trie::Stem;

/// State of a path: everything the rest of it depends on.
#[derive(Clone)]
pub(super) struct UnrollPath {
    pub(super) at: PlanePoint,
    pub(super) parent: u32,
    /// Square where the current leg began; slides that return to it stop before it.
    pub(super) leg_start: Option<u16>,
    /// Minimum and maximum number of its steps.
    pub(super) range: (u16, u16),
    pub(super) visited: Squares,
    pub(super) vacated: Squares,
    pub(super) cargo: Cargo,
    /// Start square of the moving piece.
    pub(super) mover: u16,
    pub(super) trail: Vec<u16>,
    pub(super) last_slide: u16,
    pub(super) flags: Flags,
}

/// Pieces a path has captured and unloaded. Unused for pieces that never unload.
#[derive(Clone, Default)]
pub(super) struct Cargo {
    /// Original squares of captured pieces, in order; unloaded pieces are not included.
    pub(super) held: Vec<u16>,
    /// Squares waiting for the next victim.
    pub(super) waiting: Vec<Option<u16>>,
    /// Unloaded pieces: current and original squares.
    pub(super) standing: Vec<(u16, u16)>,
    /// Squares where the path ended a leg without affecting the piece there.
    pub(super) occupied: Vec<u16>,
    /// Square where a piece from the hand was put.
    pub(super) gate: Option<u16>,
}

impl UnrollPath {
    /// Begins a leg with `u` on `start`; returns whether the path can continue.
    ///
    /// SPEC: XBetza readings 23: unloading happens as soon as victim and square are known; the victim
    /// captured last re-appears.
    pub(super) fn unload(&mut self, start: Option<u16>) -> bool {
        match self.cargo.held.pop() {
            Some(victim) => self.put(victim, start),
            None => {
                self.cargo.waiting.push(start);
                true
            }
        }
    }
    /// Puts a captured piece, or else one from the hand, on `start`; returns whether the path can continue.
    ///
    /// SPEC: drops.txt: "to unload something (from the hand, as it did not capture anything before in that
    /// move)".
    pub(super) fn gate(&mut self, start: Option<u16>) -> bool {
        if let Some(victim) = self.cargo.held.pop() {
            return self.put(victim, start);
        }
        let Some(square) = start.filter(|square| !self.cargo.occupied.contains(square)) else { return false };
        self.vacated.remove(square);
        self.cargo.gate = Some(square);
        true
    }
    /// Captures the en passant victim; returns whether the path can continue.
    pub(super) fn capture_passing(&mut self) -> bool {
        self.flags |= Flags::PASSED | Flags::LOCUST;
        self.cargo.held.push(Extra::PASSING);
        if self.cargo.waiting.is_empty() {
            return true;
        }
        let start = self.cargo.waiting.remove(0);
        self.cargo.held.pop().is_some_and(|victim| self.put(victim, start))
    }
    /// Captures the piece on `square` at this point of the path; returns whether the path can continue.
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
    /// Unloads a victim; returns whether the path can continue.
    ///
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
    /// Contents the leg may end on. En passant is possible once per path.
    pub(super) fn landing(&self, stem: &Stem<'_>) -> Landing {
        let mut landing = stem.leg.landing;
        if self.flags.intersects(Flags::PASSED) {
            landing.take -= Occupancy::EN_PASSANT;
        }
        landing
    }
    /// Original and current squares of the unloaded pieces.
    pub(super) fn unloads(&self) -> Vec<(u16, u16)> {
        self.cargo.standing.iter().map(|&(at, from)| (from, at)).collect()
    }
    pub(super) fn holds_unloaded(&self, square: u16) -> bool {
        self.cargo.standing.iter().any(|&(at, _)| at == square) || self.cargo.gate == Some(square)
    }
    /// Whether squares of pieces after the move must be distinguished from those before it.
    pub(super) fn carries(&self) -> bool {
        !self.cargo.waiting.is_empty() || !self.cargo.standing.is_empty() || self.cargo.gate.is_some()
    }
}
