//! Explosions that cost the capturer its own royal: such captures are no attack.

use crate::board::bits::Bits;
use crate::board::{Kind, Square};
use crate::position::{Game, Position};
use crate::tables::explosions::Explosions;

/// The pieces that an explosion beside them does not destroy.
#[inline]
pub(crate) fn unharmed<const W: usize>(explosions: &Explosions, pos: &Position) -> Bits<W> {
    explosions.unharmed().iter().fold(Bits::EMPTY, |all, &kind| all | pos.kind_set(kind))
}

/// Whether the loss of `lost` royals loses the game for their side.
#[inline]
pub(crate) fn is_fatal(game: &Game, royals: &[Square], side: usize, lost: usize) -> bool {
    lost > 0 && (!game.variant.ends.extinction[side] || lost >= royals.len())
}

/// Removes the attackers, pieces of one kind, that would lose their own royals by capturing a royal on `target`.
#[inline]
pub(crate) fn without_suicides<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    target: Square,
    attackers: Bits<W>,
) -> Bits<W> {
    let Some(explosions) = game.tables.explosions() else { return attackers };
    if !explosions.explodes_royals(kind.piece()) {
        return attackers;
    }
    let near = explosions.area::<W>(target).without(unharmed::<W>(explosions, pos) | Bits::square(target));
    let royals = pos.royals(kind.color());
    let blown = royals.iter().filter(|&&royal| near.has(royal)).count();
    let fatal = |lost: usize| is_fatal(game, royals, kind.color().index(), lost);
    if !game.tables.kind(kind).royal {
        return attackers.when(!fatal(blown));
    }
    let mut kept = Bits::EMPTY;
    let dies = usize::from(!explosions.is_proof(kind.piece()));
    attackers.for_each(|from| kept.insert_if(from, !fatal(blown - usize::from(near.has(from)) + dies)));
    kept
}
