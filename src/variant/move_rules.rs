//! Rules that make moves illegal or mandatory.

use crate::board::PieceType;

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

/// Rules that make moves illegal, apart from the safety of royals.
#[derive(Clone, Default, Debug)]
pub struct MoveRules {
    /// True if captures must be played if any is legal (key `mustCapture`).
    pub must_capture: bool,
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

impl MoveRules {
    /// Whether the type may not mate when it is dropped, or loses by it.
    pub fn bars_drop_mate(&self, piece: PieceType) -> bool {
        self.no_drop_mate[piece.index()]
    }
}
