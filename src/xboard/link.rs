//! The parts of a move as the XBoard dialect writes it: chains of links.

use crate::board::Geometry;
use crate::notation::legs::Step;

/// Range of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Range {
    /// At most this many steps.
    Steps(u16),
    /// Until it is blocked.
    Unlimited,
}

impl Range {
    /// A single step.
    pub const ONE: Self = Self::Steps(1);
}

/// A leg of a chain.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Link {
    /// Its first step.
    pub step: Step,
    /// Its range.
    pub range: Range,
    /// Squares skipped at the start of a slide (`j`).
    pub skip: u16,
    /// `n`: the middle of the leap must be empty; `j`: occupied.
    pub middle: Option<char>,
    /// Mode letters in the dialect's order, `m` and `mc` written out; not yet `y` or `g`.
    pub modes: String,
    /// `o`.
    pub wraps: bool,
    /// `i`: as long as the last slide.
    pub iso: bool,
}

/// A link with data needed only until it is written.
#[derive(Clone, Debug)]
pub(super) struct ChainPart {
    pub(super) link: Link,
    /// Whether it must not end on a square visited before.
    pub(super) fresh: bool,
    /// Whether the piece visits its end square; false for a square that a leap only passes over.
    pub(super) visits: bool,
}

/// Legs made one after the other, possibly only as an initial move.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Chain {
    /// `i`.
    pub initial: bool,
    /// The legs; never empty.
    pub links: Vec<Link>,
}

/// Reason why the dialect cannot express something.
pub type Refusal = &'static str;

/// Relevant properties of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    pub(super) files: i16,
    pub(super) ranks: i16,
    /// Whether there are holes.
    pub(super) holes: bool,
}

impl Room {
    /// The relevant properties of a board.
    pub fn of(board: &Geometry) -> Self {
        let holes = board.squares().any(|square| board.is_hole(square));
        Self { files: board.files() as i16, ranks: board.ranks() as i16, holes }
    }
    /// Whether squares relative to a start fit on the board; `round`: without a left and a right edge.
    pub(super) fn holds(self, points: &[(i16, i16)], round: bool) -> bool {
        let fits = |coordinate: fn(&(i16, i16)) -> i16, size: i16| {
            let all = points.iter().map(coordinate);
            all.clone().max().zip(all.min()).is_none_or(|(highest, lowest)| highest - lowest < size)
        };
        (round || fits(|point| point.0, self.files)) && fits(|point| point.1, self.ranks)
    }
    /// The longer side.
    pub(super) fn longest(self) -> u16 {
        self.files.max(self.ranks) as u16
    }
}

/// Whether a non-final link captures.
pub(super) fn captures(link: &Link) -> bool {
    link.modes.contains(['c', 'd'])
}
