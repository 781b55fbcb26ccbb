//! Rules beyond those of royals: goals, extinction, counted checks, moves that are forbidden or forced.

use super::Ending;

/// How a piece on one of its goal squares (`morph` symbols `+` and `#`) decides the game (key `goal`).
///
/// Without any of these it wins when it arrives there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GoalRule {
    /// It wins only while it cannot be captured there; two of them always do.
    pub safe: bool,
    /// It wins when it is still there after the opponent's next move.
    pub answer: bool,
    /// The side that began second may follow with its next move, for a draw.
    pub equal: bool,
}

impl GoalRule {
    /// Does it count where pieces stand, not how they came there?
    pub fn stands(self) -> bool {
        self.safe || self.answer || self.equal
    }
}

/// What befalls a side that has few pieces of some types left, board and hand together (key `extinct`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extinct {
    /// `[type]`: the types that are counted, together.
    pub types: Vec<bool>,
    /// So many of them, or fewer, are few.
    pub most: u16,
    /// What befalls the side.
    pub ending: Ending,
}

/// The game is over when all royals of both sides stand in their promotion zones: who has fewer points than needed
/// loses, else the game is drawn (key `impasse`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impasse {
    /// Points that a side needs.
    pub least: u16,
    /// `[type]`: points of a piece on the board or in hand.
    pub points: Vec<u16>,
}

/// Which checks may not be given (key `noCheck`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NoCheck {
    /// All may.
    #[default]
    Free,
    /// None may be given by a drop.
    Drops,
    /// None may.
    All,
}

/// Moves that must be played where they are legal, by mover and by what stands on the squares that it captures on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Priority {
    types: usize,
    /// `[mover][column]`: column 0 for moves without capture, then enemy types, then types of the mover's own side.
    matrix: Vec<bool>,
}

impl Priority {
    /// No move has priority yet.
    pub fn none(types: usize) -> Self {
        Self { types, matrix: vec![false; types * (2 * types + 1)] }
    }
    /// All captures have.
    pub fn captures(types: usize) -> Self {
        let mut all = Self::none(types);
        for row in all.matrix.chunks_exact_mut(2 * types + 1) {
            row[1..].fill(true);
        }
        all
    }
    /// Gives priority to moves of a type: captures of `victim` (`friend`: on its own side), or moves that capture
    /// nothing.
    pub fn give(&mut self, mover: usize, victim: Option<(usize, bool)>) {
        let at = self.place(mover, victim);
        self.matrix[at] = true;
    }
    /// Has such a move priority?
    pub fn has(&self, mover: usize, victim: Option<(usize, bool)>) -> bool {
        self.matrix[self.place(mover, victim)]
    }
    fn place(&self, mover: usize, victim: Option<(usize, bool)>) -> usize {
        let column = victim.map_or(0, |(victim, friend)| 1 + victim + if friend { self.types } else { 0 });
        mover * (2 * self.types + 1) + column
    }
}

/// What makes a move illegal beside the safety of royals.
#[derive(Clone, Default, Debug)]
pub struct MoveRules {
    /// Moves that must be played if any is legal (key `mustCapture`).
    pub priority: Option<Priority>,
    /// Checks that may not be given (key `noCheck`).
    pub no_check: NoCheck,
    /// `[type]`: may a drop of it not mate? (key `dropMate`)
    pub no_drop_mate: Vec<bool>,
    /// May a royal in check not move, but to capture the only checker? (key `royalStays`)
    pub royal_stays: bool,
    /// `[colour]`: may several royals, all of which must fall, not be left attacked all at once? (key `dupleCheck`)
    pub duple_check: [bool; 2],
}

/// For whom a repetition is what (key `repetitionResult`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeated {
    /// For the side to move after it.
    ToMove(Ending),
    /// For the side that began.
    First(Ending),
}

impl Default for Repeated {
    fn default() -> Self {
        Self::ToMove(Ending::Draw)
    }
}
