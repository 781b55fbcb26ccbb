//! Drops.

use crate::board::{Kind, PieceType, Square};
use crate::notation::legs::{Drop, MovementKind, Occupancy, Reach};
use crate::oracle::effects;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::unmoved::minds_unmoved;
use crate::oracle::view::{View, seen_by};
use crate::oracle::zones::{demoted, morph};
use crate::position::Cell;
use crate::variant::captures::{CaptureActions, CaptureEffect};
use crate::variant::{Morph, Variant};

/// The drop atoms of a type.
pub fn drop_atoms(variant: &Variant, piece: PieceType) -> impl Iterator<Item = &Drop> {
    variant.movements(piece).iter().filter_map(|movement| match &movement.kind {
        MovementKind::Drop(drop) => Some(drop),
        _ => None,
    })
}

/// Whether the square is on a rank that a drop atom admits.
pub fn is_in_depth(variant: &Variant, kind: Kind, drop: &Drop, square: Square) -> bool {
    let rank = variant.board.relative_rank(kind.color(), square);
    let deep_enough = match drop.depth {
        Reach::Steps(ranks) => rank < ranks,
        Reach::Unlimited | Reach::EnemyHalf => true,
    };
    deep_enough && rank >= drop.skip
}

/// Appends the drops. SPEC: drops.txt; a type without `@` may be dropped anywhere, unless moves put pieces down.
pub fn drops(view: View<'_>, moves: &mut Vec<ReferenceMove>) {
    let (variant, side) = (view.variant, view.side);
    if !variant.types().any(|piece| view.holds(piece)) {
        return;
    }
    let for_dropping = !variant.captures_to_owner() && !variant.pieces.iter().any(|piece| piece.gates());
    for piece in variant.types() {
        let kind = Kind::new(piece, side);
        // A piece in hand may be dropped in its promoted form where the rules say so (`dropForms`).
        let itself = view.holds(piece) || !variant.hand_rules.drop_forms;
        let held = if itself { piece } else { demoted(variant, piece) };
        if !view.holds(held) {
            continue;
        }
        let atoms: Vec<&Drop> = drop_atoms(variant, piece).collect();
        for to in variant.board.squares() {
            let id = |piece: PieceType| &variant.pieces[piece.index()].id;
            let swaps =
                |other: Kind| variant.hand_rules.swap && other != kind && id(other.piece()) == id(piece);
            let swapped = view.holds(piece) && view.own(to).is_some_and(swaps);
            let empty = view.cell(to).is_empty();
            let anywhere = atoms.is_empty() && for_dropping && empty;
            let admitted = anywhere || atoms.iter().any(|drop| admits(view, kind, drop, to));
            let open = morph(variant, piece, side, to) != Morph::Forbidden
                && in_drop_zone(variant, kind, to)
                && !variant.board.is_hole(to)
                && !(variant.board.is_fleeting(to) && empty);
            if (admitted || swapped) && open {
                moves.extend(dropping(view, kind, Kind::new(held, side), to));
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
fn dropping(view: View<'_>, kind: Kind, held: Kind, to: Square) -> Option<ReferenceMove> {
    let variant = view.variant;
    let there = view.cell(to).kind();
    let victims: Vec<Square> =
        there.filter(|other| other.color() != view.side).map(|_| to).into_iter().collect();
    let forbidden = |&victim: &Square| {
        let effect = effects::effect(view, kind, true, &[victim]);
        effect.actions.intersects(CaptureActions::FORBIDDEN)
            || effects::is_out_of_reach(view, kind.color(), victim)
    };
    if victims.iter().any(forbidden) {
        return None;
    }
    let mut after = view.state.clone();
    after.hands[held.index()] -= 1;
    victims.iter().for_each(|&square| after.capture(variant, square));
    // SPEC: Interactive diagrams, "Notes": "the replaced piece goes back into your own hand".
    if let Some(own) = there.filter(|_| victims.is_empty()) {
        after.hands[own.index()] += 1;
    }
    let home = variant.home.as_ref().is_some_and(|home| home.contains(&(to, view.side, kind.piece())));
    after.put(to, Cell::new(kind).with_unmoved(home && minds_unmoved(view, kind, to)));
    after.en_passant = None;
    after.moved(variant, kind.piece());
    let none = CaptureEffect::NONE;
    let gone = effects::apply_capture_effects(view, &mut after, kind, &[(to, to)], &[], &victims, none);
    Some(ReferenceMove {
        dropped: Some(kind.piece()),
        gone: [&victims[..], &gone].concat(),
        victims,
        ..ReferenceMove::new(to, to, after)
    })
}

/// Whether a drop atom admits the square. SPEC: drops.txt, XBetza readings 36.
fn admits(view: View<'_>, kind: Kind, drop: &Drop, to: Square) -> bool {
    let board = &view.variant.board;
    let rank = |square| board.relative_rank(kind.color(), square);
    let same_file = |square: Square| board.file(square) == board.file(to);
    let same_shade = |square: Square| board.shade(square) == board.shade(to);
    let below = |limit: u8, among: &dyn Fn(Square) -> bool| {
        limit == 0 || view.squares_of(kind).filter(|&square| among(square)).count() < usize::from(limit)
    };
    let limits = drop.limits;
    let free_way = || {
        let mut before = board.squares().filter(|&square| same_file(square) && rank(square) < rank(to));
        before.all(|square| view.cell(square).is_empty())
    };
    let holds = match view.cell(to).kind() {
        None => drop.landing.pass.intersects(Occupancy::EMPTY),
        Some(other) if other.color() == kind.color() => false,
        Some(other) => drop.landing.take.intersects(seen_by(view.variant, kind.color(), other)),
    };
    holds
        && is_in_depth(view.variant, kind, drop, to)
        && below(limits.per_file, &same_file)
        && below(limits.per_shade, &same_shade)
        && below(limits.per_board, &|_| true)
        && (!drop.blocked || free_way())
}
