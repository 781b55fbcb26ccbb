//! Lists the pseudo-legal moves of a position, each effect once.

use crate::oracle::arrive::arrive;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::pieces::piece_moves;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::{castling, drops, goals, passes, unmoved};
use crate::position::{Game, Position};

/// Returns the pseudo-legal moves, each effect once.
pub fn pseudo_legal(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    pseudo_legal_of(game, pos, &ReferenceState::of(game, pos))
}

/// Like [`pseudo_legal`], for a state with the castling rules of `pos`. Versions of a move with different demands
/// (priority, safety) stay separate.
pub(crate) fn pseudo_legal_of(game: &Game, pos: &Position, state: &ReferenceState) -> Vec<ReferenceMove> {
    distinct(ways(game, pos, state), |a, b| a.goes_first == b.goes_first && a.needs_safety == b.needs_safety)
}

/// Keeps one of several moves that have the same effect and are `alike`.
pub(crate) fn distinct(
    moves: Vec<ReferenceMove>,
    alike: impl Fn(&ReferenceMove, &ReferenceMove) -> bool,
) -> Vec<ReferenceMove> {
    let mut distinct: Vec<ReferenceMove> = Vec::new();
    for mv in moves {
        let same = |other: &ReferenceMove| {
            other.from == mv.from
                && other.to == mv.to
                && other.promotion == mv.promotion
                && other.dropped == mv.dropped
                && other.gated == mv.gated
                && other.castled == mv.castled
                && other.after.is_but_for_goal(&mv.after)
                && alike(other, &mv)
        };
        match distinct.iter_mut().find(|other| same(other)) {
            Some(known) => {
                // A quoted version does not win; one without a quote does.
                let reached = known.after.tally.reached.max(mv.after.tally.reached);
                known.after.tally.reached = reached;
                // A requirement of one version does not bind the other.
                if mv.must_be_safe.is_empty() {
                    known.must_be_safe.clear();
                }
            }
            None => distinct.push(mv),
        }
    }
    distinct
}

/// Like [`pseudo_legal_of`], with every version of a move.
pub(crate) fn ways(game: &Game, pos: &Position, state: &ReferenceState) -> Vec<ReferenceMove> {
    let variant = &game.variant;
    if state.frozen {
        return passes::pass(variant, state).into_iter().collect();
    }
    let mut moves = Vec::new();
    for from in variant.board.squares() {
        if let Some(kind) = state.cell(from).kind().filter(|kind| kind.color() == state.side) {
            piece_moves(game, state, kind, from, &mut |arrival| arrive(game, state, &arrival, &mut moves));
        }
    }
    if variant.pass.allowed {
        // A move that changes nothing is a pass, if passes are written as moves of the same piece.
        let rest = passes::rest(variant, state);
        moves.retain(|mv| Some(mv.from) != rest || mv.to != mv.from || !passes::is_null(state, mv));
    }
    castling::castlings(variant, pos.castles(), state, &mut moves);
    drops::drops(variant, pos.castles(), state, &mut moves);
    for mv in &mut moves {
        mv.after.tally.passes = 0;
        castling::expose(variant, state, mv);
        goals::note_goal(variant, state, mv);
        unmoved::lapse(variant, pos.castles(), &mut mv.after);
    }
    moves
}
