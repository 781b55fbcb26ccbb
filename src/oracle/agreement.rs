//! How well the moves of both generators agree.

use crate::board::Move;
use crate::oracle::ReferenceMove;
use crate::oracle::arrive::arrive;
use crate::oracle::pieces::{may_capture_en_passant, piece_arrivals};
use crate::oracle::view::View;
use crate::position::{Game, Position};

/// How well a move of the compiled generator agrees with a reference move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Another move, or another position after it.
    None,
    /// The same, except for an en passant right dropped as unusable.
    UpToUselessRights,
    /// The same.
    Full,
}

/// Whether the side to move can capture en passant.
fn captures_in_passing(view: View<'_>) -> bool {
    let mut replies = Vec::new();
    for from in view.variant.board.squares().filter(|_| !view.frozen) {
        let able = |movements: &[_]| movements.iter().any(may_capture_en_passant);
        if let Some(kind) = view.own(from).filter(|kind| able(view.variant.movements(kind.piece()))) {
            let ways = piece_arrivals(view, kind, from).into_iter().filter(|way| way.path.en_passant);
            ways.for_each(|way| arrive(view, &way, &mut replies));
        }
    }
    !replies.is_empty()
}

impl ReferenceMove {
    /// Compares with `mv`, which leads to `after`.
    pub fn agreement(&self, game: &Game, mv: Move, after: &Position) -> Agreement {
        let same_move = self.to == mv.to()
            && self.from == mv.from()
            && self.promotion == mv.promotion()
            && self.dropped == mv.dropped()
            && self.gated == mv.gated();
        if !same_move {
            return Agreement::None;
        }
        if self.after.is(game, after) {
            return Agreement::Full;
        }
        let forgotten = after.en_passant().is_none() && self.after.is_but_for_en_passant(game, after);
        if forgotten && !captures_in_passing(View::new(game, after, &self.after)) {
            Agreement::UpToUselessRights
        } else {
            Agreement::None
        }
    }
}
