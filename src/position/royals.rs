//! Whether a side has lost the royals that it must keep.

use crate::board::{Color, Square};
use crate::position::{Game, Position};

/// Whether the side, which loses only with the last of these royals, may not leave all of them attacked (`dupleCheck`).
///
/// SPEC: Spartan Chess (Steven Streetman), duple check: "a move that leaves both attacked is illegal".
#[inline]
pub(crate) fn must_keep_one_safe(game: &Game, color: Color, royals: &[Square]) -> bool {
    royals.len() > 1
        && game.variant.ends.all_must_fall(color)
        && game.variant.move_rules.duple_check[color.index()]
}

/// Whether a side that loses only with the last of these royals can be in check: by `dupleCheck`, or because one move
/// can capture them all.
pub(crate) fn can_lose_several(game: &Game, color: Color, royals: &[Square]) -> bool {
    game.variant.move_rules.duple_check[color.index()] || can_lose_all_at_once(game, royals)
}

/// Whether any move of the game can capture `royals.len()` pieces. Explosions are not captures.
pub(crate) fn can_lose_all_at_once(game: &Game, royals: &[Square]) -> bool {
    royals.len() <= game.rules.captures.most_victims.into()
}

/// Whether the side has lost the royals that it must keep.
#[inline(always)]
pub(crate) fn royals_lost(game: &Game, pos: &Position, color: Color) -> bool {
    let (left, at_start) = (pos.royals(color).len(), game.rules.endings.royals_at_start[color.index()]);
    match game.variant.ends.all_must_fall(color) {
        // Royals may also have come from the hand or by promotion.
        true => left == 0 && (at_start > 0 || pos.has_lost_royal(color)),
        false => pos.has_lost_royal(color) || left < at_start,
    }
}

/// Whether the loss of `lost` royals loses the game for their side.
#[inline]
pub(crate) fn is_fatal(game: &Game, pos: &Position, color: Color, lost: usize) -> bool {
    lost > 0 && (!game.variant.ends.all_must_fall(color) || lost >= pos.royals(color).len())
}
