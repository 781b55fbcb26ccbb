//! The result of a game by all rules: lost royals, other endings, no moves, repetition, counted moves.

use crate::board::{Color, MoveList};
use crate::movegen::attack::attacks::in_check;
use crate::movegen::legal::list::list_continuations_of_width;
use crate::movegen::outcome::endings::ended_by;
use crate::movegen::outcome::reason::EndReason;
use crate::movegen::outcome::repetition;
use crate::movegen::outcome::types::{Outcome, by_points, outcome_of};
use crate::position::royals::royals_lost;
use crate::position::{Game, Move, Position};
use crate::random::Rng;
use crate::rules::EndingRule;
use crate::with_width;

/// Outcome by lost royals, baring, goals, counted checks or extinction; not by repetition, move count or lack of moves.
#[inline]
pub fn outcome(game: &Game, pos: &Position) -> Option<Outcome> {
    outcome_by_royals(game, pos)
        .or_else(|| if game.rules.endings.any() { ended_by(game, pos).map(|end| end.1) } else { None })
}

/// Outcome if a side has lost the royals that it must keep.
#[inline]
pub fn outcome_by_royals(game: &Game, pos: &Position) -> Option<Outcome> {
    let side = pos.side();
    if royals_lost(game, pos, side) {
        return Some(Outcome::Lost);
    }
    royals_lost(game, pos, side.other()).then_some(Outcome::Won)
}

/// Appends the legal moves of the side to move to `list`; none if the game is over.
pub fn list_legal(game: &Game, pos: &mut Position, list: &mut MoveList) {
    if outcome(game, pos).is_none() {
        with_width!(game.tables.forms().width, list_continuations_of_width(game, pos, list));
    }
}

/// Returns the legal moves of the side to move; none if the game is over.
pub fn legal_moves(game: &Game, pos: &mut Position) -> MoveList {
    let mut list = MoveList::new();
    list_legal(game, pos, &mut list);
    list
}

/// Returns a random legal move and its number in the list; `None` if there is none or the game is over.
pub fn random_move(game: &Game, pos: &mut Position, rng: &mut Rng) -> Option<(usize, Move)> {
    let list = legal_moves(game, pos);
    let number = rng.below(list.len());
    list.get(number).map(|&mv| (number, mv))
}

/// Result by all rules: [`outcome`], no legal moves, repetition, move count.
pub fn result(game: &Game, pos: &mut Position) -> Option<Outcome> {
    decided(game, pos).map(|(outcome, _)| outcome)
}

/// Tries all rules in order: the outcome and the reason, if the game is over.
pub(super) fn decided(game: &Game, pos: &mut Position) -> Option<(Outcome, EndReason)> {
    if let Some(outcome) = outcome_by_royals(game, pos) {
        return Some((outcome, EndReason::RoyalLost));
    }
    if let Some((rule, outcome)) = ended_by(game, pos) {
        return Some((outcome, EndReason::Rule(rule)));
    }
    let mut list = MoveList::new();
    list_legal(game, pos, &mut list);
    if list.is_empty() {
        let in_check = in_check(game, pos, pos.side());
        return Some((without_moves(game, pos, in_check), EndReason::without_moves(pos, in_check)));
    }
    let repeated = by_repetition(game, pos).map(|outcome| (outcome, EndReason::Repetition));
    repeated
        .or_else(|| counted(game, pos))
        .or_else(|| bare_draw(game, pos).then_some((Outcome::Drawn, EndReason::BareKings)))
}

/// Whether the game is drawn. Generates moves only if a draw is possible.
pub fn is_drawn(game: &Game, pos: &mut Position) -> bool {
    if let Some(outcome) = outcome(game, pos) {
        return outcome == Outcome::Drawn;
    }
    let stuck = without_moves(game, pos, in_check(game, pos, pos.side()));
    let may_be =
        [Some(stuck), by_repetition(game, pos), by_history(game, pos)].contains(&Some(Outcome::Drawn));
    may_be && result(game, pos) == Some(Outcome::Drawn)
}

/// Outcome by repetition, if there are legal moves.
fn by_repetition(game: &Game, pos: &Position) -> Option<Outcome> {
    let enough = game.variant.ends.repetition;
    (enough > 0 && pos.occurrences(game) >= enough).then(|| repetition::repeated(game, pos))
}

/// Outcome by a move count or bare sides, if there are legal moves.
#[inline]
pub fn by_history(game: &Game, pos: &Position) -> Option<Outcome> {
    by_count(game, pos).or_else(|| bare_draw(game, pos).then_some(Outcome::Drawn))
}

/// Outcome by the quiet-ply counter or the count of a weak side, if there are legal moves.
#[inline]
pub fn by_count(game: &Game, pos: &Position) -> Option<Outcome> {
    counted(game, pos).map(|(outcome, _)| outcome)
}

#[inline]
fn counted(game: &Game, pos: &Position) -> Option<(Outcome, EndReason)> {
    let ends = &game.variant.ends;
    if ends.quiet_plies > 0 && pos.quiet_plies() >= ends.quiet_plies {
        let outcome = if ends.quiet_points { by_points(game, pos) } else { Outcome::Drawn };
        return Some((outcome, EndReason::QuietMoves));
    }
    pos.counters().count.is_full().then_some((Outcome::Drawn, EndReason::Counting))
}

/// Whether both sides are bare, in a game with baring.
fn bare_draw(game: &Game, pos: &Position) -> bool {
    let bare = |color: Color| pos.baring_pieces(game, color) == 0;
    game.rules.endings.has(EndingRule::Baring) && Color::BOTH.into_iter().all(bare)
}

/// Outcome of having no legal move.
pub fn without_moves(game: &Game, pos: &Position, in_check: bool) -> Outcome {
    let (ends, rules) = (&game.variant.ends, &game.variant.move_rules);
    let by_barred_drop = || pos.last_dropped().is_some_and(|piece| rules.bars_drop_mate(piece));
    if in_check && rules.drop_mate_loses && by_barred_drop() {
        return Outcome::Won;
    }
    outcome_of(game, pos, pos.side(), if in_check { ends.checkmate } else { ends.stalemate })
}
