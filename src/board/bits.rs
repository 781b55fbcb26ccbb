//! Sets of squares as words of 64 bits; the number of words is fixed at compile time.

use super::Square;

/// A set of squares of a board with at most `64 * W` of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// Widths the generator is compiled for: boards up to 64, 128, 192, 256 and 640 squares (Tai Shogi is 25x25), and the
/// largest board.
pub const WIDTHS: [usize; 6] = [1, 2, 3, 4, 10, 41];

/// Sets of up to this many words are changed as a whole.
pub const IN_REGISTERS: usize = 4;

/// Sets of more words are handled in functions of their own: unrolled in their callers, the loops over 41 words were a third
/// of the program.
const INLINED: usize = 10;

/// Returns the smallest of [`WIDTHS`] that holds a board of that many squares.
pub fn width(squares: usize) -> usize {
    let fits = |&width: &usize| squares <= width * 64;
    WIDTHS.into_iter().find(fits).expect("no board is larger than the largest width")
}

/// Adds a square to a set stored as words.
#[inline]
pub fn insert(words: &mut [u64], square: usize) {
    words[square / 64] |= 1 << (square % 64);
}

/// Whether a set stored as words has a square.
#[inline]
pub fn contains(words: &[u64], square: usize) -> bool {
    words[square / 64] >> (square % 64) & 1 != 0
}

/// Squares of a set of words, ascending.
pub fn squares_of(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let left = |word: u64| (word != 0).then_some(word);
    set.iter().enumerate().flat_map(move |(index, &word)| {
        let rest = std::iter::successors(left(word), move |word| left(word & (word - 1)));
        rest.map(move |word| index * 64 + word.trailing_zeros() as usize)
    })
}

/// Calls a function generic over the width with a width given at run time.
#[macro_export]
macro_rules! with_width {
    ($width:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $width {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            10 => $function::<10>($($argument),*),
            _ => $function::<41>($($argument),*),
        }
    };
}

impl<const W: usize> Default for Bits<W> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);
    /// Every bit.
    pub const ALL: Self = Self([u64::MAX; W]);

    /// Reads the `n`-th set of a table of sets.
    #[inline(always)]
    pub fn of(table: &[u64], n: usize) -> Self {
        // PERF: not `copy_from_slice`, which is a call where it is not inlined.
        match table[n * W..n * W + W].first_chunk() {
            Some(&words) => Self(words),
            None => Self::EMPTY,
        }
    }
    /// Whether the square is in the `n`-th set of a table of sets.
    #[inline(always)]
    pub fn holds(table: &[u64], n: usize, square: Square) -> bool {
        table[n * W + square.index() / 64] >> (square.index() % 64) & 1 != 0
    }
    /// The set of one square.
    #[inline(always)]
    pub fn square(square: Square) -> Self {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        let mut bits = Self::EMPTY;
        if W > IN_REGISTERS {
            bits.0[word] = bit;
            return bits;
        }
        // PERF: `griffon search caparandom`: a store to one word and a load of all of them wait for each other.
        let mut n = 0;
        while n < W {
            bits.0[n] = if n == word { bit } else { 0 };
            n += 1;
        }
        bits
    }
    /// Adds a square if `condition` holds. On large boards much faster than a union, which touches every word.
    #[inline(always)]
    pub fn insert_if(&mut self, square: Square, condition: bool) {
        if W <= IN_REGISTERS {
            *self |= Self::square(square).when(condition);
        } else {
            self.0[square.index() / 64] |= u64::from(condition) << (square.index() % 64);
        }
    }
    /// Returns the set if `condition` holds, else the empty set.
    #[inline(always)]
    #[must_use]
    pub fn when(self, condition: bool) -> Self {
        if W > INLINED {
            return if condition { self } else { Self::EMPTY };
        }
        let mask = u64::from(condition).wrapping_neg();
        let mut words = self.0;
        words.iter_mut().for_each(|word| *word &= mask);
        Self(words)
    }
    /// Whether the square is in the set.
    #[inline(always)]
    pub fn has(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }
    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        if W > INLINED {
            return are_zero(&self.0);
        }
        self.0.iter().fold(0, |sum, word| sum | word) == 0
    }
    /// Number of squares.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    /// Whether the sets have a square in common.
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
    /// The squares of `self` that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.with(other, |word, bits| word & !bits)
    }
    /// Combines both sets word by word.
    ///
    /// An indexed loop: zipped iterators are not always inlined.
    #[inline(always)]
    fn with(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        if W > INLINED {
            return Self(joined(&self.0, &other.0, join));
        }
        let mut words = self.0;
        let mut n = 0;
        while n < W {
            words[n] = join(words[n], other.0[n]);
            n += 1;
        }
        Self(words)
    }
    /// The lowest square of the set.
    #[inline(always)]
    pub fn lowest(mut self) -> Option<Square> {
        self.next()
    }
    /// All squares up to and including the lowest of the set; all if it is empty.
    #[inline(always)]
    #[must_use]
    pub fn up_to_lowest(self) -> Self {
        self.changed(fill_up_to_lowest)
    }
    /// All squares from the highest of the set upwards, inclusive; all if it is empty.
    #[inline(always)]
    #[must_use]
    pub fn from_highest(self) -> Self {
        self.changed(fill_from_highest)
    }
    /// Returns the set after `change`.
    #[inline(always)]
    fn changed(mut self, change: impl Fn(&mut [u64])) -> Self {
        if W > INLINED {
            apart(&mut self.0, change)
        } else {
            change(&mut self.0)
        }
        self
    }
    /// Raises every square index by `by` (lowers it if negative). Squares shifted out are lost, or wrap
    /// around if there is only one word.
    #[inline(always)]
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        if W == 1 {
            return Self(self.0.map(|word| word.rotate_left(by as u32 % 64)));
        }
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        let mut shifted = Self::EMPTY;
        if by >= 0 {
            for n in (words..W).rev() {
                shifted.0[n] = self.0[n - words] << bits;
                if bits > 0 && n > words {
                    shifted.0[n] |= self.0[n - words - 1] >> (64 - bits);
                }
            }
        } else {
            for n in words..W {
                shifted.0[n - words] = self.0[n] >> bits;
                if bits > 0 && n + 1 < W {
                    shifted.0[n - words] |= self.0[n + 1] << (64 - bits);
                }
            }
        }
        shifted
    }
}

impl<const W: usize> std::ops::BitAnd for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.with(other, |word, bits| word & bits)
    }
}

impl<const W: usize> std::ops::BitOr for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.with(other, |word, bits| word | bits)
    }
}

impl<const W: usize> std::ops::BitAndAssign for Bits<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> std::ops::BitOrAssign for Bits<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Iterator for Bits<W> {
    type Item = Square;

    /// Removes the lowest square and returns it.
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if W > INLINED {
            return take_lowest(&mut self.0);
        }
        for n in 0..W {
            if self.0[n] != 0 {
                let square = n * 64 + self.0[n].trailing_zeros() as usize;
                self.0[n] &= self.0[n] - 1;
                return Some(Square(square as u16));
            }
        }
        None
    }
    /// Iterates word by word, each held in a register.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, first: B, mut each: F) -> B {
        let mut sum = first;
        for n in 0..W {
            let mut word = self.0[n];
            while word != 0 {
                sum = each(sum, Square((n * 64) as u16 + word.trailing_zeros() as u16));
                word &= word - 1;
            }
        }
        sum
    }
}

#[inline(never)]
fn are_zero(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

#[inline(never)]
fn joined<const W: usize>(left: &[u64; W], right: &[u64; W], join: impl Fn(u64, u64) -> u64) -> [u64; W] {
    std::array::from_fn(|n| join(left[n], right[n]))
}

#[inline(always)]
fn fill_up_to_lowest(words: &mut [u64]) {
    let mut open = u64::MAX;
    for word in words {
        let mask = (*word ^ word.wrapping_sub(1)) & open;
        open &= u64::from(*word == 0).wrapping_neg();
        *word = mask;
    }
}

#[inline(always)]
fn fill_from_highest(words: &mut [u64]) {
    let mut open = u64::MAX;
    for word in words.iter_mut().rev() {
        let mask = (u64::MAX << (63 - (*word | 1).leading_zeros())) & open;
        open &= u64::from(*word == 0).wrapping_neg();
        *word = mask;
    }
}

/// Changes words.
#[inline(never)]
fn apart(words: &mut [u64], change: impl Fn(&mut [u64])) {
    change(words);
}

/// Removes the lowest square of a set of words.
#[inline(never)]
fn take_lowest(words: &mut [u64]) -> Option<Square> {
    let at = words.iter().position(|&word| word != 0)?;
    let square = at * 64 + words[at].trailing_zeros() as usize;
    words[at] &= words[at] - 1;
    Some(Square(square as u16))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const W: usize>(squares: &[u16]) -> Bits<W> {
        squares.iter().fold(Bits::EMPTY, |set, &square| set | Bits::square(Square(square)))
    }

    fn squares<const W: usize>(set: Bits<W>) -> Vec<u16> {
        set.map(|square| square.0).collect()
    }

    #[test]
    fn masks_of_lowest_and_highest_across_words() {
        let up = |squares: &[u16]| set::<2>(squares).up_to_lowest();
        let down = |squares: &[u16]| set::<2>(squares).from_highest();
        assert_eq!((up(&[]), down(&[])), (Bits::ALL, Bits::ALL));
        assert_eq!(squares(up(&[2, 70])), [0, 1, 2]);
        assert_eq!(squares(up(&[70, 127])), (0..=70).collect::<Vec<_>>());
        assert_eq!(squares(down(&[0, 3])), (3..128).collect::<Vec<_>>());
        assert_eq!(squares(down(&[3, 125])), [125, 126, 127]);
        assert_eq!(squares(down(&[0])), (0..128).collect::<Vec<_>>());
    }

    #[test]
    fn shifts_across_words() {
        for by in [-130, -70, -64, -9, -1, 0, 1, 8, 63, 64, 65, 127] {
            let from = [0, 1, 62, 63, 64, 70, 126, 127];
            let there = from.iter().map(|&square| square + by).filter(|square| (0..128).contains(square));
            let from: Vec<u16> = from.iter().map(|&square| square as u16).collect();
            let there: Vec<u16> = there.map(|square| square as u16).collect();
            assert_eq!(squares(set::<2>(&from).shifted(by)), there, "by {by}");
        }
    }

    #[test]
    fn widths_hold_their_boards() {
        assert_eq!([64, 65, 128, 144, 256, 300, 2574].map(width), [1, 2, 2, 3, 4, 10, 41]);
    }
}
