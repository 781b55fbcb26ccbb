//! Legal moves, by making the move and all replies.

use crate::board::{Color, Kind};
use crate::movegen::outcome;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::checks::{can_be_deprived, can_lose_royals, captured, is_in_check};
use crate::oracle::counting::{count_check, count_for_draw};
use crate::oracle::generate::{distinct, pseudo_legal_moves_of, ways};
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::restrictions::{disturbs, flees};
use crate::oracle::setup_phase::{facing, leaves_room, sets_up};
use crate::oracle::view::View;
use crate::oracle::{restrictions, setup_phase};
use crate::position::{Cell, Game, Position};
use crate::tables::rules::Goal;
use crate::variant::NoCheck;

/// Returns the legal moves, each effect once; none if the game is over.
pub fn legal_moves(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    if outcome(game, pos).is_some() {
        return Vec::new();
    }
    let state = ReferenceState::of(game, pos);
    let view = View::new(game, pos, &state);
    let mut moves = pseudo_legal_moves_of(view);
    moves.retain(|mv| is_legal(view, mv));
    let others = !moves.is_empty();
    let pass = setup_phase::pass(view).filter(|_| !(view.variant.pass.last_resort && others));
    moves.extend(pass.clone());
    restrictions::keep_forced(view, &mut moves);
    // A pass is not a duplicate of a piece's move to its own square. It comes last, unless a forced move removes it.
    let pass = pass.filter(|pass| moves.last() == Some(pass));
    moves.truncate(moves.len() - usize::from(pass.is_some()));
    let mut moves = distinct(moves, |_, _| true);
    moves.extend(pass);
    for mv in &mut moves {
        count_check(view, mv);
        count_for_draw(game, mv);
    }
    moves
}

/// SPEC: diagram readings, "Rules as the diagram's AI plays them": a move that takes the last royal wins; else
/// no reply may do that.
fn is_legal(view: View<'_>, mv: &ReferenceMove) -> bool {
    let (mover, enemy, after) = (view.side, view.side.other(), view.at(&mv.after));
    if !crosses_safely(view, mv) || !allows_in_setup(view, mv) {
        return false;
    }
    // If losing any royal loses the game, the number of royals does not matter.
    let takes_royal_of = |color: Color| {
        let mut victims = mv.victims.iter().filter_map(|&victim| view.cell(victim).kind());
        let royal = |kind: Kind| kind.color() == color && view.variant.is_royal(kind.piece());
        !view.variant.ends.all_must_fall(color) && victims.any(royal)
    };
    let effects = !view.variant.captures.is_empty();
    if effects && after.has_lost_royals(mover) {
        return false;
    }
    let wins = after.counters.goal == Goal::Now;
    if after.has_lost_royals(enemy) || takes_royal_of(enemy) || wins {
        return true;
    }
    let is_unsafe = mv.needs_safety && can_be_taken(view, mv)
        || takes_royal_of(mover)
        || is_shielded(view, mv)
        || can_lose_royals(after, mover);
    !is_unsafe && obeys_restrictions(view, mv)
}

/// SPEC: "make the capture illegal if recapture on the destination would be possible"; the recapture must not lose
/// royals.
fn can_be_taken(view: View<'_>, mv: &ReferenceMove) -> bool {
    let after = view.at(&mv.after);
    let enemy = after.cell(mv.to).kind().is_some_and(|kind| kind.color() != after.side);
    let takes = |reply: &ReferenceMove| {
        captured(view, reply).contains(&mv.to) && !view.at(&reply.after).has_lost_royals(after.side)
    };
    enemy && ways(after).iter().any(takes)
}

/// Whether the royals are safe only because of a piece put on the square that the move left.
fn is_shielded(view: View<'_>, mv: &ReferenceMove) -> bool {
    mv.gate.filter(|_| view.variant.hand_rules.gates_open).is_some_and(|square| {
        let mut open = mv.after.clone();
        open.put(square, Cell::EMPTY);
        can_lose_royals(view.at(&open), view.side)
    })
}

/// Whether the royal is safe from capture on all squares that it leaves or crosses.
fn crosses_safely(view: View<'_>, mv: &ReferenceMove) -> bool {
    let all_must_fall = view.variant.ends.all_must_fall(view.side);
    mv.must_be_safe.iter().all(|&square| {
        let other = view.cell(square).kind().filter(|_| square != mv.from);
        if all_must_fall && other.is_some_and(|kind| view.variant.is_royal(kind.piece())) {
            // A royal partner: with two royals that must both be captured, neither is in check.
            return true;
        }
        let mut crossing = view.state.clone();
        crossing.put(mv.from, Cell::EMPTY);
        crossing.put(square, view.cell(mv.from));
        crossing.turn();
        (crossing.struck, crossing.frozen) = (Vec::new(), false);
        !can_be_deprived(view.at(&crossing), view.side)
    })
}

/// Whether the rules other than royal safety allow the move.
fn obeys_restrictions(view: View<'_>, mv: &ReferenceMove) -> bool {
    let (rules, after) = (&view.variant.move_rules, view.at(&mv.after));
    if rules.royal_stays && flees(view, mv) || mv.must_not_threaten && disturbs(view, mv) {
        return false;
    }
    let gives_check = || is_in_check(after, after.side);
    let barred = match rules.no_check {
        NoCheck::Free => false,
        NoCheck::Drops => mv.dropped.is_some(),
        NoCheck::All => true,
    };
    if barred && gives_check() {
        return false;
    }
    let dropped = mv.dropped.filter(|_| !rules.drop_mate_loses);
    let may_not_mate = dropped.is_some_and(|piece| rules.bars_drop_mate(piece));
    !(may_not_mate && gives_check())
        || pseudo_legal_moves_of(after).iter().any(|reply| is_legal(after, reply))
}

/// Whether the phase allows an otherwise legal move.
fn allows_in_setup(view: View<'_>, mv: &ReferenceMove) -> bool {
    if view.variant.pass.bikjang && facing(view) && facing(view.at(&mv.after)) {
        return false;
    }
    if !sets_up(view) {
        return true;
    }
    match mv.dropped {
        Some(_) => leaves_room(view, mv),
        None => {
            let mut drops = pseudo_legal_moves_of(view).into_iter().filter(|other| other.dropped.is_some());
            !drops.any(|drop| is_legal(view, &drop))
        }
    }
}
