//! Effects and restrictions of captures, read directly from the variant.

use crate::board::{Color, Kind, Square};
use crate::oracle::board_state::ReferenceState;
use crate::position::{Cell, Game};
use crate::variant::captures::{CaptureActions, CaptureEffect, Column, Form, Influence, Spell};
use crate::variant::{PieceType, Variant};

/// The effect that the matrix gives a move with these victims.
///
/// If several change the mover, the one with the first column decides.
pub fn event(
    variant: &Variant,
    state: &ReferenceState,
    mover: Kind,
    quoted: bool,
    victims: &[Square],
) -> CaptureEffect {
    let rules = &variant.captures;
    let mut columns: Vec<Column> = Vec::new();
    for &victim in victims {
        let Some(kind) = state.cell(victim).kind() else { continue };
        columns.push(Column::of(kind.piece(), kind.color() == mover.color()));
    }
    if columns.is_empty() {
        columns.push(Column::Empty);
    }
    columns.sort_by_key(|column| column.index(variant.pieces.len()));
    let mut all = CaptureEffect::NONE;
    for column in columns {
        let event = rules.event(quoted, mover.piece(), column);
        all.actions = all.actions.with(event.actions);
        if all.form == Form::Same {
            all.form = event.form;
        }
    }
    all
}

/// Whether the square is in the zone of a piece of that colour that casts the spell.
pub fn enchanted(variant: &Variant, state: &ReferenceState, spell: Spell, square: Square, by: Color) -> bool {
    let Some(Influence { spell: cast, casters, zone }) = &variant.captures.influence else { return false };
    let casts = |kind: Kind| kind.color() == by && casters[kind.piece().index()];
    *cast == spell
        && zone.around(&variant.board, square).any(|near| state.cell(near).kind().is_some_and(casts))
}

/// Whether the matrix (`event`), counterstrike and spells allow the move.
pub fn admits(
    variant: &Variant,
    state: &ReferenceState,
    (mover, from): (Kind, Square),
    to: Square,
    victims: &[Square],
    event: CaptureEffect,
) -> bool {
    let (own, enemy) = (mover.color(), mover.color().other());
    if event.actions.has(CaptureActions::FORBIDDEN) || enchanted(variant, state, Spell::Freeze, from, enemy) {
        return false;
    }
    if !victims.is_empty() && enchanted(variant, state, Spell::Charm, from, enemy) {
        return false;
    }
    if victims.iter().any(|&victim| is_out_of_reach(variant, state, own, victim)) {
        return false;
    }
    let converts = variant.captures.conversion.get(mover.piece().index()) == Some(&true);
    let alike = |&other: &Square| {
        let cell = state.cell(other);
        cell.kind() == Some(mover)
            && !cell.is_unmoved()
            && variant.board.shade(other) == variant.board.shade(to)
    };
    !(converts && state.cell(from).is_unmoved() && variant.board.squares().any(|other| alike(&other)))
}

/// Whether no piece of `by` can capture the piece on the square now.
pub fn is_out_of_reach(variant: &Variant, state: &ReferenceState, by: Color, victim: Square) -> bool {
    let Some(kind) = state.cell(victim).kind() else { return false };
    let shielded = kind.color() != by && enchanted(variant, state, Spell::Protect, victim, kind.color());
    shielded || state.struck.contains(&kind.piece())
}

/// Whether a capture reaches the threshold. SPEC: `tradeThreshold`: the value captured less the value that would be
/// retaken.
pub fn pays(game: &Game, state: &ReferenceState, mover: Kind, victims: &[Square]) -> bool {
    let (Some(events), Some(threshold)) = (game.tables.events(), game.variant.captures.threshold) else {
        return false;
    };
    let worth = |piece: PieceType| i64::from(events.worth[piece.index()]);
    let gain: i64 = victims
        .iter()
        .filter_map(|&victim| state.cell(victim).kind())
        .map(|kind| if kind.color() == mover.color() { -worth(kind.piece()) } else { worth(kind.piece()) })
        .sum();
    gain - worth(mover.piece()) >= worth(threshold)
}

/// `protectedRange`: whether a protected victim is far enough away to count.
pub fn reaches_far(
    variant: &Variant,
    state: &ReferenceState,
    (mover, from): (Kind, Square),
    quoted: bool,
    victims: &[Square],
) -> bool {
    let (rules, board) = (&variant.captures, &variant.board);
    let protected = |square: Square| {
        let Some(kind) = state.cell(square).kind() else { return false };
        let column = Column::of(kind.piece(), kind.color() == mover.color());
        rules.event(quoted, mover.piece(), column).actions.has(CaptureActions::UNPROTECTED)
    };
    victims.iter().any(|&square| board.distance(from, square) >= rules.protected_range && protected(square))
}

/// Squares between which pieces have moved: from, to.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    /// Pieces of the mover's side; the mover first.
    pub landed: &'a [(Square, Square)],
    /// Displaced pieces.
    pub displaced: &'a [(Square, Square)],
}

/// Applies the effects of a move just made, except the change of turn. Returns the other pieces that disappear, as
/// squares before the move.
pub fn apply_capture_effects(
    variant: &Variant,
    before: &ReferenceState,
    after: &mut ReferenceState,
    mover: Kind,
    moves: Moves<'_>,
    victims: &[Square],
    event: CaptureEffect,
) -> Vec<Square> {
    let Moves { landed, displaced } = moves;
    let (_, to) = landed[0];
    let (own, enemy) = (mover.color(), mover.color().other());
    let blasts = event.actions.has(CaptureActions::BLAST);
    let mut gone = if blasts { exploded(variant, after, mover, to) } else { Vec::new() };
    let struck = struck(variant, (before, victims), (after, &gone), mover, to);
    if event.actions.has(CaptureActions::KAMIKAZE) && !gone.contains(&to) {
        gone.push(to);
    }
    gone.iter().for_each(|&square| after.destroy(variant, square));
    for &(_, square) in landed {
        let stands = after.cell(square).kind().is_some_and(|kind| kind.color() == own);
        if stands && enchanted(variant, after, Spell::Burn, square, enemy) {
            after.destroy(variant, square);
            gone.push(square);
        }
    }
    if let (Form::Defector(piece), Some(kind)) = (event.form, after.cell(to).kind()) {
        if kind.color() == own {
            let origin = after.cell(to).origin();
            after.put(to, Cell::new(Kind::new(piece, enemy)).with_origin(origin));
        }
    }
    let lost = |square: Square| after.cell(square).kind().map(Kind::color) != Some(own);
    if after.passing.as_ref().is_some_and(|marks| lost(marks.victim)) {
        after.passing = None;
    }
    (after.struck, after.frozen) = (struck, event.actions.has(CaptureActions::FREEZE));
    let moved = || landed.iter().chain(displaced);
    let before = |square: Square| moved().find(|&&(_, to)| to == square).map_or(square, |&(from, _)| from);
    gone.into_iter().map(before).collect()
}

/// Squares of the pieces that the mover, which explodes on `to`, destroys; itself last.
fn exploded(variant: &Variant, after: &ReferenceState, mover: Kind, to: Square) -> Vec<Square> {
    let blast = &variant.captures.blast;
    let hit = |kind: Kind| {
        let index = kind.piece().index();
        let hit = if blast.enemies_only { kind.color() != mover.color() } else { !blast.spared[index] };
        hit && !blast.proof[index]
    };
    let around = blast.zone.around(&variant.board, to);
    let mut gone: Vec<Square> = around.filter(|&square| after.cell(square).kind().is_some_and(hit)).collect();
    if !blast.enemies_only && !blast.proof[mover.piece().index()] {
        gone.push(to);
    }
    gone
}

/// `counterStrike` types among the pieces captured before and those that explode after the move.
fn struck(
    variant: &Variant,
    (before, victims): (&ReferenceState, &[Square]),
    (after, gone): (&ReferenceState, &[Square]),
    mover: Kind,
    to: Square,
) -> Vec<PieceType> {
    let rules = &variant.captures;
    let strikes = |piece: &PieceType| rules.counter_strike.get(piece.index()) == Some(&true);
    let exchanged = |kind: &Kind| {
        rules.is_exchange(mover.piece(), Column::of(kind.piece(), kind.color() == mover.color()))
    };
    let taken =
        victims.iter().filter_map(|&victim| before.cell(victim).kind()).filter(|kind| !exchanged(kind));
    let blown = gone.iter().filter(|&&square| square != to).filter_map(|&square| after.cell(square).kind());
    let mut struck: Vec<PieceType> = taken.chain(blown).map(Kind::piece).filter(strikes).collect();
    struck.sort_unstable();
    struck.dedup();
    struck
}
