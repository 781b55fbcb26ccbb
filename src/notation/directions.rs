//! Direction letters to headings.

use super::ast::Letter;
use super::error::{ErrorKind, NotationError, Result};
use super::heading::{Headings, Turn};
use super::lattice::Family;

/// One direction of a leg: a letter or a combination of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// A single letter, possibly doubled to keep it single.
    Single(Letter),
    /// Two perpendicular letters.
    Pair(Letter, Letter),
    /// A letter followed by `h`.
    Half(Letter),
    /// `hr` and `hl`.
    Chiral(Turn, usize),
}

impl Direction {
    /// Returns its letters, except those of a chiral set.
    pub(super) fn letters(self) -> impl Iterator<Item = Letter> {
        let letters = match self {
            Self::Single(letter) | Self::Half(letter) => [Some(letter), None],
            Self::Pair(a, b) => [Some(a), Some(b)],
            Self::Chiral(..) => [None, None],
        };
        letters.into_iter().flatten()
    }
}

/// Whether the letter is a direction. In continuation legs `q` and `z` are directions too: they name a turn.
pub(super) fn is_direction(letter: char, continuation: bool) -> bool {
    "fblrvsh".contains(letter) || continuation && "qz".contains(letter)
}

fn is_vertical(letter: char) -> bool {
    "fbv".contains(letter)
}

/// Combines the direction letters of one leg.
///
/// SPEC: readings 1, 2: letters combine only when adjacent, two at a time from the left; doubling keeps apart.
///
/// # Errors
/// An `h` with no direction next to it.
pub(super) fn combine(letters: &[Letter], continuation: bool) -> Result<Vec<Direction>> {
    let mut result = Vec::new();
    for mut rest in letters.split(|letter| !is_direction(letter.letter, continuation)) {
        while let Some((&first, tail)) = rest.split_first() {
            let (direction, used) = next_direction(first, tail)?;
            result.push(direction);
            rest = &rest[used..];
        }
    }
    Ok(result)
}

/// Returns the direction that starts with `first` and its number of letters.
fn next_direction(first: Letter, tail: &[Letter]) -> Result<(Direction, usize)> {
    let second = tail.first().copied();
    Ok(match (first.letter, second.map(|second| second.letter)) {
        ('h', Some('r')) => (Direction::Chiral(Turn::Right, first.at), 2),
        ('h', Some('l')) => (Direction::Chiral(Turn::Left, first.at), 2),
        ('h', _) => return Err(ErrorKind::HalfAlone.at(first.at)),
        (one, Some(next)) if one == next => (Direction::Single(first), 2),
        // `fhr` is `fh` and `r`: two at a time from the left.
        (_, Some('h')) => (Direction::Half(first), 2),
        (one, next) => {
            let is_doubled = tail.get(1).map(|third| third.letter) == next;
            let crosses = |next: &Letter| is_vertical(one) != is_vertical(next.letter) && !is_doubled;
            match second.filter(crosses) {
                Some(second) => (Direction::Pair(first, second), 2),
                None => (Direction::Single(first), 1),
            }
        }
    })
}

/// Returns the orthogonal headings of a letter; empty for `q` and `z` before any turn.
fn cardinals(letter: Letter, last_turn: Option<Turn>) -> Headings {
    Headings(match (letter.letter, last_turn) {
        ('f', _) => 0x01,
        ('b', _) => 0x10,
        ('v', _) => 0x11,
        ('s', _) => 0x44,
        ('r', _) | ('q', Some(Turn::Right)) | ('z', Some(Turn::Left)) => 0x04,
        ('l', _) | ('q', Some(Turn::Left)) | ('z', Some(Turn::Right)) => 0x40,
        _ => 0,
    })
}

/// Returns headings in the eight-direction system, relative to the previous leg. `q` and `z` refer to `last_turn`.
///
/// SPEC: readings 8, 28.
///
/// # Errors
/// `hr` and `hl`.
pub(super) fn relative(directions: &[Direction], last_turn: Option<Turn>) -> Result<Headings> {
    let of = |letter| cardinals(letter, last_turn);
    let headings = directions.iter().map(|direction| {
        Ok(match *direction {
            Direction::Single(letter) => of(letter),
            Direction::Pair(a, b) => of(a).spread(&[-1, 1]) & of(b).spread(&[-1, 1]),
            Direction::Half(letter) => of(letter).spread(&[-1, 0, 1]),
            Direction::Chiral(_, at) => return Err(chiral(at)),
        })
    });
    headings.collect()
}

/// Returns the headings of a first leg.
///
/// SPEC: readings 6, 7, 8.
///
/// # Errors
/// `hr` and `hl` on an atom that is not oblique.
pub(super) fn absolute(directions: &[Direction], family: Family) -> Result<Headings> {
    // `narrow`: oblique leaps that go farthest in a direction; `wide`: all that have a component in it.
    let (narrow, wide): (&[i32], &[i32]) = match family {
        Family::Both => return relative(directions, None),
        // Letters never combine here, and `fh` adds only diagonals.
        Family::Orthogonal => {
            let single = |direction: &Direction| match *direction {
                Direction::Pair(a, b) => vec![Direction::Single(a), Direction::Single(b)],
                other => vec![other],
            };
            let singles: Vec<_> = directions.iter().flat_map(single).collect();
            return Ok(relative(&singles, None)? & Headings::ORTHOGONAL);
        }
        Family::Diagonal => (&[-1, 1], &[-1, 1]),
        Family::Oblique => (&[-1, 0], &[-2, -1, 0, 1]),
    };
    let of = |letter| cardinals(letter, None);
    let headings = directions.iter().map(|direction| {
        Ok(match *direction {
            Direction::Single(letter) => of(letter).spread(narrow),
            Direction::Half(letter) => of(letter).spread(wide),
            Direction::Pair(a, b) => of(a).spread(wide) & of(b).spread(narrow),
            Direction::Chiral(turn, _) if family == Family::Oblique => match turn {
                Turn::Right => Headings::ORTHOGONAL,
                Turn::Left => Headings::DIAGONAL,
            },
            Direction::Chiral(_, at) => return Err(chiral(at)),
        })
    });
    headings.collect()
}

/// Refuses a single letter that another direction already includes.
///
/// # Errors
/// As in `frfW`, where the second `f` adds nothing to `fr`.
pub(super) fn refuse_repeats(
    directions: &[Direction],
    headings: impl Fn(&[Direction]) -> Result<Headings>,
) -> Result<()> {
    for (index, direction) in directions.iter().enumerate() {
        let Direction::Single(letter) = *direction else { continue };
        let own = headings(&[*direction])?;
        for (place, other) in directions.iter().enumerate().filter(|(place, _)| *place != index) {
            let Some(shared) = other.letters().find(|shared| shared.letter == letter.letter) else {
                continue;
            };
            let both = headings(&[*other])?;
            if own.contains(both) || both.contains(own) {
                let later = if place > index { shared } else { letter };
                return Err(ErrorKind::RepeatedDirection(letter.letter).at(later.at));
            }
        }
    }
    Ok(())
}

fn chiral(at: usize) -> NotationError {
    ErrorKind::ChiralNotOblique.over(at..at + 2)
}
