//! Sets of squares that captures depend on. Small boards store them as bit sets; on large boards, where most
//! are short and many are equal, each is stored once in a short form.

use crate::board::bits::{Bits, contains, insert, squares_of};
use fxhash::{FxHashMap, hash64};

/// Boards with more words than this use the short form.
const MAX_WORDS: usize = 4;
/// 16-bit parts per word.
const PARTS: usize = 4;

/// Numbered sets of squares.
#[derive(Debug, Default)]
pub(super) struct Lines {
    words: usize,
    /// `[number * words ..]`: the sets as bits.
    bits: Vec<u64>,
    /// `[number]`: index of its short form.
    short: Vec<u32>,
    /// `[short]`: its start in `parts`; one extra entry at the end.
    first: Vec<u32>,
    /// Squares of the sets, or their words if those are no longer.
    parts: Vec<u16>,
    /// Short forms by hash, while sets are added.
    known: FxHashMap<u64, u32>,
}

impl Lines {
    /// Creates an empty list of sets of `words` words.
    pub fn new(words: usize) -> Self {
        Self { words, first: vec![0], ..Self::default() }
    }
    fn is_short(&self) -> bool {
        self.words > MAX_WORDS
    }
    /// Adds a set.
    pub fn push(&mut self, set: &[u64]) {
        if !self.is_short() {
            return self.bits.extend_from_slice(set);
        }
        // Compared in short form, which has few parts. PERF: `memcmp` waits for parts just written.
        let start = self.parts.len();
        self.add_parts(set);
        let hash = hash64(&self.parts[start..]);
        if let Some(&known) = self.known.get(&hash)
            && self.parts_of(known as usize).iter().eq(&self.parts[start..])
        {
            self.parts.truncate(start);
            return self.short.push(known);
        }
        let number = self.first.len() as u32 - 1;
        self.known.insert(hash, number);
        self.short.push(number);
        self.first.push(self.parts.len() as u32);
    }
    /// Appends the short form of a set.
    fn add_parts(&mut self, set: &[u64]) {
        let squares: u32 = set.iter().map(|word| word.count_ones()).sum();
        if (squares as usize) < self.words * PARTS {
            self.parts.extend(squares_of(set).map(|square| square as u16));
        } else {
            self.parts.extend(set.iter().flat_map(|word| (0..PARTS).map(move |n| (word >> (16 * n)) as u16)));
        }
    }
    fn is(&self, short: u32, set: &[u64]) -> bool {
        let parts = self.parts_of(short as usize);
        if parts.len() < self.words * PARTS {
            let holds = |&square: &u16| contains(set, square.into());
            let squares: u32 = set.iter().map(|word| word.count_ones()).sum();
            return parts.len() == squares as usize && parts.iter().all(holds);
        }
        set.iter().zip(parts.chunks_exact(PARTS)).all(|(&word, parts)| word == Self::word(parts))
    }
    fn parts_of(&self, short: usize) -> &[u16] {
        &self.parts[self.first[short] as usize..self.first[short + 1] as usize]
    }
    fn word(parts: &[u16]) -> u64 {
        parts.iter().rev().fold(0, |word, &part| word << 16 | u64::from(part))
    }
    /// Adds the squares of a short form to `words`.
    fn read(&self, short: usize, words: &mut [u64]) {
        let parts = self.parts_of(short);
        if parts.len() < self.words * PARTS {
            parts.iter().for_each(|&square| insert(words, square.into()));
            return;
        }
        for (word, parts) in words.iter_mut().zip(parts.chunks_exact(PARTS)) {
            *word |= Self::word(parts);
        }
    }
    /// Appends all sets of another list, renumbered.
    pub fn append(&mut self, other: Self) {
        let (sets, parts) = (self.first.len() as u32 - 1, self.parts.len() as u32);
        self.bits.extend(other.bits);
        self.short.extend(other.short.into_iter().map(|short| short + sets));
        self.first.extend(other.first.into_iter().skip(1).map(|first| first + parts));
        self.parts.extend(other.parts);
    }
    /// Ends adding sets and frees the lookup table.
    pub fn close(&mut self) {
        self.known = FxHashMap::default();
    }
    /// Returns the set of a number.
    #[inline(always)]
    pub fn get<const W: usize>(&self, number: usize) -> Bits<W> {
        if W <= MAX_WORDS { Bits::of(&self.bits, number) } else { self.unpacked(number) }
    }
    #[inline(never)]
    fn unpacked<const W: usize>(&self, number: usize) -> Bits<W> {
        let mut words = [0; W];
        self.read(self.short[number] as usize, &mut words);
        Bits::of(&words, 0)
    }
    /// Whether the set of a number equals `set`.
    pub fn equals(&self, number: usize, set: &[u64]) -> bool {
        match self.is_short() {
            true => self.is(self.short[number], set),
            false => self.bits[number * self.words..(number + 1) * self.words] == *set,
        }
    }
    /// Copies the set of a number into `set`.
    pub fn copy(&self, number: usize, set: &mut [u64]) {
        set.fill(0);
        match self.is_short() {
            true => self.read(self.short[number] as usize, set),
            false => set.copy_from_slice(&self.bits[number * self.words..(number + 1) * self.words]),
        }
    }
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.bits.len() * 8
            + (self.short.len() + self.first.len()) * 4
            + self.parts.len() * 2
            + self.known.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_round_trip() {
        let mut rng = crate::random::Rng(7);
        for words in [1, 4, 5, 41] {
            let (mut lines, mut more) = (Lines::new(words), Lines::new(words));
            let mut sets: Vec<Vec<u64>> = Vec::new();
            for number in 0..60 {
                let full = number % 3 == 0;
                let word = |rng: &mut crate::random::Rng| {
                    if full { !0 << rng.below(9) } else { 1 << rng.below(64) }
                };
                let set: Vec<u64> = (0..words).map(|_| word(&mut rng)).collect();
                if number < 30 {
                    lines.push(&set)
                } else {
                    more.push(&set)
                }
                sets.push(set);
                if number == 20 {
                    lines.push(&sets[4].clone());
                    sets.push(sets[4].clone());
                }
            }
            lines.append(more);
            lines.close();
            for (number, set) in sets.iter().enumerate() {
                let mut copy = vec![5; words];
                lines.copy(number, &mut copy);
                assert!(copy == *set && lines.equals(number, set), "{words} {number}");
            }
            assert!(!lines.equals(0, &sets[1]));
        }
    }
}
