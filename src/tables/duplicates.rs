//! Trees with two paths of the same effect.

use super::tree::{Flags, Node};
use super::{Kind, Tables};
use crate::board::Square;
use crate::notation::legs::Occupancy;
use crate::random::mix;
use std::ops::Range;

/// Can two paths of the kind from one square have the same effect?
///
/// Captures on the way are compared as squares; where it depends on the position whether a path captures, the
/// answer is yes.
pub(super) fn any(tables: &Tables, kind: Kind) -> bool {
    let mut seen = Vec::new();
    (0..tables.squares() as u16).any(|from| in_tree(tables, tables.tree(kind, Square(from)), &mut seen))
}

/// `seen` is a buffer: effects and the contents with which they end.
fn in_tree(tables: &Tables, tree: Range<usize>, seen: &mut Vec<(u64, Occupancy)>) -> bool {
    let nodes = tables.nodes();
    // What is captured in passing may be what another path captures as it comes by.
    let in_passing = |node: &Node| (node.emit | node.go).meets(Occupancy::EN_PASSANT);
    let locust = |node: &Node| node.flags.has(Flags::LOCUST);
    if nodes[tree.clone()].iter().filter(|node| !node.flags.has(Flags::GUARD)).any(in_passing)
        && nodes[tree.clone()].iter().any(locust)
    {
        return true;
    }
    seen.clear();
    let mut passed: Vec<Passed> = Vec::new();
    for (index, node) in tree.clone().zip(&nodes[tree]) {
        while passed.last().is_some_and(|level| level.skip as usize <= index) {
            passed.pop();
        }
        let above = passed.last().copied().unwrap_or_default();
        if !node.emit.is_empty() {
            // Only where the path took something before may it have been here.
            let effect = match node.flags.has(Flags::VACATED) || above.uncertain {
                true => effect(nodes, node),
                false => Some((above.sum.wrapping_add(end_of(node)), node.emit)),
            };
            let Some(effect) = effect else { return true };
            seen.push(effect);
        }
        if node.skip as usize > index + 1 {
            let (mut sum, mut uncertain) = (above.sum, above.uncertain);
            if captures(node) {
                sum = sum.wrapping_add(mix(u64::from(node.square)));
                uncertain |= node.go.meets(Occupancy::EMPTY);
            }
            passed.push(Passed { skip: node.skip, sum, uncertain });
        }
    }
    seen.sort_unstable_by_key(|&(effect, _)| effect);
    let mut runs = seen.chunk_by(|a, b| a.0 == b.0);
    runs.any(|run| {
        let mut contents = Occupancy::NONE;
        run.iter().any(|&(_, emit)| {
            let again = contents.meets(emit);
            contents |= emit;
            again
        })
    })
}

/// A node on the way, and what it and those above it add to the effect of a path.
#[derive(Clone, Copy, Default)]
struct Passed {
    /// End of its subtree.
    skip: u32,
    sum: u64,
    /// Does it depend on the position whether something is captured on the way?
    uncertain: bool,
}

/// Does a path capture as it goes on through the node?
fn captures(node: &Node) -> bool {
    let takes = node.flags.has(Flags::TAKES) && !node.flags.has(Flags::VACATED);
    takes && node.go.meets(Occupancy::OCCUPIED)
}

fn end_of(node: &Node) -> u64 {
    mix(1 << 16 | u64::from(node.square))
}

/// A number for the square where the path ends and the set of other squares where it captures, in any order, and what
/// may stand where it ends; `None` where that depends on the position. Two effects may share a number: then the answer is yes without need,
/// and moves are compared that differ.
fn effect(nodes: &[Node], end: &Node) -> Option<(u64, Occupancy)> {
    let mut emit = end.emit;
    let mut sum = end_of(end);
    let mut at = end.parent;
    while at != Node::NO_PARENT {
        let passed = &nodes[at as usize];
        if captures(passed) {
            if passed.go.meets(Occupancy::EMPTY) {
                return None;
            }
            if passed.square == end.square {
                // What it took there before is as good as taken at the end.
                emit = passed.go.without(Occupancy::EMPTY);
            } else {
                sum = sum.wrapping_add(mix(u64::from(passed.square)));
            }
        }
        at = passed.parent;
    }
    Some((sum, emit))
}
