//! Castling and drops.

use super::ReferenceMove;
use super::promotion::morph;
use super::state::{State, is_royal};
use crate::board::{Color, Square};
use crate::notation::legs::{Castle, Drop, Kind as MovementKind, Occupancy, Reach, Side};
use crate::position::Cell;
use crate::position::castling::CastleRule;
use crate::position::cell::Kind;
use crate::variant::{Captured, Morph, PieceType, Variant};

/// Castling moves. A position's rules say which king may castle with which partner; the rest is found here.
///
/// SPEC: diagram readings, "Castling".
pub fn castlings(variant: &Variant, rules: &[CastleRule], state: &State, moves: &mut Vec<ReferenceMove>) {
    for rule in rules.iter().filter(|rule| rule.king.color() == state.side) {
        let (king, partner) = (state.cell(rule.from), state.cell(rule.partner));
        let friendly = partner.kind().is_some_and(|kind| kind.color() == state.side);
        if king.kind() != Some(rule.king) || !king.is_virgin() || !friendly || !partner.is_virgin() {
            continue;
        }
        let movements = variant.pieces[rule.king.piece().index()].movements.iter();
        let castle = movements.filter_map(|movement| match &movement.kind {
            MovementKind::Castle(castle) if castle.side == rule.side => Some(castle),
            _ => None,
        });
        moves.extend(castle.take(1).filter_map(|castle| castling(variant, state, rule, castle)));
    }
}

fn castling(variant: &Variant, state: &State, rule: &CastleRule, castle: &Castle) -> Option<ReferenceMove> {
    let board = &variant.board;
    let rank = i32::from(board.rank(rule.from));
    let file_of = |square| i32::from(board.file(square));
    let to_the_right = (castle.side == Side::Right) == (state.side == Color::White);
    let sign = if to_the_right { 1 } else { -1 };
    let file = match variant.castle_files {
        Some((left, right)) => i32::from(if to_the_right { right } else { left }),
        None => file_of(rule.from) + sign * i32::from(castle.distance),
    };
    let (to, partner_to) = (board.at(file, rank)?, board.at(file - sign, rank)?);
    let way =
        |a: i32, b: i32| (a.min(b)..=a.max(b)).filter_map(|file| board.at(file, rank)).collect::<Vec<_>>();
    let royal_way = way(file_of(rule.from), file);
    let mut crossed = royal_way.clone();
    crossed.extend(way(file_of(rule.partner), file - sign));
    if variant.castle_files.is_none() {
        crossed.extend(way(file_of(rule.from), file_of(rule.partner)));
    }
    let clear = |square: &Square| {
        let mover = *square == rule.from || *square == rule.partner;
        mover || state.cell(*square).is_empty() && !board.is_hole(*square)
    };
    if !crossed.iter().all(clear) {
        return None;
    }
    let mut after = state.clone();
    after.put(rule.from, Cell::EMPTY);
    after.put(rule.partner, Cell::EMPTY);
    after.put(to, state.cell(rule.from).with_virgin(false));
    after.put(partner_to, state.cell(rule.partner).with_virgin(false));
    after.passing = None;
    after.moved(variant, rule.king.piece());
    after.turn();
    Some(ReferenceMove {
        from: rule.from,
        to,
        promotion: None,
        dropped: None,
        victims: Vec::new(),
        in_passing: false,
        after,
        must_be_safe: if is_royal(variant, rule.king.piece()) { royal_way } else { Vec::new() },
    })
}

/// Drops from the hand. SPEC: drops.txt; a type without `@` may be dropped anywhere.
pub fn drops(variant: &Variant, state: &State, moves: &mut Vec<ReferenceMove>) {
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
            let anywhere = atoms.is_empty() && variant.captured != Captured::ToOwner;
            let admitted = anywhere || atoms.iter().any(|drop| admits(variant, state, kind, drop, to));
            let confined = morph(variant, piece, state.side, to) == Morph::Forbidden;
            if admitted && !confined && state.cell(to).is_empty() && !variant.board.is_hole(to) {
                moves.push(dropping(variant, state, kind, to));
            }
        }
    }
}

fn dropping(variant: &Variant, state: &State, kind: Kind, to: Square) -> ReferenceMove {
    let mut after = state.clone();
    after.hands[kind.index()] -= 1;
    after.put(to, Cell::new(kind));
    after.passing = None;
    after.moved(variant, kind.piece());
    after.turn();
    ReferenceMove {
        from: to,
        to,
        promotion: None,
        dropped: Some(kind.piece()),
        victims: Vec::new(),
        in_passing: false,
        after,
        must_be_safe: Vec::new(),
    }
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
    drop.landing.pass.meets(Occupancy::EMPTY)
        && rank(to) >= drop.skip
        && deep_enough
        && below(limits.per_file, on_file)
        && below(limits.per_shade, on_shade)
        && below(limits.per_board, on_board)
        && (!drop.blocked || free_way)
}
