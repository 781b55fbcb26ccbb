//! Modifiers before a whole path.

use super::unfold::Legs;
use crate::notation::ast::Letter;
use crate::notation::error::{ErrorKind, NotationError};
use crate::notation::legs::{Bend, Initial, Landing, Occupancy, PathRule, Reach, Turn as Sense, Wrap};
use crate::notation::path::{Leap, Path, PathLeg};
use crate::notation::path_error::{PathError, PathFeature};
use std::ops::Range;

/// Longest leap of a slide that jumps over everything: no board has a longer line.
const LONGEST: i16 = 98;

const HOP: Landing = Landing { pass: Occupancy::OCCUPIED, take: Occupancy::NONE };

/// The modifiers, seen as a set.
struct Prefix<'l>(&'l [Letter]);

impl Prefix<'_> {
    fn find(&self, wanted: char) -> Option<Letter> {
        self.0.iter().find(|letter| letter.letter == wanted).copied()
    }
    fn has(&self, wanted: char) -> bool {
        self.find(wanted).is_some()
    }
    fn unsupported(&self, letter: Letter) -> NotationError {
        let kind = ErrorKind::Path(PathError::Unsupported(PathFeature::Modifier(letter.letter)));
        NotationError::at(kind, letter.at)
    }
    /// The first of `wanted` that is there, unless two exclude each other.
    fn one_of(&self, wanted: &str) -> Result<Option<Letter>, NotationError> {
        let mut found: Option<Letter> = None;
        for letter in self.0.iter().filter(|letter| wanted.contains(letter.letter)) {
            match found {
                Some(first) if first.letter != letter.letter => {
                    let kind = ErrorKind::Contradiction(first.letter, letter.letter);
                    return Err(NotationError::at(kind, letter.at));
                }
                _ => found = Some(*letter),
            }
        }
        Ok(found)
    }
    /// What the modes say of the end of the path. SPEC: "Move modality".
    fn landing(&self) -> Landing {
        let (moves, captures) = (self.has('m'), self.has('c'));
        let pass = if moves || !captures { Occupancy::EMPTY } else { Occupancy::NONE };
        let take = if captures || !moves { Occupancy::ENEMIES } else { Occupancy::NONE };
        Landing { pass, take }
    }
}

/// Applies the modifiers to a path and adds what results to `found`.
///
/// # Errors
/// Modifiers that exclude each other, or that legs cannot express.
pub(super) fn apply(
    letters: &[Letter],
    mut legs: Legs,
    span: &Range<usize>,
    found: &mut Vec<Path>,
) -> Result<(), NotationError> {
    let prefix = Prefix(letters);
    if let Some(letter) = prefix.find('e') {
        return Err(NotationError::at(ErrorKind::Path(PathError::NotBeforePath('e')), letter.at));
    }
    if prefix.has('o') {
        legs.iter_mut().for_each(|leg| leg.wrap = Wrap::Files);
    }
    let mut done = Vec::new();
    match prefix.one_of("njpgqz")? {
        None => done.push(with_end(legs, prefix.landing())),
        Some(letter) if legs.len() > 1 => return Err(prefix.unsupported(letter)),
        Some(letter) => single_leg(&prefix, letter, &legs[0], &mut done)?,
    }
    let select = if prefix.has('a') { Vec::new() } else { letters.to_vec() };
    let initial = if prefix.has('i') { Initial::Virgin } else { Initial::Any };
    found.extend(done.into_iter().map(|legs| Path {
        legs,
        select: select.clone(),
        initial,
        span: span.clone(),
    }));
    Ok(())
}

/// Gives every leg at which the path may end the modes of the whole.
fn with_end(mut legs: Legs, landing: Landing) -> Legs {
    legs.iter_mut().for_each(|leg| leg.last = landing);
    legs
}

/// Modifiers that say how a single leap or slide meets what stands in its way.
fn single_leg(
    prefix: &Prefix<'_>,
    letter: Letter,
    leg: &PathLeg,
    done: &mut Vec<Legs>,
) -> Result<(), NotationError> {
    let landing = prefix.landing();
    let one = |leg: PathLeg| with_end(vec![leg], landing);
    let slides = leg.range.1 != Reach::Steps(1);
    let king_step = leg.leap.size.1 == 1;
    let jumps = prefix.0.iter().filter(|letter| letter.letter == 'j').count();
    match letter.letter {
        'n' if king_step => done.push(one(leg.clone())),
        'n' => done.push(one(PathLeg { path: PathRule::Free, ..leg.clone() })),
        // SPEC: "jj: Can jump over any number of pieces".
        'j' if jumps > 1 && !slides => done.push(one(leg.clone())),
        'j' if jumps > 1 => done.extend(lengths(leg).map(|count| one(leap_of(leg, count)))),
        'j' if king_step && !slides => return Err(NotationError::at(ErrorKind::StepCannotJump, letter.at)),
        // SPEC: "j: Must jump exactly one"; "R+R path (a once jumping Rook)".
        'j' if king_step => done.extend(hops(leg, landing)),
        'j' if !slides && matches!(leg.leap.size, (0 | 2, 2)) => {
            done.push(one(PathLeg { path: PathRule::Blocked, ..leg.clone() }));
        }
        // SPEC: "p: Capture if move jumps over one obstacle, non-capture if it does not jump".
        'p' if king_step && slides => {
            if landing.pass != Occupancy::NONE {
                done.push(with_end(vec![leg.clone()], Landing::MOVE));
            }
            if landing.take != Occupancy::NONE {
                done.extend(hops(leg, Landing { pass: Occupancy::NONE, take: Occupancy::ENEMIES }));
            }
        }
        // SPEC: "g: Must land directly behind first obstacle"; "Q+K is the Grasshopper".
        'g' if king_step && slides => {
            let mount = PathLeg { onward: HOP, ..leg.clone() };
            let landing_step = PathLeg { range: (1, Reach::Steps(1)), ..leg.clone() };
            done.push(with_end(vec![mount, landing_step], landing));
        }
        'q' | 'z' => {
            let bend = |sense| if letter.letter == 'q' { Bend::Circular(sense) } else { Bend::Zigzag(sense) };
            let range = if slides { leg.range } else { (1, Reach::Unlimited) };
            let bends = vec![bend(Sense::Left), bend(Sense::Right)];
            done.push(one(PathLeg { range, bends, ..leg.clone() }));
        }
        _ => return Err(prefix.unsupported(letter)),
    }
    Ok(())
}

/// The lengths of a slide, as far as any board has them.
fn lengths(leg: &PathLeg) -> impl Iterator<Item = i16> + use<> {
    let board = LONGEST / leg.leap.size.1.max(1);
    let most = match leg.range.1 {
        Reach::Steps(most) => board.min(i16::try_from(most).unwrap_or(board)),
        _ => board,
    };
    1..=most.max(1)
}

/// A slide of `count` steps as one leap.
fn leap_of(leg: &PathLeg, count: i16) -> PathLeg {
    let (near, far) = leg.leap.size;
    let leap = Leap { size: (near * count, far * count), both: leg.leap.both };
    PathLeg { leap, range: (1, Reach::Steps(1)), ..leg.clone() }
}

/// A slide over exactly one piece; a limit counts both parts together.
fn hops(leg: &PathLeg, landing: Landing) -> Vec<Legs> {
    let hop = |mount, rest| {
        let first = PathLeg { range: mount, onward: HOP, ..leg.clone() };
        with_end(vec![first, PathLeg { range: rest, ..leg.clone() }], landing)
    };
    match leg.range.1 {
        Reach::Steps(most) => {
            let at = |mount: u16| hop((mount, Reach::Steps(mount)), (1, Reach::Steps(most - mount)));
            (1..most).map(at).collect()
        }
        reach => vec![hop((1, reach), (1, reach))],
    }
}
