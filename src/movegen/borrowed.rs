//! Moves that a piece takes from others: borrowed (final `x`) and imitated (`I`).
//!
//! The trees for each pair of types are unrolled when a game is loaded. To find the ones available in a position, the
//! generator walks the legs that lead to lenders.

use super::attacks::may_end;
use super::generate::{can_put_down, passable};
use super::path_context::PathContext;
use super::square_view::SquareView;
use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, Move, Position, before};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Flags, Node};
use std::ops::Range;

/// Whether the side has pieces whose captures are in no attack table: borrowed, imitated, mirrored, burning, dropped.
#[inline]
pub(crate) fn has_dynamic(game: &Game, pos: &Position, color: Color) -> bool {
    game.tables.has_dynamic() && has_dynamic_now(game, pos, color)
}

fn has_dynamic_now(game: &Game, pos: &Position, color: Color) -> bool {
    game.tables.kinds_of(color).any(|kind| game.tables.kind(kind).dynamic && pos.count(kind) > 0)
        || super::drops::held_captors(game, pos, color).next().is_some()
}

/// Calls `visit` with each node where a path can end and its content. `target` counts as an enemy royal.
pub(super) fn walk(
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
fn walk_where(
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
pub(super) struct PathEnds<'a> {
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

/// A piece and a tree of another type that it may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BorrowedTree {
    pub kind: Kind,
    pub from: Square,
    pub tree: u32,
}

/// Trees that a piece, or a friend it induces to move, can borrow in this position.
///
/// SPEC: XBetza, "Move borrowing": "xK describes a piece that can move like all friendly pieces adjacent to it". The
/// path to the lender changes nothing: "activate a piece without moving".
pub(super) fn open(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Option<Square>,
) -> Vec<BorrowedTree> {
    let info = game.tables.kind(kind);
    let imitates = pos.last_moved().and_then(|piece| info.imitates.get(piece.index()));
    let own = |&tree: &u32| BorrowedTree { kind, from, tree };
    let mut loans: Vec<BorrowedTree> = imitates.into_iter().flatten().map(own).collect();
    if info.borrows.is_empty() {
        return loans;
    }
    let nodes = game.tables.nodes();
    walk(game, pos, (kind, from), game.tables.residual_tree(kind, from), target, |index, _| {
        let node = &nodes[index as usize];
        if !node.flags.has(Flags::BORROWS) {
            return;
        }
        let mover = game.tables.induced(node).unwrap_or(from);
        let (Some(kind), Some(lender)) = (pos.cell(mover).kind(), lender(game, pos, node)) else { return };
        let borrows = &game.tables.kind(kind).borrows;
        let tree = borrows.get(lender.piece().index()).copied().flatten();
        let loan = tree.map(|tree| BorrowedTree { kind, from: mover, tree });
        loans.extend(loan.filter(|loan| !loans.contains(loan)));
    });
    loans
}

/// The friend whose moves are borrowed at a node.
fn lender(game: &Game, pos: &Position, node: &Node) -> Option<Kind> {
    pos.cell(before(game.tables.read_at(node), pos.passing())?).kind()
}

/// Whether the piece could capture a royal on `target` by a move that is not in the attack tables.
pub(super) fn attacks(game: &Game, pos: &Position, kind: Kind, from: Square, target: Square) -> bool {
    can_take(game, pos, kind, from, target, |taken| taken.contains(&target.0))
}

/// Whether a move that is not in the attack tables captures a set of squares accepted by `wanted`.
/// `target` counts as a royal.
pub(super) fn can_take(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Square,
    wanted: impl Fn(&[u16]) -> bool,
) -> bool {
    let info = game.tables.kind(kind);
    if !info.dynamic {
        return false;
    }
    if !info.mirrors.is_empty()
        && wanted(&[target.0])
        && game.tables.access(kind, target).admits(false)
        && super::mirror::targets(game, pos, kind, from, target, true)
    {
        return true;
    }
    let mut ways: Vec<(Kind, Square, Range<usize>)> = open(game, pos, kind, from, Some(target))
        .into_iter()
        .map(|loan| (loan.kind, loan.from, game.tables.loan_tree(loan.tree, loan.from)))
        .collect();
    if info.burns {
        ways.push((kind, from, game.tables.residual_tree(kind, from)));
    }
    for (kind, from, tree) in ways {
        let mut found = false;
        let always = |_, _| true;
        walk_where(game, pos, (kind, from), tree, Some(target), always, |end, content| {
            let node = &game.tables.nodes()[end as usize];
            // Only these moves could capture on the target.
            let aims = node.square == target.0 || node.flags.has(Flags::LOCUST.with(Flags::BURNS));
            if aims
                && !node.flags.has(Flags::BORROWS)
                && can_put_down(game, pos, kind.color(), from, node)
                && may_end(game, pos, node, content)
            {
                found = wanted(&taken(game, pos, (from, target), end, content));
            }
            !found
        });
        if found {
            return true;
        }
    }
    false
}

/// Whether one of `paths`, in the order of the tree, is open: one pass over the part of the tree that leads to them.
pub(super) fn takes_by_tree(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    target: Square,
    paths: &[Attack],
) -> bool {
    let nodes = game.tables.nodes();
    let (mut found, mut ends) = (false, PathEnds::new(paths));
    let leads = |at: usize, skip: usize| ends.are_within(at, skip);
    walk_where(
        game,
        pos,
        (kind, from),
        game.tables.tree(kind, from),
        Some(target),
        leads,
        |index, content| {
            let end = &nodes[index as usize];
            let ends_path = paths.binary_search_by_key(&index, |path| path.end).is_ok();
            found = ends_path
                && can_put_down(game, pos, kind.color(), from, end)
                && may_end(game, pos, end, content);
            !found
        },
    );
    found
}

/// Squares captured by a move that ends at the node; `target` counts as a royal.
fn taken(
    game: &Game,
    pos: &Position,
    (from, target): (Square, Square),
    index: u32,
    content: Occupancy,
) -> Vec<u16> {
    let end = &game.tables.nodes()[index as usize];
    let here = content != Occupancy::EMPTY && crate::position::takes_at_end(end);
    let passed = game.tables.ancestors(end).filter(|node| crate::position::is_victim(node));
    let mut taken: Vec<u16> = here.then_some(end).into_iter().chain(passed).map(|node| node.square).collect();
    taken.retain(|&square| !game.tables.displaces(end, square));
    if end.flags.has(Flags::BURNS) {
        let mover = game.tables.induced(end).unwrap_or(from);
        let mv = Move::walk(mover, Square(end.square), index);
        taken.extend(super::burnt(game, pos, mv, Some(target)).iter().map(|square| square.0));
    }
    taken
}
