//! Explosions that cost the capturer its own royal: such captures are no attack.

use crate::board::bits::Bits;
use crate::board::{Kind, Square};
use crate::movegen::attack::royals::Attackers;
use crate::position::Position;
use crate::position::royals::is_fatal;
use crate::tables::explosions::Explosions;

/// The pieces that an explosion beside them does not destroy.
#[inline]
pub(crate) fn unharmed<const W: usize>(explosions: &Explosions, pos: &Position) -> Bits<W> {
    explosions.unharmed().iter().fold(Bits::EMPTY, |all, &kind| all | pos.kind_set(kind))
}

impl Attackers<'_> {
    /// Removes the attackers, pieces of one kind, that would lose their own royals by capturing a royal on `target`.
    #[inline]
    pub fn without_suicides<const W: usize>(self, kind: Kind, target: Square, attackers: Bits<W>) -> Bits<W> {
        let Self { game, pos, .. } = self;
        let Some(explosions) = game.tables.explosions() else { return attackers };
        if !explosions.explodes_royals(kind.piece()) {
            return attackers;
        }
        let near =
            explosions.area::<W>(target).without(unharmed::<W>(explosions, pos) | Bits::square(target));
        let blown = pos.royals(kind.color()).iter().filter(|&&royal| near.has(royal)).count();
        let fatal = |lost: usize| is_fatal(game, pos, kind.color(), lost);
        if !game.tables.kind(kind).royal {
            return attackers.when(!fatal(blown));
        }
        let mut kept = Bits::EMPTY;
        let dies = usize::from(!explosions.is_proof(kind.piece()));
        attackers.for_each(|from| kept.insert_if(from, !fatal(blown - usize::from(near.has(from)) + dies)));
        kept
    }
}
