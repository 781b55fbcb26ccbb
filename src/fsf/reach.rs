//! Squares that pieces reach, and squares that they can never leave.
//!
//! Regions are drawn like morph boards: from White's view, Black's board being the mirror image.

use super::board::Region;
use super::draft::SectionDraft;
use super::keys::FsfKey;
use super::pieces::FsfPiece;
use crate::notation::legs::{Initial, Leg, Occupancy, Reach};
use crate::notation::{self, Movement};
use std::collections::BTreeSet;

/// A set of moves: files to the right and ranks forward, from the owner's view.
type Offsets = BTreeSet<(i32, i32)>;

/// The moves that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// Moves without captures, whatever stands in their way, except initial ones.
    Quiet,
    /// Moves and captures, except initial ones.
    Repeatable,
    /// Moves that can capture.
    Capturing,
    /// All moves.
    All,
}

impl Moves {
    /// Whether a movement counts.
    fn include(self, movement: &Movement) -> bool {
        let repeats = movement.initial == Initial::Any;
        let is_quiet =
            || movement.legs().last().is_some_and(|leg| leg.landing.pass.contains(Occupancy::EMPTY));
        let captures = || movement.legs().iter().any(|leg| !leg.landing.take.is_empty());
        match self {
            Self::Quiet => repeats && is_quiet(),
            Self::Repeatable => repeats,
            Self::Capturing => captures(),
            Self::All => true,
        }
    }

    /// Returns the legs of a movement that count: of a quiet hop those to its mount, which need not exist.
    fn legs(self, movement: &Movement) -> &[Leg] {
        let legs = movement.legs();
        let mount = legs.iter().position(|leg| !leg.landing.pass.contains(Occupancy::EMPTY));
        match mount {
            Some(at) if self == Self::Quiet => &legs[..=at],
            _ => legs,
        }
    }

    /// Returns the moves of a description that count, on a board with at most `size` files and ranks.
    fn offsets(self, betza: &str, size: u16) -> Offsets {
        let all = notation::compile(betza).unwrap_or_default();
        let counted = all.iter().filter(|movement| !movement.legs().is_empty() && self.include(movement));
        counted.flat_map(|movement| ends(self.legs(movement), size)).collect()
    }
}

/// Returns where legs can end, whatever stands in their way.
fn ends(legs: &[Leg], size: u16) -> Offsets {
    legs.iter().fold(Offsets::from([(0, 0)]), |starts, leg| {
        let most = if let Reach::Steps(steps) = leg.max { steps.min(size) } else { size };
        let (dx, dy) = (i32::from(leg.step.dx), i32::from(leg.step.dy));
        let from = |&(x, y): &(i32, i32)| {
            (i32::from(leg.min)..=i32::from(most)).map(move |steps| (x + steps * dx, y + steps * dy))
        };
        starts.iter().flat_map(from).collect()
    })
}

impl SectionDraft<'_> {
    /// Returns the squares to which moves of a type lead.
    pub fn arrivals(&self, kind: &FsfPiece, white: bool, moves: Moves) -> Region {
        self.ends_of(kind, white, moves, -1)
    }

    /// Returns the squares from which a type has no moves.
    pub fn dead_ends(&self, kind: &FsfPiece, white: bool, moves: Moves) -> Region {
        let leaves = self.ends_of(kind, white, moves, 1);
        Region::of(self.files, self.ranks, |file, rank| !leaves.has(file, rank))
    }

    /// Returns the squares on which pieces of a type may not stay because they could never move again: those without
    /// moves that capture nothing.
    pub fn immobile(&self, kind: &FsfPiece, white: bool) -> Region {
        let on = self.config.on(FsfKey::ImmobilityIllegal);
        let dead = self.dead_ends(kind, white, Moves::Quiet);
        if on { dead } else { Region::of(self.files, self.ranks, |_, _| false) }
    }

    /// Returns the squares from which a move of a type, or (`sense` -1) its reverse, leads to another square.
    fn ends_of(&self, kind: &FsfPiece, white: bool, moves: Moves, sense: i32) -> Region {
        let offsets = moves.offsets(&kind.betza, self.files.max(self.ranks) as u16);
        // Black's files are turned, and its ranks are drawn in its own view.
        let side = if white { sense } else { -sense };
        Region::of(self.files, self.ranks, |file, rank| {
            self.is_open(file, rank, white)
                && offsets.iter().any(|&(dx, dy)| {
                    let at = (file as i32 + side * dx, rank as i32 + sense * dy);
                    let (Ok(file), Ok(rank)) = (usize::try_from(at.0), usize::try_from(at.1)) else {
                        return false;
                    };
                    self.is_open(file, rank, white)
                })
        })
    }

    /// Whether a square is on the board and no hole.
    fn is_open(&self, file: usize, rank: usize, white: bool) -> bool {
        let on_board = file < self.files && rank < self.ranks;
        on_board && !self.start.holes.contains(&(file, if white { rank } else { self.ranks - 1 - rank }))
    }
}
