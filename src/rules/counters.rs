//! Counters beside the board.

use super::{Assumptions, EndingRule, Endings, Goals};
use crate::tables::Tables;
use crate::variant::Variant;

/// What the rules count.
#[derive(Clone, Copy, Debug)]
pub struct Counters {
    /// Whether goals reached, checks given, castlings or passes are counted.
    pub tallies: bool,
    /// Whether a weak side counts moves.
    pub weak_side: bool,
    /// Whether moves that reset the quiet-ply counter can be reversed by later moves, as drops can. Repetitions are then
    /// searched beyond the reset.
    pub resets_recur: bool,
}

impl Counters {
    pub(super) fn new(variant: &Variant, tables: &Tables, goals: &Goals, endings: &Endings) -> Self {
        let counted = [EndingRule::Checks, EndingRule::Castling, EndingRule::Passing];
        let recurs = tables.kinds.iter().any(|info| info.restarts && !info.irreversible);
        Self {
            tallies: goals.any && !variant.ends.goal.stands()
                || counted.into_iter().any(|rule| endings.has(rule)),
            weak_side: variant.ends.counting.is_some(),
            resets_recur: variant.captures_to_hand() || recurs,
        }
    }
    pub(super) fn leaves(&self) -> Assumptions {
        Assumptions { won_by_mate: !self.tallies, ..Assumptions::ALL }
    }
}
