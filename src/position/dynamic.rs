//! Whether a side has pieces whose captures are in no attack table, on the board or in hand.

use crate::board::{Color, Kind};
use crate::position::{Game, Position};
use crate::tables::rules::DropRule;
use crate::variant::{Captured, PieceType};

/// Whether the side has pieces whose captures are in no attack table: borrowed, imitated, mirrored, burning, dropped.
#[inline]
pub(crate) fn has_dynamic(game: &Game, pos: &Position, color: Color) -> bool {
    game.rules.sharing.dynamic && has_dynamic_now(game, pos, color)
}

fn has_dynamic_now(game: &Game, pos: &Position, color: Color) -> bool {
    game.tables.kinds_of(color).any(|kind| game.tables.kind(kind).dynamic && pos.count(kind) > 0)
        || held_captors(game, pos, color).next().is_some()
}

/// Kinds in a side's hand whose drops can capture.
pub(crate) fn held_captors(game: &Game, pos: &Position, by: Color) -> impl Iterator<Item = Kind> {
    let types = if game.rules.hands.capturing_drops { game.variant.pieces.len() } else { 0 };
    let kinds = (0..types as u16).map(move |piece| Kind::new(PieceType(piece), by));
    let captures = |rule: &DropRule| !rule.landing.take.is_empty();
    kinds.filter(move |&kind| {
        // A capture may put its victim into the hand of the owner.
        let held = pos.can_drop(game, kind) || game.variant.captured == Captured::ToOwner;
        held && game.tables.kind(kind).drops.iter().any(captures)
    })
}
