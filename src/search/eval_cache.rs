//! Static evaluations that a thread has found lately: quiescence comes to the same positions again and again, most of
//! them not worth an entry of the transposition table.

use super::Score;

/// Entries; a power of two, few enough for the cache of a core.
const SLOTS: usize = 1 << 14;

/// Evaluations by the keys of their positions; new ones replace old ones.
#[derive(Debug)]
pub struct EvalCache {
    /// Key and evaluation. The key 0 in slot 0 stands for nothing found yet.
    slots: Box<[(u64, Score)]>,
}

impl EvalCache {
    /// The evaluation of a position, found by `evaluate` unless it is remembered.
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
        // No key of slot 0 is odd.
        let mut slots = vec![(0, 0); SLOTS].into_boxed_slice();
        slots[0].0 = 1;
        Self { slots }
    }
}
