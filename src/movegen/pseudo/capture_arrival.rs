//! Arrivals in games where captures have consequences: the changes of type by the capture matrix.

use crate::movegen::filter::{ArrivalContext, retain};
use crate::moves::capture_rules::admits;
use crate::moves::{Mover, event};
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::{self, Arrival};
use crate::variant::captures::Form;

impl Mover<'_> {
    /// Appends the move, if allowed, in every form the piece may take; `usual` appends the forms given by square and
    /// zone.
    pub fn arrive_capturing(
        self,
        mv: Move,
        landing: ArrivalContext,
        list: &mut MoveList,
        usual: impl FnOnce(Option<Arrival>, &mut MoveList),
    ) {
        let Self { game, kind, .. } = self;
        let event = event(game, self.pos, mv);
        if !admits(game, self.pos, mv, event) {
            return;
        }
        match event.form {
            Form::Same => usual(None, list),
            Form::Shogi => {
                let must = game.tables.kind(kind).must_promote || game.tables.is_stuck(kind, mv.to());
                let arrival = match rules::promoted_form(&game.variant, kind.piece()) {
                    Some(form) if must => Arrival::Must(form),
                    Some(form) => Arrival::May(form),
                    None => Arrival::Plain,
                };
                usual(Some(arrival), list);
            }
            Form::Into(piece) | Form::Defector(piece) => {
                let turned = if piece == kind.piece() { mv } else { mv.into(piece) };
                // A move that changes the type is always tactical.
                if landing.filter.wants(landing.quiet && piece == kind.piece()) {
                    list.push(turned);
                }
            }
        }
    }
}

/// Removes forbidden castling moves and drops from `start` on.
pub(crate) fn retain_admitted(game: &Game, pos: &Position, start: usize, list: &mut MoveList) {
    retain(start, list, |mv| {
        let special = mv.is_drop() || mv.castling().is_some();
        !special || admits(game, pos, mv, event(game, pos, mv))
    });
}
