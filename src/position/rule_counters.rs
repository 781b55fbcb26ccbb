//! The state of rules that the pieces on the board do not show: checks given, goals, passes, counted moves.

use crate::position::zobrist;
use crate::tables::rules::Goal;

/// State of rules that the pieces on the board do not show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct RuleCounters {
    /// `[colour]`: checks that the side still has to give; 0 if checks are not counted.
    pub checks: [u8; 2],
    /// The goal reached by the last move; see [`Self::goal`].
    pub reached: u8,
    /// Consecutive passes so far, where they end the game.
    pub passes: u8,
    /// Count of a side that plays for a draw.
    pub count: DrawCount,
}

/// A count that ends in a draw (key `counting`). Repetition ignores it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DrawCount {
    /// Plies counted.
    pub plies: u16,
    /// The game is drawn when `plies` exceeds this; 0: no count is running.
    pub limit: u16,
    /// Whether a bare side counts. That count does not restart.
    pub bare: bool,
}

impl DrawCount {
    /// Whether the count has passed its limit.
    pub fn is_full(self) -> bool {
        self.limit > 0 && self.plies > self.limit
    }
}

impl RuleCounters {
    /// The goal that was reached.
    pub fn goal(self) -> Goal {
        match self.reached {
            0 => Goal::None,
            1 => Goal::Later,
            _ => Goal::Now,
        }
    }
    pub(crate) fn key(self) -> u64 {
        if (Self { count: DrawCount::default(), ..self }) == Self::default() {
            0
        } else {
            zobrist::tally(self.checks, self.reached, self.passes)
        }
    }
}
