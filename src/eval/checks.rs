//! Checks, where a number of them wins.

use super::army::{EvalContext, SideAttacks};
use super::danger::drop_checks;
use super::tapered::Tapered;
use crate::board::Color;
use crate::board::bits::Bits;
use crate::position::{Game, Position};

/// Checks that a side gives in all and has left to give; `None` if they are not counted.
fn checks_left(game: &Game, pos: &Position, color: Color) -> Option<(i32, i32)> {
    let all = i32::from(game.variant.ends.checks[color.index()]);
    let left = i32::from(pos.counters().checks[color.index()]);
    (game.rules.counter_use.for_endings && all > 0 && left > 0).then_some((all, left))
}

/// Value of the checks given so far, White's minus Black's (cp); 0 if checks are not counted.
#[inline]
pub fn checks(game: &Game, pos: &Position) -> i32 {
    let check_cp = game.weights.params.check_cp;
    let worth =
        |color| checks_left(game, pos, color).map_or(0, |(all, left)| check_cp / left - check_cp / all);
    worth(Color::White) - worth(Color::Black)
}

/// Value of the checks that a side can give with its next move.
pub(super) fn next_check<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    [own, enemy]: [&SideAttacks<W>; 2],
) -> Tapered {
    let EvalContext { game, pos, .. } = *context;
    let Some((_, left)) = checks_left(game, pos, color) else { return Tapered::default() };
    let params = &game.weights.params;
    let gain = params.check_cp / left / (left - 1).max(1);
    let squares = own.checking.iter().fold(Bits::EMPTY, |all, &squares| all | squares);
    let guarded = context.occupied | enemy.guarded | enemy.by_royals;
    let safe = squares.without(enemy.recaptures(own)).count() as i32 + drop_checks(context, color, guarded);
    let any = !squares.is_empty() || drop_checks(context, color, context.occupied) > 0;
    let share = params.check_any * i32::from(any)
        + params.check_safe * i32::from(safe > 0)
        + params.check_more * (safe - 1).clamp(0, 3);
    let value = gain * share / 100;
    Tapered { mg: value, eg: value }
}

/// Danger of an attack on a royal, percent of what it is where checks are not counted: middle game, endgame.
pub(super) fn danger_by_checks(game: &Game, pos: &Position, color: Color) -> (i32, i32) {
    match checks_left(game, pos, color) {
        None => (100, 0),
        Some((_, left)) => {
            let percent = 100 + game.weights.params.check_danger / left;
            (percent, percent / 2)
        }
    }
}
