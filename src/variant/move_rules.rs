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
    /// Is such a drop legal, and loses? (key `dropMateResult`)
    pub drop_mate_loses: bool,
    /// May a royal in check not move, but to capture the only checker? (key `royalStays`)
    pub royal_stays: bool,
    /// `[colour]`: may several royals, all of which must fall, not be left attacked all at once? (key `dupleCheck`)
    pub duple_check: [bool; 2],
}

/// Attacks that a side may not repeat for ever (key `chase`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chase {
    /// `[type]`: the attackers.
    pub attackers: Vec<bool>,
    /// `[type]`: what they may not chase.
    pub victims: Vec<bool>,
    /// Does it count although the victim is protected?
    pub protected: bool,
}

/// Limits on the moves in which a side without pieces, or with few, must be mated (keys `counting`, `countingBoard`).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counting {
    /// By what the other side has: the first that applies. For a side with nothing but royals.
    pub limits: Vec<CountLimit>,
    /// Moves for a side that has more; 0: none.
    pub board: u16,
    /// That count begins when the side has at most so many pieces; `None`: when there are no pawns.
    pub most: Option<u16>,
    /// Does the count of a bare side begin with the number of all pieces? Else with 0.
    pub from_pieces: bool,
    /// `[type]`: while one of these is left no bare side counts.
    pub pawns: Vec<bool>,
}

/// Moves that a side has which owns at least so many pieces of some types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountLimit {
    /// `[type]`: the types.
    pub types: Vec<bool>,
    /// How many of them.
    pub least: u16,
    /// The moves.
    pub moves: u16,
}

/// For whom a repetition is what (key `repetitionResult`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeated {
    /// For the side to move after it.
    ToMove(Ending),
    /// For the side that began.
    First(Ending),
    /// The points of the pieces decide (key `points`).
    Points,
}

impl Default for Repeated {
    fn default() -> Self {
        Self::ToMove(Ending::Draw)
    }
}
