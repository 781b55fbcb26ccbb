//! Ends by goals: a piece reaches a square.

use crate::board::bits::Bits;
use crate::board::{Color, Kind};
use crate::movegen::attack::attacks::{attacked, in_check};
use crate::movegen::legal::list::list_continuations;
use crate::movegen::outcome::types::{Outcome, outcome_of};
use crate::position::{Game, MoveList, Position};
use crate::tables::rules::Goal;
use crate::variant::Ending;
use crate::with_width;

/// Outcome if a side has reached a goal with its last move, or stands on one.
pub(super) fn by_goal(game: &Game, pos: &Position) -> Option<Outcome> {
    let rule = game.variant.ends.goal;
    if pos.counters().goal != Goal::None {
        return Some(Outcome::Lost);
    }
    if !game.rules.goals.any || !rule.stands() {
        return None;
    }
    let (side, other) = (pos.side(), pos.side().other());
    if rule.equal {
        return by_race(game, pos);
    }
    if rule.safe || !rule.answer {
        let decides = if rule.safe { stands_safely } else { stands };
        let mut sides = [other, side].into_iter().take(if rule.answer { 1 } else { 2 });
        if let Some(color) = sides.find(|&color| decides(game, pos, color)) {
            return Some(outcome_of(game, pos, color, Ending::Win));
        }
    }
    (rule.answer && stands(game, pos, side)).then_some(Outcome::Won)
}

/// Number of further pieces that a side needs on goals; 0 if there are enough.
pub fn missing_on_goals(game: &Game, pos: &Position, color: Color) -> usize {
    let standing = with_width!(game.tables.forms().width, count_on_goals(game, pos, color));
    usize::from(game.variant.ends.goal.needed).saturating_sub(standing)
}

/// Number of a side's pieces that stand on their goals.
fn count_on_goals<const W: usize>(game: &Game, pos: &Position, color: Color) -> usize {
    on_goals::<W>(game, pos, color).count() as usize
}

/// Squares of a side's pieces that stand on their goals.
fn on_goals<const W: usize>(game: &Game, pos: &Position, color: Color) -> Bits<W> {
    let goals = &game.rules.goals;
    let standing = |kind: Kind| pos.kind_set::<W>(kind) & goals.squares(kind);
    goals.kinds[color.index()].iter().fold(Bits::EMPTY, |all, &kind| all | standing(kind))
}

/// Whether the side has as many pieces on goals as it needs.
fn stands(game: &Game, pos: &Position, color: Color) -> bool {
    missing_on_goals(game, pos, color) == 0
}

/// Whether the side has more pieces on goals than it needs, or as many, none of which can be captured.
fn stands_safely(game: &Game, pos: &Position, color: Color) -> bool {
    with_width!(game.tables.forms().width, stands_safely_in_width(game, pos, color))
}

fn stands_safely_in_width<const W: usize>(game: &Game, pos: &Position, color: Color) -> bool {
    let standing = on_goals::<W>(game, pos, color);
    let needed = u32::from(game.variant.ends.goal.needed);
    let is_safe = |square| !attacked(game, pos, square, color.other());
    standing.count() > needed || standing.count() == needed && standing.into_iter().all(is_safe)
}

/// Outcome of a race: the side that moved second draws by following to the goal.
fn by_race(game: &Game, pos: &Position) -> Option<Outcome> {
    let there = |color| stands(game, pos, color);
    let side = pos.side();
    match (there(side), there(side.other())) {
        (true, true) => Some(Outcome::Drawn),
        (true, false) => Some(Outcome::Won),
        (false, false) => None,
        (false, true) if side != game.variant.first && can_draw_race(game, pos) => None,
        (false, true) => Some(Outcome::Lost),
    }
}

/// Whether the side to move is not in check and has a move to a goal.
fn can_draw_race(game: &Game, pos: &Position) -> bool {
    let side = pos.side();
    if in_check(game, pos, side) {
        return false;
    }
    let mut pos = pos.clone();
    let mut list = MoveList::new();
    list_continuations(game, &mut pos, &mut list);
    list.into_iter().any(|mv| pos.after(game, mv, |pos| stands(game, pos, side)))
}
