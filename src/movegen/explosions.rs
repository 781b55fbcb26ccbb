//! Legality of captures that explode ([`crate::tables::explosions`]), without making them.

use super::legal_moves::Legal;
use super::masks::royal_could_be_taken;
use crate::board::Square;
use crate::board::bits::Bits;
use crate::position::cell::Kind;
use crate::position::{Game, Position};
use crate::tables::explosions::Explosions;

/// The pieces that an explosion beside them does not destroy.
#[inline]
fn unharmed<const W: usize>(explosions: &Explosions, pos: &Position) -> Bits<W> {
    explosions.unharmed().iter().fold(Bits::EMPTY, |all, &kind| all | pos.kind_set(kind))
}

/// Whether the loss of `lost` royals loses the game for their side.
#[inline]
fn is_fatal(game: &Game, royals: &[Square], side: usize, lost: usize) -> bool {
    lost > 0 && (!game.variant.ends.extinction[side] || lost >= royals.len())
}

/// Removes the attackers, pieces of one kind, that would lose their own royals by capturing a royal on `target`.
#[inline]
pub(super) fn without_suicides<const W: usize>(
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

/// Verdict on a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExplosionVerdict {
    /// It does not explode: like in any other game.
    Ordinary,
    /// It is legal, or not.
    Known(bool),
    /// It must be made to find out.
    Unknown,
}

impl<const W: usize> Legal<'_, W> {
    /// Verdict on a capture of the enemy on `to` by a piece on `from` that changes only these squares and explodes.
    pub(super) fn judge_explosion(&self, pos: &Position, from: Square, to: Square) -> ExplosionVerdict {
        use ExplosionVerdict::{Known, Ordinary, Unknown};
        let (game, side) = (self.game, pos.side());
        let kinds = (pos.cell(from).kind(), pos.cell(to).kind());
        let (Some(explosions), (Some(mover), Some(victim))) = (game.tables.explosions(), kinds) else {
            return Ordinary;
        };
        if explosions.forbids(mover.piece(), victim.piece()) {
            return Known(false);
        }
        if !explosions.explodes(mover.piece(), victim.piece()) {
            return if game.tables.kind(victim).royal { Unknown } else { Ordinary };
        }
        let dies = !explosions.is_proof(mover.piece());
        let ends = Bits::square(from) | Bits::square(to);
        let beside = explosions.area::<W>(to).without(unharmed::<W>(explosions, pos) | ends);
        let (own, enemies) = (pos.royals(side), pos.royals(side.other()));
        let royal = game.tables.kind(mover).royal;
        let lost = own.iter().filter(|&&royal| beside.has(royal)).count() + usize::from(royal && dies);
        if is_fatal(game, own, side.index(), lost) {
            return Known(false);
        }
        let destroyed = enemies.iter().filter(|&&royal| royal == to || beside.has(royal)).count();
        if is_fatal(game, enemies, side.other().index(), destroyed) {
            return Known(true);
        }
        if self.masks.test_all || destroyed > 0 || lost > 0 || royal {
            return Unknown;
        }
        let emptied = beside | Bits::square(from) | Bits::square(to).when(dies);
        if !self.masks.exposed.meets(emptied) {
            return Known(!self.masks.in_check);
        }
        let occupied = self.scene.occupied.without(emptied);
        for royal in self.masks.royals {
            match royal_could_be_taken(game, pos, royal, occupied.without(Bits::square(royal)), side.other())
            {
                Some(true) => return Known(false),
                Some(false) => {}
                None => return Unknown,
            }
        }
        Known(true)
    }
    /// Splits the captures `takes` of the piece on `from`: those of `ordinary` and the legal explosions, and the
    /// explosions that must be tested.
    pub(super) fn explosive_captures(
        &self,
        pos: &Position,
        from: Square,
        takes: Bits<W>,
        ordinary: Bits<W>,
    ) -> (Bits<W>, Bits<W>) {
        let (mut kept, mut test) = (Bits::EMPTY, Bits::EMPTY);
        takes.for_each(|to| {
            let verdict = self.judge_explosion(pos, from, to);
            test.insert_if(to, verdict == ExplosionVerdict::Unknown);
            kept.insert_if(
                to,
                match verdict {
                    ExplosionVerdict::Ordinary => ordinary.has(to),
                    ExplosionVerdict::Known(legal) => legal,
                    ExplosionVerdict::Unknown => true,
                },
            );
        });
        (kept, test)
    }
}
