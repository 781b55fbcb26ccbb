//! Lists moves by a pass over a trajectory tree, and castling.

use crate::board::{Color, Kind, Square};
use crate::movegen::filter::{ArrivalContext, Filter};
use crate::movegen::pseudo::arrival::arrive;
use crate::movegen::pseudo::type_changes;
use crate::moves::path_context::PathContext;
use crate::moves::paths::gateable;
use crate::moves::square_view::SquareView;
use crate::moves::{burnt, passable, paths};
use crate::notation::legs::Occupancy;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::tree::{Flags, Node};
use std::ops::Range;

/// Appends the moves of the piece on `from` along a tree; several may have the same effect.
pub(crate) fn tree_moves(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    filter: Filter,
    tree: Range<usize>,
    list: &mut MoveList,
) {
    // Duplicated for speed: few games need a path context.
    match PathContext::new(game, pos, kind, from) {
        None => follow(game, pos, kind, from, filter, tree, None, |_, _| true, |_, _| true, list),
        context => follow(game, pos, kind, from, filter, tree, context, |_, _| true, |_, _| true, list),
    }
}

/// Appends the moves that end at nodes accepted by `ends`, in subtrees accepted by `leads`.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "everything a tree needs, passed in registers")]
pub(crate) fn follow(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    filter: Filter,
    tree: Range<usize>,
    context: Option<PathContext<'_>>,
    mut leads: impl FnMut(usize, &Node) -> bool,
    ends: impl Fn(usize, &Node) -> bool,
    list: &mut MoveList,
) {
    let cell = pos.cell(from);
    let view = SquareView::new(game, pos, kind.color(), None);
    let nodes = game.tables.nodes();
    let occupancy = game.tables.occupancy(kind.color());
    let (mut at, end) = (tree.start, tree.end);
    while at < end {
        let node = &nodes[at];
        if !leads(at, node) {
            at = node.skip as usize;
            continue;
        }
        let mut content = occupancy[pos.at(node.square).slot()];
        if node.flags.has(NEEDS_PATH) {
            if node.flags.has(Flags::GUARD) {
                at = if cell.is_unmoved() { at + 1 } else { node.skip as usize };
                continue;
            }
            content = view.content(node);
            let empty = |square: u16| view.is_empty(node, square);
            if node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), empty) {
                at = node.skip as usize;
                continue;
            }
        }
        if context.is_some_and(|context| !context.enters(node, &view)) {
            at = node.skip as usize;
            continue;
        }
        let passing = (node.emit | node.go).meets(Occupancy::EN_PASSANT)
            && content == Occupancy::EMPTY
            && view.marked(node);
        let emits = node.emit.meets(content) || passing && node.emit.meets(Occupancy::EN_PASSANT);
        if emits && ends(at, node) {
            let mv = Move::walk(from, Square(node.square), at as u32);
            end_path(game, pos, kind, mv, (content, passing), filter, list);
        }
        let mut goes_on = node.go.meets(content) || passing && node.go.meets(Occupancy::EN_PASSANT);
        if let Some(context) = context {
            goes_on = context.passes(node, content, goes_on);
        }
        at = if goes_on { at + 1 } else { node.skip as usize };
    }
}

/// Appends the moves that end with `mv`: on a square with this content, maybe by an en passant capture (`passing`).
#[inline(always)]
fn end_path(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    (content, passing): (Occupancy, bool),
    filter: Filter,
    list: &mut MoveList,
) {
    let index = mv.node().expect("a walk ends at a node");
    let node = &game.tables.nodes()[index as usize];
    let on_the_way = passing || node.flags.has(Flags::LOCUST);
    let burns = || node.flags.has(Flags::BURNS) && !burnt(game, pos, mv, None).is_empty();
    let quiet = content == Occupancy::EMPTY && !on_the_way && !burns();
    let first = list.len();
    let landing = ArrivalContext { quiet, quoted: node.flags.has(Flags::QUOTED), filter };
    if let Some(change) = game.tables.change(node) {
        type_changes::arrive(game, pos, kind, (mv, change), landing, list);
    } else if node.flags.has(Flags::INDUCED.with(Flags::BORROWS)) {
        induced_moves(game, pos, index, content, landing, list);
    } else if filter.wants(quiet) || game.tables.kind(kind).promotes {
        arrive(game, pos, kind, mv, landing, list);
    }
    if node.flags.has(Flags::GATES) {
        let gate = game.tables.extra(node).gate.unwrap_or(mv.from().0);
        put_down(game, pos, kind.color(), Square(gate), first, list);
    }
}

/// Appends the moves of a friend set in motion, at the end of its path.
///
/// SPEC: XBetza readings 22: the friend's square is the from-square of the move; promotion is the friend's.
fn induced_moves(
    game: &Game,
    pos: &Position,
    index: u32,
    content: Occupancy,
    landing: ArrivalContext,
    list: &mut MoveList,
) {
    let node = &game.tables.nodes()[index as usize];
    let Some(mover) = game.tables.induced(node).filter(|_| !node.flags.has(Flags::BORROWS)) else { return };
    let Some(kind) = pos.cell(mover).kind() else { return };
    if paths::may_end(game, pos, node, content) {
        arrive(game, pos, kind, Move::walk(mover, Square(node.square), index), landing, list);
    }
}

const NEEDS_PATH: Flags =
    Flags::GUARD.with(Flags::VACATED).with(Flags::DISPLACED).with(Flags::EXTRA).with(Flags::PASSED);

/// Turns each move from `first` on into one move for each piece that can be put down.
fn put_down(game: &Game, pos: &Position, side: Color, gate: Square, first: usize, list: &mut MoveList) {
    let plain: Vec<Move> = list.drain(first..).collect();
    for mv in plain {
        list.extend(gateable(game, pos, side, gate).map(|piece| mv.gating(piece)));
    }
}

/// Appends castling moves; the legality test checks for attacks on the king's path.
#[inline(always)]
pub(crate) fn castlings<const W: usize>(game: &Game, pos: &Position, list: &mut MoveList) {
    for index in 0..pos.castles().len() {
        if !pos.castling_is_open::<W>(index) {
            continue;
        }
        let rule = &pos.castles()[index];
        if rule.king.color() == pos.side() && pos.cell(rule.from).kind() == Some(rule.king) {
            let first = list.len();
            list.push(Move::castle(rule.from, rule.to, index));
            if let Some(gate) = rule.gate {
                put_down(game, pos, pos.side(), gate, first, list);
            }
        }
    }
}
