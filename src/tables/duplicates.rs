//! Trees with two paths of the same effect.

use super::tree::{Flags, Node};
use super::{Kind, Tables};
use crate::board::Square;
use crate::notation::legs::Occupancy;
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
    for node in nodes[tree].iter().filter(|node| !node.emit.is_empty()) {
        let Some(effect) = effect(nodes, node) else { return true };
        seen.push(effect);
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

/// A number for the square where the path ends and the set of other squares where it captures, in any order, and what
/// may stand where it ends; `None` where that depends on the position. Two effects may share a number: then the answer is yes without need,
/// and moves are compared that differ.
fn effect(nodes: &[Node], end: &Node) -> Option<(u64, Occupancy)> {
    let mut emit = end.emit;
    let mut sum = mix(1 << 16 | u64::from(end.square));
    let mut at = end.parent;
    while at != Node::NO_PARENT {
        let passed = &nodes[at as usize];
        if passed.flags.has(Flags::TAKES) && !passed.flags.has(Flags::VACATED) {
            let certain = passed.go.meets(Occupancy::OCCUPIED);
            if certain && passed.go.meets(Occupancy::EMPTY) {
                return None;
            }
            if certain && passed.square == end.square {
                // What it took there before is as good as taken at the end.
                emit = passed.go.without(Occupancy::EMPTY);
            } else if certain {
                sum = sum.wrapping_add(mix(u64::from(passed.square)));
            }
        }
        at = passed.parent;
    }
    Some((sum, emit))
}

/// CITE: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
