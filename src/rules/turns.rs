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
    /// Whether there are such phases.
    pub phases: bool,
}

impl Turns {
    pub(super) fn new(variant: &Variant) -> Self {
        let (setup, facing) = (variant.hand_rules.drops_first, variant.pass.bikjang);
        Self { passes: variant.pass.allowed, setup, facing, phases: setup || facing }
    }
    pub(super) fn leaves(&self) -> Assumptions {
        Assumptions {
            setup_by_sets: self.setup && !self.facing,
            null_move: !self.passes,
            won_by_mate: !(self.passes || self.phases),
            ..Assumptions::ALL
        }
    }
}
