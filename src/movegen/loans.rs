//! Moves that a piece has from others: borrowed ones (final `x`), imitated ones (`I`).
//!
//! What can be borrowed or imitated depends on the position. For each pair of types the trees of the loan are unrolled when a
//! game is loaded; which loans are open is found by walking the legs that lead to the lender.

use super::attacks::may_end;
use super::generate::passable;
use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, Position};
use crate::tables::tree::{Flags, Node};
use std::ops::Range;

/// Has the side a piece on the board whose moves depend on others?
#[inline]
pub(crate) fn has_dynamic(game: &Game, pos: &Position, color: Color) -> bool {
    game.tables.has_dynamic()
        && game.tables.kinds_of(color).any(|kind| game.tables.kind(kind).dynamic && pos.count(kind) > 0)
}

/// One pass over a tree: what `visit` gets are the nodes where a path can end, with their contents. On `target`, if
/// there is one, stands an enemy royal, whatever is there.
fn walk(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    tree: Range<usize>,
    target: Option<Square>,
    mut visit: impl FnMut(&Node, Occupancy),
) {
    let occupancy = game.tables.occupancy(kind.color());
    let nodes = game.tables.nodes();
    let mut at = tree.start;
    while at < tree.end {
        let node = &nodes[at];
        let skip = node.skip as usize;
        if node.flags.has(Flags::GUARD) {
            at = if pos.cell(from).is_virgin() { at + 1 } else { skip };
            continue;
        }
        let empty = |square: u16| Some(Square(square)) != target && pos.at(square).is_empty();
        if node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), empty) {
            at = skip;
            continue;
        }
        let content = match game.tables.read_at(node) {
            _ if node.flags.has(Flags::VACATED) => Occupancy::EMPTY,
            square if Some(Square(square)) == target => Occupancy::ENEMY_ROYAL,
            square => occupancy[pos.at(square).slot()],
        };
        if node.emit.meets(content) {
            visit(node, content);
        }
        at = if node.go.meets(content) { at + 1 } else { skip };
    }
}

/// Loans that are open to a piece now.
///
/// SPEC: XBetza, "Move borrowing": "xK describes a piece that can move like all friendly pieces adjacent to it".
pub(super) fn open(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Option<Square>,
) -> Vec<u32> {
    let imitates = pos.last_moved().and_then(|piece| game.tables.kind(kind).imitates.get(piece.index()));
    let mut loans = imitates.cloned().unwrap_or_default();
    let borrows = &game.tables.kind(kind).borrows;
    if !borrows.is_empty() {
        let tree = game.tables.residual_tree(kind, from);
        walk(game, pos, (kind, from), tree, target, |node, _| {
            let lender = pos.at(node.square).kind().filter(|_| node.flags.has(Flags::BORROWS));
            let loan = lender.and_then(|lender| borrows[lender.piece().index()]);
            loans.extend(loan.filter(|loan| !loans.contains(loan)));
        });
    }
    loans
}

/// Could the piece capture a royal on `target` by a move that it has from others?
pub(super) fn attacks(game: &Game, pos: &Position, kind: Kind, from: Square, target: Square) -> bool {
    can_take(game, pos, kind, from, target, |taken| taken.contains(&target.0))
}

/// Is there a move that the piece has from others whose captures are as wanted? On `target` stands a royal.
pub(super) fn can_take(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Square,
    wanted: impl Fn(&[u16]) -> bool,
) -> bool {
    if !game.tables.kind(kind).dynamic {
        return false;
    }
    let nodes = game.tables.nodes();
    let mut found = false;
    for loan in open(game, pos, kind, from, Some(target)) {
        let tree = game.tables.loan_tree(loan, from);
        walk(game, pos, (kind, from), tree, Some(target), |end, content| {
            if found || !may_end(game, pos, end, content) {
                return;
            }
            let mut taken = Vec::new();
            let here = content != Occupancy::EMPTY && crate::position::is_victim(end);
            taken.extend(here.then_some(end.square));
            let mut at = end.parent;
            while at != Node::NO_PARENT {
                let node = &nodes[at as usize];
                taken.extend(crate::position::is_victim(node).then_some(node.square));
                at = node.parent;
            }
            taken.retain(|&square| !game.tables.displaces(end, square));
            found |= wanted(&taken);
        });
    }
    found
}
