//! Moves that must be played if they are legal.

use super::{Assumptions, Captures, Hands, Sharing, Turns};
use crate::variant::Variant;
use crate::variant::captures::CaptureActions;

/// Rules by which the legality of a move depends on the other legal moves.
#[derive(Clone, Copy, Debug)]
pub struct ForcedMoves {
    /// Whether there are any.
    pub any: bool,
    /// Whether the only such rule is that any capture has priority over any other move, and pieces capture by their own
    /// moves alone: not by drops, not by borrowed moves, not with effects, and not by compiled gates.
    pub captures_first: bool,
}

impl ForcedMoves {
    pub(super) fn new(
        variant: &Variant,
        sharing: &Sharing,
        captures: &Captures,
        hands: &Hands,
        turns: &Turns,
    ) -> Self {
        let must_capture = variant.move_rules.must_capture;
        let mandatory = variant.captures.have(CaptureActions::MANDATORY);
        let others = sharing.any || captures.has_tables || hands.compiled_gates || turns.phases;
        Self { any: must_capture || mandatory, captures_first: must_capture && !(mandatory || others) }
    }
    /// Whether the forced moves are found among the legal ones.
    #[inline(always)]
    pub fn by_list(&self) -> bool {
        self.any && !self.captures_first
    }
    pub(super) fn leaves(&self) -> Assumptions {
        Assumptions {
            // Moves that may end the game are counted apart.
            pieces_count_alone: !self.by_list(),
            setup_by_sets: !self.any,
            null_move: !self.any,
            won_by_mate: !self.any,
            ..Assumptions::ALL
        }
    }
}
