//! Direction letters to headings.

use super::ast::Letter;
use super::error::{ErrorKind, NotationError};
use super::heading::{Heading, Headings, Turn};
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
pub(super) fn combine(letters: &[Letter], continuation: bool) -> Result<Vec<Direction>, NotationError> {
    let mut result = Vec::new();
    for run in letters.chunk_by(|a, b| adjacent(*a, *b, continuation)) {
        let mut rest = run;
        while let Some((&first, tail)) = rest.split_first() {
            if !is_direction(first.letter, continuation) {
                break;
            }
            let (direction, used) = next_direction(first, tail)?;
            result.push(direction);
            rest = &rest[used..];
        }
    }
    Ok(result)
}

fn adjacent(a: Letter, b: Letter, continuation: bool) -> bool {
    is_direction(a.letter, continuation) && is_direction(b.letter, continuation)
}

/// Returns the direction that starts with `first` and its number of letters.
fn next_direction(first: Letter, tail: &[Letter]) -> Result<(Direction, usize), NotationError> {
    let second = tail.first().copied();
    let letter = second.map(|second| second.letter);
    if first.letter == 'h' {
        return match letter {
            Some('r') => Ok((Direction::Chiral(Turn::Right, first.at), 2)),
            Some('l') => Ok((Direction::Chiral(Turn::Left, first.at), 2)),
            _ => Err(NotationError::at(ErrorKind::HalfAlone, first.at)),
        };
    }
    let Some(second) = second else {
        return Ok((Direction::Single(first), 1));
    };
    if second.letter == first.letter {
        return Ok((Direction::Single(first), 2));
    }
    if second.letter == 'h' {
        // `fhr` is `fh` and `r`: two at a time from the left.
        return Ok((Direction::Half(first), 2));
    }
    let second_is_doubled = tail.get(1).is_some_and(|third| third.letter == second.letter);
    if is_vertical(first.letter) == is_vertical(second.letter) || second_is_doubled {
        return Ok((Direction::Single(first), 1));
    }
    Ok((Direction::Pair(first, second), 2))
}

/// Returns the orthogonal headings of a letter; empty for `q` and `z` before any turn.
fn cardinals(letter: Letter, last_turn: Option<Turn>) -> &'static [i32] {
    const RIGHT: &[i32] = &[2];
    const LEFT: &[i32] = &[6];
    match (letter.letter, last_turn) {
        ('f', _) => &[0],
        ('b', _) => &[4],
        ('v', _) => &[0, 4],
        ('s', _) => &[2, 6],
        ('r', _) | ('q', Some(Turn::Right)) | ('z', Some(Turn::Left)) => RIGHT,
        ('l', _) | ('q', Some(Turn::Left)) | ('z', Some(Turn::Right)) => LEFT,
        _ => &[],
    }
}

fn around(centre: i32, offsets: &[i32]) -> Headings {
    offsets.iter().map(|offset| Heading::new(0).turned(centre + offset)).collect()
}

/// Returns the diagonal between two perpendicular cardinals.
fn between(a: i32, b: i32) -> Headings {
    let clockwise = (b - a).rem_euclid(8) == 2;
    around(a, if clockwise { &[1] } else { &[-1] })
}

/// Returns the union of `map` over all pairs of cardinals.
fn distribute(a: &[i32], b: &[i32], map: impl Fn(i32, i32) -> Headings) -> Headings {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y)));
    pairs.fold(Headings::default(), |set, (x, y)| set.union(map(x, y)))
}

/// Returns headings in the eight-direction system, relative to the previous leg. `q` and `z` refer to `last_turn`.
///
/// SPEC: readings 8, 28.
///
/// # Errors
/// `hr` and `hl`.
pub(super) fn relative(directions: &[Direction], last_turn: Option<Turn>) -> Result<Headings, NotationError> {
    let of = |letter| cardinals(letter, last_turn);
    let mut result = Headings::default();
    for direction in directions {
        let set = match *direction {
            Direction::Single(letter) => of(letter).iter().map(|c| Heading::new(0).turned(*c)).collect(),
            Direction::Pair(a, b) => distribute(of(a), of(b), between),
            Direction::Half(letter) => distribute(of(letter), &[0], |c, _| around(c, &[-1, 0, 1])),
            Direction::Chiral(_, at) => return Err(chiral(at)),
        };
        result = result.union(set);
    }
    Ok(result)
}

/// Returns the headings of a first leg.
///
/// SPEC: readings 6, 7, 8.
///
/// # Errors
/// `hr` and `hl` on an atom that is not oblique.
pub(super) fn absolute(directions: &[Direction], family: Family) -> Result<Headings, NotationError> {
    let of = |letter| cardinals(letter, None);
    match family {
        Family::Both => return relative(directions, None),
        // Letters never combine here, and `fh` adds only diagonals.
        Family::Orthogonal => {
            let single = |direction: &Direction| match *direction {
                Direction::Pair(a, b) => vec![Direction::Single(a), Direction::Single(b)],
                other => vec![other],
            };
            let singles: Vec<_> = directions.iter().flat_map(single).collect();
            return Ok(relative(&singles, None)?.common(Headings::ORTHOGONAL));
        }
        Family::Diagonal | Family::Oblique => {}
    }
    let oblique = family == Family::Oblique;
    // `narrow`: oblique leaps that go farthest in a direction; `wide`: all that have a component in it.
    let narrow = |c| around(c, if oblique { &[-1, 0] } else { &[-1, 1] });
    let wide = |c| around(c, if oblique { &[-2, -1, 0, 1] } else { &[-1, 1] });
    let mut result = Headings::default();
    for direction in directions {
        let set = match *direction {
            Direction::Single(letter) => distribute(of(letter), &[0], |c, _| narrow(c)),
            Direction::Half(letter) => distribute(of(letter), &[0], |c, _| wide(c)),
            Direction::Pair(a, b) => distribute(of(a), of(b), |x, y| wide(x).common(narrow(y))),
            Direction::Chiral(Turn::Right, _) if oblique => Headings::ORTHOGONAL,
            Direction::Chiral(Turn::Left, _) if oblique => Headings::DIAGONAL,
            Direction::Chiral(_, at) => return Err(chiral(at)),
        };
        result = result.union(set);
    }
    Ok(result)
}

/// Refuses a single letter that another direction already includes.
///
/// # Errors
/// As in `frfW`, where the second `f` adds nothing to `fr`.
pub(super) fn refuse_repeats(
    directions: &[Direction],
    headings: impl Fn(&[Direction]) -> Result<Headings, NotationError>,
) -> Result<(), NotationError> {
    for (index, direction) in directions.iter().enumerate() {
        let Direction::Single(letter) = *direction else { continue };
        let own = headings(&[*direction])?;
        for (place, other) in directions.iter().enumerate().filter(|(place, _)| *place != index) {
            let shared = match *other {
                Direction::Single(b) | Direction::Half(b) => Some(b),
                Direction::Pair(a, b) => [a, b].into_iter().find(|other| other.letter == letter.letter),
                Direction::Chiral(..) => None,
            };
            let Some(shared) = shared.filter(|other| other.letter == letter.letter) else { continue };
            let both = headings(&[*other])?;
            if own.union(both) == own || own.union(both) == both {
                let later = if place > index { shared } else { letter };
                return Err(NotationError::at(ErrorKind::RepeatedDirection(letter.letter), later.at));
            }
        }
    }
    Ok(())
}

fn chiral(at: usize) -> NotationError {
    NotationError::new(ErrorKind::ChiralNotOblique, at..at + 2)
}
