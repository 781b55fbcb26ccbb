//! Drops.

use crate::board::{Kind, Square};
use crate::notation::legs::{Drop, MovementKind, Occupancy, Reach};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::events::Moves;
use crate::oracle::gates::puts_down;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::unmoved::minds_unmoved;
use crate::oracle::zones::morph;
use crate::oracle::{events, zones};
use crate::position::Cell;
use crate::variant::captures::{CaptureActions, CaptureEffect};
use crate::variant::castling::CastleRule;
use crate::variant::{Captured, Morph, Variant};

/// Appends the drops. SPEC: drops.txt; a type without `@` may be dropped anywhere, unless moves put pieces down.
pub fn drops(
    variant: &Variant,
    rules: &[CastleRule],
    state: &ReferenceState,
    moves: &mut Vec<ReferenceMove>,
) {
    if variant.types().all(|piece| state.hand(Kind::new(piece, state.side)) == 0) {
        return;
    }
    let for_dropping = variant.captured != Captured::ToOwner
        && !variant.pieces.iter().any(|piece| piece.movements.iter().any(puts_down));
    for piece in variant.types() {
        let kind = Kind::new(piece, state.side);
        // A piece in hand may be dropped in its promoted form where the rules say so (`dropForms`).
        let base = Kind::new(zones::demoted(variant, piece), state.side);
        let itself = state.hand(kind) > 0 || !variant.hand_rules.drop_forms;
        let held = if itself { kind } else { base };
        if state.hand(held) == 0 {
            continue;
        }
        let movements = variant.pieces[piece.index()].movements.iter();
        let atoms: Vec<&Drop> = movements
            .filter_map(|movement| match &movement.kind {
                MovementKind::Drop(drop) => Some(drop),
                _ => None,
            })
            .collect();
        for to in variant.board.squares() {
            let swapped = state.cell(to).kind().filter(|other| {
                let same = variant.pieces[other.piece().index()].id == variant.pieces[piece.index()].id;
                variant.hand_rules.swap
                    && state.hand(kind) > 0
                    && same
                    && other.color() == state.side
                    && *other != kind
            });
            let anywhere = atoms.is_empty() && for_dropping && state.cell(to).is_empty();
            let admitted = anywhere || atoms.iter().any(|drop| admits(variant, state, kind, drop, to));
            let confined = morph(variant, piece, state.side, to) == Morph::Forbidden;
            let outside = !in_drop_zone(variant, kind, to);
            let vanished = variant.board.is_fleeting(to) && state.cell(to).is_empty();
            let open = !confined && !outside && !variant.board.is_hole(to) && !vanished;
            if (admitted || swapped.is_some()) && open {
                moves.extend(dropping(variant, rules, state, (kind, held), to));
            }
        }
    }
}

/// Whether the square is in the type's `dropZone`, turned or mirrored for Black.
fn in_drop_zone(variant: &Variant, kind: Kind, square: Square) -> bool {
    let Some(zone) = &variant.drop_zones[kind.piece().index()] else { return true };
    zone[variant.as_white_sees(kind.color(), square).index()]
}

/// The drop, if its victim may be captured.
fn dropping(
    variant: &Variant,
    rules: &[CastleRule],
    state: &ReferenceState,
    (kind, held): (Kind, Kind),
    to: Square,
) -> Option<ReferenceMove> {
    let there = state.cell(to).kind();
    let victims: Vec<Square> =
        there.filter(|other| other.color() != state.side).map(|_| to).into_iter().collect();
    let forbidden = |&victim: &Square| {
        let event = events::event(variant, state, kind, true, &[victim]);
        event.actions.has(CaptureActions::FORBIDDEN)
            || events::is_out_of_reach(variant, state, kind.color(), victim)
    };
    if victims.iter().any(forbidden) {
        return None;
    }
    let mut after = state.clone();
    after.hands[held.index()] -= 1;
    victims.iter().for_each(|&square| after.capture(variant, square));
    // SPEC: Interactive diagrams, "Notes": "the replaced piece goes back into your own hand".
    if let Some(own) = there.filter(|_| victims.is_empty()) {
        after.hands[own.index()] += 1;
    }
    let home = variant.home.as_ref().is_some_and(|home| home.contains(&(to, state.side, kind.piece())));
    after.put(to, Cell::new(kind).with_unmoved(home && minds_unmoved(variant, rules, kind, to)));
    after.passing = None;
    after.moved(variant, kind.piece());
    let gone = events::apply_capture_effects(
        variant,
        state,
        &mut after,
        kind,
        Moves { landed: &[(to, to)], displaced: &[] },
        &victims,
        CaptureEffect::NONE,
    );
    after.turn();
    Some(ReferenceMove {
        dropped: Some(kind.piece()),
        gone: [&victims[..], &gone].concat(),
        victims,
        ..ReferenceMove::new(to, to, after)
    })
}

/// Whether a drop atom admits the square. SPEC: drops.txt, XBetza readings 36.
fn admits(variant: &Variant, state: &ReferenceState, kind: Kind, drop: &Drop, to: Square) -> bool {
    let board = &variant.board;
    let rank = |square| board.relative_rank(kind.color(), square);
    let deep_enough = match drop.depth {
        Reach::Steps(ranks) => rank(to) < ranks,
        Reach::Unlimited | Reach::EnemyHalf => true,
    };
    let same_file = |&square: &Square| board.file(square) == board.file(to);
    let like = |square: &Square| state.cell(*square).kind() == Some(kind);
    let same_shade = |&square: &Square| board.shade(square) == board.shade(to);
    let below = |limit: u8, among: &dyn Fn(&Square) -> bool| {
        limit == 0 || board.squares().filter(among).filter(like).count() < usize::from(limit)
    };
    let limits = drop.limits;
    let free_way =
        || board.squares().filter(same_file).all(|s| rank(s) >= rank(to) || state.cell(s).is_empty());
    let holds = match state.cell(to).kind() {
        None => drop.landing.pass.meets(Occupancy::EMPTY),
        Some(other) if other.color() == kind.color() => false,
        Some(other) if variant.is_royal(other.piece()) => drop.landing.take.meets(Occupancy::ENEMY_ROYAL),
        Some(_) => drop.landing.take.meets(Occupancy::ENEMY),
    };
    holds
        && rank(to) >= drop.skip
        && deep_enough
        && below(limits.per_file, &same_file)
        && below(limits.per_shade, &same_shade)
        && below(limits.per_board, &|_| true)
        && (!drop.blocked || free_way())
}
