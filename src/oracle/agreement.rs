//! How well the moves of both generators agree.

use crate::board::{Kind, Move};
use crate::oracle::ReferenceMove;
use crate::oracle::arrive::arrive;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::pieces;
use crate::oracle::pieces::piece_moves;
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
fn captures_in_passing(game: &Game, state: &ReferenceState) -> bool {
    let mut replies = Vec::new();
    for from in game.variant.board.squares().filter(|_| !state.frozen) {
        let kind = state.cell(from).kind().filter(|kind| kind.color() == state.side);
        let able = |kind: &Kind| {
            let movements = &game.variant.pieces[kind.piece().index()].movements;
            movements.iter().any(pieces::may_capture_in_passing)
        };
        if let Some(kind) = kind.filter(able) {
            piece_moves(game, state, kind, from, &mut |way| {
                if way.path.in_passing {
                    arrive(game, state, &way, &mut replies);
                }
            });
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
        let forgotten = after.passing().is_none() && self.after.is_but_for_passing(game, after);
        if forgotten && !captures_in_passing(game, &self.after) {
            Agreement::UpToUselessRights
        } else {
            Agreement::None
        }
    }
}
