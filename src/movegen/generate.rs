//! Moves that are not bit sets: trajectory trees, castling, drops; and what arriving does to a piece.

use super::Filter;
use crate::board::{Color, Square};
use crate::notation::legs::{DropLimits, Occupancy};
use crate::position::cell::Kind;
use crate::position::{Cell, Game, Move, MoveList, Position};
use crate::tables::rules::{Arrival, DropRule};
use crate::tables::tree::{Extra, Flags, Node, Passage};
use crate::variant::{Choice, PieceType};
use std::ops::Range;

/// Does the condition of a leap hold?
pub(crate) fn passable(extra: &Extra, empty: impl Fn(u16) -> bool) -> bool {
    match &extra.passage {
        None => true,
        Some(Passage::Free(ways)) => ways.iter().any(|way| way.iter().all(|&square| empty(square))),
        Some(Passage::Blocked(squares)) => squares.iter().any(|&square| !empty(square)),
    }
}

/// Moves of the piece on `from` along a tree.
pub(super) fn tree_moves(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    filter: Filter,
    tree: Range<usize>,
    list: &mut MoveList,
) {
    let cell = pos.cell(from);
    let info = game.tables.kind(kind);
    let nodes = game.tables.nodes();
    let occupancy = game.tables.occupancy(kind.color());
    let (mut at, end) = (tree.start, tree.end);
    while at < end {
        let node = &nodes[at];
        let mut content = occupancy[pos.at(node.square).slot()];
        if node.flags.has(SPECIAL) {
            if node.flags.has(Flags::GUARD) {
                at = if cell.is_virgin() { at + 1 } else { node.skip as usize };
                continue;
            }
            if node.flags.has(Flags::VACATED) {
                content = Occupancy::EMPTY;
            }
            if node.flags.has(Flags::DISPLACED) {
                content = occupancy[pos.at(game.tables.read_at(node)).slot()];
            }
            let empty = |square: u16| pos.at(square).is_empty();
            if node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), empty) {
                at = node.skip as usize;
                continue;
            }
        }
        let passing =
            node.emit.meets(Occupancy::EN_PASSANT) && content == Occupancy::EMPTY && marked(game, pos, node);
        if node.emit.meets(content) || passing {
            let quiet = content == Occupancy::EMPTY && !passing && !node.flags.has(Flags::LOCUST);
            let landing = Landing { quiet, quoted: node.flags.has(Flags::QUOTED), filter };
            if node.flags.has(Flags::INDUCED.with(Flags::BORROWS)) {
                induced_moves(game, pos, at as u32, content, landing, list);
            } else if filter.wants(quiet) || info.promotes {
                arrive(game, pos, kind, Move::walk(from, Square(node.square), at as u32), landing, list);
            }
        }
        at = if node.go.meets(content) { at + 1 } else { node.skip as usize };
    }
}

/// A path ends that another piece goes, or none at all.
///
/// SPEC: XBetza readings 22: the friend's square is the from-square of the move; promotion is the friend's.
fn induced_moves(
    game: &Game,
    pos: &Position,
    index: u32,
    content: Occupancy,
    landing: Landing,
    list: &mut MoveList,
) {
    let node = &game.tables.nodes()[index as usize];
    let Some(mover) = game.tables.induced(node).filter(|_| !node.flags.has(Flags::BORROWS)) else { return };
    let Some(kind) = pos.cell(mover).kind() else { return };
    if super::attacks::may_end(game, pos, node, content) {
        arrive(game, pos, kind, Move::walk(mover, Square(node.square), index), landing, list);
    }
}

const SPECIAL: Flags = Flags::GUARD.with(Flags::VACATED).with(Flags::DISPLACED).with(Flags::EXTRA);

/// Is the node's square marked for capture in passing, and has the path left the victim alone?
fn marked(game: &Game, pos: &Position, node: &Node) -> bool {
    let nodes = game.tables.nodes();
    let taken = |victim: Square| {
        let on_the_way =
            std::iter::successors(nodes.get(node.parent as usize), |n| nodes.get(n.parent as usize));
        let mut captures = on_the_way.filter(|passed| crate::position::is_victim(passed));
        node.flags.has(Flags::LOCUST) && captures.any(|passed| passed.square == victim.0)
    };
    pos.passing().is_some_and(|passing| {
        game.tables.trail(passing.trail).contains(&node.square) && !taken(passing.victim)
    })
}

/// How a move ends, as far as promotion and the filter ask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    /// Does it capture nothing?
    pub quiet: bool,
    /// Does `morph` not apply to it?
    pub quoted: bool,
    /// Which moves are wanted.
    pub filter: Filter,
}

/// Appends the move with whatever promotions its last square brings.
#[inline]
pub(super) fn arrive(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    landing: Landing,
    list: &mut MoveList,
) {
    let Landing { quiet, quoted, filter } = landing;
    let wanted = filter.wants(quiet);
    if !game.tables.kind(kind).promotes {
        if wanted {
            list.push(mv);
        }
        return;
    }
    let tables = &game.tables;
    let arrival = if quoted { tables.quoted_arrival(kind, mv.to()) } else { tables.arrival(kind, mv.to()) };
    let (forms, plain) = match arrival {
        Arrival::Plain => (None, true),
        Arrival::Into(form) | Arrival::Must(form) => (Some(form), false),
        Arrival::Choose(set) => return choose(game, pos, kind, mv, set, (wanted, filter), list),
        Arrival::May(form) => (Some(form), true),
        Arrival::Zone(form) => (concerns_zone(game, pos, kind.color(), mv).then_some(form), true),
        Arrival::ZoneForced(form) => {
            let forced = concerns_zone(game, pos, kind.color(), mv);
            (forced.then_some(form), !forced)
        }
    };
    if filter != Filter::Quiet {
        list.extend(forms.map(|form| mv.into(form)));
    }
    if plain && wanted {
        list.push(mv);
    }
}

/// Has the move to do with the promotion zone?
///
/// SPEC: diagram readings, "Shogi promotion": with drops any move that starts or ends there; without, a move
/// into it or a capture within it.
pub(super) fn concerns_zone(game: &Game, pos: &Position, color: Color, mv: Move) -> bool {
    let (from, to) = (game.tables.in_zone(color, mv.from()), game.tables.in_zone(color, mv.to()));
    if game.variant.captured == crate::variant::Captured::ToCapturer {
        return from || to;
    }
    to && (!from || super::is_capture(game, pos, mv))
}

/// The choices of a set that a kind has on a square now.
pub(super) fn available_choices<'a>(
    game: &'a Game,
    pos: &'a Position,
    kind: Kind,
    to: Square,
    set: u16,
) -> impl Iterator<Item = PieceType> + 'a {
    let board = &game.variant.board;
    let from_end = board.ranks() - board.relative_rank(kind.color(), to);
    let set = game.variant.promotion.choices.get(usize::from(set)).map_or(&[][..], Vec::as_slice);
    let available = move |choice: &&Choice| {
        !(choice.not_last && from_end == 1)
            && choice.ranks.is_none_or(|ranks| from_end <= ranks)
            && (!choice.from_hand || pos.hand(kind.color(), choice.piece) > 0)
    };
    set.iter().filter(available).map(|choice| choice.piece)
}

/// Promotion by choice.
fn choose(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    set: u16,
    (wanted, filter): (bool, Filter),
    list: &mut MoveList,
) {
    for piece in available_choices(game, pos, kind, mv.to(), set) {
        if piece != kind.piece() {
            if filter != Filter::Quiet {
                list.push(mv.into(piece));
            }
        } else if wanted {
            list.push(mv);
        }
    }
}

/// Of moves with the same effect only the first stays.
pub(super) fn drop_duplicates(game: &Game, pos: &Position, start: usize, list: &mut MoveList) {
    let mut kept = start;
    for index in start..list.len() {
        let mv = list[index];
        if !list[start..kept].iter().any(|&other| same_effect(game, pos, mv, other)) {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}

fn same_effect(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    if a == b {
        return true;
    }
    let special = |mv: Move| mv.is_drop() || mv.castling().is_some();
    if a.from() != b.from() || a.to() != b.to() || a.promotion() != b.promotion() || special(a) || special(b)
    {
        return false;
    }
    if trail_left(game, a) != trail_left(game, b) {
        return false;
    }
    if unloads(game, a) || unloads(game, b) {
        return changes(game, pos, a) == changes(game, pos, b);
    }
    same_victims(game, pos, a, b)
}

fn unloads(game: &Game, mv: Move) -> bool {
    mv.node().is_some_and(|index| game.tables.nodes()[index as usize].flags.has(Flags::UNLOADS))
}

/// Squares that the move changes, and their contents after it; without the square where the mover ends.
fn changes(game: &Game, pos: &Position, mv: Move) -> Vec<(u16, Cell)> {
    let mut squares = Vec::new();
    super::victims(game, pos, mv, |_, square| squares.push((square.0, Cell::EMPTY)));
    squares.push((mv.from().0, Cell::EMPTY));
    if let Some(index) = mv.node() {
        let unloads = game.tables.unloads(&game.tables.nodes()[index as usize]);
        squares.extend(unloads.iter().map(|&(from, _)| (from, Cell::EMPTY)));
        for &(from, to) in unloads {
            squares.retain(|&(square, _)| square != to);
            squares.push((to, pos.at(from).with_virgin(false)));
        }
    }
    squares.retain(|&(square, cell)| square != mv.to().0 && pos.at(square) != cell);
    squares.sort_unstable_by_key(|&(square, _)| square);
    squares.dedup();
    squares
}

fn same_victims(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    let (mut count, mut found) = (0, 0);
    super::victims(game, pos, a, |_, square| {
        count += 1;
        super::victims(game, pos, b, |_, other| found += u32::from(other == square));
    });
    let mut others = 0;
    super::victims(game, pos, b, |_, _| others += 1);
    count == found && count == others
}

fn trail_left(game: &Game, mv: Move) -> Option<&[u16]> {
    let node = &game.tables.nodes()[mv.node()? as usize];
    let trail = if node.flags.has(Flags::EXTRA) { game.tables.extra(node).trail } else { None };
    trail.map(|index| game.tables.trail(index))
}

/// Castling moves; attacks on the king's way are the business of legality.
pub(super) fn castlings(pos: &Position, list: &mut MoveList) {
    for (index, rule) in pos.castles().iter().enumerate() {
        let king = pos.cell(rule.from);
        let ready = rule.king.color() == pos.side()
            && king.kind() == Some(rule.king)
            && king.is_virgin()
            && pos.cell(rule.partner).is_virgin()
            && rule.empty.iter().all(|&square| pos.cell(square).is_empty());
        if ready {
            list.push(Move::castle(rule.from, rule.to, index));
        }
    }
}

/// SPEC: drops.txt, modifiers f, s, b and n.
pub(super) fn within_limits(
    game: &Game,
    pos: &Position,
    kind: Kind,
    rule: &DropRule,
    square: Square,
) -> bool {
    let (board, limits) = (&game.variant.board, rule.limits);
    let shade = |s: Square| (board.file(s) + board.rank(s)) % 2;
    let count = |same: &dyn Fn(Square) -> bool| {
        pos.pieces(kind.color()).filter(|&s| pos.cell(s).kind() == Some(kind) && same(s)).count()
    };
    let below = |limit: u8, same: &dyn Fn(Square) -> bool| limit == 0 || count(same) < usize::from(limit);
    let home_side =
        |s: Square| board.relative_rank(kind.color(), s) < board.relative_rank(kind.color(), square);
    let same_file = |s: Square| board.file(s) == board.file(square);
    below(limits.per_file, &same_file)
        && below(limits.per_shade, &|s| shade(s) == shade(square))
        && below(limits.per_board, &|_| true)
        && (!rule.blocked
            || board.squares().all(|s| !(same_file(s) && home_side(s)) || pos.cell(s).is_empty()))
}

/// A bit for each file that holds as many pieces of the kind as may be dropped there. `None` where more than the
/// files counts, or the board has more of them than bits.
pub(super) fn full_files<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    rule: &DropRule,
) -> Option<u64> {
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
