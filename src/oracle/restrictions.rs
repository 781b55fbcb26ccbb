//! Rules other than royal safety: goals, counted checks, forbidden and mandatory moves.

use crate::board::{Color, Square};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::promotion::morph;
use crate::oracle::{ReferenceMove, can_be_deprived, is_legal, pseudo_legal_of};
use crate::position::{DrawCount, Game, Position};
use crate::tables::Kind;
use crate::variant::{CountLimit, Morph, NoCheck, PieceType, Variant};

/// Records the goal that a move reaches.
///
/// SPEC: Interactive diagrams, "Making use of Board Zones": "If it contains a + or #, the game would be won when the
/// piece reaches the square"; a quote after the atom switches it off.
pub fn note_goal(variant: &Variant, before: &ReferenceState, mv: &mut ReferenceMove) {
    mv.after.tally.reached = 0;
    if mv.castled.is_some_and(|right| variant.ends.castle_wins.contains(&(before.side, right))) {
        mv.after.tally.reached = 1;
        return;
    }
    let goals = variant.promotion.morph.iter().any(Option::is_some);
    if mv.quoted || !goals || variant.ends.goal.stands() {
        return;
    }
    for square in variant.board.squares() {
        let Some(kind) = mv.after.cell(square).kind() else { continue };
        if kind.color() != before.side || mv.after.cell(square) == before.cell(square) {
            continue;
        }
        let reached = match morph(variant, kind.piece(), kind.color(), square) {
            Morph::WinLater => 1,
            Morph::WinNow => 2,
            _ => 0,
        };
        mv.after.tally.reached = mv.after.tally.reached.max(reached);
    }
}

/// Counts the check that a legal move gives.
pub fn count_check(game: &Game, pos: &Position, mv: &mut ReferenceMove) {
    let mover = mv.after.side.other();
    let left = mv.after.tally.checks[mover.index()];
    if left > 0 && is_in_check(game, pos, &mv.after, mv.after.side) {
        mv.after.tally.checks[mover.index()] = left - 1;
    }
}

/// Upper limit of the number of pieces counted for a side.
const MOST_COUNTED: u32 = 10_000;

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
        standing.saturating_add(held).min(MOST_COUNTED) as u16
    };
    let royal = |piece: usize| game.variant.is_royal(PieceType(piece as u16));
    let is_bare = |color: Color| owned(color, &|piece| !royal(piece)) == 0;
    let pawns = Color::BOTH.into_iter().any(|color| owned(color, &|piece| rule.pawns[piece]) > 0);
    let all = owned(Color::White, &|_| true) + owned(Color::Black, &|_| true);
    let mut count = state.tally.count;
    if count.limit > 0 {
        count.plies = count.plies.saturating_add(1);
    }
    let alone = |color: Color| is_bare(color) && !is_bare(color.other()) && !pawns && !count.bare;
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
    } else if count.limit == 0 && rule.board > 0 && !is_bare(side) && !is_bare(mover) {
        let few = rule.most.map_or(!pawns, |most| owned(side, &|_| true) <= most);
        if few {
            count = DrawCount { plies: 0, limit: 2 * rule.board, bare: false };
        }
    }
    mv.after.tally.count = count;
}

/// Whether the royals of `color` could be captured if the opponent were to move.
fn is_in_check(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    let mut passed = state.clone();
    if passed.side == color {
        passed.turn();
        passed.passing = None;
    }
    can_be_deprived(game, pos, &passed, color)
}

/// Whether all royals are left attacked where the rules forbid that. The opponent is to move.
pub fn all_attacked(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    let royals = state.royals(&game.variant, color);
    let ruled = game.variant.rules.duple_check[color.index()] && game.variant.ends.extinction[color.index()];
    if !ruled || royals.len() < 2 {
        return false;
    }
    let replies = pseudo_legal_of(game, pos, state);
    royals.iter().all(|royal| replies.iter().any(|reply| reply.victims.contains(royal)))
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

/// Whether the move gives check, or its piece now attacks an enemy.
///
/// SPEC: the rules of Sittuyin: the promoted piece may neither capture nor give check at once.
fn disturbs(game: &Game, pos: &Position, mv: &ReferenceMove) -> bool {
    let enemy = mv.after.side;
    let mut again = mv.after.clone();
    again.turn();
    (again.passing, again.frozen) = (None, false);
    let hostile = |square: &Square| again.cell(*square).kind().is_some_and(|kind| kind.color() == enemy);
    let attacks = |reply: &ReferenceMove| {
        reply.dropped.is_none() && reply.from == mv.to && reply.victims.iter().any(hostile)
    };
    is_in_check(game, pos, &mv.after, enemy) || pseudo_legal_of(game, pos, &again).iter().any(attacks)
}

/// Whether the move is by a royal in check and does not capture the only checker.
fn flees(game: &Game, pos: &Position, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let royal = |kind: Kind| game.variant.is_royal(kind.piece());
    if mv.dropped.is_some() || !state.cell(mv.from).kind().is_some_and(royal) {
        return false;
    }
    if !is_in_check(game, pos, state, state.side) {
        return false;
    }
    let mut passed = state.clone();
    passed.turn();
    passed.passing = None;
    let royals = state.royals(&game.variant, state.side);
    let captures = pseudo_legal_of(game, pos, &passed);
    let takes = |capture: &&ReferenceMove| capture.victims.iter().any(|victim| royals.contains(victim));
    let mut checkers: Vec<Square> = captures.iter().filter(takes).map(|capture| capture.from).collect();
    checkers.sort_unstable();
    checkers.dedup();
    !matches!(checkers[..], [only] if mv.victims.contains(&only))
}

/// If a move has priority, removes those that have none.
pub fn keep_urgent(game: &Game, state: &ReferenceState, moves: &mut Vec<ReferenceMove>) {
    let forced = |mv: &ReferenceMove| {
        // SPEC: Interactive diagrams, captureMatrix: "it is then mandatory to play one of those".
        if mv.goes_first {
            return true;
        }
        let Some(priority) = &game.variant.rules.priority else { return false };
        let mover = mv.dropped.or_else(|| state.cell(mv.from).kind().map(Kind::piece));
        let Some(mover) = mover.map(|piece| piece.index()) else { return false };
        let victims = mv.victims.iter().filter_map(|&victim| state.cell(victim).kind());
        let mut captured = victims.map(|kind| (kind.piece().index(), kind.color() == state.side)).peekable();
        if captured.peek().is_none() {
            return mv.dropped.is_none() && priority.has(mover, None);
        }
        captured.any(|victim| priority.has(mover, Some(victim)))
    };
    if moves.iter().any(forced) {
        moves.retain(forced);
    }
}
