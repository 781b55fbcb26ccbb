//! Moves that result when a piece arrives at the end of a path.

use crate::board::{Kind, PieceType, Square};
use crate::oracle::board_state::{Marks, ReferenceState};
use crate::oracle::pieces::ReferenceArrival;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;
use crate::oracle::zones::confines;
use crate::oracle::{effects, gates, promotion};
use crate::position::Cell;
use crate::variant::captures::{CaptureActions, CaptureEffect, Form};

/// The forms that the piece may take (possibly none), and the effect of the capture matrix; `None` if the matrix or
/// `morph` forbids the move.
fn forms(view: View<'_>, mover: Kind, arrival: &ReferenceArrival) -> Option<(Vec<PieceType>, CaptureEffect)> {
    let ReferenceArrival { path, quoted, .. } = arrival;
    let effect = effects::effect(view, mover, *quoted, &path.victims);
    if !effects::admits(view, (mover, path.mover), path.to, &path.victims, effect) {
        return None;
    }
    if !quoted && confines(view.variant, mover, path.to, path.on_friend) {
        return None;
    }
    let forms = match (effect.form, arrival.change) {
        (Form::Into(piece) | Form::Defector(piece), _) => vec![piece],
        (_, Some(change)) => {
            // docs, zoneMoves: the piece changes type, as far as `promoLimit` allows.
            let room = promotion::has_room(view, mover.color(), PieceType(change.form));
            if room { vec![PieceType(change.form)] } else { Vec::new() }
        }
        (Form::Same, None) => promotion::forms(view, mover, path, *quoted),
        (Form::Shogi, None) => promotion::shogi(view.variant, mover, path.to),
    };
    Some((forms, effect))
}

/// Appends all moves along a path: one for each form and each piece put down on the way.
pub fn arrive(view: View<'_>, arrival: &ReferenceArrival, moves: &mut Vec<ReferenceMove>) {
    land(view, arrival, |_| None, moves);
}

/// Like [`arrive`], but a piece that cannot promote where it must keeps its type: capturing a royal ends the game.
///
/// SPEC: Wikipedia, "Grand chess": a pawn that cannot promote, and so cannot move to the last rank, gives check there.
pub fn take(view: View<'_>, arrival: &ReferenceArrival, moves: &mut Vec<ReferenceMove>) {
    land(view, arrival, Some, moves);
}

/// Appends the moves; `otherwise` says what a piece without a form becomes.
fn land(
    view: View<'_>,
    arrival: &ReferenceArrival,
    otherwise: fn(PieceType) -> Option<PieceType>,
    moves: &mut Vec<ReferenceMove>,
) {
    let Some(mover) = view.cell(arrival.path.mover).kind() else { return };
    let Some((mut forms, effect)) = forms(view, mover, arrival) else { return };
    if forms.is_empty() {
        forms.extend(otherwise(mover.piece()));
    }
    let ReferenceArrival { path, quoted, change, must_be_safe } = arrival;
    let needs_safety = effect.actions.intersects(CaptureActions::UNPROTECTED)
        && (path.victims.is_empty()
            || effects::reaches_far(view, (mover, path.mover), *quoted, &path.victims)
                && !effects::pays(view, mover, &path.victims));
    for form in forms {
        for gated in gates::put_down(view, path.gate) {
            let (after, gone) = after_walk(view, arrival, mover, form, gated, effect);
            moves.push(ReferenceMove {
                promotion: (form != mover.piece()).then_some(form),
                gated,
                gate: path.gate.filter(|&gate| gate == path.mover && gate != path.to),
                victims: path.victims.clone(),
                en_passant: path.en_passant,
                gone: [&path.victims[..], &gone].concat(),
                needs_safety,
                goes_first: effect.actions.intersects(CaptureActions::MANDATORY),
                quoted: *quoted,
                must_not_threaten: change.is_some_and(|change| change.without_threats),
                must_be_safe: must_be_safe.clone(),
                ..ReferenceMove::new(path.mover, path.to, after)
            });
        }
    }
}

/// The position after a walk, and the squares of pieces that disappeared other than by capture.
fn after_walk(
    view: View<'_>,
    ReferenceArrival { path, quoted, change, .. }: &ReferenceArrival,
    kind: Kind,
    form: PieceType,
    gated: Option<PieceType>,
    effect: CaptureEffect,
) -> (ReferenceState, Vec<Square>) {
    let variant = view.variant;
    let mut after = view.state.clone();
    let cell = view.cell(path.mover);
    after.put(path.mover, Cell::EMPTY);
    path.unloaded.iter().for_each(|&(_, before)| after.put(before, Cell::EMPTY));
    path.victims.iter().for_each(|&victim| after.capture(variant, victim));
    path.unloaded.iter().for_each(|&(at, before)| after.put(at, view.cell(before).with_unmoved(false)));
    let arrived = if form == kind.piece() {
        cell.with_unmoved(false)
    } else {
        let new = Kind::new(form, kind.color());
        let chosen = effect.form == Form::Same && change.is_none();
        if chosen && promotion::comes_from_hand(variant, kind, path.to, form, *quoted) {
            after.hands[new.index()] = after.hands[new.index()].saturating_sub(1);
        }
        let origin = cell.origin().unwrap_or(kind.piece());
        Cell::new(new).with_origin(variant.capture_demotes.then_some(origin))
    };
    after.put(path.to, arrived);
    if let (Some(piece), Some(square)) = (gated, path.gate) {
        after.put_down(Kind::new(piece, view.side), square);
    }
    let squares = path.trail.clone();
    after.en_passant = (!squares.is_empty()).then_some(Marks { squares, victim: path.to });
    after.moved(variant, kind.piece());
    let displaced: Vec<_> = path.unloaded.iter().map(|&(at, before)| (before, at)).collect();
    let landed = [(path.mover, path.to)];
    let gone =
        effects::apply_capture_effects(view, &mut after, kind, &landed, &displaced, &path.victims, effect);
    (after, gone)
}
