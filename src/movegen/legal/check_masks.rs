//! Which moves give check, found without making them, in games where giving check is forbidden.
//!
//! Holds for moves that change only their two squares, of pieces that keep their type, against a single royal.

use crate::board::{Bits, Square};
use crate::movegen::legal::masks::Constraint;
use crate::moves::PieceAt;
use crate::position::{Game, Position, dynamic};
use crate::tables::attack_tables::{KindForm, PairForm};
use arrayvec::ArrayVec;

/// Maximum number of lines to the enemy royal; with more, every move is tested.
const MAX_LINES: usize = 16;

/// Lines from the pieces of the side to move to the enemy royal.
#[derive(Clone, Default, Debug)]
pub(crate) struct CheckMasks<const W: usize> {
    /// The enemy royal, if there is exactly one.
    royal: Option<Square>,
    lines: ArrayVec<Constraint<W>, MAX_LINES>,
    occupied: Bits<W>,
    /// Whether every move must be tested.
    test_all: bool,
}

impl<const W: usize> CheckMasks<W> {
    /// Computes the masks for the side to move.
    pub fn compute(&mut self, game: &Game, pos: &Position) {
        let side = pos.side();
        let reverse = game.tables.reverse();
        *self = Self::default();
        self.occupied = pos.occupied::<W>();
        let royal = match pos.royals(side.other()) {
            [] => return,
            &[royal] => royal,
            _ => return self.test_all = true,
        };
        self.royal = Some(royal);
        // Such checks are on no line; a capture may bring the piece into the hand whose drop gives check.
        self.test_all = dynamic::has_dynamic(game, pos, side) || game.rules.hands.capturing_drops;
        for kind in game.tables.kinds_of(side) {
            for from in reverse.origins::<W>(kind, royal) & pos.kind_set(kind) {
                let Some(pair) = reverse.pair(kind, from, royal) else { continue };
                let form = reverse.form(pair);
                let line = Constraint::new(reverse.line(pair), [from, royal], self.occupied, form);
                self.test_all |= form == PairForm::General || self.lines.try_push(line).is_err();
            }
        }
    }
    /// Splits the squares where a piece may go: those where it gives no check, and those that must be tested.
    pub fn split(&self, game: &Game, piece: PieceAt, to: Bits<W>) -> (Bits<W>, Bits<W>) {
        let PieceAt { kind, from } = piece;
        let Some(royal) = self.royal else { return (to, to.when(self.test_all)) };
        let reverse = game.tables.reverse();
        if self.test_all {
            return (to, to);
        }
        let others = self.lines.iter().filter(|line| line.attacker != from);
        let mut quiet = others.fold(to, |kept, line| kept & line.allows(Some(from), self.occupied));
        let near = quiet & reverse.origins::<W>(kind, royal);
        match reverse.kind_form(kind) {
            KindForm::Leap => return (quiet.without(near), Bits::EMPTY),
            KindForm::ByPair => return (quiet, near),
            KindForm::Straight => (),
        }
        let occupied = self.occupied.without(Bits::square(from));
        near.for_each(|to| {
            if !reverse.between::<W>(to, royal).meets(occupied) {
                quiet = quiet.without(Bits::square(to));
            }
        });
        (quiet, Bits::EMPTY)
    }
}
