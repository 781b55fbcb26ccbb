//! Limits on the cost of a variant's trees.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Steps an unroller takes between updates of the shared count.
const CHUNK: usize = 1 << 12;

/// The limit that was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Excess {
    /// The trees have too many nodes.
    #[error("unrolls to more than {} trajectory nodes", Budget::MAX_NODES)]
    Nodes,
    /// Too many steps were taken, most of them on dead-end paths.
    #[error("takes more than {} steps to unroll", Budget::MAX_STEPS)]
    Steps,
    /// The tables take too much memory.
    #[error("needs tables of more than {} MiB", Budget::MAX_BYTES >> 20)]
    Bytes,
}

/// Remaining budget of all trees of a variant together, shared by the threads that unroll them.
#[derive(Debug)]
pub struct Budget {
    nodes: AtomicUsize,
    steps: AtomicUsize,
    bytes: AtomicUsize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            nodes: AtomicUsize::new(Self::MAX_NODES),
            steps: AtomicUsize::new(Self::MAX_STEPS),
            bytes: AtomicUsize::new(Self::MAX_BYTES),
        }
    }
}

impl Budget {
    /// Maximum number of nodes in the trees of all kinds together.
    pub const MAX_NODES: usize = 12_000_000;

    /// Maximum number of steps to unroll all kinds together, including steps on dead-end paths, which leave
    /// no node.
    pub const MAX_STEPS: usize = 2 * Self::MAX_NODES;

    /// Maximum cost of a single step: all shortest paths of a leap are in memory at once.
    pub(super) const MAX_PER_STEP: usize = Self::MAX_STEPS / 8;

    /// Maximum size in bytes of the trees and the tables built from them. Some exist twice during
    /// construction.
    pub const MAX_BYTES: usize = 576 << 20;

    /// Takes nodes from the budget; `false` if too few are left.
    pub(super) fn take_nodes(&self, nodes: usize) -> bool {
        take(&self.nodes, nodes)
    }
    /// Takes memory from the budget; `false` if too little is left.
    pub(in crate::tables) fn take_bytes(&self, bytes: usize) -> bool {
        take(&self.bytes, bytes)
    }
    /// Takes the cost of a step, added to the unroller's own count `taken`; `false` if too little is left, or if the step
    /// costs more than [`Self::MAX_PER_STEP`].
    #[inline]
    pub(super) fn take_steps(&self, cost: usize, taken: &mut usize) -> bool {
        if cost > Self::MAX_PER_STEP {
            return false;
        }
        let chunks = (*taken % CHUNK + cost) / CHUNK;
        *taken += cost;
        chunks == 0 || take(&self.steps, chunks * CHUNK)
    }
}

fn take(left: &AtomicUsize, wanted: usize) -> bool {
    left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(wanted)).is_ok()
}
