//! Whether a royal could be captured on a square, by the compiled moves; safe squares of a royal and of castling.

use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::movegen::attack::explosions::without_suicides;
use crate::position::{Game, Position};
use crate::variant::castling::CastleRule;

/// Whether one of the pieces of `by` on `occupied` squares could capture a royal on `target`, ignoring any piece on it. `None` if
/// only making the move can tell.
#[inline]
pub(crate) fn royal_could_be_taken<const W: usize>(
    game: &Game,
    pos: &Position,
    target: Square,
    occupied: Bits<W>,
    by: Color,
) -> Option<bool> {
    let mut sure = true;
    let taken = takes_royal(game, pos, target, occupied, by, |_, _, _| {
        sure = false;
        false
    });
    (taken || sure).then_some(taken)
}

/// Like [`royal_could_be_taken`]; `by_paths` decides for general pairs: kind, origin, pair number.
#[inline(always)]
pub(crate) fn takes_royal<const W: usize>(
    game: &Game,
    pos: &Position,
    target: Square,
    occupied: Bits<W>,
    by: Color,
    mut by_paths: impl FnMut(Kind, Square, usize) -> bool,
) -> bool {
    let reverse = game.tables.reverse();
    let taken = Bits::square(target);
    for kind in game.tables.kinds_of(by) {
        let origins: Bits<W> = reverse.origins(kind, target);
        let mut attackers = (origins & pos.kind_set(kind) & occupied).without(taken);
        if attackers.is_empty() {
            continue;
        }
        if game.tables.explosions().is_some() {
            attackers = without_suicides(game, pos, kind, target, attackers);
        }
        if reverse.is_straight(kind) {
            if attackers.any(|origin| !reverse.between::<W>(origin, target).meets(occupied)) {
                return true;
            }
            continue;
        }
        for origin in attackers {
            let Some(pair) = reverse.pair(kind, origin, target) else { continue };
            let line: Bits<W> = reverse.line(pair);
            let known = reverse.form(pair).holds(line & occupied);
            if known.unwrap_or_else(|| by_paths(kind, origin, pair)) {
                return true;
            }
        }
    }
    false
}

/// Splits the squares `wanted` by a royal into certainly safe ones and those that need [`royal_could_be_taken`],
/// dropping attacked ones. `occupied` excludes the royal.
#[inline(always)]
pub(crate) fn safe_beside<const W: usize>(
    game: &Game,
    pos: &Position,
    (royal, from): (Kind, Square),
    wanted: Bits<W>,
    occupied: Bits<W>,
) -> (Bits<W>, Bits<W>) {
    let (forms, reverse) = (game.tables.forms(), game.tables.reverse());
    let slot = forms.slot(royal, from);
    let beside = Bits::of(&forms.quiet_leaps, slot) | Bits::of(&forms.taking_leaps, slot);
    let mut safe = wanted & beside;
    let mut uncertain = wanted.without(beside);
    if safe.is_empty() {
        return (safe, uncertain);
    }
    for kind in game.tables.kinds_of(royal.color().other()) {
        let attackers: Bits<W> = Bits::of(&forms.around, forms.slot(kind, from)) & pos.kind_set(kind);
        if attackers.is_empty() {
            continue;
        }
        if !reverse.is_straight(kind) {
            uncertain |= safe;
            safe = Bits::EMPTY;
            continue;
        }
        for origin in attackers {
            for to in reverse.reach::<W>(kind, origin) & safe {
                if !reverse.between::<W>(origin, to).meets(occupied) {
                    safe = safe.without(Bits::square(to));
                }
            }
        }
    }
    (safe, uncertain)
}

/// Whether castling is safe for a royal not in check; `None` if only making the move can tell.
pub(crate) fn castling_is_safe<const W: usize>(
    game: &Game,
    pos: &Position,
    rule: &CastleRule,
    occupied: Bits<W>,
) -> Option<bool> {
    let by = rule.king.color().other();
    let without_king = occupied.without(Bits::square(rule.from));
    let after = without_king.without(Bits::square(rule.partner)) | Bits::square(rule.partner_to);
    for &square in rule.safe.iter().filter(|&&square| square != rule.from && square != rule.to) {
        if royal_could_be_taken(game, pos, square, without_king, by)? {
            return Some(false);
        }
    }
    // The king must be safe on its destination both before and after the partner moves.
    let taken = |occupied: Bits<W>| royal_could_be_taken(game, pos, rule.to, occupied, by);
    let arriving = taken(without_king)?;
    let Some(gate) = rule.gate else { return Some(!arriving && !taken(after)?) };
    let open = !game.variant.hand_rules.gates_open || !taken(after)?;
    Some(!arriving && open && !taken(after | Bits::square(gate))?)
}
