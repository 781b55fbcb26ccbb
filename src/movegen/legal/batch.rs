//! Moves of all pieces of a kind as one set, for kinds with few steps ([`crate::tables::bitboards::BatchStep`]).

use crate::board::{Bits, Kind, Move, MoveList, Square};
use crate::movegen::filter::{ArrivalContext, Filter, append};
use crate::movegen::legal::legal_moves::Guard;
use crate::position::Position;
use crate::tables::bitboards::BatchStep;

impl<const W: usize> Guard<'_, W> {
    /// Pieces whose moves can be found as a set: those without individual restrictions. Empty if `pieces` are too few.
    #[inline(always)]
    pub fn batch(&self, kind: Kind, pieces: Bits<W>) -> Bits<W> {
        let (forms, masks) = (self.game.tables.forms(), &self.masks);
        let few = pieces.count() < forms.profiles[kind.index()].together;
        let tested =
            masks.test_all || self.is_judged_singly(kind) || self.game.tables.changes_by_capture(kind);
        if few || tested || !self.uncertain().is_empty() || self.may_cease_to_be_royal(kind) {
            return Bits::EMPTY;
        }
        let mut free = pieces.without(masks.special | masks.royals);
        if self.game.tables.kind(kind).changes_type {
            free = free.without(Bits::of(&forms.zone, kind.color().index()));
        }
        free
    }
    /// Computes the squares where steps may start and end in the position.
    #[inline(always)]
    fn step_squares(&self, pos: &Position) -> StepSquares<W> {
        let allowed = self.masks.common | self.king_captures;
        let (quiet, takes) = (allowed.without(self.scene.occupied), allowed & self.scene.enemies);
        StepSquares {
            occupied: self.scene.occupied,
            starts: [Bits::ALL, pos.unmoved_set()],
            ends: [Bits::EMPTY, quiet, takes, quiet | takes],
        }
    }
    /// Number of moves of the pieces on `from`, a batch, that end on one of the squares `wanted`.
    #[inline(always)]
    pub fn count_batch(&self, pos: &Position, kind: Kind, from: Bits<W>, wanted: Bits<W>) -> u64 {
        let forms = self.game.tables.forms();
        let changes_type = self.game.tables.kind(kind).changes_type;
        let single: Bits<W> = Bits::of(&forms.single, kind.index());
        let squares = self.step_squares(pos);
        let mut total = 0;
        for step in &forms.steps[kind.index()] {
            let landing = squares.landing(step, from) & wanted;
            total += u64::from(landing.count());
            if changes_type {
                for to in landing.without(single) {
                    // 0 if no promotion is available. The square itself is already counted.
                    total += self.mover(pos, kind.at(start(step, to))).arrivals(to);
                    total -= 1;
                }
            }
        }
        total
    }
    /// Appends the moves of the pieces on `from`, a batch, with their promotions.
    #[inline(always)]
    pub fn list_batch(&self, pos: &Position, kind: Kind, from: Bits<W>, filter: Filter, list: &mut MoveList) {
        let wanted = filter.ends(self.scene.enemies);
        let forms = self.game.tables.forms();
        let plain: Bits<W> = Bits::of(&forms.plain, kind.index());
        let squares = self.step_squares(pos);
        for step in &forms.steps[kind.index()] {
            let landing = squares.landing(step, from);
            let mv = |to: Square| match step.trail {
                true => forms.trailing(kind, start(step, to), to),
                false => Move::plain(start(step, to), to),
            };
            append(list, landing & plain & wanted, mv);
            for to in landing.without(plain) {
                let quiet = !self.scene.enemies.has(to);
                let landing = ArrivalContext { quiet, quoted: false, filter };
                self.mover(pos, kind.at(start(step, to))).arrive(mv(to), landing, list);
            }
        }
    }
}

/// Squares where steps may begin and end in one position.
struct StepSquares<const W: usize> {
    occupied: Bits<W>,
    /// `[BatchStep::unmoved]`: start squares.
    starts: [Bits<W>; 2],
    /// `[BatchStep::ends]`: end squares.
    ends: [Bits<W>; 4],
}

impl<const W: usize> StepSquares<W> {
    /// Squares that a step reaches from `from`.
    #[inline(always)]
    fn landing(&self, step: &BatchStep, from: Bits<W>) -> Bits<W> {
        let ready = from & self.starts[usize::from(step.unmoved)];
        step.lead(ready, self.occupied) & self.ends[step.ends() & 3]
    }
}

/// Start square of a step to `to`.
#[inline(always)]
fn start(step: &BatchStep, to: Square) -> Square {
    Square((i32::from(to.0) - step.by) as u16)
}
