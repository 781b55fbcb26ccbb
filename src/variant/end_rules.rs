//! The conditions that end a game, and their results.

use crate::board::{Color, Kind};

/// Result for the side that meets the condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    /// A draw.
    #[default]
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
    /// A win with fewer pieces than the opponent, a loss with more, a draw with equal numbers.
    Fewer,
}

/// The conditions that end a game, and their results.
#[derive(Clone, Debug, Default)]
pub struct EndRules {
    /// `[type]`: whether it is royal.
    pub royal: Vec<bool>,
    /// `[colour]`: true if a side loses only with its last royal (`extinction`), false if with any royal.
    pub all_royals_must_fall: [bool; 2],
    /// For a side without legal moves that is not in check.
    pub stalemate: Ending,
    /// `[type]`: whether it counts for baring. All false: no baring rule.
    pub baring: Vec<bool>,
    /// For the side that is bared first when the other is bared in turn.
    pub counterbare: Ending,
    /// For a side without legal moves that is in check.
    pub checkmate: Ending,
    /// Rules for goal squares.
    pub goal: GoalRule,
    /// Results for sides with few pieces left.
    pub extinct: Vec<Extinct>,
    /// The game ends when the royals of both sides stand in their promotion zones.
    pub impasse: Option<Impasse>,
    /// Castlings that win: side, and whether towards the highest file. A side that loses the right to one loses.
    pub castle_wins: Vec<(Color, bool)>,
    /// `[colour]`: number of checks that wins; 0: checks are not counted.
    pub checks: [u8; 2],
    /// Number of pieces in a row with which a side wins; 0: none.
    pub connect: u8,
    /// Occurrence of a position that ends the game (3: the third); 0: none.
    pub repetition: u16,
    /// Result of a repetition.
    pub repeated: Repeated,
    /// True if a side that has given check with every move since the first occurrence of the position loses.
    pub perpetual: bool,
    /// Attacks that a side may not make with every move since the first occurrence of the position.
    pub chases: Vec<Chase>,
    /// True if points decide when the move count ends the game; otherwise it is a draw.
    pub quiet_points: bool,
    /// `[type]`: types whose moves reset the move count; `None`: the pawn-like ones.
    pub resets: Option<Vec<bool>>,
    /// Limits on the number of moves within which a weak side must be mated.
    pub counting: Option<Counting>,
    /// Plies without capture or irreversible pawn move after which the game is drawn; 0: no such rule.
    pub quiet_plies: u16,
}

impl EndRules {
    /// Whether a side loses only with its last royal; otherwise it loses with any.
    #[inline]
    pub fn all_must_fall(&self, color: Color) -> bool {
        self.all_royals_must_fall[color.index()]
    }
    /// Whether some ending, apart from goals and points, gives one side a win.
    pub(super) fn can_decide(&self) -> bool {
        self.can_win_alone()
            || self.royal.contains(&true)
            || self.baring.contains(&true)
            || self.stalemate != Ending::Draw
    }
    /// Whether a side with a single piece can win, apart from goals and points.
    pub fn can_win_alone(&self) -> bool {
        // Names every field, so that none is forgotten.
        let Self {
            extinct,
            castle_wins,
            checks,
            connect,
            stalemate,
            royal: _,
            all_royals_must_fall: _,
            baring: _,
            counterbare: _,
            checkmate: _,
            goal: _,
            impasse: _,
            repetition: _,
            repeated: _,
            perpetual: _,
            chases: _,
            quiet_points: _,
            resets: _,
            counting: _,
            quiet_plies: _,
        } = self;
        !extinct.is_empty()
            || !castle_wins.is_empty()
            || *checks != [0; 2]
            || *connect > 0
            || *stalemate == Ending::Win
    }
}

/// The way a piece on one of its goal squares (`morph` symbols `+` and `#`) decides the game (key `goal`).
///
/// By default, one piece wins on arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalRule {
    /// It wins only if it cannot be captured there; two pieces on goal squares always win.
    pub safe: bool,
    /// It wins if it is still there after the opponent's next move.
    pub answer: bool,
    /// The side that moved second may also reach a goal square with its next move, for a draw.
    pub equal: bool,
    /// Number of pieces of a side that must stand on goal squares; at least 1.
    pub needed: u16,
}

impl Default for GoalRule {
    fn default() -> Self {
        Self { safe: false, answer: false, equal: false, needed: 1 }
    }
}

impl GoalRule {
    /// Whether one piece on a goal square is not enough.
    pub const fn needs_several(self) -> bool {
        self.needed > 1
    }

    /// Whether pieces decide the game by standing on goal squares rather than by arriving there.
    pub fn stands(self) -> bool {
        self.needs_several() || self.waits()
    }

    /// Whether a move elsewhere can decide the game while pieces stand on goal squares.
    pub fn waits(self) -> bool {
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

impl Extinct {
    /// Whether pieces of the kind are counted.
    #[inline]
    pub fn counts(&self, kind: Kind) -> bool {
        self.types[kind.piece().index()]
    }
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
