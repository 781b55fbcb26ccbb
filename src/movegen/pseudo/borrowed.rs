//! Moves that a piece takes from others: borrowed (final `x`) and imitated (`I`).
//!
//! The trees for each pair of types are unrolled when a game is loaded. To find the ones available in a position, the
//! generator walks the legs that lead to lenders.

use crate::board::{Kind, Square};
use crate::moves::{Mover, PieceAt};
use crate::position::resolve_square;
use crate::tables::Tables;
use crate::tables::tree::{Flags, Node};
use std::ops::Range;

/// A piece and a tree of another type that it may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BorrowedTree {
    pub piece: PieceAt,
    pub tree: u32,
}

impl BorrowedTree {
    /// The piece, with the nodes of the tree on its square.
    pub fn follow(self, tables: &Tables) -> (PieceAt, Range<usize>) {
        (self.piece, tables.loan_tree(self.tree, self.piece.from))
    }
}

impl Mover<'_> {
    /// Trees that the piece, or a friend it induces to move, can borrow in this position.
    ///
    /// SPEC: XBetza, "Move borrowing": "xK describes a piece that can move like all friendly pieces adjacent to it". The
    /// path to the lender changes nothing: "activate a piece without moving".
    pub fn loans(&self, target: Option<Square>) -> Vec<BorrowedTree> {
        let Self { game, pos, kind, from } = *self;
        let info = game.tables.kind(kind);
        let imitates = pos.last_moved().and_then(|piece| info.imitates.get(piece.index()));
        let own = |&tree: &u32| BorrowedTree { piece: kind.at(from), tree };
        let mut loans: Vec<BorrowedTree> = imitates.into_iter().flatten().map(own).collect();
        if info.borrows.is_empty() {
            return loans;
        }
        self.walk(game.tables.residual_tree(kind, from), target, |end| {
            if !end.node.flags.intersects(Flags::BORROWS) {
                return;
            }
            let from = game.tables.induced(end.node).unwrap_or(from);
            let (Some(kind), Some(lender)) = (pos.cell(from).kind(), self.lender(end.node)) else { return };
            let tree = game.tables.kind(kind).borrows.get(lender.piece().index()).copied().flatten();
            let loan = tree.map(|tree| BorrowedTree { piece: kind.at(from), tree });
            loans.extend(loan.filter(|loan| !loans.contains(loan)));
        });
        loans
    }
    /// The friend whose moves are borrowed at a node.
    fn lender(&self, node: &Node) -> Option<Kind> {
        self.pos.cell(resolve_square(self.game.tables.read_at(node), self.pos.en_passant())?).kind()
    }
}
