//! Recent static evaluations of one thread. Quiescence search reaches the same positions repeatedly, most of
//! them not worth an entry in the transposition table.

use super::prefetch::prefetch;
use super::score::Score;

/// Maximum number of entries: a power of two, small enough for a core's cache.
const MOST_SLOTS: usize = 1 << 14;
/// Number of entries for each node of a search that is limited to few nodes.
const SLOTS_PER_NODE: u64 = 8;

/// Evaluations by position key; new ones replace old ones.
#[derive(Debug)]
pub struct EvalCache {
    /// Key and evaluation. An empty slot holds a key that belongs in another slot.
    slots: Box<[(u64, Score)]>,
}

impl EvalCache {
    /// An empty cache for a search with a limit of nodes, if there is one: clearing it takes less time than the search.
    pub fn new(nodes: Option<u64>) -> Self {
        let wanted = nodes.map_or(MOST_SLOTS as u64, |nodes| nodes.saturating_mul(SLOTS_PER_NODE));
        let count = (wanted.clamp(2, MOST_SLOTS as u64) as usize).next_power_of_two();
        // Key 0 belongs in slot 0, key 1 does not.
        let mut slots = vec![(0, 0); count].into_boxed_slice();
        slots[0].0 = 1;
        Self { slots }
    }
    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
    /// Starts to load the slot of a position.
    #[inline]
    pub fn touch(&self, key: u64) {
        prefetch(&self.slots[self.slot(key)]);
    }
    /// Returns the cached evaluation of a position, or computes it with `evaluate`.
    #[inline]
    pub fn get(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        let slot = self.slot(key);
        let slot = &mut self.slots[slot];
        if slot.0 != key {
            *slot = (key, evaluate());
        }
        slot.1
    }
}
