//! Pieces that enter the board from the hand.

use super::{Assumptions, enters};
use crate::board::Kind;
use crate::tables::bitboards::Conditionals;
use crate::tables::rules::all_changes;
use crate::tables::{KindInfo, Tables};
use crate::variant::{Variant, all_kinds};

/// What drops and gates can do besides filling an empty square.
#[derive(Clone, Copy, Debug)]
pub struct Hands {
    /// Whether there are drops that capture.
    pub capturing_drops: bool,
    /// Whether leaps and rides of some kind can put a piece from the hand on the square they leave.
    pub compiled_gates: bool,
    leaves: Assumptions,
}

impl Hands {
    pub(super) fn new(variant: &Variant, tables: &Tables) -> Self {
        let (rules, promotion) = (&variant.hand_rules, &variant.promotion);
        let capturing_drops = tables.kinds.iter().any(KindInfo::drops_capture);
        let by_sets = |info: &KindInfo| info.drops.len() < 2 && info.drops.iter().all(|d| d.area.is_some());
        let from_hand = promotion.choices.iter().flatten().any(|choice| choice.from_hand);
        let last_only = all_changes(variant).any(|change| change.last);
        let limited = promotion.limits.iter().any(Option::is_some) || last_only;
        let returns = |kind: Kind| variant.has_hands() && enters(variant, tables, kind);
        let to_owner = variant.captures_to_owner();
        Self {
            capturing_drops,
            compiled_gates: tables.forms().gates.iter().any(|&gates| gates != Conditionals::None),
            leaves: Assumptions {
                local_moves: !to_owner,
                // A reply cannot begin a setup phase, unless captured pieces go back to their owner.
                pieces_count_alone: !(from_hand || limited || rules.drops_first && to_owner),
                setup_by_sets: !(rules.swap || rules.drop_forms || capturing_drops)
                    && tables.kinds.iter().all(by_sets),
                won_by_mate: !all_kinds(variant).any(returns),
                ..Assumptions::ALL
            },
        }
    }
    pub(super) fn leaves(&self) -> Assumptions {
        self.leaves
    }
}
