//! Pieces that a move may not capture: by the capture matrix, spells and counterstrike.

use crate::board::{Kind, Square};
use crate::moves::changes::is_quoted;
use crate::moves::spells::{casts_on, is_under};
use crate::position::{Game, Move, Position};
use crate::variant::captures::{CaptureActions, Column, Spell};

/// Whether a spell or counterstrike keeps the piece of this kind on the square from being captured by `mover`.
pub(super) fn is_immune(game: &Game, pos: &Position, mover: Kind, (kind, square): (Kind, Square)) -> bool {
    // Counterstrike binds only the side that has just lost a piece.
    let struck = mover.color() == pos.side() && is_struck(game, pos, kind);
    let enemy = kind.color() != mover.color();
    struck || enemy && casts_on(game, pos, Spell::Protect, square, kind.color())
}

/// Whether the flames of a move by `mover` may capture the piece on the square. Protection is not checked.
///
/// SPEC: XBetza, "Ideas for the future": flames capture like moves of the piece, but "the move would not be blocked".
pub(super) fn may_burn(game: &Game, pos: &Position, mv: Move, mover: Kind, square: Square) -> bool {
    let rules = &game.variant.captures;
    let Some(kind) = pos.cell(square).kind().filter(|_| !rules.is_empty()) else { return true };
    let column = Column::of(kind.piece(), kind.color() == mover.color());
    let effect = rules.effect(is_quoted(game, mv), mover.piece(), column);
    !effect.actions.intersects(CaptureActions::FORBIDDEN)
        && !is_under(game, pos, Spell::Charm, mv.from())
        && !is_immune(game, pos, mover, (kind, square))
}

/// Whether the last move captured a piece of this type.
pub(crate) fn is_struck(game: &Game, pos: &Position, kind: Kind) -> bool {
    game.tables.effect_tables().is_some_and(|effects| effects.striker(kind.piece()) & pos.struck() != 0)
}
