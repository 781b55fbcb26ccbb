//! Whether a side has lost the royals that it must keep.

use crate::board::{Color, Square};
use crate::position::board_state::Position;
use crate::position::game::Game;

/// Whether a side that loses only with the last of these royals can be in check: by `dupleCheck`, or because one move
/// can capture them all.
pub(crate) fn can_lose_several(game: &Game, color: Color, royals: &[Square]) -> bool {
    game.variant.rules.duple_check[color.index()] || can_lose_all_at_once(game, royals)
}

/// Whether any move of the game can capture `royals.len()` pieces. Explosions are not captures.
pub(crate) fn can_lose_all_at_once(game: &Game, royals: &[Square]) -> bool {
    royals.len() <= game.most_victims.into()
}

/// Whether the side has lost the royals that it must keep.
#[inline(always)]
pub(crate) fn royals_lost(game: &Game, pos: &Position, color: Color) -> bool {
    let left = pos.royals(color).len();
    if game.variant.ends.extinction[color.index()] {
        left == 0 && royals_at_start(game, color) > 0
    } else {
        pos.has_lost_royal(color) || left < royals_at_start(game, color)
    }
}

fn royals_at_start(game: &Game, color: Color) -> usize {
    game.royals_at_start[color.index()]
}

/// Whether the loss of one more royal would lose the game for the side.
pub(crate) fn royals_lost_after_losing_one(game: &Game, pos: &Position, color: Color) -> bool {
    let left = pos.royals(color).len();
    left > 0 && (left == 1 || !game.variant.ends.extinction[color.index()])
}
