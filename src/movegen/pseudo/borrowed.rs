//! Moves that a piece takes from others: borrowed (final `x`) and imitated (`I`).
//!
//! The trees for each pair of types are unrolled when a game is loaded. To find the ones available in a position, the
//! generator walks the legs that lead to lenders.

use crate::board::{Kind, Square};
use crate::moves::paths::walk;
use crate::position::{Game, Position, before};
use crate::tables::tree::{Flags, Node};

/// A piece and a tree of another type that it may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BorrowedTree {
    pub kind: Kind,
    pub from: Square,
    pub tree: u32,
}

/// Trees that a piece, or a friend it induces to move, can borrow in this position.
///
/// SPEC: XBetza, "Move borrowing": "xK describes a piece that can move like all friendly pieces adjacent to it". The
/// path to the lender changes nothing: "activate a piece without moving".
pub(crate) fn open(
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
