//! Detection of trees with two paths of the same effect.

use super::tree::{Flags, Node};
use super::trees::Trees;
use crate::board::{Kind, Square};
use crate::notation::legs::Occupancy;
use crate::random::mix;
use std::ops::Range;

/// Whether two paths of the kind from one square can have the same effect.
///
/// Locust captures are compared as squares. If it depends on the position whether a path captures, the answer
/// is yes.
pub(super) fn any(trees: &Trees, kind: Kind) -> bool {
    let mut seen = Vec::new();
    (0..trees.squares() as u16).any(|from| in_tree(trees, trees.tree(kind, Square(from)), &mut seen))
}

/// `seen` is a buffer: effects, and the contents they end on.
fn in_tree(trees: &Trees, tree: Range<usize>, seen: &mut Vec<(u64, Occupancy)>) -> bool {
    let nodes = trees.nodes();
    // The en passant victim of one path may be a locust victim of another.
    let in_passing = |node: &Node| (node.emit | node.go).intersects(Occupancy::EN_PASSANT);
    let locust = |node: &Node| node.flags.intersects(Flags::LOCUST);
    if nodes[tree.clone()].iter().any(locust)
        && nodes[tree.clone()].iter().filter(|node| !node.flags.intersects(Flags::GUARD)).any(in_passing)
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
            // The quick sum is right unless the path may have captured on this square before.
            let effect = match node.flags.intersects(Flags::VACATED) || above.uncertain {
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
                uncertain |= node.go.intersects(Occupancy::EMPTY);
            }
            passed.push(Passed { skip: node.skip, sum, uncertain });
        }
    }
    seen.sort_unstable_by_key(|&(effect, _)| effect);
    let mut runs = seen.chunk_by(|a, b| a.0 == b.0);
    runs.any(|run| {
        let mut contents = Occupancy::empty();
        run.iter().any(|&(_, emit)| {
            let again = contents.intersects(emit);
            contents |= emit;
            again
        })
    })
}

/// A node on the path, with the effect accumulated so far.
#[derive(Clone, Copy, Default)]
struct Passed {
    /// End of its subtree.
    skip: u32,
    sum: u64,
    /// Whether the position decides if something is captured on the way.
    uncertain: bool,
}

/// Whether a path captures as it continues through the node.
fn captures(node: &Node) -> bool {
    let takes = node.flags.intersects(Flags::TAKES) && !node.flags.intersects(Flags::VACATED);
    takes && node.go.intersects(Occupancy::OCCUPIED)
}

fn end_of(node: &Node) -> u64 {
    mix(1 << 16 | u64::from(node.square))
}

/// Hash of the end square and the other squares where the path captures, in any order, with the possible
/// contents of the end square; `None` if that depends on the position. A hash collision only causes needless
/// comparisons of moves.
fn effect(nodes: &[Node], end: &Node) -> Option<(u64, Occupancy)> {
    let mut emit = end.emit;
    let mut sum = end_of(end);
    for passed in end.ancestors(nodes) {
        if captures(passed) {
            if passed.go.intersects(Occupancy::EMPTY) {
                return None;
            }
            if passed.square == end.square {
                // A capture there on the way is equivalent to one at the end.
                emit = passed.go - Occupancy::EMPTY;
            } else {
                sum = sum.wrapping_add(mix(u64::from(passed.square)));
            }
        }
    }
    Some((sum, emit))
}
