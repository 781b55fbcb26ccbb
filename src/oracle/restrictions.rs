//! Rules other than royal safety: goals, counted checks, forbidden and mandatory moves.

use crate::board::{Color, Kind, PieceType, Square};
use crate::oracle::checks::{captured, is_in_check};
use crate::oracle::generate::pseudo_legal_of;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;
use crate::position::{DrawCount, Game};
use crate::variant::CountLimit;

/// Counts the check that a legal move gives.
pub fn count_check(view: View<'_>, mv: &mut ReferenceMove) {
    let mover = mv.after.side.other();
    let left = mv.after.counters.checks[mover.index()];
    if left > 0 && is_in_check(view.at(&mv.after), mv.after.side) {
        mv.after.counters.checks[mover.index()] = left - 1;
    }
}

/// Upper limit of the number of pieces counted for a side.
const MAX_COUNTED: u32 = 10_000;

/// Counts the move for a weak side, or starts its count (key `counting`).
///
/// SPEC: the counting rules of Makruk, Ouk Chatrang and ASEAN Chess, as `docs/definitions.md` has them.
pub fn count_for_draw(game: &Game, mv: &mut ReferenceMove) {
    let Some(rule) = &game.variant.ends.counting else { return };
    let state = &mv.after;
    let owned = |color: Color, counted: &dyn Fn(usize) -> bool| -> u16 {
        let of = |kind: &Kind| kind.color() == color && counted(kind.piece().index());
        let standing = state.cells.iter().filter_map(|cell| cell.kind()).filter(of).count() as u32;
        let kinds = (0..state.hands.len() as u16).map(Kind).filter(of);
        let held = kinds.fold(0_u32, |sum, kind| sum.saturating_add(state.hand(kind)));
        standing.saturating_add(held).min(MAX_COUNTED) as u16
    };
    let royal = |piece: usize| game.variant.is_royal(PieceType(piece as u16));
    let has_only_royals = |color: Color| owned(color, &|piece| !royal(piece)) == 0;
    let pawns = Color::BOTH.into_iter().any(|color| owned(color, &|piece| rule.pawns[piece]) > 0);
    let all = owned(Color::White, &|_| true) + owned(Color::Black, &|_| true);
    let mut count = state.counters.count;
    if count.limit > 0 {
        count.plies = count.plies.saturating_add(1);
    }
    let alone =
        |color: Color| has_only_royals(color) && !has_only_royals(color.other()) && !pawns && !count.bare;
    let limit_of = |color: Color| {
        let strong = color.other();
        let applies = |limit: &&CountLimit| owned(strong, &|piece| limit.types[piece]) >= limit.least;
        rule.limits.iter().find(applies).map(|limit| limit.moves).filter(|_| alone(color))
    };
    let (side, mover) = (state.side, state.side.other());
    if let Some(limit) = limit_of(mover).filter(|_| rule.from_pieces) {
        count = DrawCount { plies: 2 * all - 1, limit: 2 * limit, bare: true };
    } else if let Some(limit) = limit_of(side) {
        count = DrawCount { plies: if rule.from_pieces { 2 * all } else { 0 }, limit: 2 * limit, bare: true };
    } else if count.limit == 0 && rule.board > 0 && !has_only_royals(side) && !has_only_royals(mover) {
        let few = rule.most.map_or(!pawns, |most| owned(side, &|_| true) <= most);
        if few {
            count = DrawCount { plies: 0, limit: 2 * rule.board, bare: false };
        }
    }
    mv.after.counters.count = count;
}

/// Whether the move gives check, or its piece now attacks an enemy.
///
/// SPEC: the rules of Sittuyin: the promoted piece may neither capture nor give check at once.
pub fn disturbs(view: View<'_>, mv: &ReferenceMove) -> bool {
    let enemy = mv.after.side;
    let mut again = mv.after.passed();
    again.frozen = false;
    let hostile = |square: &Square| again.cell(*square).kind().is_some_and(|kind| kind.color() == enemy);
    let attacks = |reply: &ReferenceMove| {
        reply.dropped.is_none() && reply.from == mv.to && reply.victims.iter().any(hostile)
    };
    is_in_check(view.at(&mv.after), enemy) || pseudo_legal_of(view.at(&again)).iter().any(attacks)
}

/// Whether the move is by a royal in check and does not capture the only checker.
pub fn flees(view: View<'_>, mv: &ReferenceMove) -> bool {
    let royals = view.royals(view.side);
    if mv.dropped.is_some() || !royals.contains(&mv.from) || !is_in_check(view, view.side) {
        return false;
    }
    let captures = pseudo_legal_of(view.at(&view.passed()));
    let takes =
        |capture: &&ReferenceMove| captured(view, capture).iter().any(|square| royals.contains(square));
    let mut checkers: Vec<Square> = captures.iter().filter(takes).map(|capture| capture.from).collect();
    checkers.sort_unstable();
    checkers.dedup();
    !matches!(checkers[..], [only] if mv.victims.contains(&only))
}

/// If a move has priority, removes those that have none.
pub fn keep_urgent(view: View<'_>, moves: &mut Vec<ReferenceMove>) {
    let captures = |mv: &ReferenceMove| mv.victims.iter().any(|&victim| view.cell(victim).kind().is_some());
    // SPEC: Interactive diagrams, captureMatrix: "it is then mandatory to play one of those".
    let forced = |mv: &ReferenceMove| mv.goes_first || view.variant.rules.must_capture && captures(mv);
    if moves.iter().any(forced) {
        moves.retain(forced);
    }
}
