//! Geometry of atoms: leaps and their headings.

use super::ast::Atom;
use super::atoms::{self, WalkingAtom};
use super::heading::{Heading, Headings, Step};

/// The headings of an atom without direction letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Family {
    Orthogonal,
    Diagonal,
    /// K, Q, S, T: both orthogonal and diagonal leaps.
    Both,
    Oblique,
}

/// Maximum number of suffixes of one kind; longer leaps fit no board.
const MAX_BOOST: i16 = 99;

impl Family {
    /// Returns the headings of a first leg without direction letters.
    pub(super) const fn headings(self) -> Headings {
        match self {
            Self::Both | Self::Oblique => Headings::all(),
            Self::Orthogonal => Headings::ORTHOGONAL,
            Self::Diagonal => Headings::DIAGONAL,
        }
    }
}

/// A walking atom: its leap and its headings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lattice {
    /// Coordinates of the leap, the smaller one first; for [`Family::Both`] those of the orthogonal leap.
    pub(super) leap: (i16, i16),
    pub(super) family: Family,
}

impl Lattice {
    /// Returns the lattice of an atom; `None` if it does not walk.
    pub(super) fn of_atom(atom: &Atom) -> Option<Self> {
        let count = |wanted| atom.suffixes.iter().filter(|suffix| suffix.letter == wanted).count();
        let boost = |wanted| i16::try_from(count(wanted)).ok().filter(|boost| *boost <= MAX_BOOST);
        Self::of(atom.letter.letter, boost('X')?, boost('Y')?)
    }

    /// Returns the lattice of an atom letter with `x` suffixes `X` and `y` suffixes `Y`; `None` for atoms that do not
    /// walk.
    ///
    /// SPEC: XBetza, the table of leaps; "boosts those by 3 orthogonal steps", "a 2-step diagonal boost".
    pub(super) fn of(letter: char, x: i16, y: i16) -> Option<Self> {
        let WalkingAtom { leap: (near, far), both, slides: _ } = atoms::walking(letter)?;
        Some(Self::new((near + 2 * y, far + 3 * x + 2 * y), both))
    }

    /// Returns the lattice of a leap given smaller coordinate first; `both` adds the diagonal leap of the same length.
    pub(super) fn new(leap: (i16, i16), both: bool) -> Self {
        let family = match leap {
            _ if both => Family::Both,
            (0, _) => Family::Orthogonal,
            (a, b) if a == b => Family::Diagonal,
            _ => Family::Oblique,
        };
        Self { leap, family }
    }

    /// Returns the longer coordinate of the leap.
    pub(super) const fn far(self) -> u16 {
        self.leap.1.unsigned_abs()
    }

    /// Returns the leap in a heading. SPEC: readings 10, 11 (atom rotation: the diagonal twin of an orthogonal leap has
    /// the same length along both axes).
    pub(super) fn step(self, heading: Heading) -> Step {
        let near = if self.family == Family::Oblique { self.leap.0 } else { 0 };
        Step::new(near, self.leap.1).wheel()[usize::from(heading.0)]
    }

    /// Whether the leap is a king step, which passes no square.
    pub(super) const fn is_king_step(self) -> bool {
        self.leap.1 == 1
    }

    /// Returns the headings of a continuation leg without direction letters.
    ///
    /// SPEC: "continuation legs by default move in all directions belonging to the atom", which after atom rotation
    /// is that of the last step (readings 11).
    pub(super) fn kin(self, last: Heading) -> Headings {
        match self.family {
            Family::Both | Family::Oblique => Headings::all(),
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
