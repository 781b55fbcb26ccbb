//! A small table of values computed recently. Search reaches the same positions, and the same pawns, repeatedly.

/// Values by key; new ones replace old ones.
#[derive(Debug)]
pub struct Cache<T> {
    /// Key and value. An empty slot holds a key that belongs in another slot.
    slots: Box<[(u64, T)]>,
}

impl<T: Copy + Default> Cache<T> {
    /// An empty cache with at least this number of slots.
    pub fn new(slots: usize) -> Self {
        // Key 0 belongs in slot 0, key 1 does not.
        let mut slots = vec![(0, T::default()); slots.max(2).next_power_of_two()].into_boxed_slice();
        slots[0].0 = 1;
        Self { slots }
    }
    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
    /// Where the value of a key is or will be, to be loaded in advance.
    #[inline]
    pub fn place(&self, key: u64) -> &(u64, T) {
        &self.slots[self.slot(key)]
    }
    /// Returns the value of a key, or computes it with `compute`.
    #[inline]
    pub fn get(&mut self, key: u64, compute: impl FnOnce() -> T) -> T {
        let slot = self.slot(key);
        let slot = &mut self.slots[slot];
        if slot.0 != key {
            *slot = (key, compute());
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cache_holds_no_key() {
        let mut cache = Cache::new(3);
        for key in [0, 1, 2, 3, 4, 5, u64::MAX] {
            assert_eq!(cache.get(key, || key ^ 7), key ^ 7, "{key}");
            assert_eq!(cache.get(key, || unreachable!("known")), key ^ 7, "{key}");
        }
    }
}
