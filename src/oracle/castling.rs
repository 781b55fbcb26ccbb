//! Castling.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::legs::{Movement, MovementKind, Side};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::effects;
use crate::oracle::gates::put_down;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;
use crate::oracle::zones::confines;
use crate::position::Cell;
use crate::variant::Variant;
use crate::variant::captures::{CaptureEffect, Spell};
use crate::variant::castling::CastleRule;

/// Appends the castling moves. The position's rules name kings and partners; the rest is found here.
///
/// SPEC: diagram readings, "Castling".
pub fn castlings(view: View<'_>, moves: &mut Vec<ReferenceMove>) {
    let mut known: Vec<&CastleRule> = Vec::new();
    for rule in view.castles.iter().filter(|rule| rule.king.color() == view.side) {
        // Fast castling has one rule for each pair of destinations.
        let same = |other: &&CastleRule| {
            (other.from, other.partner, &other.by) == (rule.from, rule.partner, &rule.by)
        };
        if known.iter().any(same) {
            continue;
        }
        known.push(rule);
        let ready = |square| view.own(square).filter(|_| view.cell(square).is_unmoved());
        if ready(rule.from) != Some(rule.king) || ready(rule.partner).is_none() {
            continue;
        }
        let own = view.variant.movements(rule.king.piece()).iter();
        let by: Vec<&Movement> =
            own.filter(|movement| movement.kind == MovementKind::Castle(rule.by.clone())).collect();
        if by.is_empty() {
            continue;
        }
        let free = by.iter().any(|movement| movement.quoted);
        let ways = destinations(view, rule).into_iter().filter(|&landed| free || admits(view, rule, landed));
        ways.for_each(|landed| castling(view, rule, landed, moves));
    }
}

/// Whether the `morph` boards of king and partner let them arrive. SPEC: "the piece would not be allowed to move to the
/// square".
fn admits(view: View<'_>, rule: &CastleRule, [to, partner_to]: [Square; 2]) -> bool {
    let arrives = |from: Square, to: Square| {
        view.own(from).is_some_and(|kind| !confines(view.variant, kind, to, false))
    };
    arrives(rule.from, to) && arrives(rule.partner, partner_to)
}

/// Whether a way along a rank leads out of the zone of an enemy that brakes.
fn leaves_brake(view: View<'_>, from: Square, to: Square) -> bool {
    let mut way = between(from, to);
    if to < from {
        way.reverse();
    }
    let braked = |square| effects::enchanted(view, Spell::Brake, square, view.side.other());
    way.windows(2).any(|step| braked(step[0]) && !braked(step[1]))
}

/// Destinations of king and partner. SPEC: XBetza readings 34.
fn destinations(view: View<'_>, rule: &CastleRule) -> Vec<[Square; 2]> {
    let board = &view.variant.board;
    let king = i32::from(board.file(rule.from));
    let to_the_right = (rule.by.side == Side::Right) == (view.side == Color::White);
    let sign = if to_the_right { 1 } else { -1 };
    let most = i32::from(rule.by.distance);
    let files = match view.variant.castle_files.map(|files| files[view.side.index()]) {
        _ if rule.by.fast => {
            let ways = (1..=most).flat_map(|steps| (0..steps).map(move |left| (steps, left)));
            ways.map(|(steps, left)| (king + sign * steps, king + sign * left)).collect()
        }
        Some((_, right)) if to_the_right => vec![(i32::from(right), i32::from(right) - sign)],
        Some((left, _)) => vec![(i32::from(left), i32::from(left) - sign)],
        None => vec![(king + sign * most, king + sign * most - sign)],
    };
    let at = |file: i32| board.at(file, i32::from(board.rank(rule.from)));
    files.into_iter().filter_map(|(king, partner)| Some([at(king)?, at(partner)?])).collect()
}

fn castling(view: View<'_>, rule: &CastleRule, landed: [Square; 2], moves: &mut Vec<ReferenceMove>) {
    let (variant, board, [to, partner_to]) = (view.variant, &view.variant.board, landed);
    let royal_way = between(rule.from, to);
    let mut crossed = [&royal_way[..], &between(rule.partner, partner_to)].concat();
    if variant.castle_files.is_none() || rule.by.fast {
        crossed.extend(between(rule.from, rule.partner));
    }
    let clear = |square: &Square| {
        let mover = *square == rule.from || *square == rule.partner;
        let missing = board.is_hole(*square) || board.is_fleeting(*square) && !mover;
        !missing && (mover || view.cell(*square).is_empty())
    };
    let frozen = |&s: &Square| effects::enchanted(view, Spell::Freeze, s, view.side.other());
    let braked = leaves_brake(view, rule.from, to) || leaves_brake(view, rule.partner, partner_to);
    if !crossed.iter().all(clear) || [rule.from, rule.partner].iter().any(frozen) || braked {
        return;
    }
    let royal = variant.is_royal(rule.king.piece());
    for square in gates(variant, rule, landed) {
        for gated in put_down(view, square) {
            let (after, gone) = castled(view, rule, landed, gated.zip(square));
            moves.push(ReferenceMove {
                gated,
                gate: square,
                gone,
                castled: Some(board.file(rule.partner) > board.file(rule.from)),
                must_be_safe: if royal { royal_way.clone() } else { Vec::new() },
                ..ReferenceMove::new(rule.from, to, after)
            });
        }
    }
}

/// Squares from one to another of the same rank, both included.
fn between(a: Square, b: Square) -> Vec<Square> {
    (a.min(b).0..=a.max(b).0).map(Square).collect()
}

/// Squares where the castling may put down a piece from the hand; `None` where it puts down none.
fn gates(variant: &Variant, rule: &CastleRule, landed: [Square; 2]) -> Vec<Option<Square>> {
    if !rule.by.gate {
        return vec![None];
    }
    // The king's start, or that of a partner that puts pieces down by its own moves, unless one of them lands there.
    let home = variant.home();
    let mut partners = home.iter().filter(|&&(square, ..)| square == rule.partner);
    let partner_gates = partners.any(|&(.., piece)| variant.movements(piece).iter().any(|m| m.puts_down()));
    let squares = [Some(rule.from), partner_gates.then_some(rule.partner)].into_iter().flatten();
    squares
        .filter(|square| !landed.contains(square) && !variant.board.is_fleeting(*square))
        .map(Some)
        .collect()
}

/// The position after castling, with a piece put down where `gate` says; and the squares, before the move, of the
/// pieces that disappear.
fn castled(
    view: View<'_>,
    rule: &CastleRule,
    [to, partner_to]: [Square; 2],
    gate: Option<(PieceType, Square)>,
) -> (ReferenceState, Vec<Square>) {
    let mut after = view.state.clone();
    after.put(rule.from, Cell::EMPTY);
    after.put(rule.partner, Cell::EMPTY);
    after.put(to, view.cell(rule.from).with_unmoved(false));
    after.put(partner_to, view.cell(rule.partner).with_unmoved(false));
    if let Some((piece, square)) = gate {
        after.put_down(Kind::new(piece, view.side), square);
    }
    if view.variant.castling.bars {
        bar_castling(view.castles, &mut after, rule.partner > rule.from);
    }
    after.en_passant = None;
    after.moved(view.variant, rule.king.piece());
    let landed = [(rule.from, to), (rule.partner, partner_to)];
    let none = CaptureEffect::NONE;
    let gone = effects::apply_capture_effects(view, &mut after, rule.king, &landed, &[], &[], none);
    (after, gone)
}

/// Marks the opponent's partners on that side as moved. SPEC: `castleBars`.
fn bar_castling(rules: &[CastleRule], after: &mut ReferenceState, to_the_right: bool) {
    let enemy = after.side.other();
    for rule in rules.iter().filter(|rule| rule.king.color() == enemy) {
        let same_side = (rule.partner > rule.from) == to_the_right;
        let (king, partner) = (after.cell(rule.from), after.cell(rule.partner));
        if same_side && king.kind() == Some(rule.king) && king.is_unmoved() && partner.is_unmoved() {
            after.put(rule.partner, partner.with_unmoved(false));
        }
    }
}

/// Removes the initial moves of enemy royals on the mover's file or rank, if its type exposes them.
///
/// SPEC: the rules of Ouk Chatrang (`exposedTo`).
pub fn expose(view: View<'_>, mv: &mut ReferenceMove) {
    let mover = if mv.dropped.is_some() { None } else { mv.after.cell(mv.to).kind() };
    if !mover.is_some_and(|kind| view.variant.castling.exposed_to[kind.piece().index()]) {
        return;
    }
    let board = &view.variant.board;
    for square in view.at(&mv.after).royals(view.side.other()) {
        if board.file(square) == board.file(mv.to) || board.rank(square) == board.rank(mv.to) {
            let cell = mv.after.cell(square).with_unmoved(false);
            mv.after.put(square, cell);
        }
    }
}
