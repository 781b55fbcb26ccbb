//! Effects and restrictions of captures, read directly from the variant.

use crate::board::{Color, Kind, PieceType, Square};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::view::View;
use crate::position::Cell;
use crate::variant::captures::{CaptureActions, CaptureEffect, Column, Form, Influence, Spell};

/// The effect that the matrix gives a move with these victims.
///
/// If several change the mover, the one with the first column decides.
pub fn effect(view: View<'_>, mover: Kind, quoted: bool, victims: &[Square]) -> CaptureEffect {
    let rules = &view.variant.captures;
    let mut columns: Vec<Column> = captured(view, victims).map(|kind| column(mover, kind)).collect();
    if columns.is_empty() {
        columns.push(Column::Empty);
    }
    columns.sort_by_key(|column| column.index(view.variant.pieces.len()));
    let mut all = CaptureEffect::NONE;
    for column in columns {
        let effect = rules.effect(quoted, mover.piece(), column);
        all.actions |= effect.actions;
        if all.form == Form::Same {
            all.form = effect.form;
        }
    }
    all
}

/// The pieces on the squares of victims.
fn captured<'a>(view: View<'a>, victims: &'a [Square]) -> impl Iterator<Item = Kind> + 'a {
    victims.iter().filter_map(move |&victim| view.cell(victim).kind())
}

/// The column of the matrix for a piece that `mover` captures.
fn column(mover: Kind, kind: Kind) -> Column {
    Column::of(kind.piece(), kind.color() == mover.color())
}

/// Whether the square is in the zone of a piece of that colour that casts the spell.
pub fn enchanted(view: View<'_>, spell: Spell, square: Square, by: Color) -> bool {
    let Some(Influence { spell: cast, casters, zone }) = &view.variant.captures.influence else {
        return false;
    };
    let casts = |kind: Kind| kind.color() == by && casters[kind.piece().index()];
    *cast == spell
        && zone.around(&view.variant.board, square).any(|near| view.cell(near).kind().is_some_and(casts))
}

/// Whether the matrix (`effect`), counterstrike and spells allow the move.
pub fn admits(
    view: View<'_>,
    (mover, from): (Kind, Square),
    to: Square,
    victims: &[Square],
    effect: CaptureEffect,
) -> bool {
    let (board, enemy) = (&view.variant.board, mover.color().other());
    if effect.actions.intersects(CaptureActions::FORBIDDEN)
        || enchanted(view, Spell::Freeze, from, enemy)
        || !victims.is_empty() && enchanted(view, Spell::Charm, from, enemy)
        || victims.iter().any(|&victim| is_out_of_reach(view, mover.color(), victim))
    {
        return false;
    }
    let converts = view.variant.captures.conversion.get(mover.piece().index()) == Some(&true);
    let alike = |other: Square| !view.cell(other).is_unmoved() && board.shade(other) == board.shade(to);
    !(converts && view.cell(from).is_unmoved() && view.squares_of(mover).any(alike))
}

/// Whether a move may capture the piece on the square, which flames spare otherwise. Protection is not checked.
pub fn may_capture(view: View<'_>, (mover, from): (Kind, Square), quoted: bool, victim: Square) -> bool {
    let forbidden = effect(view, mover, quoted, &[victim]).actions.intersects(CaptureActions::FORBIDDEN);
    !forbidden
        && !enchanted(view, Spell::Charm, from, mover.color().other())
        && !is_out_of_reach(view, mover.color(), victim)
}

/// Whether no piece of `by` can capture the piece on the square now.
pub fn is_out_of_reach(view: View<'_>, by: Color, victim: Square) -> bool {
    let Some(kind) = view.cell(victim).kind() else { return false };
    let shielded = kind.color() != by && enchanted(view, Spell::Protect, victim, kind.color());
    shielded || view.struck.contains(&kind.piece())
}

/// Whether a capture reaches the threshold. SPEC: `tradeThreshold`: the value captured less the value that would be
/// retaken.
pub fn pays(view: View<'_>, mover: Kind, victims: &[Square]) -> bool {
    let (Some(effects), Some(threshold)) =
        (view.game.tables.effect_tables(), view.variant.captures.threshold)
    else {
        return false;
    };
    let worth = |piece: PieceType| i64::from(effects.worth[piece.index()]);
    let gains = captured(view, victims)
        .map(|kind| if kind.color() == mover.color() { -worth(kind.piece()) } else { worth(kind.piece()) });
    gains.sum::<i64>() - worth(mover.piece()) >= worth(threshold)
}

/// `protectedRange`: whether a protected victim is far enough away to count.
pub fn reaches_far(view: View<'_>, (mover, from): (Kind, Square), quoted: bool, victims: &[Square]) -> bool {
    let (rules, board) = (&view.variant.captures, &view.variant.board);
    let protected = |kind: Kind| {
        rules
            .effect(quoted, mover.piece(), column(mover, kind))
            .actions
            .intersects(CaptureActions::UNPROTECTED)
    };
    victims.iter().any(|&square| {
        board.distance(from, square) >= rules.protected_range
            && view.cell(square).kind().is_some_and(protected)
    })
}

/// Applies the effects of a move just made, with the change of turn. Returns the other pieces that disappear, as
/// squares before the move. `landed` (the mover first) and `displaced` are squares of moved pieces: before, after.
pub fn apply_capture_effects(
    view: View<'_>,
    after: &mut ReferenceState,
    mover: Kind,
    landed: &[(Square, Square)],
    displaced: &[(Square, Square)],
    victims: &[Square],
    effect: CaptureEffect,
) -> Vec<Square> {
    let (_, to) = landed[0];
    let (own, enemy) = (mover.color(), mover.color().other());
    let blasts = effect.actions.intersects(CaptureActions::BLAST);
    let mut gone = if blasts { exploded(view.at(after), mover, to) } else { Vec::new() };
    let struck = struck(captured(view, victims), view.at(after), &gone, mover, to);
    if effect.actions.intersects(CaptureActions::KAMIKAZE) && !gone.contains(&to) {
        gone.push(to);
    }
    gone.iter().for_each(|&square| after.destroy(view.variant, square));
    for &(_, square) in landed {
        let stands = after.cell(square).kind().is_some_and(|kind| kind.color() == own);
        if stands && enchanted(view.at(after), Spell::Burn, square, enemy) {
            after.destroy(view.variant, square);
            gone.push(square);
        }
    }
    if let (Form::Defector(piece), Some(kind)) = (effect.form, after.cell(to).kind()) {
        if kind.color() == own {
            let origin = after.cell(to).origin();
            after.put(to, Cell::new(Kind::new(piece, enemy)).with_origin(origin));
        }
    }
    let lost = |square: Square| after.cell(square).kind().map(Kind::color) != Some(own);
    if after.en_passant.as_ref().is_some_and(|marks| lost(marks.victim)) {
        after.en_passant = None;
    }
    (after.struck, after.frozen) = (struck, effect.actions.intersects(CaptureActions::FREEZE));
    after.turn();
    let moved = || landed.iter().chain(displaced);
    let before = |square: Square| moved().find(|&&(_, to)| to == square).map_or(square, |&(from, _)| from);
    gone.into_iter().map(before).collect()
}

/// Squares of the pieces that the mover, which explodes on `to`, destroys; itself last.
fn exploded(after: View<'_>, mover: Kind, to: Square) -> Vec<Square> {
    let blast = &after.variant.captures.blast;
    let hit = |kind: Kind| {
        let index = kind.piece().index();
        let hit = if blast.enemies_only { kind.color() != mover.color() } else { !blast.spared[index] };
        hit && !blast.proof[index]
    };
    let around = blast.zone.around(&after.variant.board, to);
    let mut gone: Vec<Square> = around.filter(|&square| after.cell(square).kind().is_some_and(hit)).collect();
    if !blast.enemies_only && !blast.proof[mover.piece().index()] {
        gone.push(to);
    }
    gone
}

/// `counterStrike` types among the pieces captured and those that explode after the move, on `gone`.
fn struck(
    captured: impl Iterator<Item = Kind>,
    after: View<'_>,
    gone: &[Square],
    mover: Kind,
    to: Square,
) -> Vec<PieceType> {
    let rules = &after.variant.captures;
    let strikes = |piece: &PieceType| rules.counter_strike.get(piece.index()) == Some(&true);
    let taken = captured.filter(|&kind| !rules.is_exchange(mover.piece(), column(mover, kind)));
    let blown = gone.iter().filter(|&&square| square != to).filter_map(|&square| after.cell(square).kind());
    let mut struck: Vec<PieceType> = taken.chain(blown).map(Kind::piece).filter(strikes).collect();
    struck.sort_unstable();
    struck.dedup();
    struck
}
