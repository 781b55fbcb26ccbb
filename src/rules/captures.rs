//! What the capture rules of a game can do.

use super::Assumptions;
use crate::tables::{CaptureTables, Tables};
use crate::variant::Variant;
use crate::variant::captures::CaptureActions;

/// What captures can do besides removing the victim, and which are forbidden.
#[derive(Clone, Copy, Debug)]
pub struct Captures {
    /// Whether each move must be judged by the capture rules: they do more than forbid captures, turn captors, bar trades
    /// or explode.
    pub judged: bool,
    /// Whether moves can have effects by the capture rules: they are judged, or captures explode.
    pub effects: bool,
    /// Whether some captures explode.
    pub explode: bool,
    /// Whether explosions destroy only enemies, which then count as captured: they burn.
    pub burn: bool,
    /// Whether the capture rules only bar captures of protected pieces and of pieces that strike back. Then only moves
    /// that capture such a piece must be tested.
    pub trades: bool,
    /// Whether the rules do more than change the type of the captor, so that the game has
    /// [`EffectTables`](crate::tables::capture_rules::EffectTables).
    pub has_tables: bool,
    /// Whether the contents of passed squares matter, not only whether they are occupied.
    pub paths: bool,
    /// Whether some pieces may be captured only if unprotected.
    pub protection: bool,
    /// Whether moves that capture nothing can destroy something.
    pub quiet_blasts: bool,
    /// Whether some moves are mandatory or must be safe. Then, of two moves with the same effect, only one may be legal.
    pub duplicates_differ: bool,
    /// Maximum number of pieces that one move can capture.
    pub most_victims: u16,
}

impl Captures {
    pub(super) fn new(variant: &Variant, tables: &Tables) -> Self {
        let rules = &variant.captures;
        let has_tables = tables.effect_tables().is_some();
        let judged = matches!(tables.captures, CaptureTables::Judged(_));
        let have = |actions| has_tables && rules.have(actions);
        let most_victims = tables.kinds.iter().map(|info| info.most_victims).max().unwrap_or(1);
        Self {
            judged,
            effects: judged || tables.explosions().is_some(),
            explode: have(CaptureActions::BLAST),
            burn: rules.blast.enemies_only,
            trades: has_tables && rules.only_bar_trades(),
            has_tables,
            paths: has_tables && rules.mind_paths(),
            protection: have(CaptureActions::UNPROTECTED),
            quiet_blasts: has_tables && rules.burn_quietly(),
            duplicates_differ: have(CaptureActions::MANDATORY | CaptureActions::UNPROTECTED),
            most_victims: if rules.blast.enemies_only { u16::MAX } else { most_victims },
        }
    }
    pub(super) fn leaves(&self, tables: &Tables) -> Assumptions {
        let forgotten = !self.has_tables || tables.explosions().is_some();
        Assumptions {
            local_moves: forgotten,
            pieces_count_alone: forgotten,
            setup_by_sets: !(self.judged || self.trades),
            ..Assumptions::ALL
        }
    }
}
