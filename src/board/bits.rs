//! Sets of squares as words of 64 bits; the number of words is fixed at compile time.

use super::Square;

/// A set of squares of a board with at most `64 * W` of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// The widths for which the generator is compiled: boards up to 64, 128, 192, 256, 512 squares, and the largest.
pub const WIDTHS: [usize; 6] = [1, 2, 3, 4, 8, 41];

/// The least of [`WIDTHS`] that holds a board of that many squares.
pub fn width(squares: usize) -> usize {
    let fits = |&width: &usize| squares <= width * 64;
    WIDTHS.into_iter().find(fits).expect("no board is larger than the largest width")
}

/// Calls a function that is generic over the width with the one given at run time.
#[macro_export]
macro_rules! with_width {
    ($width:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $width {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            8 => $function::<8>($($argument),*),
            _ => $function::<41>($($argument),*),
        }
    };
}

impl<const W: usize> Bits<W> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);
    /// Every bit.
    pub const ALL: Self = Self([u64::MAX; W]);

    /// The `n`-th set of a table of sets.
    #[inline(always)]
    pub fn of(table: &[u64], n: usize) -> Self {
        let mut words = [0; W];
        words.copy_from_slice(&table[n * W..n * W + W]);
        Self(words)
    }
    /// One square.
    #[inline(always)]
    pub fn square(square: Square) -> Self {
        let mut bits = Self::EMPTY;
        bits.0[square.index() / 64] = 1 << (square.index() % 64);
        bits
    }
    /// The set, or nothing.
    #[inline(always)]
    #[must_use]
    pub fn when(self, condition: bool) -> Self {
        let mask = u64::from(condition).wrapping_neg();
        let mut words = self.0;
        words.iter_mut().for_each(|word| *word &= mask);
        Self(words)
    }
    /// Is the square in the set?
    #[inline(always)]
    pub fn has(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }
    /// Is there no square in it?
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |sum, word| sum | word) == 0
    }
    /// Number of squares.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    /// Is there at least one square in both?
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
    /// The squares of `self` that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, bits)| *word &= !bits);
        Self(words)
    }
    /// Index of the lowest square; `64 * W` when empty.
    #[inline(always)]
    pub fn lowest(self) -> usize {
        let mut index = 64 * W;
        for n in (0..W).rev() {
            if self.0[n] != 0 {
                index = n * 64 + self.0[n].trailing_zeros() as usize;
            }
        }
        index
    }
    /// Index of the highest square, plus one; 0 when empty.
    #[inline(always)]
    pub fn above_highest(self) -> usize {
        let mut index = 0;
        for n in 0..W {
            if self.0[n] != 0 {
                index = n * 64 + 64 - self.0[n].leading_zeros() as usize;
            }
        }
        index
    }
}

impl<const W: usize> std::ops::BitAnd for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, bits)| *word &= bits);
        Self(words)
    }
}

impl<const W: usize> std::ops::BitOr for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, bits)| *word |= bits);
        Self(words)
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

    /// Takes the lowest square out of the set.
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        for n in 0..W {
            if self.0[n] != 0 {
                let square = n * 64 + self.0[n].trailing_zeros() as usize;
                self.0[n] &= self.0[n] - 1;
                return Some(Square(square as u16));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_and_highest_across_words() {
        let mut bits = Bits::<2>::EMPTY;
        assert_eq!((bits.lowest(), bits.above_highest()), (128, 0));
        for square in [3, 70, 127] {
            bits |= Bits::square(Square(square));
        }
        assert_eq!((bits.lowest(), bits.above_highest(), bits.count()), (3, 128, 3));
        assert_eq!(bits.map(|s| s.0).collect::<Vec<_>>(), [3, 70, 127]);
    }

    #[test]
    fn widths_hold_their_boards() {
        assert_eq!([64, 65, 128, 144, 256, 300, 2574].map(width), [1, 2, 2, 3, 4, 8, 41]);
    }
}
