//! Captures that may be barred: of protected pieces by their own type, and of types just captured.
//!
//! If the capture rules do nothing else ([`crate::rules::Captures::trades`]), moves are generated as usual and only
//! captures of such pieces are tested.
//!
//! SPEC: Interactive diagrams, "Artificial Intelligence": `counterStrike`, `protected`.

use crate::board::{Bits, Color};
use crate::moves::immunity::is_struck;
use crate::moves::takes;
use crate::position::{Game, Move, Position};

/// Pieces of a colour whose capture may be barred.
#[inline]
pub(crate) fn contested<const W: usize>(game: &Game, pos: &Position, color: Color) -> Bits<W> {
    let Some(effects) = game.tables.effect_tables() else { return Bits::EMPTY };
    effects.barred[color.index()].iter().fold(Bits::EMPTY, |all, &kind| all | pos.kind_set(kind))
}

/// Whether a move captures such a piece.
pub(crate) fn takes_contested(game: &Game, pos: &Position, mv: Move) -> bool {
    let Some(effects) = game.tables.effect_tables() else { return false };
    takes(game, pos, mv, |kind, _| effects.barred[kind.color().index()].contains(&kind))
}

/// Whether some type is barred to `by` now because it has just lost a piece of that type.
#[inline]
pub(crate) fn bar_now(game: &Game, pos: &Position, by: Color) -> bool {
    pos.struck() != 0 && pos.side() == by && game.rules.captures.trades
}

/// Whether the move captures a type that its side has just lost.
pub(crate) fn is_barred(game: &Game, pos: &Position, mv: Move) -> bool {
    takes(game, pos, mv, |kind, _| is_struck(game, pos, kind))
}
