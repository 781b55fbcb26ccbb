//! Moves that are illegal even if the royals are safe.

use super::{Assumptions, Captures, Goals, Sharing};
use crate::tables::Tables;
use crate::tables::attack_tables::KindForm;
use crate::tables::rules::all_changes;
use crate::variant::{NoCheck, Variant, all_kinds};

/// Which moves must be tested for more than the safety of royals.
#[derive(Clone, Copy, Debug)]
pub struct Restrictions {
    /// Whether rules beyond royal safety apply to a move that is made.
    pub any: bool,
    /// Whether every move must be made to find out whether it is legal.
    pub every_move: bool,
    /// Whether no move may give check.
    pub no_checks: bool,
    /// Whether such rules apply to drops.
    pub drops: bool,
    /// Whether drops must be tested for mate.
    pub drop_mates: bool,
    /// Whether a drop can give check through another piece, for example as a mount.
    pub indirect_checks: bool,
}

impl Restrictions {
    pub(super) fn new(
        variant: &Variant,
        tables: &Tables,
        goals: &Goals,
        sharing: &Sharing,
        captures: &Captures,
    ) -> Self {
        let rules = &variant.move_rules;
        let drops =
            goals.win_at_once() || rules.no_check != NoCheck::Free || rules.duple_check.contains(&true);
        let every_move = all_changes(variant).any(|change| change.without_threats);
        Self {
            any: drops || rules.royal_stays || every_move,
            every_move,
            no_checks: rules.no_check == NoCheck::All,
            drops,
            drop_mates: rules.no_drop_mate.contains(&true) && !rules.drop_mate_loses,
            indirect_checks: sharing.dynamic
                || captures.effects
                || all_kinds(variant).any(|kind| tables.reverse().kind_form(kind) == KindForm::ByPair),
        }
    }
    pub(super) fn leaves(&self, variant: &Variant) -> Assumptions {
        Assumptions {
            pieces_count_alone: !self.every_move && variant.move_rules.no_check == NoCheck::Free,
            setup_by_sets: !(self.drops || self.drop_mates),
            won_by_mate: !self.any,
            ..Assumptions::ALL
        }
    }
}
