//! Pieces whose moves depend on other pieces.

use super::{Assumptions, Hands};
use crate::tables::Tables;

/// Whether the moves of a piece may depend on the types of other pieces.
#[derive(Clone, Copy, Debug)]
pub struct Sharing {
    /// Whether there are kinds that make others move, or move as others do. Then pieces can share moves.
    pub any: bool,
    /// Whether there are kinds whose moves depend on other pieces.
    pub dynamic: bool,
    /// Whether there are imitators, for which the type that moved last matters.
    pub imitators: bool,
}

impl Sharing {
    pub(super) fn new(tables: &Tables, hands: &Hands) -> Self {
        let dynamic = hands.capturing_drops || tables.kinds.iter().any(|info| info.dynamic);
        Self {
            any: dynamic || tables.kinds.iter().any(|info| info.excites),
            dynamic,
            imitators: tables.kinds.iter().any(|info| !info.imitates.is_empty()),
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
