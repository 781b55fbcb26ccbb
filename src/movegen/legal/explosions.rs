//! Legality of captures that explode ([`crate::tables::explosions`]), without making them.

use crate::board::{Bits, Square};
use crate::movegen::attack::royals::{Attackers, unharmed};
use crate::movegen::legal::legal_moves::Guard;
use crate::position::Position;
use crate::position::royals::is_fatal;

/// Verdict on a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExplosionVerdict {
    /// It does not explode: like in any other game.
    Ordinary,
    /// It is legal, or not.
    Known(bool),
    /// It must be made to find out.
    Unknown,
}

impl<const W: usize> Guard<'_, W> {
    /// Verdict on a capture of the enemy on `to` by a piece on `from` that changes only these squares and explodes.
    pub fn judge_explosion(&self, pos: &Position, from: Square, to: Square) -> ExplosionVerdict {
        use ExplosionVerdict::{Known, Ordinary, Unknown};
        let (game, side) = (self.game, pos.side());
        // A pass captures nothing.
        if from == to {
            return Ordinary;
        }
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
        if is_fatal(game, pos, side, lost) {
            return Known(false);
        }
        let destroyed = enemies.iter().filter(|&&royal| royal == to || beside.has(royal)).count();
        if is_fatal(game, pos, side.other(), destroyed) {
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
            match Attackers::of_mover(game, pos).could_take(royal, occupied.without(Bits::square(royal))) {
                Some(true) => return Known(false),
                Some(false) => {}
                None => return Unknown,
            }
        }
        Known(true)
    }
    /// Splits the captures `takes` of the piece on `from`: those of `ordinary` and the legal explosions, and the
    /// explosions that must be tested.
    pub fn explosive_captures(
        &self,
        pos: &Position,
        from: Square,
        (takes, ordinary): (Bits<W>, Bits<W>),
    ) -> (Bits<W>, Bits<W>) {
        let (mut kept, mut test) = (Bits::EMPTY, Bits::EMPTY);
        takes.for_each(|to| match self.judge_explosion(pos, from, to) {
            ExplosionVerdict::Ordinary => kept.insert_if(to, ordinary.has(to)),
            ExplosionVerdict::Known(legal) => kept.insert_if(to, legal),
            ExplosionVerdict::Unknown => {
                kept.insert_if(to, true);
                test.insert_if(to, true);
            }
        });
        (kept, test)
    }
}
