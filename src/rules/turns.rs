//! Turns other than one move of a piece each.

use super::Assumptions;
use crate::variant::Variant;

/// Passes, and phases with separate rules.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// Whether a side may pass.
    pub passes: bool,
    /// Whether there are phases with separate rules: setup by drops, royals facing each other.
    pub phases: bool,
}

impl Turns {
    pub(super) fn new(variant: &Variant) -> Self {
        Self { passes: variant.pass.allowed, phases: variant.hand_rules.drops_first || variant.pass.bikjang }
    }
    pub(super) fn leaves(&self, variant: &Variant) -> Assumptions {
        Assumptions {
            setup_by_sets: !variant.pass.bikjang,
            null_move: !self.passes,
            won_by_mate: !(self.passes || self.phases),
            ..Assumptions::ALL
        }
    }
}
