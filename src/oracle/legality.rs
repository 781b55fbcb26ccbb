//! Legal moves, by making the move and all replies.

use crate::board::{Color, Kind, Square};
use crate::movegen::outcome;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::checks::{can_be_deprived, can_be_deprived_given, can_lose_royals};
use crate::oracle::generate::{distinct, pseudo_legal_of, ways};
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::restrictions::{disturbs, flees, is_in_check};
use crate::oracle::royal_captures::captured;
use crate::oracle::setup_phase::{facing, leaves_room, sets_up};
use crate::oracle::threats::Threats;
use crate::oracle::{restrictions, setup_phase};
use crate::position::{Cell, Game, Position};
use crate::tables::rules::Goal;
use crate::variant::NoCheck;

/// Returns the legal moves, each effect once; none if the game is over.
pub fn legal(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    if outcome(game, pos).is_some() {
        return Vec::new();
    }
    let state = ReferenceState::of(game, pos);
    let threats = Threats::of(game, &state);
    let mut moves = pseudo_legal_of(game, pos, &state);
    moves.retain(|mv| is_legal_given(game, pos, &state, mv, threats.as_ref()));
    let pass = setup_phase::pass(game, pos, &state);
    moves.extend(pass.clone());
    restrictions::keep_urgent(game, &state, &mut moves);
    // A pass is not a duplicate of a piece's move to its own square. It comes last, unless removed as not urgent.
    let pass = pass.filter(|pass| moves.last() == Some(pass));
    moves.truncate(moves.len() - usize::from(pass.is_some()));
    let mut moves = distinct(moves, |_, _| true);
    moves.extend(pass);
    for mv in &mut moves {
        restrictions::count_check(game, pos, mv);
        restrictions::count_for_draw(game, mv);
    }
    moves
}

/// SPEC: diagram readings, "Rules as the diagram's AI plays them": a move that takes the last royal wins; else
/// no reply may do that.
fn is_legal(game: &Game, pos: &Position, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    is_legal_given(game, pos, state, mv, None)
}

/// Like [`is_legal`], given the threats before the move.
fn is_legal_given(
    game: &Game,
    pos: &Position,
    state: &ReferenceState,
    mv: &ReferenceMove,
    threats: Option<&Threats>,
) -> bool {
    let mover = state.side;
    if !mv.must_be_safe.is_empty() && !crosses_safely(game, pos, state, mv) {
        return false;
    }
    // If losing any royal loses the game, the number of royals does not matter.
    let takes_royal_of = |color: Color| {
        let victims = mv.victims.iter().filter_map(|&victim| state.cell(victim).kind());
        let royal = |kind: Kind| kind.color() == color && game.variant.is_royal(kind.piece());
        !game.variant.ends.extinction[color.index()] && victims.into_iter().any(royal)
    };
    if !allows_in_setup(game, pos, state, mv) {
        return false;
    }
    let enemy = mover.other();
    let events = !game.variant.captures.is_empty();
    if events && mv.after.has_lost_royals(game, mover) {
        return false;
    }
    let wins = mv.after.tally.goal() == Goal::Now;
    if mv.after.has_lost_royals(game, enemy) || takes_royal_of(enemy) || wins {
        return true;
    }
    if mv.needs_safety && can_be_taken(game, pos, &mv.after, mv.to) {
        return false;
    }
    !takes_royal_of(mover)
        && !is_shielded(game, pos, mv, mover)
        && !mv.after.has_lost_royals(game, mover)
        && !can_be_deprived_given(game, pos, &mv.after, mover, threats)
        && obeys_restrictions(game, pos, state, mv)
}

/// SPEC: "make the capture illegal if recapture on the destination would be possible"; the recapture must not lose
/// royals.
fn can_be_taken(game: &Game, pos: &Position, state: &ReferenceState, square: Square) -> bool {
    let by = state.side;
    let enemy = state.cell(square).kind().is_some_and(|kind| kind.color() != by);
    let loses = |reply: &ReferenceMove| reply.after.has_lost_royals(game, by);
    let takes = |reply: &ReferenceMove| captured(&game.variant, reply).contains(&square) && !loses(reply);
    enemy && ways(game, pos, state).iter().any(takes)
}

/// Whether the royals are safe only because of a piece put on the square that the move left.
fn is_shielded(game: &Game, pos: &Position, mv: &ReferenceMove, mover: Color) -> bool {
    mv.gate.filter(|_| game.variant.hand_rules.gates_open).is_some_and(|square| {
        let mut open = mv.after.clone();
        open.put(square, Cell::EMPTY);
        can_lose_royals(game, pos, &open, mover)
    })
}

/// Whether the royal is safe from capture on all squares that it leaves or crosses.
fn crosses_safely(game: &Game, pos: &Position, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let royal = state.cell(mv.from);
    let all_must_fall = game.variant.ends.extinction[state.side.index()];
    mv.must_be_safe.iter().all(|&square| {
        let other = state.cell(square).kind().filter(|_| square != mv.from);
        if all_must_fall && other.is_some_and(|kind| game.variant.is_royal(kind.piece())) {
            // A royal partner: with two royals that must both be captured, neither is in check.
            return true;
        }
        let mut crossing = state.clone();
        crossing.put(mv.from, Cell::EMPTY);
        crossing.put(square, royal);
        crossing.turn();
        (crossing.struck, crossing.frozen) = (Vec::new(), false);
        !can_be_deprived(game, pos, &crossing, state.side)
    })
}

/// Whether the rules other than royal safety allow the move.
pub fn obeys_restrictions(game: &Game, pos: &Position, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let rules = &game.variant.rules;
    if rules.royal_stays && flees(game, pos, state, mv) {
        return false;
    }
    if mv.keeps_calm && disturbs(game, pos, mv) {
        return false;
    }
    let barred = match rules.no_check {
        NoCheck::Free => false,
        NoCheck::Drops => mv.dropped.is_some(),
        NoCheck::All => true,
    };
    if barred && is_in_check(game, pos, &mv.after, mv.after.side) {
        return false;
    }
    let dropped = mv.dropped.filter(|_| !rules.drop_mate_loses);
    let may_not_mate = dropped.is_some_and(|piece| rules.no_drop_mate[piece.index()]);
    if may_not_mate && is_in_check(game, pos, &mv.after, mv.after.side) {
        let replies = pseudo_legal_of(game, pos, &mv.after);
        return replies.iter().any(|reply| is_legal(game, pos, &mv.after, reply));
    }
    true
}

/// Whether the phase allows an otherwise legal move.
pub fn allows_in_setup(game: &Game, pos: &Position, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let variant = &game.variant;
    if variant.pass.bikjang && facing(variant, state) && facing(variant, &mv.after) {
        return false;
    }
    if !sets_up(variant, state) {
        return true;
    }
    match mv.dropped {
        Some(_) => leaves_room(variant, state, mv),
        None => {
            let drops = pseudo_legal_of(game, pos, state).into_iter().filter(|other| other.dropped.is_some());
            !drops.into_iter().any(|drop| is_legal(game, pos, state, &drop))
        }
    }
}
