//! Captures that may be barred: of protected pieces by their like, and of pieces whose like was just taken.
//!
//! Where the rules of captures say no more than that ([`crate::tables::Tables::has_trades`]) moves are found as if there
//! were no such rules, and only those that take such a piece are looked at.
//!
//! SPEC: Interactive diagrams, "Artificial Intelligence": `counterStrike`, `protected`.

use crate::board::Color;
use crate::board::bits::Bits;
use crate::position::cell::Kind;
use crate::position::{Game, Move, Position};

/// Pieces of a colour of which some captures may be barred.
#[inline]
pub(super) fn contested<const W: usize>(game: &Game, pos: &Position, color: Color) -> Bits<W> {
    let Some(events) = game.tables.events() else { return Bits::EMPTY };
    events.barred[color.index()].iter().fold(Bits::EMPTY, |all, &kind| all | pos.kind_set(kind))
}

/// Does a move take such a piece?
pub(super) fn takes_contested(game: &Game, pos: &Position, mv: Move) -> bool {
    let Some(events) = game.tables.events() else { return false };
    let mut taken = false;
    super::victims(game, pos, mv, |kind, _| taken |= events.barred[kind.color().index()].contains(&kind));
    taken
}

/// Is there a type that `by` may not take now, because one of it was just taken from that side?
#[inline]
pub(super) fn bar_now(game: &Game, pos: &Position, by: Color) -> bool {
    pos.struck() != 0 && pos.side() == by && game.tables.has_trades()
}

/// Is a piece of a type that the last move took?
pub(super) fn is_struck(game: &Game, pos: &Position, kind: Kind) -> bool {
    game.tables.events().is_some_and(|events| events.striker(kind.piece()) & pos.struck() != 0)
}

/// Does a move of the side to move take a piece of a type that was just taken from it?
pub(super) fn is_barred(game: &Game, pos: &Position, mv: Move) -> bool {
    let mut barred = false;
    super::victims(game, pos, mv, |kind, _| barred |= is_struck(game, pos, kind));
    barred
}
