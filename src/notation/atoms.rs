//! The atoms of XBetza.

/// The atoms. Of two letters for one leap, the first is written.
#[rustfmt::skip]
const ATOMS: &[(char, AtomKind)] = &[
    ('W', leaper(0, 1)), ('F', leaper(1, 1)), ('D', leaper(0, 2)), ('N', leaper(1, 2)), ('A', leaper(2, 2)),
    ('H', leaper(0, 3)), ('C', leaper(1, 3)), ('L', leaper(1, 3)), ('Z', leaper(2, 3)), ('J', leaper(2, 3)),
    ('G', leaper(3, 3)),
    ('K', both(1)), ('S', both(2)), ('T', both(3)),
    ('B', AtomKind::Walk(WalkingAtom { leap: (1, 1), both: false, slides: true })),
    ('R', AtomKind::Walk(WalkingAtom { leap: (0, 1), both: false, slides: true })),
    ('Q', AtomKind::Walk(WalkingAtom { leap: (0, 1), both: true, slides: true })),
    ('U', AtomKind::Universal), ('I', AtomKind::Imitate), ('O', AtomKind::Castle), ('M', AtomKind::Mirror),
    ('@', AtomKind::Drop),
];

/// What an atom does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AtomKind {
    /// It leaps or slides.
    Walk(WalkingAtom),
    /// Castling.
    Castle,
    /// Leaps to any square.
    Universal,
    /// Drops from the hand.
    Drop,
    /// The move of the piece that moved last.
    Imitate,
    /// Captures of the pieces that attack it.
    Mirror,
}

/// An atom that leaps or slides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WalkingAtom {
    /// Coordinates of the leap, the smaller one first.
    pub(super) leap: (i16, i16),
    /// Whether the diagonal leap of the same length belongs to it too.
    pub(super) both: bool,
    /// Whether it repeats its step without limit unless a range says otherwise.
    pub(super) slides: bool,
}

impl WalkingAtom {
    /// Whether `X` and `Y` can follow.
    pub(super) const fn is_extendable(self) -> bool {
        !self.both && !self.slides
    }
}

const fn leaper(near: i16, far: i16) -> AtomKind {
    AtomKind::Walk(WalkingAtom { leap: (near, far), both: false, slides: false })
}

const fn both(far: i16) -> AtomKind {
    AtomKind::Walk(WalkingAtom { leap: (0, far), both: true, slides: false })
}

/// Returns what a letter does; `None` if it is no atom.
pub(super) fn atom_kind(letter: char) -> Option<AtomKind> {
    ATOMS.iter().find(|(other, _)| *other == letter).map(|&(_, kind)| kind)
}

/// Returns the walking atom with a letter, if there is one.
pub(super) fn walking(letter: char) -> Option<WalkingAtom> {
    match atom_kind(letter)? {
        AtomKind::Walk(atom) => Some(atom),
        _ => None,
    }
}

/// Returns the walking atoms with their letters.
pub(super) fn all_walking() -> impl Iterator<Item = (char, WalkingAtom)> {
    ATOMS.iter().filter_map(|&(letter, kind)| match kind {
        AtomKind::Walk(atom) => Some((letter, atom)),
        _ => None,
    })
}

/// Returns the letter that is written for a walking atom, if there is one.
pub(super) fn letter_of(atom: WalkingAtom) -> Option<char> {
    all_walking().find(|&(_, other)| other == atom).map(|(letter, _)| letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::ErrorKind;

    #[test]
    fn every_atom_has_its_own_letter_and_is_in_the_help() {
        let help = ErrorKind::UnknownAtom('Y').at(0).help().unwrap_or_default();
        for (at, (letter, _)) in ATOMS.iter().enumerate() {
            assert!(ATOMS[..at].iter().all(|(other, _)| other != letter), "{letter}");
            assert!(help.contains(&format!(" {letter}")), "{letter}: {help}");
        }
    }
}
