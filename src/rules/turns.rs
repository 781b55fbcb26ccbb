//! Turns other than one move of a piece each.

use super::Assumptions;
use crate::variant::Variant;

/// Passes, and phases with separate rules.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// Whether a side may pass.
    pub passes: bool,
    /// Whether it may pass even if it has other moves. A move that changes nothing then equals a pass.
    pub passes_at_will: bool,
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
        let (passes, last_resort) = (variant.pass.allowed, variant.pass.last_resort);
        let passes_at_will = passes && !last_resort;
        Self { passes, passes_at_will, setup, facing, phases: setup || facing }
    }
    pub(super) fn leaves(&self) -> Assumptions {
        Assumptions {
            setup_by_sets: self.setup && !self.facing,
            null_move: !self.passes_at_will,
            won_by_mate: !(self.passes || self.phases),
            ..Assumptions::ALL
        }
    }
}
