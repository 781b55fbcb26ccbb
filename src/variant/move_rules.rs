//! Rules other than those of royals: goals, extinction, counted checks, moves that are forbidden or forced.

use super::Ending;

/// The way a piece on one of its goal squares (`morph` symbols `+` and `#`) decides the game (key `goal`).
///
/// If no field is set, it wins on arrival.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GoalRule {
    /// It wins only if it cannot be captured there; two pieces on goal squares always win.
    pub safe: bool,
    /// It wins if it is still there after the opponent's next move.
    pub answer: bool,
    /// The side that moved second may also reach a goal square with its next move, for a draw.
    pub equal: bool,
}

impl GoalRule {
    /// Whether a piece decides the game by standing on a goal square rather than by arriving there.
    pub fn stands(self) -> bool {
        self.safe || self.answer || self.equal
    }
}

/// Result for a side that has few pieces of some types left, on the board and in hand together (key `extinct`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extinct {
    /// `[type]`: whether it is counted; all these types count together.
    pub types: Vec<bool>,
    /// Maximum number of these pieces left for the rule to apply.
    pub most: u16,
    /// Result for the side.
    pub ending: Ending,
}

/// The game is over when all royals of both sides stand in their promotion zones: a side with fewer points than needed
/// loses, otherwise the game is drawn (key `impasse`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impasse {
    /// Points needed.
    pub least: u16,
    /// `[type]`: points of a piece on the board or in hand.
    pub points: Vec<u16>,
}

/// Checks that are illegal (key `noCheck`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NoCheck {
    /// No restriction.
    #[default]
    Free,
    /// Checks by a drop.
    Drops,
    /// All checks.
    All,
}

/// Moves that must be played if legal, by type of the mover and of the captured piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Priority {
    types: usize,
    /// `[mover][column]`: column 0 for quiet moves, then enemy types, then friendly types.
    matrix: Vec<bool>,
}

impl Priority {
    /// Creates a table in which no move has priority.
    pub fn none(types: usize) -> Self {
        Self { types, matrix: vec![false; types * (2 * types + 1)] }
    }
    /// Creates a table in which all captures have priority.
    pub fn captures(types: usize) -> Self {
        let mut all = Self::none(types);
        for row in all.matrix.chunks_exact_mut(2 * types + 1) {
            row[1..].fill(true);
        }
        all
    }
    /// Whether captures have priority, and nothing else.
    pub fn is_of_captures(&self) -> bool {
        *self == Self::captures(self.types)
    }
    /// Gives priority to moves of a type: captures of `victim` (true: a friendly piece), or quiet moves.
    pub fn give(&mut self, mover: usize, victim: Option<(usize, bool)>) {
        let at = self.place(mover, victim);
        self.matrix[at] = true;
    }
    /// Whether such a move has priority.
    pub fn has(&self, mover: usize, victim: Option<(usize, bool)>) -> bool {
        self.matrix[self.place(mover, victim)]
    }
    fn place(&self, mover: usize, victim: Option<(usize, bool)>) -> usize {
        let column = victim.map_or(0, |(victim, friend)| 1 + victim + if friend { self.types } else { 0 });
        mover * (2 * self.types + 1) + column
    }
}

/// Rules that make moves illegal, apart from the safety of royals.
#[derive(Clone, Default, Debug)]
pub struct MoveRules {
    /// Moves that must be played if any is legal (key `mustCapture`).
    pub priority: Option<Priority>,
    /// Illegal checks (key `noCheck`).
    pub no_check: NoCheck,
    /// `[type]`: true if a drop of it must not mate (key `dropMate`).
    pub no_drop_mate: Vec<bool>,
    /// True if such a drop is legal but loses (key `dropMateResult`).
    pub drop_mate_loses: bool,
    /// True if a royal in check may not move except to capture the only checker (key `royalStays`).
    pub royal_stays: bool,
    /// `[colour]`: true if a side with several royals, of which only the last must be kept, may not leave all of them
    /// attacked (key `dupleCheck`).
    pub duple_check: [bool; 2],
}

/// Attacks that a side may not repeat forever (key `chase`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chase {
    /// `[type]`: the attackers.
    pub attackers: Vec<bool>,
    /// `[type]`: the forbidden victims.
    pub victims: Vec<bool>,
    /// Whether attacks on protected victims count.
    pub protected: bool,
}

/// Limits on the number of moves within which a side with few or no pieces must be mated (keys `counting`,
/// `countingBoard`).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counting {
    /// Limits for a side with only royals, by the pieces of the other side; the first that applies counts.
    pub limits: Vec<CountLimit>,
    /// Limit for a side with more pieces; 0: none.
    pub board: u16,
    /// Maximum number of pieces at which a side begins that count; `None`: it begins when there are no pawns.
    pub most: Option<u16>,
    /// True if the count of a bare side begins with the number of all pieces; otherwise with 0.
    pub from_pieces: bool,
    /// `[type]`: a bare side does not count while a piece of these types is left.
    pub pawns: Vec<bool>,
}

/// Limit of moves for a side that has at least `least` pieces of some types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountLimit {
    /// `[type]`: the types.
    pub types: Vec<bool>,
    /// Minimum number of pieces of these types.
    pub least: u16,
    /// The limit.
    pub moves: u16,
}

/// Result of a repetition (key `repetitionResult`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeated {
    /// For the side to move after the repetition.
    ToMove(Ending),
    /// For the side that moved first in the game.
    First(Ending),
    /// The points of the pieces decide (key `points`).
    Points,
}

impl Default for Repeated {
    fn default() -> Self {
        Self::ToMove(Ending::Draw)
    }
}
