//! Leaps and headings as letters.

use crate::notation::ast::Letter;
use crate::notation::atoms::{self, WalkingAtom};
use crate::notation::directions::{absolute, combine, refuse_repeats, relative};
use crate::notation::lattice::Family;
use std::collections::HashMap;

/// Names of single directions and of sets of directions; doubled letters do not combine with others.
const NAMES: &[&str] = &[
    "f", "b", "l", "r", "v", "s", "fr", "fl", "br", "bl", "rf", "lf", "rb", "lb", "fs", "bs", "vr", "vl",
    "vs", "sf", "sb", "sv", "rv", "lv", "fh", "bh", "lh", "rh", "vh", "sh", "hr", "hl", "ff", "bb", "ll",
    "rr", "vv", "ss",
];
/// Maximum number of names in a row; enough for any set of headings.
const MAX_NAMES: usize = 5;

/// A set of headings as a bit mask.
pub(super) type Mask = u8;

/// Finds letters for sets of headings and caches them.
#[derive(Default)]
pub(super) struct Namer {
    known: HashMap<(Option<Family>, Mask), Option<String>>,
}

impl Namer {
    /// Returns letters that mean exactly this set of headings on a first leg of the family or, without a family,
    /// relative to the previous leg. All headings of a first leg need no letter. `None` if no letters mean exactly the
    /// set.
    pub(super) fn letters(&mut self, family: Option<Family>, set: Mask) -> Option<String> {
        let all = family.map_or(0, |family| family.headings().0);
        if set == all {
            return Some(String::new());
        }
        let known = self.known.entry((family, set));
        known.or_insert_with(|| spell(family, set)).clone()
    }
}

/// Returns the headings that letters mean; `None` if they are refused.
fn meaning(family: Option<Family>, text: &str) -> Option<Mask> {
    let letters: Vec<Letter> = text.char_indices().map(|(at, letter)| Letter { letter, at }).collect();
    let directions = combine(&letters, family.is_none()).ok()?;
    let headings = |some: &[_]| match family {
        Some(family) => absolute(some, family),
        None => relative(some, None),
    };
    refuse_repeats(&directions, headings).ok()?;
    Some(headings(&directions).ok()?.0)
}

/// Returns the shortest row of disjoint names that means the set.
fn spell(family: Option<Family>, set: Mask) -> Option<String> {
    let names: Vec<(&str, Mask)> = NAMES
        .iter()
        .filter_map(|name| meaning(family, name).map(|mask| (*name, mask)))
        .filter(|(_, mask)| *mask != 0 && mask & !set == 0)
        .collect();
    (1..=MAX_NAMES).find_map(|count| row(family, set, &names, String::new(), 0, count))
}

fn row(
    family: Option<Family>,
    set: Mask,
    names: &[(&str, Mask)],
    text: String,
    covered: Mask,
    count: usize,
) -> Option<String> {
    if covered == set {
        return (meaning(family, &text) == Some(set)).then_some(text);
    }
    if count == 0 {
        return None;
    }
    names
        .iter()
        .filter(|(_, mask)| mask & covered == 0)
        .find_map(|(name, mask)| row(family, set, names, format!("{text}{name}"), covered | mask, count - 1))
}

/// Returns the capital and suffixes of a leaper.
///
/// SPEC: XBetza, the table of atoms; `X` adds 3 orthogonal steps, `Y` 2 diagonal ones.
pub(super) fn atom(size: (i16, i16)) -> Option<String> {
    let boosted = |(letter, atom): (char, WalkingAtom)| {
        let (near, far) = atom.leap;
        let up = size.0 - near;
        let on = size.1 - far - up;
        let fits = up >= 0 && up % 2 == 0 && on >= 0 && on % 3 == 0;
        fits.then_some((on / 3 + up / 2, letter, on / 3, up / 2))
    };
    let leapers = atoms::all_walking()
        .filter(|(letter, atom)| atom.is_extendable() && atoms::letter_of(*atom) == Some(*letter));
    let (_, letter, x, y) = leapers.filter_map(boosted).min()?;
    let many = |letter: &str, count: i16| letter.repeat(usize::try_from(count).unwrap_or(0));
    Some(format!("{letter}{}{}", many("X", x), many("Y", y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_headings_have_letters() {
        let mut namer = Namer::default();
        // Not all sets of oblique leaps have letters: `frrf` is `f`, `rr` and `f`.
        for heading in 0..8 {
            assert!(namer.letters(Some(Family::Oblique), 1 << heading).is_some());
        }
        assert_eq!(namer.letters(Some(Family::Oblique), 3), None);
        for set in 1..=0xFF {
            assert!(namer.letters(None, set).is_some(), "{set:08b}");
            assert!(namer.letters(Some(Family::Both), set).is_some(), "{set:08b}");
            assert!(set & 0xAA != 0 || namer.letters(Some(Family::Orthogonal), set).is_some(), "{set:08b}");
            assert!(set & 0x55 != 0 || namer.letters(Some(Family::Diagonal), set).is_some(), "{set:08b}");
        }
    }

    #[test]
    fn every_leap_has_an_atom() {
        // Only the null leap has no letter.
        for far in 1..30 {
            for near in 0..=far {
                assert!(atom((near, far)).is_some(), "({near}, {far})");
            }
        }
        assert_eq!(atom((2, 3)).as_deref(), Some("Z"));
        assert_eq!(atom((1, 4)).as_deref(), Some("FX"));
        assert_eq!(atom((2, 4)).as_deref(), Some("DY"));
    }
}
