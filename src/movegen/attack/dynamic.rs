//! Attacks that are in no attack table, because they depend on other pieces: borrowed, imitated, mirrored, by flames.

use crate::board::Square;
use crate::moves::paths::PathEnd;
use crate::moves::{Mover, burnt};
use crate::notation::legs::Occupancy;
use crate::position::Move;
use crate::tables::tree::{Flags, Node};

impl Mover<'_> {
    /// Whether the piece could capture a royal on `target` by a move that is not in the attack tables.
    pub fn attacks_dynamically(&self, target: Square) -> bool {
        self.can_take(target, |taken| taken.contains(&target.0))
    }
    /// Whether a move that is not in the attack tables captures a set of squares accepted by `wanted`.
    /// `target` counts as a royal.
    pub fn can_take(&self, target: Square, wanted: impl Fn(&[u16]) -> bool) -> bool {
        let tables = &self.game.tables;
        let info = tables.kind(self.kind);
        if !info.dynamic {
            return false;
        }
        if !info.mirrors.is_empty()
            && wanted(&[target.0])
            && tables.access(self.kind, target).admits(false)
            && self.mirrors(target, true)
        {
            return true;
        }
        let mut ways: Vec<_> = self.loans(Some(target)).into_iter().map(|loan| loan.follow(tables)).collect();
        if info.burns {
            ways.push((self.kind.at(self.from), tables.residual_tree(self.kind, self.from)));
        }
        ways.into_iter().any(|(piece, tree)| {
            let (mover, mut found) = (Mover::new(self.game, self.pos, piece), false);
            mover.walk_where(
                tree,
                Some(target),
                |_, _| true,
                |end| {
                    // Only these moves could capture on the target.
                    let flags = end.node.flags;
                    let aims = end.node.square == target.0 || flags.intersects(Flags::LOCUST | Flags::BURNS);
                    if aims
                        && !flags.intersects(Flags::BORROWS)
                        && mover.can_put_down(end.node)
                        && mover.may_end(end.node, end.content)
                    {
                        found = wanted(&mover.taken(target, end));
                    }
                    !found
                },
            );
            found
        })
    }
    /// Squares captured by a move that ends there; `target` counts as a royal.
    fn taken(&self, target: Square, PathEnd { index, node: end, content, .. }: PathEnd<'_>) -> Vec<u16> {
        let tables = &self.game.tables;
        let here = content != Occupancy::EMPTY && end.takes_at_end();
        let passed = tables.ancestors(end).filter(|node| node.is_victim());
        let victims = here.then_some(end).into_iter().chain(passed).map(|node: &Node| node.square);
        let mut taken: Vec<u16> = victims.filter(|&square| !tables.displaces(end, square)).collect();
        if end.flags.intersects(Flags::BURNS) {
            let mv = Move::walk(tables.induced(end).unwrap_or(self.from), Square(end.square), index);
            taken.extend(burnt(self.game, self.pos, mv, Some(target)).iter().map(|square| square.0));
        }
        taken
    }
}
