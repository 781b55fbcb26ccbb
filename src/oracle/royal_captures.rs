//! Whether a capture takes a royal without the loss of an own one.

use crate::board::{Color, Square};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::reference_move::ReferenceMove;
use crate::position::Game;
use crate::variant::Variant;

/// Squares that a move captures. Explosions do not capture, so they give no check. SPEC: "With N=0 (the default) this
/// would capture all enemy pieces".
pub(crate) fn captured<'a>(variant: &Variant, mv: &'a ReferenceMove) -> &'a [Square] {
    if variant.captures.blast.enemies_only { &mv.gone } else { &mv.victims }
}

/// Whether a move captures enough royals of `color` for that side to lose the game.
fn loses_royals(game: &Game, state: &ReferenceState, mv: &ReferenceMove, color: Color) -> bool {
    let variant = &game.variant;
    let royals = state.royals(variant, color);
    let lost = royals.iter().filter(|royal| captured(variant, mv).contains(royal)).count();
    if variant.ends.extinction[color.index()] { lost > 0 && lost == royals.len() } else { lost > 0 }
}

/// Whether the reply wins by capturing royals of `color` without losing its own.
pub(crate) fn takes_king_for_free(
    game: &Game,
    state: &ReferenceState,
    reply: &ReferenceMove,
    color: Color,
) -> bool {
    loses_royals(game, state, reply, color) && !reply.after.has_lost_royals(game, state.side)
}
