//! Attacks that are in no attack table, because they depend on other pieces: borrowed, imitated, mirrored, by flames.

use crate::board::{Kind, Square};
use crate::movegen::pseudo::borrowed::open;
use crate::movegen::pseudo::mirror;
use crate::moves::burnt;
use crate::moves::paths::{can_put_down, may_end, walk_where};
use crate::notation::legs::Occupancy;
use crate::position;
use crate::position::{Game, Move, Position};
use crate::tables::tree::Flags;
use std::ops::Range;

/// Whether the piece could capture a royal on `target` by a move that is not in the attack tables.
pub(crate) fn attacks(game: &Game, pos: &Position, kind: Kind, from: Square, target: Square) -> bool {
    can_take(game, pos, kind, from, target, |taken| taken.contains(&target.0))
}

/// Whether a move that is not in the attack tables captures a set of squares accepted by `wanted`.
/// `target` counts as a royal.
pub(crate) fn can_take(
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
        && mirror::targets(game, pos, kind, from, target, true)
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

/// Squares captured by a move that ends at the node; `target` counts as a royal.
fn taken(
    game: &Game,
    pos: &Position,
    (from, target): (Square, Square),
    index: u32,
    content: Occupancy,
) -> Vec<u16> {
    let end = &game.tables.nodes()[index as usize];
    let here = content != Occupancy::EMPTY && position::takes_at_end(end);
    let passed = game.tables.ancestors(end).filter(|node| position::is_victim(node));
    let mut taken: Vec<u16> = here.then_some(end).into_iter().chain(passed).map(|node| node.square).collect();
    taken.retain(|&square| !game.tables.displaces(end, square));
    if end.flags.has(Flags::BURNS) {
        let mover = game.tables.induced(end).unwrap_or(from);
        let mv = Move::walk(mover, Square(end.square), index);
        taken.extend(burnt(game, pos, mv, Some(target)).iter().map(|square| square.0));
    }
    taken
}
