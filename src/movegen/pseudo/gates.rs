//! Lists compiled moves that put down a piece from the hand on the square they leave.

use crate::movegen::filter::Filter;
use crate::movegen::pseudo::targets::Targets;
use crate::moves::Mover;
use crate::position::MoveList;
use crate::tables::bitboards::Conditionals;

impl Mover<'_> {
    /// Whether the piece may put another one on the square that it leaves, if its side holds one.
    #[inline(always)]
    pub fn can_gate(self) -> bool {
        match self.game.tables.forms().gates[self.kind.index()] {
            Conditionals::None => false,
            Conditionals::Initial => self.pos.cell(self.from).is_unmoved(),
            Conditionals::Always => true,
        }
    }
    /// Appends the gates among the moves to given squares of a piece that can gate.
    pub fn gates<const W: usize>(self, reached: Targets<W>, filter: Filter, list: &mut MoveList) {
        let mut types = self.pos.gateable(self.game, self.kind.color(), self.from);
        let Some(first) = types.next() else { return };
        let start = list.len();
        self.plain_moves(reached, filter, list);
        let end = list.len();
        for piece in types {
            (start..end).for_each(|index| list.push(list[index].gating(piece)));
        }
        list[start..end].iter_mut().for_each(|mv| *mv = mv.gating(first));
    }
}
