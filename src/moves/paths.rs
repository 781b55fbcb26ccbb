//! Walks along trajectory trees: calls a function for each node that a piece can reach or end on, and tests conditions
//! of single nodes.

use crate::board::{Color, Kind, Square};
use crate::moves::path_context::PathContext;
use crate::moves::square_view::{SquareView, passable};
use crate::notation::legs::Occupancy;
use crate::position::{Game, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Flags, Node};
use crate::tables::unroll::Access;
use crate::variant::PieceType;
use std::ops::Range;

/// Whether an induced piece may end on the node's square according to its `morph` board.
#[inline]
pub(crate) fn may_end(game: &Game, pos: &Position, end: &Node, content: Occupancy) -> bool {
    let Some(mover) = game.tables.induced(end) else { return true };
    let Some(kind) = pos.cell(mover).kind() else { return false };
    match game.tables.access(kind, Square(end.square)) {
        _ if end.flags.has(Flags::QUOTED) => true,
        Access::Open => true,
        Access::Forbidden => false,
        Access::NoFriend => content != Occupancy::FRIEND,
    }
}

/// Calls `visit` with each node where a path can end and its content. `target` counts as an enemy royal.
pub(crate) fn walk(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    tree: Range<usize>,
    target: Option<Square>,
    mut visit: impl FnMut(u32, Occupancy),
) {
    let always = |_, _| true;
    walk_where(game, pos, (kind, from), tree, target, always, |index, content| {
        visit(index, content);
        true
    });
}

/// Like [`walk`], but enters only the subtrees (first node, next node outside) for which `leads` holds, and ends as
/// soon as `visit` returns false.
#[inline]
pub(crate) fn walk_where(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    tree: Range<usize>,
    target: Option<Square>,
    mut leads: impl FnMut(usize, usize) -> bool,
    mut visit: impl FnMut(u32, Occupancy) -> bool,
) {
    let view = SquareView::new(game, pos, kind.color(), target);
    let nodes = game.tables.nodes();
    let context = PathContext::new(game, pos, kind, from);
    let mut at = tree.start;
    while at < tree.end {
        let node = &nodes[at];
        let skip = node.skip as usize;
        if !leads(at, skip) {
            at = skip;
            continue;
        }
        if node.flags.has(Flags::GUARD) {
            at = if pos.cell(from).is_unmoved() { at + 1 } else { skip };
            continue;
        }
        let empty = |square: u16| view.is_empty(node, square);
        if node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), empty) {
            at = skip;
            continue;
        }
        if context.is_some_and(|context| !context.enters(node, &view)) {
            at = skip;
            continue;
        }
        let content = view.content(node);
        if view.admits(node, node.emit, content) && !visit(at as u32, content) {
            return;
        }
        let goes_on = view.admits(node, node.go, content);
        let goes_on = context.map_or(goes_on, |context| context.passes(node, content, goes_on));
        at = if goes_on { at + 1 } else { skip };
    }
}

/// The ends of some paths of a tree, for one pass over it in order.
#[derive(Clone, Copy)]
pub(crate) struct PathEnds<'a> {
    /// The paths whose ends are still ahead, in the order of the tree.
    ahead: &'a [Attack],
}

impl<'a> PathEnds<'a> {
    /// `paths` must be in the order of the tree.
    pub fn new(paths: &'a [Attack]) -> Self {
        Self { ahead: paths }
    }
    /// Whether one of them is among the nodes from `at` to the one before `skip`. `at` must not decrease.
    #[inline]
    pub fn are_within(&mut self, at: usize, skip: usize) -> bool {
        while self.ahead.first().is_some_and(|path| (path.end as usize) < at) {
            self.ahead = &self.ahead[1..];
        }
        self.ahead.first().is_some_and(|path| (path.end as usize) < skip)
    }
}

/// Whether a move that ends at the node has a piece to put down, if it needs one.
#[inline]
pub(crate) fn can_put_down(game: &Game, pos: &Position, side: Color, from: Square, node: &Node) -> bool {
    if !node.flags.has(Flags::GATES) {
        return true;
    }
    let gate = game.tables.extra(node).gate.map_or(from, Square);
    gateable(game, pos, side, gate).next().is_some()
}

/// Types in a side's hand that may be put down on a square.
pub(crate) fn gateable(
    game: &Game,
    pos: &Position,
    side: Color,
    gate: Square,
) -> impl Iterator<Item = PieceType> {
    let tables = &game.tables;
    let held = move |piece: &PieceType| {
        let open = || tables.access(Kind::new(*piece, side), gate) != Access::Forbidden;
        pos.hand(side, *piece) > 0 && open()
    };
    game.variant.types().filter(held)
}
