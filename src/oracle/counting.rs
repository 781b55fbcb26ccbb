//! Checks and moves of weak sides that the rules count.

use crate::board::{Color, Kind, PieceType};
use crate::oracle::checks::is_in_check;
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
