//! Whether the royals of a side can be captured, by generating the captures.

use crate::board::Color;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::generate::{pseudo_legal_of, ways};
use crate::oracle::royal_captures::takes_king_for_free;
use crate::oracle::threats;
use crate::oracle::threats::Threats;
use crate::position::{Game, Position};

/// Whether `color` has lost its royals, or the opponent can capture them. The opponent is to move.
///
/// SPEC: diagram readings, `extinction`: all must fall, or the loss of any one (promoted ones, too) loses.
pub(crate) fn can_lose_royals(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    state.has_lost_royals(game, color) || can_be_deprived(game, pos, state, color)
}

/// Whether the opponent can win by capturing royals of `color`. The opponent is to move.
pub(crate) fn can_be_deprived(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    can_be_deprived_given(game, pos, state, color, None)
}

/// Like [`can_be_deprived`], given the threats before the move.
pub(crate) fn can_be_deprived_given(
    game: &Game,
    pos: &Position,
    state: &ReferenceState,
    color: Color,
    threats: Option<&Threats>,
) -> bool {
    if game.variant.captures.blast.enemies_only {
        // Pieces beside the capture square are captured with it.
        return ways(game, pos, state).iter().any(|reply| takes_king_for_free(game, state, reply, color));
    }
    threats::can_take(game, pos, state, color, threats) || all_attacked(game, pos, state, color)
}

/// Whether all royals are left attacked where the rules forbid that. The opponent is to move.
pub fn all_attacked(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    let royals = state.royals(&game.variant, color);
    let ruled = game.variant.rules.duple_check[color.index()] && game.variant.ends.extinction[color.index()];
    if !ruled || royals.len() < 2 {
        return false;
    }
    let replies = pseudo_legal_of(game, pos, state);
    royals.iter().all(|royal| replies.iter().any(|reply| reply.victims.contains(royal)))
}
