//! Modifiers before a whole path.

use super::unfold::Legs;
use crate::notation::ast::Letter;
use crate::notation::error::{ErrorKind, NotationError};
use crate::notation::legs::{Bend, Initial, Landing, Occupancy, PathRule, Reach, Turn as Sense, Wrap};
use crate::notation::path::{Leap, Path, PathLeg, Turn};
use crate::notation::path_error::PathError;
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
    if legs.iter().any(|leg| leg.leap.size == (0, 0)) {
        // SPEC: "a piece that has an O atom can pass uncondiionally".
        let stray = letters.iter().find(|letter| !"mika".contains(letter.letter));
        let whole = legs.len() == 1 && legs[0].range == (1, Reach::Steps(1));
        if stray.is_some() || !whole {
            let span = stray.map_or(span.clone(), |letter| letter.at..letter.at + 1);
            return Err(NotationError::new(ErrorKind::Path(PathError::NullMove), span));
        }
        let initial = if prefix.has('i') { Initial::Virgin } else { Initial::Any };
        let legs = with_end(legs, Landing::MOVE);
        found.push(Path { legs, select: Vec::new(), initial, span: span.clone() });
        return Ok(());
    }
    let mut done = Vec::new();
    match prefix.one_of("njpgqz")? {
        None => done.push(with_end(legs, prefix.landing())),
        // SPEC: "n: Cannot jump over occupied square": none of the steps can.
        Some(letter) if letter.letter == 'n' => {
            legs.iter_mut().filter(|leg| leg.leap.size.1 > 1).for_each(|leg| leg.path = PathRule::Free);
            done.push(with_end(legs, prefix.landing()));
        }
        Some(letter) if legs.len() > 1 => {
            return Err(NotationError::at(ErrorKind::Path(PathError::OneStepOnly(letter.letter)), letter.at));
        }
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
    let count = prefix.0.iter().filter(|letter| letter.letter == 'j').count();
    match letter.letter {
        // SPEC: "jj: Can jump over any number of pieces".
        'j' if count > 1 && !slides => done.push(one(leg.clone())),
        'j' if count > 1 => done.extend(lengths(leg).map(|count| one(leap_of(leg, count)))),
        'j' | 'g' if king_step && !slides => {
            return Err(NotationError::at(ErrorKind::StepCannotJump, letter.at));
        }
        // SPEC: "j: Must jump exactly one"; "R+R path (a once jumping Rook)".
        'j' if slides => done.extend(hops(leg, landing)),
        'j' => done.extend(jumps(leg, false).into_iter().map(|legs| with_end(legs, landing))),
        // SPEC: "p: Capture if move jumps over one obstacle, non-capture if it does not jump".
        'p' => {
            let takes = Landing { pass: Occupancy::NONE, take: landing.take };
            if landing.pass != Occupancy::NONE {
                let path = if king_step || slides { leg.path } else { PathRule::Free };
                done.push(with_end(vec![PathLeg { path, ..leg.clone() }], Landing::MOVE));
            }
            if takes.take != Occupancy::NONE && slides {
                done.extend(hops(leg, takes));
            } else if takes.take != Occupancy::NONE && !king_step {
                done.extend(jumps(leg, false).into_iter().map(|legs| with_end(legs, takes)));
            }
        }
        // SPEC: "g: Must land directly behind first obstacle"; "Q+K is the Grasshopper".
        'g' if slides => {
            let mount = PathLeg { onward: HOP, ..leg.clone() };
            let landing_step = PathLeg { range: (1, Reach::Steps(1)), ..leg.clone() };
            done.push(with_end(vec![mount, landing_step], landing));
        }
        'g' => done.extend(jumps(leg, true).into_iter().map(|legs| with_end(legs, landing))),
        _ => {
            let bend = |sense| if letter.letter == 'q' { Bend::Circular(sense) } else { Bend::Zigzag(sense) };
            let range = if slides { leg.range } else { (1, Reach::Unlimited) };
            let bends = vec![bend(Sense::Left), bend(Sense::Right)];
            done.push(one(PathLeg { range, bends, ..leg.clone() }));
        }
    }
    Ok(())
}

/// A single leap over exactly one piece; with `only_last` that is the last one that it could jump.
fn jumps(leg: &PathLeg, only_last: bool) -> Vec<Legs> {
    if leg.leap.size.1 == 2 {
        // Every way has one square.
        return vec![vec![PathLeg { path: PathRule::Blocked, ..leg.clone() }]];
    }
    jumps_over(leg, only_last)
}

/// A single leap as king steps over exactly one piece: along each of the shortest ways, over each of its squares in turn,
/// or over the last one only.
///
/// SPEC: XBetza, on oblique atoms: "all geometrically shortest paths to a destination indicated by the atom".
fn jumps_over(leg: &PathLeg, only_last: bool) -> Vec<Legs> {
    let (near, far) = (leg.leap.size.0.unsigned_abs(), leg.leap.size.1.unsigned_abs());
    let ways: Vec<Vec<bool>> = match (leg.leap.both, near) {
        // K, S, T: orthogonally as well as diagonally.
        (true, _) => vec![vec![false; far.into()], vec![true; far.into()]],
        (false, near) => arrangements(near, far - near),
    };
    let mut found = Vec::new();
    for way in ways {
        let straight = way.iter().all(|step| *step == way[0]);
        // An oblique leap bends to one side throughout: as king steps that is a choice of its own.
        for side in if straight { &['r'][..] } else { &['l', 'r'] } {
            let steps = king_steps(leg, &way, *side);
            let mounts = 0..steps.len() - 1;
            for mount in mounts.skip(if only_last { steps.len().saturating_sub(2) } else { 0 }) {
                let mut legs = steps.clone();
                legs[mount].onward = HOP;
                found.push(legs);
            }
        }
    }
    found
}

/// All orders of so many diagonal (true) and orthogonal steps.
fn arrangements(diagonal: u16, orthogonal: u16) -> Vec<Vec<bool>> {
    let mut found = Vec::new();
    if diagonal == 0 || orthogonal == 0 {
        return vec![vec![diagonal > 0; usize::from(diagonal + orthogonal)]];
    }
    for (first, rest) in
        [(true, arrangements(diagonal - 1, orthogonal)), (false, arrangements(diagonal, orthogonal - 1))]
    {
        found.extend(rest.into_iter().map(|rest| [vec![first], rest].concat()));
    }
    found
}

/// Single steps to empty squares, diagonal ones to the side `side` of the orthogonal ones.
fn king_steps(leg: &PathLeg, way: &[bool], side: char) -> Legs {
    let other = if side == 'r' { 'l' } else { 'r' };
    let at = leg.span.start;
    let step = |(index, &diagonal): (usize, &bool)| {
        let size = if diagonal { (1, 1) } else { (0, 1) };
        let turn = match index.checked_sub(1).map(|before| way[before]) {
            Some(before) if before != diagonal => {
                let aside = if diagonal { side } else { other };
                Turn::Letters(vec![Letter { letter: 'f', at }, Letter { letter: aside, at }])
            }
            _ => Turn::Ahead,
        };
        let own = PathLeg::new(Leap { size, both: false }, Reach::Steps(1), leg.span.clone());
        PathLeg { turn, wrap: leg.wrap, ..own }
    };
    way.iter().enumerate().map(step).collect()
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
