//! Limits on the cost of a variant's trees.

use crate::tables::Tables;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Steps an unroller takes between updates of the shared count.
const CHUNK: usize = 1 << 12;

/// The limit that was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// The trees have too many nodes.
    Nodes,
    /// Too many steps were taken, most of them on dead-end paths.
    Steps,
    /// The tables take too much memory.
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
    /// Starts with [`Tables::MAX_NODES`], [`Tables::MAX_STEPS`] and [`Tables::MAX_BYTES`].
    fn default() -> Self {
        Self {
            nodes: AtomicUsize::new(Tables::MAX_NODES),
            steps: AtomicUsize::new(Tables::MAX_STEPS),
            bytes: AtomicUsize::new(Tables::MAX_BYTES),
        }
    }
}

impl Budget {
    /// Takes nodes from the budget; `false` if too few are left.
    pub(super) fn take_nodes(&self, nodes: usize) -> bool {
        take(&self.nodes, nodes)
    }
    /// Takes memory from the budget; `false` if too little is left.
    pub(in crate::tables) fn take_bytes(&self, bytes: usize) -> bool {
        take(&self.bytes, bytes)
    }
    /// Takes the cost of a step, added to the unroller's own count `taken`; `false` if nothing is left.
    #[inline]
    pub(super) fn take_steps(&self, cost: usize, taken: &mut usize) -> bool {
        let chunks = (*taken % CHUNK + cost) / CHUNK;
        *taken += cost;
        chunks == 0 || take(&self.steps, chunks * CHUNK)
    }
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => write!(f, "unrolls to more than {} trajectory nodes", Tables::MAX_NODES),
            Self::Steps => write!(f, "takes more than {} steps to unroll", Tables::MAX_STEPS),
            Self::Bytes => write!(f, "needs tables of more than {} MiB", Tables::MAX_BYTES >> 20),
        }
    }
}

fn take(left: &AtomicUsize, wanted: usize) -> bool {
    left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(wanted)).is_ok()
}
