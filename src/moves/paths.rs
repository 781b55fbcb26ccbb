//! Walks along trajectory trees: calls a function for each node that a piece can end on, and tests conditions of single
//! nodes.

use crate::board::{Color, Kind, Square};
use crate::moves::mover::Mover;
use crate::moves::square_view::SquareView;
use crate::notation::legs::Occupancy;
use crate::position::{Game, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Flags, Node};
use crate::tables::unroll::Access;
use crate::variant::PieceType;
use std::ops::Range;

/// Where a path can end.
#[derive(Clone, Copy)]
pub(crate) struct PathEnd<'a> {
    /// Index of the node.
    pub index: u32,
    pub node: &'a Node,
    /// Content of its square.
    pub content: Occupancy,
    /// Whether an en passant capture is possible there.
    pub marked: bool,
}

impl<'a> Mover<'a> {
    /// Whether an induced piece may end on the node's square according to its `morph` board.
    #[inline]
    pub fn may_end(&self, end: &Node, content: Occupancy) -> bool {
        let Some(induced) = self.game.tables.induced(end) else { return true };
        let Some(kind) = self.pos.cell(induced).kind() else { return false };
        let access = self.game.tables.access(kind, Square(end.square));
        end.flags.intersects(Flags::QUOTED) || access.admits(content == Occupancy::FRIEND)
    }
    /// Calls `visit` with each end of a path. `target` counts as an enemy royal.
    pub fn walk(&self, tree: Range<usize>, target: Option<Square>, mut visit: impl FnMut(PathEnd<'a>)) {
        self.walk_where(
            tree,
            target,
            |_, _| true,
            |end| {
                visit(end);
                true
            },
        );
    }
    /// Like [`Self::walk`], but enters only the subtrees (first node and its index) for which `leads` holds, and ends
    /// as soon as `visit` returns false.
    #[inline(always)]
    pub fn walk_where(
        &self,
        tree: Range<usize>,
        target: Option<Square>,
        leads: impl FnMut(usize, &Node) -> bool,
        visit: impl FnMut(PathEnd<'a>) -> bool,
    ) {
        // Duplicated for speed: few games have such pieces.
        match self.game.minds_paths(self.kind) {
            true => self.walk_minding::<true>(tree, target, leads, visit),
            false => self.walk_minding::<false>(tree, target, leads, visit),
        }
    }
    /// Like [`Self::walk_where`]; `MINDS`: the contents of passed squares matter, not only whether they are occupied.
    #[inline(always)]
    fn walk_minding<const MINDS: bool>(
        &self,
        tree: Range<usize>,
        target: Option<Square>,
        mut leads: impl FnMut(usize, &Node) -> bool,
        mut visit: impl FnMut(PathEnd<'a>) -> bool,
    ) {
        let view = SquareView::new(self, target);
        let (nodes, unmoved) = (self.game.tables.nodes(), self.pos.cell(self.from).is_unmoved());
        let mut at = tree.start;
        while at < tree.end {
            let node = &nodes[at];
            let enters =
                leads(at, node) && (!node.flags.intersects(CONDITIONS) || view.is_open(node, unmoved));
            let guard = node.flags.intersects(Flags::GUARD);
            if !enters || guard || MINDS && !self.enters(node, &view) {
                at = if enters && guard { at + 1 } else { node.skip as usize };
                continue;
            }
            let content = view.content(node);
            let marked = (node.emit | node.go).intersects(Occupancy::EN_PASSANT)
                && content == Occupancy::EMPTY
                && view.marked(node);
            let accepts = |contents: Occupancy| {
                contents.intersects(content) || marked && contents.intersects(Occupancy::EN_PASSANT)
            };
            if accepts(node.emit) && !visit(PathEnd { index: at as u32, node, content, marked }) {
                return;
            }
            let goes_on = accepts(node.go);
            let goes_on = if MINDS { self.passes(node, content, goes_on) } else { goes_on };
            at = if goes_on { at + 1 } else { node.skip as usize };
        }
    }
    /// Whether a move that ends at the node has a piece to put down, if it needs one.
    #[inline]
    pub fn can_put_down(&self, node: &Node) -> bool {
        if !node.flags.intersects(Flags::GATES) {
            return true;
        }
        let gate = self.game.tables.extra(node).gate.map_or(self.from, Square);
        self.pos.gateable(self.game, self.kind.color(), gate).next().is_some()
    }
}

/// Flags of nodes that may be closed.
const CONDITIONS: Flags = Flags::GUARD.union(Flags::EXTRA);

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
    pub fn are_within(&mut self, at: usize, skip: u32) -> bool {
        while self.ahead.first().is_some_and(|path| (path.end as usize) < at) {
            self.ahead = &self.ahead[1..];
        }
        self.ahead.first().is_some_and(|path| path.end < skip)
    }
}

impl Position {
    /// Types in a side's hand that may be put down on a square.
    pub(crate) fn gateable(&self, game: &Game, side: Color, gate: Square) -> impl Iterator<Item = PieceType> {
        let open = move |kind| game.tables.access(kind, gate) != Access::Forbidden;
        let held = move |piece: &PieceType| self.hand(side, *piece) > 0 && open(Kind::new(*piece, side));
        game.variant.types().filter(held)
    }
}
