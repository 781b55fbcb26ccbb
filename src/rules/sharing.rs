//! Pieces whose moves depend on other pieces.

use super::{Assumptions, Hands};
use crate::board::Kind;
use crate::tables::{CaptureTables, Tables};
use crate::variant::{Variant, all_kinds};

/// Whether the moves of a piece may depend on the types of other pieces.
#[derive(Clone, Copy, Debug)]
pub struct Sharing {
    /// Whether there are kinds that make others move, or move as others do. Then pieces can share moves.
    pub any: bool,
    /// Whether there are kinds whose moves depend on other pieces.
    pub dynamic: bool,
    /// Whether there are imitators, for which the type that moved last matters.
    pub imitators: bool,
    /// Whether a side may get an imitator when there is none on the board or in hand.
    pub imitators_come: bool,
}

impl Sharing {
    pub(super) fn new(variant: &Variant, tables: &Tables, hands: &Hands) -> Self {
        let imitators = tables.kinds.iter().any(|info| !info.imitates.is_empty());
        let dynamic = hands.capturing_drops || tables.kinds.iter().any(|info| info.dynamic);
        Self {
            any: dynamic || tables.kinds.iter().any(|info| info.induces),
            dynamic,
            imitators,
            imitators_come: imitators && imitators_come(variant, tables),
        }
    }
    pub(super) fn leaves(&self) -> Assumptions {
        Assumptions {
            local_moves: !self.imitators,
            pieces_count_alone: !self.any,
            setup_by_sets: !self.any,
            won_by_mate: !self.dynamic,
            ..Assumptions::ALL
        }
    }
}

/// Whether other pieces may turn into imitators, by moves or by captures.
fn imitators_come(variant: &Variant, tables: &Tables) -> bool {
    let imitates = |kind: Kind| !tables.kind(kind).imitates.is_empty();
    let turns = |kind: Kind| {
        let mut types = tables.new_types(variant, kind).into_iter();
        !imitates(kind) && types.any(|piece| imitates(Kind::new(piece, kind.color())))
    };
    let captures_turn = !matches!(tables.captures, CaptureTables::None | CaptureTables::Bans(_));
    variant.keeps_captured() || captures_turn || all_kinds(variant).any(turns)
}
