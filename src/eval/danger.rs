//! Attacks on a royal.
//!
//! What helps an attack is added up as *danger*, which counts squared: single attackers achieve nothing, several
//! together mate. CITE: chess programming wiki, "King Safety": attack units.

use super::army::{EvalContext, SideAttacks};
use super::checks::danger_by_checks;
use super::explosions;
use super::tapered::Tapered;
use crate::board::bits::Bits;
use crate::board::{Color, Kind};
use crate::position::{Game, Position};
use crate::values::EvalParams;

/// Greatest danger that counts: its square fits into an `i32`. Values reach their limit far below.
const MAX_DANGER: i32 = 46_340;

/// Value of a side's attack on the enemy royal; `ring` holds the squares around it.
pub(super) fn attack<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    [own, enemy]: [&SideAttacks<W>; 2],
    ring: Bits<W>,
) -> Tapered {
    let EvalContext { game, pos, .. } = *context;
    let Some(royal) = context.king(color.other()) else { return Tapered::default() };
    let reserve = if pos.holds_any(color) { hand(game, pos, color) } else { 0 };
    if game.weights.danger_percent == 0 || own.attackers == 0 && reserve == 0 {
        return Tapered::default();
    }
    let params = &game.weights.params;
    let weak = (ring & own.guarded).without(enemy.guarded).count() as i32;
    let wide: Bits<W> = Bits::of(&game.weights.wide_rings, royal.index());
    let attacked = (wide & own.guarded).count() + (wide & own.twice).count();
    let friends = (ring & enemy.all).count() as i32;
    let mut danger = params.danger_base
        + params.danger_hits * own.hits / 100
        + (params.danger_attackers * own.attackers).saturating_mul(own.attackers_weight) / 100
        + params.danger_army * own.weight / 100
        + params.danger_weak * weak
        + params.danger_wide * attacked as i32
        + params.danger_wide_guarded * (wide & enemy.guarded).count() as i32
        + params.danger_shelter * friends
        + safe_checks(params, own, enemy)
        + explosions::danger(context, royal, own);
    if reserve > 0 {
        let guarded = context.occupied | enemy.guarded | enemy.by_royals;
        danger +=
            params.danger_drop * drop_checks(context, color, guarded) + params.danger_hand * reserve / 100;
    }
    let danger = danger.clamp(0, MAX_DANGER);
    let value = (danger * danger / params.danger_divisor).min(params.danger_limit);
    let value = value * game.weights.danger_percent / 100;
    let (mg, eg) = danger_by_checks(game, pos, color);
    Tapered { mg: value * mg / 100, eg: value * eg / 100 }
}

/// Danger of checks after one move from squares where the piece cannot be captured, except by a royal that may not,
/// because the square is guarded.
fn safe_checks<const W: usize>(params: &EvalParams, own: &SideAttacks<W>, enemy: &SideAttacks<W>) -> i32 {
    let unsafe_squares = enemy.recaptures(own);
    let by_class = [
        params.danger_check_light,
        params.danger_check_minor,
        params.danger_check_rook,
        params.danger_check_queen,
    ];
    let mut danger = 0;
    for (checking, weight) in own.checking.iter().zip(by_class) {
        let safe = checking.without(unsafe_squares).count() as i32;
        danger += if safe > 0 { weight + params.danger_checks * (safe - 1) } else { 0 };
    }
    danger
}

/// Total attack weight of the pieces in hand.
fn hand(game: &Game, pos: &Position, color: Color) -> i32 {
    let of = |kind: Kind| {
        (pos.hand(color, kind.piece()) as i32)
            .saturating_mul(i32::from(game.weights.traits[kind.index()].attack))
    };
    game.tables.kinds_of(color).map(of).sum()
}

/// Number of kinds in hand that can be dropped on a square outside `closed` where they check the royal.
pub(super) fn drop_checks<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    closed: Bits<W>,
) -> i32 {
    let EvalContext { game, pos, .. } = *context;
    let Some(royal) = context.king(color.other()) else { return 0 };
    let checks = |kind: &Kind| {
        let mut squares = game.tables.reverse().origins::<W>(*kind, royal).without(closed);
        squares.any(|from| context.gives_check(*kind, from, royal))
    };
    let held = |kind: &Kind| pos.hand(color, kind.piece()) > 0 && !game.tables.kind(*kind).drops.is_empty();
    game.tables.kinds_of(color).filter(held).filter(checks).count() as i32
}
