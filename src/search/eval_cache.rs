//! Recent static evaluations of one thread. Quiescence search reaches the same positions repeatedly, most of
//! them not worth an entry in the transposition table.

use super::prefetch::prefetch;
use super::score::Score;

/// Number of entries: a power of two, small enough for a core's cache.
const SLOTS: usize = 1 << 14;

/// Evaluations by position key; new ones replace old ones.
#[derive(Debug)]
pub struct EvalCache {
    /// Key and evaluation. An empty slot holds a key that belongs in another slot.
    slots: Box<[(u64, Score)]>,
}

impl EvalCache {
    /// Starts to load the slot of a position.
    #[inline]
    pub fn touch(&self, key: u64) {
        prefetch(&self.slots[key as usize % SLOTS]);
    }
    /// Returns the cached evaluation of a position, or computes it with `evaluate`.
    #[inline]
    pub fn get(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.0 != key {
            *slot = (key, evaluate());
        }
        slot.1
    }
}

impl Default for EvalCache {
    fn default() -> Self {
        // Key 0 belongs in slot 0, key 1 does not.
        let mut slots = vec![(0, 0); SLOTS].into_boxed_slice();
        slots[0].0 = 1;
        Self { slots }
    }
}
