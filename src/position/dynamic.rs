//! Whether a side has pieces whose captures are in no attack table, on the board or in hand, or pieces that could capture
//! en passant.

use crate::board::{Color, Kind, Square};
use crate::position::{Game, Position};
use crate::tables::rules::DropRule;
use crate::variant::PieceType;

/// Whether the side has pieces whose captures are in no attack table: borrowed, imitated, mirrored, burning, dropped.
#[inline]
pub(crate) fn has_dynamic(game: &Game, pos: &Position, color: Color) -> bool {
    game.rules.sharing.dynamic && has_dynamic_now(game, pos, color)
}

impl Position {
    /// Whether an enemy of `mover` could capture en passant on the trail, ignoring pieces in its way.
    pub(crate) fn trail_matters(&self, game: &Game, mover: Color, trail: u32) -> bool {
        let enemy = mover.other();
        if has_dynamic(game, self, enemy) {
            return true;
        }
        game.tables.trail(trail).iter().any(|&square| {
            let origins = game.tables.reverse().passing(enemy, Square(square));
            origins.iter().any(|&(kind, from)| self.cell(from).kind() == Some(kind))
        })
    }
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
        let held = pos.can_drop(game, kind) || game.variant.captures_to_owner();
        held && game.tables.kind(kind).drops.iter().any(captures)
    })
}
