//! Geometry of atoms: leaps and their eight headings.

use crate::notation::legs::{Step, Turn};

/// One of eight headings, clockwise. For orthogonal and diagonal leaps 0 is forward, 1 forward right, and so on;
/// for oblique leaps 0 is the narrow leap forward right, 1 the wide one, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::notation) struct Heading(u8);

impl Heading {
    pub(in crate::notation) const fn new(index: u8) -> Self {
        Self(index % 8)
    }
    /// Returns the heading turned clockwise by eighths of a circle.
    pub(in crate::notation) const fn turned(self, eighths: i32) -> Self {
        Self((self.0 as i32 + eighths).rem_euclid(8) as u8)
    }
    /// Returns the angle from `other` to this heading, as a relative heading.
    pub(in crate::notation) fn relative_to(self, other: Self) -> Self {
        self.turned(-i32::from(other.0))
    }
    pub(in crate::notation) const fn index(self) -> u8 {
        self.0
    }
    /// Whether the leap is diagonal; for an oblique leap, whether it deviates to the left.
    pub(in crate::notation) const fn is_odd(self) -> bool {
        self.0 % 2 == 1
    }
    /// Returns the direction of a turn by this relative heading.
    pub(in crate::notation) const fn sense(self) -> Option<Turn> {
        match self.0 {
            1..=3 => Some(Turn::Right),
            5..=7 => Some(Turn::Left),
            _ => None,
        }
    }
}

/// A set of headings, absolute or relative to a leg.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::notation) struct Headings(u8);

impl Headings {
    pub(in crate::notation) const ALL: Self = Self(0xFF);
    pub(in crate::notation) const ORTHOGONAL: Self = Self(0x55);
    pub(in crate::notation) const DIAGONAL: Self = Self(0xAA);

    pub(in crate::notation) fn insert(&mut self, heading: Heading) {
        self.0 |= 1 << heading.0;
    }
    pub(in crate::notation) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    pub(in crate::notation) const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    pub(in crate::notation) fn iter(self) -> impl Iterator<Item = Heading> {
        (0..8).filter(move |i| self.0 & 1 << i != 0).map(Heading)
    }
}

impl FromIterator<Heading> for Headings {
    fn from_iter<T: IntoIterator<Item = Heading>>(headings: T) -> Self {
        let mut set = Self::default();
        headings.into_iter().for_each(|heading| set.insert(heading));
        set
    }
}

/// The headings of an atom without direction letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::notation) enum Family {
    Orthogonal,
    Diagonal,
    /// K, Q, S, T: both orthogonal and diagonal leaps.
    Both,
    Oblique,
}

/// A walking atom: its leap and its headings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::notation) struct Lattice {
    /// Coordinates of the leap, the smaller one first; for [`Family::Both`] those of the orthogonal leap.
    leap: (i16, i16),
    pub(in crate::notation) family: Family,
}

impl Lattice {
    /// Returns the lattice of an atom letter with `x` suffixes `X` and `y` suffixes `Y`; `None` for atoms that do not
    /// walk.
    ///
    /// SPEC: XBetza, the table of leaps; "boosts those by 3 orthogonal steps", "a 2-step diagonal boost".
    pub(in crate::notation) fn of(letter: char, x: i16, y: i16) -> Option<Self> {
        let (near, far) = match letter {
            'W' | 'R' | 'K' | 'Q' => (0, 1),
            'F' | 'B' => (1, 1),
            'D' | 'S' => (0, 2),
            'N' => (1, 2),
            'A' => (2, 2),
            'H' | 'T' => (0, 3),
            'C' | 'L' => (1, 3),
            'Z' | 'J' => (2, 3),
            'G' => (3, 3),
            _ => return None,
        };
        Some(Self::new((near + 2 * y, far + 3 * x + 2 * y), "KQST".contains(letter)))
    }

    /// Returns the lattice of a leap given smaller coordinate first; `both` adds the diagonal leap of the same length.
    pub(in crate::notation) fn new(leap: (i16, i16), both: bool) -> Self {
        let family = match leap {
            _ if both => Family::Both,
            (0, _) => Family::Orthogonal,
            (a, b) if a == b => Family::Diagonal,
            _ => Family::Oblique,
        };
        Self { leap, family }
    }

    pub(in crate::notation) const fn leap(self) -> (i16, i16) {
        self.leap
    }

    /// Returns the longer coordinate of the leap.
    pub(in crate::notation) const fn far(self) -> u16 {
        self.leap.1.unsigned_abs()
    }

    /// Returns the leap in a heading. SPEC: readings 10, 11 (atom rotation: the diagonal twin of an orthogonal leap has
    /// the same length along both axes).
    pub(in crate::notation) fn step(self, heading: Heading) -> Step {
        let near = if self.family == Family::Oblique { self.leap.0 } else { 0 };
        Step::new(near, self.leap.1).wheel()[usize::from(heading.index())]
    }

    /// Whether the leap is a king step, which passes no square.
    pub(in crate::notation) const fn is_king_step(self) -> bool {
        self.leap.1 == 1
    }

    /// Returns the headings of a continuation leg without direction letters.
    ///
    /// SPEC: "continuation legs by default move in all directions belonging to the atom", which after atom rotation
    /// is that of the last step (readings 11).
    pub(in crate::notation) fn kin(self, last: Heading) -> Headings {
        match self.family {
            Family::Both | Family::Oblique => Headings::ALL,
            Family::Orthogonal | Family::Diagonal if last.is_odd() => Headings::DIAGONAL,
            Family::Orthogonal | Family::Diagonal => Headings::ORTHOGONAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_follow_the_table() {
        // SPEC: XBetza, the table: FX is Giraffe (1,4), DY Di-Knight (2,4), ZY (4,5), GX (3,6).
        let leap = |letter, x, y| Lattice::of(letter, x, y).unwrap().leap;
        assert_eq!(leap('F', 1, 0), (1, 4));
        assert_eq!(leap('D', 0, 1), (2, 4));
        assert_eq!(leap('Z', 0, 1), (4, 5));
        assert_eq!(leap('G', 1, 0), (3, 6));
        assert_eq!(leap('N', 1, 0), (1, 5));
        assert_eq!(leap('A', 0, 1), (4, 4));
        assert_eq!(Lattice::of('A', 0, 1).unwrap().family, Family::Diagonal);
        assert_eq!(Lattice::of('O', 0, 0), None);
    }

    #[test]
    fn headings_run_clockwise() {
        let knight = Lattice::of('N', 0, 0).unwrap();
        let steps: Vec<_> = (0..8).map(|i| knight.step(Heading::new(i))).map(|s| (s.dx, s.dy)).collect();
        assert_eq!(steps, [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
        let king = Lattice::of('K', 0, 0).unwrap();
        let steps: Vec<_> = (0..8).map(|i| king.step(Heading::new(i))).map(|s| (s.dx, s.dy)).collect();
        assert_eq!(steps, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
    }
}
