//! Turns other than one move of a piece each.

use super::Assumptions;
use crate::variant::Variant;

/// Passes, and phases with separate rules.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// Whether a side may pass.
    pub passes: bool,
    /// Whether pieces in hand must be dropped before any other move.
    pub setup: bool,
    /// Whether royals that face each other must be separated.
    pub facing: bool,
}

impl Turns {
    pub(super) fn new(variant: &Variant) -> Self {
        Self {
            passes: variant.pass.allowed,
            setup: variant.hand_rules.drops_first,
            facing: variant.pass.bikjang,
        }
    }
    /// Whether there are phases with separate rules.
    pub fn phases(&self) -> bool {
        self.setup || self.facing
    }
    pub(super) fn leaves(&self) -> Assumptions {
        Assumptions {
            setup_by_sets: self.setup && !self.facing,
            null_move: !self.passes,
            won_by_mate: !(self.passes || self.phases()),
            ..Assumptions::ALL
        }
    }
}
