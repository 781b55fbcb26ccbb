//! Drops from the hand: their squares, their limits, and the room that a dropped piece needs.

use crate::board::bits::Bits;
use crate::board::{Color, Kind, Move, MoveList, PieceType, Square};
use crate::movegen::filter::{Filter, append};
use crate::movegen::pseudo::targets::Scene;
use crate::notation::legs::{DropLimits, Occupancy};
use crate::position::dynamic::held_captors;
use crate::position::{Game, Position};
use crate::tables::rules::DropRule;
use crate::tables::unroll::state::Access;

/// Appends drops on the empty squares of `allowed` and drops that capture, each once.
pub(crate) fn drops<const W: usize>(
    game: &Game,
    pos: &Position,
    allowed: Bits<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    if !pos.holds_any(pos.side()) {
        return;
    }
    for piece in game.variant.types() {
        if pos.hand(pos.side(), pos.held_as(game, piece)) == 0 {
            continue;
        }
        drops_of::<W>(game, pos, piece, allowed, filter, list);
    }
}

/// Like [`drops`], for a type that is in hand.
pub(crate) fn drops_of<const W: usize>(
    game: &Game,
    pos: &Position,
    piece: PieceType,
    allowed: Bits<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    let kind = Kind::new(piece, pos.side());
    let rules = &game.tables.kind(kind).drops;
    let empty = Bits::ALL.without(Scene::<W>::new(pos).occupied);
    if let Some(open) = open_squares(game, pos, kind, empty) {
        if filter.wants(true) {
            append(list, open & allowed, |to| Move::drop(piece, to));
        }
    } else {
        for (index, rule) in rules.iter().enumerate() {
            let earlier = &rules[..index];
            let full = full_files::<W>(game, pos, kind, rule);
            let room = |square: Square| match full {
                Some(full) => full >> game.variant.board.file(square) & 1 == 0,
                None => within_limits(game, pos, kind, rule, square),
            };
            let wanted = |&square: &Square| {
                let empty = pos.cell(square).is_empty();
                let sought = filter.wants(empty) && (allowed.has(square) || !empty);
                let content = game.tables.occupancy(kind.color())[pos.cell(square).slot()];
                let content =
                    if is_fleeting(game, square) { content.without(Occupancy::EMPTY) } else { content };
                let lands = (rule.landing.pass | rule.landing.take).meets(content);
                let admits = |rule: &DropRule| admits(game, pos, kind, rule, square);
                let known = |rule: &DropRule| rule.squares.contains(&square.0) && admits(rule);
                sought && lands && room(square) && !earlier.iter().any(known)
            };
            let squares = rule.squares.iter().map(|&square| Square(square));
            list.extend(squares.filter(wanted).map(|square| Move::drop(piece, square)));
        }
    }
    if game.variant.hand_rules.swap && filter != Filter::Tactical && pos.hand(pos.side(), piece) > 0 {
        swaps(game, pos, kind, list);
    }
}

/// Squares of `empty` where a piece of a kind may be dropped; `None` if each square must be looked at.
#[inline]
pub(crate) fn open_squares<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    empty: Bits<W>,
) -> Option<Bits<W>> {
    match &game.tables.kind(kind).drops[..] {
        [] => Some(Bits::EMPTY),
        [rule] => rule.open(pos.kind_set(kind), empty),
        _ => None,
    }
}

/// Appends swaps of a piece in hand for a friend on the board with the same ID.
///
/// SPEC: Interactive diagrams, "Rotating pieces".
fn swaps(game: &Game, pos: &Position, kind: Kind, list: &mut MoveList) {
    let pieces = &game.variant.pieces;
    let like =
        |other: Kind| other != kind && pieces[other.piece().index()].id == pieces[kind.piece().index()].id;
    let open = |square: Square| game.tables.access(kind, square) != Access::Forbidden;
    let squares = pos.pieces(kind.color()).filter(|&square| pos.cell(square).kind().is_some_and(like));
    list.extend(squares.filter(|&square| open(square)).map(|square| Move::drop(kind.piece(), square)));
}

/// Number of pieces of a kind that could still be dropped after `dropped`; `None` without a limit per shade.
pub(crate) fn room_for(game: &Game, pos: &Position, kind: Kind, dropped: (PieceType, Square)) -> Option<u16> {
    let board = &game.variant.board;
    let rule = game.tables.kind(kind).drops.iter().find(|rule| rule.limits.per_shade > 0)?;
    let comes = |at: u16| dropped.0 == kind.piece() && board.shade(dropped.1) == at;
    let room = |at: u16| {
        let there =
            pos.pieces(kind.color()).filter(|&s| pos.cell(s).kind() == Some(kind) && board.shade(s) == at);
        let there = there.count() as u16 + u16::from(comes(at));
        let free = rule.squares.iter().map(|&square| Square(square));
        let free =
            free.filter(|&s| s != dropped.1 && board.shade(s) == at && pos.cell(s).is_empty()).count() as u16;
        free.min(u16::from(rule.limits.per_shade).saturating_sub(there))
    };
    Some(room(0) + room(1))
}

/// Whether a side could capture a royal on `target` by a drop.
pub(crate) fn attack(game: &Game, pos: &Position, target: Square, by: Color) -> bool {
    let takes = |kind: Kind, rule: &DropRule| {
        rule.landing.take.meets(Occupancy::ENEMY_ROYAL)
            && rule.squares.contains(&target.0)
            && within_limits(game, pos, kind, rule, target)
    };
    let held = |kind: &Kind| pos.hand(by, kind.piece()) > 0;
    held_captors(game, pos, by)
        .filter(held)
        .any(|kind| game.tables.kind(kind).drops.iter().any(|rule| takes(kind, rule)))
}

/// Whether the rule allows a drop on `square`, which must be one of its squares, with its present content.
///
/// SPEC: drops.txt: "Default modality is 'm', for dropping on empty squares. If you can capture with a drop, 'c' or
/// 'mc' modifiers can be prefixed, as usual."
fn admits(game: &Game, pos: &Position, kind: Kind, rule: &DropRule, square: Square) -> bool {
    let content = game.tables.occupancy(kind.color())[pos.cell(square).slot()];
    (rule.landing.pass | rule.landing.take).meets(content) && within_limits(game, pos, kind, rule, square)
}

/// Whether the square is a hole when no piece stands on it.
fn is_fleeting(game: &Game, square: Square) -> bool {
    game.variant.board.is_fleeting(square)
}

/// SPEC: drops.txt, modifiers f, s, b and n.
fn within_limits(game: &Game, pos: &Position, kind: Kind, rule: &DropRule, square: Square) -> bool {
    let (board, limits) = (&game.variant.board, rule.limits);
    let count = |same: &dyn Fn(Square) -> bool| {
        pos.pieces(kind.color()).filter(|&s| pos.cell(s).kind() == Some(kind) && same(s)).count()
    };
    let below = |limit: u8, same: &dyn Fn(Square) -> bool| limit == 0 || count(same) < usize::from(limit);
    let home_side =
        |s: Square| board.relative_rank(kind.color(), s) < board.relative_rank(kind.color(), square);
    let same_file = |s: Square| board.file(s) == board.file(square);
    below(limits.per_file, &same_file)
        && below(limits.per_shade, &|s| board.shade(s) == board.shade(square))
        && below(limits.per_board, &|_| true)
        && (!rule.blocked
            || board.squares().all(|s| !(same_file(s) && home_side(s)) || pos.cell(s).is_empty()))
}

/// A bit for each file that is full for the kind. `None` if there are other limits, or more files than bits.
fn full_files<const W: usize>(game: &Game, pos: &Position, kind: Kind, rule: &DropRule) -> Option<u64> {
    let (board, limits) = (&game.variant.board, rule.limits);
    let others = DropLimits { per_file: 0, ..limits } != DropLimits::default();
    if rule.blocked || others || board.files() > 64 {
        return None;
    }
    if limits.per_file == 0 {
        return Some(0);
    }
    let (mut full, mut counts) = (0, [0; 64]);
    for square in pos.kind_set::<W>(kind) {
        let file = usize::from(board.file(square));
        counts[file] += 1;
        full |= u64::from(counts[file] >= limits.per_file) << file;
    }
    Some(full)
}
