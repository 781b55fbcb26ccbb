//! Castling and drops.

use super::promotion::morph;
use super::state::{State, is_royal};
use super::{ReferenceMove, events};
use crate::board::{Color, Square};
use crate::notation::legs::{Drop, Kind as MovementKind, Movement, Occupancy, Reach, Side};
use crate::position::Cell;
use crate::position::castling::CastleRule;
use crate::position::cell::Kind;
use crate::variant::captures::{Deeds, Event, Spell};
use crate::variant::{Captured, Morph, PieceType, Variant};

/// Castling moves. A position's rules say which king may castle with which partner; the rest is found here.
///
/// SPEC: diagram readings, "Castling".
pub fn castlings(variant: &Variant, rules: &[CastleRule], state: &State, moves: &mut Vec<ReferenceMove>) {
    let mut known: Vec<&CastleRule> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.king.color() == state.side) {
        // Fast castling comes as one rule for each pair of destinations.
        let same = |other: &&CastleRule| {
            (other.from, other.partner, &other.by) == (rule.from, rule.partner, &rule.by)
        };
        if known.iter().any(same) {
            continue;
        }
        known.push(rule);
        let (king, partner) = (state.cell(rule.from), state.cell(rule.partner));
        let friendly = partner.kind().is_some_and(|kind| kind.color() == state.side);
        if king.kind() != Some(rule.king) || !king.is_virgin() || !friendly || !partner.is_virgin() {
            continue;
        }
        let own = &variant.pieces[rule.king.piece().index()].movements;
        if own.iter().any(|movement| movement.kind == MovementKind::Castle(rule.by.clone())) {
            for files in destinations(variant, state, rule) {
                castling(variant, state, rule, files, moves);
            }
        }
    }
}

/// Files on which king and partner land. SPEC: XBetza readings 34.
fn destinations(variant: &Variant, state: &State, rule: &CastleRule) -> Vec<(i32, i32)> {
    let king = i32::from(variant.board.file(rule.from));
    let to_the_right = (rule.by.side == Side::Right) == (state.side == Color::White);
    let sign = if to_the_right { 1 } else { -1 };
    let most = i32::from(rule.by.distance);
    if rule.by.fast {
        let ways = (1..=most).flat_map(|steps| (0..steps).map(move |left| (steps, left)));
        return ways.map(|(steps, left)| (king + sign * steps, king + sign * left)).collect();
    }
    let file = match variant.castle_files {
        Some((left, right)) => i32::from(if to_the_right { right } else { left }),
        None => king + sign * most,
    };
    vec![(file, file - sign)]
}

fn castling(
    variant: &Variant,
    state: &State,
    rule: &CastleRule,
    (file, partner_file): (i32, i32),
    moves: &mut Vec<ReferenceMove>,
) {
    let board = &variant.board;
    let rank = i32::from(board.rank(rule.from));
    let file_of = |square| i32::from(board.file(square));
    let (Some(to), Some(partner_to)) = (board.at(file, rank), board.at(partner_file, rank)) else { return };
    let way =
        |a: i32, b: i32| (a.min(b)..=a.max(b)).filter_map(|file| board.at(file, rank)).collect::<Vec<_>>();
    let royal_way = way(file_of(rule.from), file);
    let mut crossed = royal_way.clone();
    crossed.extend(way(file_of(rule.partner), partner_file));
    if variant.castle_files.is_none() || rule.by.fast {
        crossed.extend(way(file_of(rule.from), file_of(rule.partner)));
    }
    let clear = |square: &Square| {
        let mover = *square == rule.from || *square == rule.partner;
        !board.is_hole(*square) && (mover || state.cell(*square).is_empty())
    };
    let returns = to == rule.from || partner_to == rule.from;
    if !crossed.iter().all(clear) || rule.by.gate && returns {
        return;
    }
    let enemy = state.side.other();
    if [rule.from, rule.partner].iter().any(|&s| events::enchanted(variant, state, Spell::Freeze, s, enemy)) {
        return;
    }
    for gated in put_down(variant, state, rule.by.gate.then_some(rule.from)) {
        let mut after = state.clone();
        after.put(rule.from, Cell::EMPTY);
        after.put(rule.partner, Cell::EMPTY);
        after.put(to, state.cell(rule.from).with_virgin(false));
        after.put(partner_to, state.cell(rule.partner).with_virgin(false));
        if let Some(piece) = gated {
            after.put_down(Kind::new(piece, state.side), rule.from);
        }
        after.passing = None;
        after.moved(variant, rule.king.piece());
        let landed = [(rule.from, to), (rule.partner, partner_to)];
        let gone = events::befall(variant, state, &mut after, rule.king, (&landed, &[]), &[], Event::NONE);
        after.turn();
        let royal = is_royal(variant, rule.king.piece());
        moves.push(ReferenceMove {
            from: rule.from,
            to,
            promotion: None,
            dropped: None,
            gated,
            victims: Vec::new(),
            in_passing: false,
            after,
            gone,
            needs_safety: false,
            goes_first: false,
            castled: Some(board.file(rule.partner) > board.file(rule.from)),
            quoted: false,
            must_be_safe: if royal { royal_way.clone() } else { Vec::new() },
        });
    }
}

/// What can be put down from the hand on a square: nothing at all where there is no such square.
///
/// SPEC: drops.txt: "uO unloads a piece on the square of origin"; what `morph` forbids there cannot be put down.
pub fn put_down(variant: &Variant, state: &State, square: Option<Square>) -> Vec<Option<PieceType>> {
    let Some(square) = square else { return vec![None] };
    let types = (0..variant.pieces.len() as u16).map(PieceType);
    let held = |piece: &PieceType| {
        let confined = morph(variant, *piece, state.side, square) == Morph::Forbidden;
        !confined && state.hand(Kind::new(*piece, state.side)) > 0
    };
    types.filter(held).map(Some).collect()
}

/// Drops from the hand. SPEC: drops.txt; a type without `@` may be dropped anywhere, but not where moves put pieces down.
pub fn drops(variant: &Variant, state: &State, moves: &mut Vec<ReferenceMove>) {
    let puts_down = |movement: &Movement| match &movement.kind {
        MovementKind::Walk(legs) => legs.iter().any(|leg| leg.gate),
        MovementKind::Castle(castle) => castle.gate,
        _ => false,
    };
    let for_dropping = variant.captured != Captured::ToOwner
        && !variant.pieces.iter().any(|piece| piece.movements.iter().any(puts_down));
    for piece in (0..variant.pieces.len() as u16).map(PieceType) {
        let kind = Kind::new(piece, state.side);
        if state.hand(kind) == 0 {
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
            let anywhere = atoms.is_empty() && for_dropping && state.cell(to).is_empty();
            let admitted = anywhere || atoms.iter().any(|drop| admits(variant, state, kind, drop, to));
            let confined = morph(variant, piece, state.side, to) == Morph::Forbidden;
            if admitted && !confined && !variant.board.is_hole(to) {
                moves.extend(dropping(variant, state, kind, to));
            }
        }
    }
}

/// The drop, if what it captures may be captured.
fn dropping(variant: &Variant, state: &State, kind: Kind, to: Square) -> Option<ReferenceMove> {
    let victims: Vec<Square> = state.cell(to).kind().map(|_| to).into_iter().collect();
    let forbidden = |&victim: &Square| {
        let event = events::event(variant, state, kind, true, &[victim]);
        event.deeds.has(Deeds::FORBIDDEN) || events::is_out_of_reach(variant, state, kind.color(), victim)
    };
    if victims.iter().any(forbidden) {
        return None;
    }
    let mut after = state.clone();
    after.hands[kind.index()] -= 1;
    victims.iter().for_each(|&square| after.capture(variant, square));
    after.put(to, Cell::new(kind));
    after.passing = None;
    after.moved(variant, kind.piece());
    let gone = events::befall(variant, state, &mut after, kind, (&[(to, to)], &[]), &victims, Event::NONE);
    after.turn();
    Some(ReferenceMove {
        from: to,
        to,
        promotion: None,
        dropped: Some(kind.piece()),
        gated: None,
        gone: [&victims[..], &gone].concat(),
        victims,
        in_passing: false,
        after,
        needs_safety: false,
        goes_first: false,
        castled: None,
        quoted: false,
        must_be_safe: Vec::new(),
    })
}

/// The only move of a frozen side: it passes.
///
/// SPEC: Interactive diagrams, captureMatrix: ":" is a "move that makes opponent pass turn".
pub fn rest(variant: &Variant, state: &State) -> Option<ReferenceMove> {
    let own = |square: &Square| state.cell(*square).kind().is_some_and(|kind| kind.color() == state.side);
    let royal = state.royals(variant, state.side).into_iter().min();
    let square = royal.or_else(|| variant.board.squares().find(own))?;
    let mut after = State { passing: None, struck: Vec::new(), frozen: false, ..state.clone() };
    after.turn();
    Some(ReferenceMove {
        from: square,
        to: square,
        promotion: None,
        dropped: None,
        gated: None,
        victims: Vec::new(),
        in_passing: false,
        after,
        gone: Vec::new(),
        needs_safety: false,
        goes_first: false,
        castled: None,
        quoted: false,
        must_be_safe: Vec::new(),
    })
}

/// Does a drop atom admit the square? SPEC: drops.txt, XBetza readings 36.
fn admits(variant: &Variant, state: &State, kind: Kind, drop: &Drop, to: Square) -> bool {
    let board = &variant.board;
    let rank = |square| board.relative_rank(kind.color(), square);
    let deep_enough = match drop.depth {
        Reach::Steps(ranks) => rank(to) < ranks,
        Reach::Unlimited | Reach::EnemyHalf => true,
    };
    let same_file = |&square: &Square| board.file(square) == board.file(to);
    let shade = |square: Square| (board.file(square) + board.rank(square)) % 2;
    let like = |square: &Square| state.cell(*square).kind() == Some(kind);
    let below = |limit: u8, count: usize| limit == 0 || count < usize::from(limit);
    let on_file = board.squares().filter(same_file).filter(like).count();
    let on_shade = board.squares().filter(|&square| shade(square) == shade(to)).filter(like).count();
    let on_board = board.squares().filter(like).count();
    let limits = drop.limits;
    let free_way = board.squares().filter(same_file).all(|s| rank(s) >= rank(to) || state.cell(s).is_empty());
    let holds = match state.cell(to).kind() {
        None => drop.landing.pass.meets(Occupancy::EMPTY),
        Some(other) if other.color() == kind.color() => false,
        Some(other) if is_royal(variant, other.piece()) => drop.landing.take.meets(Occupancy::ENEMY_ROYAL),
        Some(_) => drop.landing.take.meets(Occupancy::ENEMY),
    };
    holds
        && rank(to) >= drop.skip
        && deep_enough
        && below(limits.per_file, on_file)
        && below(limits.per_shade, on_shade)
        && below(limits.per_board, on_board)
        && (!drop.blocked || free_way)
}
