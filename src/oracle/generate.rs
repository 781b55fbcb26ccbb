//! Lists the pseudo-legal moves of a position, each effect once.

use crate::oracle::arrive::arrive;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::pieces::{ReferenceArrival, piece_arrivals};
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;
use crate::oracle::{castling, drops, goals, passes, unmoved};
use crate::position::{Game, Position};

/// Returns the pseudo-legal moves, each effect once.
pub fn pseudo_legal_moves(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    pseudo_legal_moves_of(View::new(game, pos, &ReferenceState::of(game, pos)))
}

/// Like [`pseudo_legal_moves`]. Versions of a move with different demands (priority, safety) stay separate.
pub(crate) fn pseudo_legal_moves_of(view: View<'_>) -> Vec<ReferenceMove> {
    distinct(ways(view), |a, b| a.goes_first == b.goes_first && a.needs_safety == b.needs_safety)
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
                let goal = known.after.counters.goal.max(mv.after.counters.goal);
                known.after.counters.goal = goal;
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

/// The arrivals of all pieces of the side to move; none if it must pass.
pub(crate) fn arrivals<'a>(view: View<'a>) -> impl Iterator<Item = ReferenceArrival> + 'a {
    let able = view.variant.board.squares().filter(move |_| !view.frozen);
    able.filter_map(move |from| Some((view.own(from)?, from)))
        .flat_map(move |(kind, from)| piece_arrivals(view, kind, from))
}

/// Like [`pseudo_legal_moves_of`], with every version of a move.
pub(crate) fn ways(view: View<'_>) -> Vec<ReferenceMove> {
    if view.frozen {
        return passes::forced_pass(view).into_iter().collect();
    }
    let mut moves = Vec::new();
    arrivals(view).for_each(|arrival| arrive(view, &arrival, &mut moves));
    if view.variant.pass.allowed && !view.variant.pass.last_resort {
        // A move that changes nothing is a pass, if passes are written as moves of the same piece.
        let rest = passes::rest(view);
        moves.retain(|mv| Some(mv.from) != rest || mv.to != mv.from || !passes::is_null(view, mv));
    }
    castling::castlings(view, &mut moves);
    drops::drops(view, &mut moves);
    for mv in &mut moves {
        mv.after.counters.passes = 0;
        castling::expose(view, mv);
        goals::note_goal(view, mv);
        unmoved::lapse(view, &mut mv.after);
        if !view.may_imitate(view.game) {
            mv.after.last_moved = None;
        }
    }
    moves
}
