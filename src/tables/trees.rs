//! The trajectory trees of all kinds, and the nodes that they consist of.

use super::tree::{Extra, Flags, Node};
use crate::board::{Kind, Move, Square};
use crate::notation::legs::TypeChange;
use rayon::prelude::*;
use std::ops::Range;

/// Nodes of one square: first the residual ones (not compiled), then the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tree {
    pub start: u32,
    pub residual_end: u32,
    pub end: u32,
}

impl Tree {
    /// All nodes.
    #[inline]
    pub fn all(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The trees of a variant.
#[derive(Debug, Default)]
pub struct Trees {
    pub(super) squares: usize,
    pub(super) nodes: Vec<Node>,
    /// `[kind * squares + square]`.
    pub(super) trees: Vec<Tree>,
    /// `[kind]`: the first kind with the same trees.
    pub(super) twins: Vec<Kind>,
    /// `[loan * squares + square]`.
    pub(super) loans: Vec<Tree>,
    /// Rare node data.
    pub(super) extras: Vec<Extra>,
    /// Trails that extras refer to.
    pub(super) trails: Vec<Box<[u16]>>,
}

impl Trees {
    /// The residual tree of a kind on a square: movements that are not compiled.
    #[inline(always)]
    pub fn residual_tree(&self, kind: Kind, square: Square) -> Range<usize> {
        let tree = self.trees[kind.index() * self.squares + square.index()];
        tree.start as usize..tree.residual_end as usize
    }
    /// The tree of a loan on a square.
    pub fn loan_tree(&self, loan: u32, square: Square) -> Range<usize> {
        self.loans[loan as usize * self.squares + square.index()].all()
    }
    /// Square of the piece that moves, if it is not the owner of the tree.
    pub fn induced(&self, node: &Node) -> Option<Square> {
        if !node.flags.intersects(Flags::INDUCED) {
            return None;
        }
        self.ancestors(node).find(|passed| passed.flags.intersects(Flags::INDUCES)).map(|n| Square(n.square))
    }
    /// The trajectory tree of a kind on a square, as a range of node indices.
    #[inline]
    pub fn tree(&self, kind: Kind, square: Square) -> Range<usize> {
        self.trees[kind.index() * self.squares + square.index()].all()
    }
    /// The first kind with the same trees; their facts hold for both.
    pub fn twin(&self, kind: Kind) -> Kind {
        self.twins[kind.index()]
    }
    /// All nodes.
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// The node where a move along a tree ends; `None` for other moves.
    #[inline]
    pub fn end_of(&self, mv: Move) -> Option<&Node> {
        mv.node().map(|index| &self.nodes[index as usize])
    }
    /// Flags of the node where a move ends; none for moves that are not along a tree.
    #[inline]
    pub fn end_flags(&self, mv: Move) -> Flags {
        self.end_of(mv).map_or(Flags::default(), |node| node.flags)
    }
    /// Extra data of a node with [`Flags::EXTRA`].
    #[inline]
    pub fn extra(&self, node: &Node) -> &Extra {
        &self.extras[node.extra as usize]
    }
    /// Extra data of a node, if it has any.
    #[inline]
    pub fn extra_of(&self, node: &Node) -> Option<&Extra> {
        node.flags.intersects(Flags::EXTRA).then(|| self.extra(node))
    }
    /// The trail left by a move that ends at the node.
    #[inline]
    pub fn trail_of(&self, node: &Node) -> Option<u32> {
        self.extra_of(node)?.trail
    }
    /// Square whose content, before the move, decides at a node; [`Extra::PASSING`] for that of the en
    /// passant victim.
    #[inline]
    pub fn read_at(&self, node: &Node) -> u16 {
        if node.flags.intersects(Flags::DISPLACED) {
            self.extra(node).stands_in.unwrap_or(node.square)
        } else {
            node.square
        }
    }
    /// Squares of pieces before (or [`Extra::PASSING`]) and after a move that ends at the node, captured
    /// pieces excluded.
    #[inline]
    pub fn unloads(&self, node: &Node) -> &[(u16, u16)] {
        if node.flags.intersects(Flags::UNLOADS) { &self.extra(node).unloads } else { &[] }
    }
    /// Whether a move that ends at the node puts the piece from `square` elsewhere.
    #[inline]
    pub fn displaces(&self, node: &Node, square: u16) -> bool {
        self.unloads(node).iter().any(|&(from, _)| from == square)
    }
    /// Type change by a move that ends at the node.
    #[inline]
    pub fn change(&self, node: &Node) -> Option<TypeChange> {
        self.extra_of(node)?.change
    }
    /// The type change that a move makes, if any.
    pub(crate) fn type_change(&self, mv: Move) -> Option<TypeChange> {
        self.change(self.end_of(mv)?)
    }
    /// Squares marked by a trail.
    #[inline]
    pub fn trail(&self, index: u32) -> &[u16] {
        &self.trails[index as usize]
    }
    /// The trail that marks these squares.
    pub fn find_trail(&self, squares: &[Square]) -> Option<u32> {
        let marked = |trail: &[u16]| trail.iter().eq(squares.iter().map(|square| &square.0));
        (0..self.trails.len() as u32).find(|&trail| marked(self.trail(trail)))
    }
    /// Ancestors of a node, nearest first.
    #[inline]
    pub fn ancestors<'t>(&'t self, node: &Node) -> impl Iterator<Item = &'t Node> + use<'t> {
        node.ancestors(&self.nodes)
    }
    /// Number of squares, holes included.
    #[inline]
    pub fn squares(&self) -> usize {
        self.squares
    }
    /// Returns `[kind]`: the result of `of` for each kind with trees of its own, computed in parallel,
    /// largest first.
    pub(super) fn of_each_forest<T: Send>(&self, of: impl Fn(Kind) -> T + Sync) -> Vec<Option<T>> {
        let kinds = (0..self.twins.len() as u16).map(Kind);
        let mut own: Vec<Kind> = kinds.filter(|&kind| self.twin(kind) == kind).collect();
        let tree = |kind: Kind, square: u16| self.tree(kind, Square(square)).len();
        let nodes = |kind: Kind| (0..self.squares() as u16).map(|square| tree(kind, square)).sum::<usize>();
        own.sort_by_cached_key(|&kind| std::cmp::Reverse(nodes(kind)));
        let found: Vec<(Kind, T)> =
            own.into_par_iter().with_max_len(1).map(|kind| (kind, of(kind))).collect();
        let mut by_kind: Vec<Option<T>> = std::iter::repeat_with(|| None).take(self.twins.len()).collect();
        found.into_iter().for_each(|(kind, what)| by_kind[kind.index()] = Some(what));
        by_kind
    }
    /// Size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + (self.trees.len() + self.loans.len()) * size_of::<Tree>()
            + self.extras.len() * size_of::<Extra>()
    }
}
