//! Whether a square is in the zone of a piece that casts a spell.

use crate::board::{Color, Square};
use crate::position::{Game, Position};
use crate::variant::CaptureRules;
use crate::variant::captures::Spell;

/// Whether the piece stands in the zone of an enemy that casts the spell.
pub(crate) fn is_under(game: &Game, pos: &Position, spell: Spell, square: Square) -> bool {
    let Some(kind) = pos.cell(square).kind() else { return false };
    casts_on(game, pos, spell, square, kind.color().other())
}

/// Whether the square is in the zone of a piece of `by` that casts the spell.
pub(crate) fn casts_on(game: &Game, pos: &Position, spell: Spell, square: Square, by: Color) -> bool {
    let (Some(effects), Some(influence)) = (game.tables.effect_tables(), game.variant.captures.casts(spell))
    else {
        return false;
    };
    let casts = |square: u16| {
        let kind = pos.at(square).kind().filter(|kind| kind.color() == by);
        kind.is_some_and(|kind| CaptureRules::marks(&influence.casters, kind.piece()))
    };
    effects.in_zone(square, casts)
}

/// Whether a step on the way along a rank from one square to another leads out of the zone of a piece of `by` that
/// brakes.
///
/// SPEC: "enemy pieces cannot move through or out of the spell zone".
pub(crate) fn leaves_brake(game: &Game, pos: &Position, (from, to): (Square, Square), by: Color) -> bool {
    let braked = |square: u16| casts_on(game, pos, Spell::Brake, Square(square), by);
    let mut steps = from.0.min(to.0)..from.0.max(to.0);
    steps.any(|square| match from < to {
        true => braked(square) && !braked(square + 1),
        false => braked(square + 1) && !braked(square),
    })
}
