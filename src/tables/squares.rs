//! Small sets of squares that are copied often.

/// Number of squares stored without allocation.
const FEW: usize = 10;

/// A set of squares, usually small and copied without allocation.
#[derive(Clone, Default)]
pub(super) struct Squares {
    few: [u16; FEW],
    /// Number of squares in `few`.
    count: u8,
    more: Vec<u16>,
}

impl Squares {
    /// The set of one square.
    pub(super) fn of(square: u16) -> Self {
        let mut set = Self::default();
        set.insert(square);
        set
    }
    #[inline]
    fn few(&self) -> &[u16] {
        &self.few[..usize::from(self.count)]
    }
    #[inline]
    pub(super) fn contains(&self, square: u16) -> bool {
        self.few().contains(&square) || self.more.contains(&square)
    }
    /// Number of insertions.
    pub(super) fn len(&self) -> usize {
        self.few().len() + self.more.len()
    }
    /// Adds a square, which may already be in the set.
    #[inline]
    pub(super) fn insert(&mut self, square: u16) {
        match self.few.get_mut(usize::from(self.count)) {
            Some(free) => {
                *free = square;
                self.count += 1;
            }
            None => self.more.push(square),
        }
    }
    /// Removes a square, however often it was added.
    pub(super) fn remove(&mut self, square: u16) {
        let kept = self.few;
        let count = usize::from(std::mem::take(&mut self.count));
        for &other in kept[..count].iter().filter(|&&other| other != square) {
            self.few[usize::from(self.count)] = other;
            self.count += 1;
        }
        self.more.retain(|other| *other != square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_sets_work() {
        let mut set = Squares::of(7);
        (0..50).for_each(|square| set.insert(square));
        assert!((0..50).all(|square| set.contains(square)) && !set.contains(50));
        (0..50).step_by(2).for_each(|square| set.remove(square));
        assert!((0..50).all(|square| set.contains(square) == (square % 2 == 1)));
        set.remove(7);
        assert!(!set.contains(7));
    }
}
