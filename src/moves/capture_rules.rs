//! What capture rules make of a move: its effect by the capture matrix, whether they forbid it, and what it removes.

use crate::board::{Color, Kind, Square};
use crate::moves::changes::is_quoted;
use crate::moves::immunity::is_immune;
use crate::moves::spells::{is_under, leaves_brake};
use crate::moves::victims::{takes, victims};
use crate::position::{Game, Move, Position};
use crate::variant::captures::{CaptureActions, CaptureEffect, Column, Form, Spell};
use crate::variant::{CaptureRules, PieceType};

/// Combined effect of the capture matrix on a move, over all its victims.
///
/// Castling has none; for drops only forbidden captures count. If several victims change the mover, the first column
/// decides.
pub(crate) fn effect(game: &Game, pos: &Position, mv: Move) -> CaptureEffect {
    let rules = &game.variant.captures;
    let Some(mover) = pos.moving(mv) else { return CaptureEffect::NONE };
    if mv.castling().is_some() || mv.is_pass() {
        return CaptureEffect::NONE;
    }
    let quoted = mv.is_drop() || is_quoted(game, mv);
    let types = game.variant.pieces.len();
    let (mut all, mut first) = (CaptureEffect::NONE, usize::MAX);
    let (mut gain, mut captures) = (0, false);
    victims(game, pos, mv, |kind, square| {
        captures = true;
        let column = Column::of(kind.piece(), kind.color() == mover.color());
        let mut effect = rules.effect(quoted, mover.piece(), column);
        if !mv.is_drop() && game.variant.board.distance(mv.from(), square) < rules.protected_range {
            effect.actions -= CaptureActions::UNPROTECTED;
        }
        all.actions |= effect.actions;
        if effect.form != Form::Same && column.index(types) < first {
            (all.form, first) = (effect.form, column.index(types));
        }
        let worth =
            game.tables.effect_tables().map_or(0, |effects| i64::from(effects.worth[kind.piece().index()]));
        gain += if kind.color() == mover.color() { -worth } else { worth };
    });
    if !captures {
        all = rules.effect(quoted, mover.piece(), Column::Empty);
    }
    if mv.is_drop() {
        let forbidden = all.actions.intersects(CaptureActions::FORBIDDEN);
        let actions = if forbidden { CaptureActions::FORBIDDEN } else { CaptureActions::default() };
        return CaptureEffect { actions, form: Form::Same };
    }
    if all.actions.intersects(CaptureActions::UNPROTECTED) && captures && pays(game, mover, gain) {
        all.actions -= CaptureActions::UNPROTECTED;
    }
    all
}

/// Whether the capture matrix forbids the move.
pub(crate) fn is_forbidden(game: &Game, pos: &Position, mv: Move) -> bool {
    effect(game, pos, mv).actions.intersects(CaptureActions::FORBIDDEN)
}

/// Whether a capture gains enough material to ignore protection.
///
/// SPEC: "weakened by a threshold, which would allow the capture when it would gain an amount of material equivalent to
/// the value of the piece specified by tradeThreshold": the value captured less the value that would be retaken.
fn pays(game: &Game, mover: Kind, gain: i64) -> bool {
    let (Some(effects), Some(threshold)) = (game.tables.effect_tables(), game.variant.captures.threshold)
    else {
        return false;
    };
    let worth = |piece: PieceType| i64::from(effects.worth[piece.index()]);
    gain - worth(mover.piece()) >= worth(threshold)
}

/// Whether an explosion caused by `by` destroys an adjacent piece of the kind.
pub(crate) fn is_blown_up(game: &Game, kind: Kind, by: Color) -> bool {
    let blast = &game.variant.captures.blast;
    let spared = match blast.enemies_only {
        true => kind.color() == by,
        false => CaptureRules::marks(&blast.spared, kind.piece()),
    };
    !spared && !CaptureRules::marks(&blast.proof, kind.piece())
}

/// Whether a captor of the kind is destroyed by the explosion of its capture.
pub(crate) fn is_lost_capturing(game: &Game, captor: Kind) -> bool {
    let blast = &game.variant.captures.blast;
    !blast.enemies_only && !CaptureRules::marks(&blast.proof, captor.piece())
}

/// Whether the capture matrix and spells allow the move. Protection is not checked.
pub(crate) fn admits(game: &Game, pos: &Position, mv: Move, effect: CaptureEffect) -> bool {
    let rules = &game.variant.captures;
    if effect.actions.intersects(CaptureActions::FORBIDDEN) {
        return false;
    }
    let moves = !mv.is_drop();
    if moves && is_under(game, pos, Spell::Freeze, mv.from()) {
        return false;
    }
    if let Some(rule) = mv.castling().map(|index| &pos.castles()[index]) {
        let enemy = rule.king.color().other();
        let braked = |way| leaves_brake(game, pos, way, enemy);
        let walks = [(rule.from, rule.to), (rule.partner, rule.partner_to)];
        return !is_under(game, pos, Spell::Freeze, rule.partner) && !walks.into_iter().any(braked);
    }
    let Some(mover) = pos.moving(mv) else { return true };
    let charmed = moves && is_under(game, pos, Spell::Charm, mv.from());
    let saved = takes(game, pos, mv, |kind, square| charmed || is_immune(game, pos, mover, (kind, square)));
    let converts = moves && CaptureRules::marks(&rules.conversion, mover.piece());
    !(saved || converts && pos.cell(mv.from()).is_unmoved() && repeats_shade(game, pos, mover, mv.to()))
}

/// Whether another piece of the kind has already moved and stands on the shade of `to`.
///
/// SPEC: "Pieces of the specified type must then make their first moves to different square shades."
fn repeats_shade(game: &Game, pos: &Position, mover: Kind, to: Square) -> bool {
    let board = &game.variant.board;
    let moved = |square: Square| pos.cell(square).kind() == Some(mover) && !pos.cell(square).is_unmoved();
    pos.pieces(mover.color()).any(|square| moved(square) && board.shade(square) == board.shade(to))
}

/// Whether the move makes the moving piece disappear.
pub(crate) fn vanishes(game: &Game, pos: &Position, mv: Move) -> bool {
    let mut gone = false;
    removals(game, pos, mv, |_, square, captured| gone |= !captured && square == mv.from());
    gone
}

/// Calls `each` for every piece that a move removes; the flag is true for captured pieces. Displaced pieces are
/// reported on their old squares.
pub(crate) fn removals(game: &Game, pos: &Position, mv: Move, each: impl FnMut(Kind, Square, bool)) {
    // PERF: `griffon search atomic`: most moves are quiet ones.
    let idle = mv.is_plain() && pos.cell(mv.to()).is_empty() && !game.rules.captures.quiet_blasts;
    if !idle {
        removals_by(game, pos, mv, effect(game, pos, mv), each);
    }
}

/// Like [`removals`], with the effect of the move.
fn removals_by(
    game: &Game,
    pos: &Position,
    mv: Move,
    effect: CaptureEffect,
    mut each: impl FnMut(Kind, Square, bool),
) {
    let Some(mover) = pos.cell(mv.from()).kind() else { return };
    let explodes = effect.actions.intersects(CaptureActions::BLAST);
    let blast = match game.tables.effect_tables() {
        Some(effects) if explodes => effects.blast(mv.to()),
        _ => &[],
    };
    let place = |square: Square| blast.iter().position(|&near| near == square.0);
    // Bit `n`: the piece on square `n` of the explosion is captured.
    let mut taken = 0_u32;
    victims(game, pos, mv, |kind, square| {
        taken |= place(square).map_or(0, |n| 1 << n);
        each(kind, square, true);
    });
    for (n, &square) in blast.iter().enumerate() {
        let square = Square(square);
        let gone = square == mv.from() || taken >> n & 1 == 1;
        if let Some(kind) = pos.cell(square).kind().filter(|_| !gone) {
            if is_blown_up(game, kind, mover.color()) {
                each(kind, square, false);
            }
        }
    }
    let blown = explodes && is_lost_capturing(game, mover);
    if blown || effect.actions.intersects(CaptureActions::KAMIKAZE) {
        each(mover, mv.from(), false);
    }
}

/// Whether the capture matrix treats two moves alike. A quote after an atom may make a difference.
pub(crate) fn judged_alike(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    let demands = |mv: Move| {
        let actions = effect(game, pos, mv).actions;
        (actions.intersects(CaptureActions::MANDATORY), actions.intersects(CaptureActions::UNPROTECTED))
    };
    demands(a) == demands(b)
}

/// Whether two moves of one piece to the same square have the same consequences.
pub(crate) fn same_consequences(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    let consequences = |mv: Move| {
        let effect = effect(game, pos, mv);
        let mut removed = Vec::new();
        // A captured friend goes into a different hand from one that explodes.
        let own = |kind: Kind| pos.cell(mv.from()).kind().is_some_and(|mover| mover.color() == kind.color());
        removals_by(game, pos, mv, effect, |kind, square, captured| {
            removed.push((square, captured && own(kind)));
        });
        removed.sort_unstable();
        let freezes = effect.actions.intersects(CaptureActions::FREEZE);
        (removed, freezes, matches!(effect.form, Form::Defector(_)))
    };
    consequences(a) == consequences(b)
}
