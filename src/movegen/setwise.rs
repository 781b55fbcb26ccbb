//! Moves of all pieces of a kind at once, for kinds with a few steps ([`crate::tables::setwise`]).

use super::Filter;
use super::compiled::{Legal, arrivals};
use super::generate::{Landing, arrive};
use crate::board::Square;
use crate::board::bits::Bits;
use crate::position::cell::Kind;
use crate::position::{Move, MoveList, Position};
use crate::tables::setwise::Step;

impl<const W: usize> Legal<'_, W> {
    /// Pieces of the kind whose moves may be found together: those that no special restriction holds for.
    #[inline(always)]
    pub(super) fn together(&self, pos: &Position, kind: Kind, pieces: Bits<W>) -> Bits<W> {
        let forms = self.game.tables.forms();
        let steps = forms.steps[kind.index()].len();
        let masks = &self.masks;
        if steps == 0 || masks.test_all || usize::from(pos.count(kind)) * 2 < steps {
            return Bits::EMPTY;
        }
        let info = self.game.tables.kind(kind);
        if info.becomes_royal || !masks.suspicious.is_empty() {
            return Bits::EMPTY;
        }
        let mut free = pieces.without(masks.special);
        if let Some(royal) = masks.royal {
            free = free.without(Bits::square(royal));
        }
        if info.promotes {
            free = free.without(Bits::of(&forms.zone, kind.color().index()));
        }
        free
    }
    /// Where a step leads the pieces on `from`.
    #[inline(always)]
    fn landing(&self, pos: &Position, step: &Step, from: Bits<W>) -> Bits<W> {
        let ready = step.ready(from, pos.virgin_set(), self.scene.occupied);
        let mut ends = Bits::EMPTY;
        if step.quiet {
            ends = Bits::ALL.without(self.scene.occupied);
        }
        if step.takes {
            ends |= self.scene.enemies;
        }
        ready.shifted(step.by) & ends & (self.masks.common | self.prizes)
    }
    /// Number of moves of the pieces on `from`.
    #[inline(always)]
    pub(super) fn count_together(&self, pos: &Position, kind: Kind, from: Bits<W>) -> u64 {
        let forms = self.game.tables.forms();
        let promotes = self.game.tables.kind(kind).promotes;
        let single: Bits<W> = Bits::of(&forms.single, kind.index());
        let mut total = 0;
        for step in &forms.steps[kind.index()] {
            let landing = self.landing(pos, step, from);
            total += u64::from(landing.count());
            if promotes {
                for to in landing.without(single) {
                    total += arrivals(self.game, pos, kind, start(step, to), to) - 1;
                }
            }
        }
        total
    }
    /// Appends the moves of the pieces on `from`.
    #[inline(always)]
    pub(super) fn list_together(&self, pos: &Position, kind: Kind, from: Bits<W>, list: &mut MoveList) {
        let forms = self.game.tables.forms();
        let promotes = self.game.tables.kind(kind).promotes;
        for step in &forms.steps[kind.index()] {
            for to in self.landing(pos, step, from) {
                let from = start(step, to);
                let mv = if step.trail { forms.trailing(kind, from, to) } else { Move::plain(from, to) };
                if promotes {
                    let quiet = !self.scene.enemies.has(to);
                    arrive(
                        self.game,
                        pos,
                        kind,
                        mv,
                        Landing { quiet, quoted: false, filter: Filter::All },
                        list,
                    );
                } else {
                    list.push(mv);
                }
            }
        }
    }
}

/// Where a step to `to` began.
#[inline(always)]
fn start(step: &Step, to: Square) -> Square {
    Square((i32::from(to.0) - step.by) as u16)
}
