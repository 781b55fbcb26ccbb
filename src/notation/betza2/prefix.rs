//! Modifiers before a whole path.

use super::jump::{self, JumpPlace};
use super::null;
use crate::notation::ast::Letter;
use crate::notation::error::{ErrorKind, NotationError};
use crate::notation::legs::{Bend, Initial, Landing, Occupancy, Reach, Turn as Sense, Wrap};
use crate::notation::path::{Betza2Path, LegRun};
use crate::notation::path_error::PathError;
use std::ops::Range;

/// The modifiers as a set.
struct Prefix<'l>(&'l [Letter]);

impl Prefix<'_> {
    fn find(&self, wanted: char) -> Option<Letter> {
        self.0.iter().find(|letter| letter.letter == wanted).copied()
    }
    fn has(&self, wanted: char) -> bool {
        self.find(wanted).is_some()
    }
    /// Returns the letter of `wanted` that is present; refuses two different ones.
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
    /// Returns the landing at the end of the path. SPEC: "Move modality".
    fn landing(&self) -> Landing {
        let (moves, captures) = (self.has('m'), self.has('c'));
        let pass = if moves || !captures { Occupancy::EMPTY } else { Occupancy::NONE };
        let take = if captures || !moves { Occupancy::ENEMIES } else { Occupancy::NONE };
        Landing { pass, take }
    }
}

/// Applies the modifiers to a path and appends the results to `found`.
///
/// # Errors
/// Modifiers that exclude each other, or that legs cannot express.
pub(super) fn apply(
    letters: &[Letter],
    mut legs: LegRun,
    span: &Range<usize>,
    found: &mut Vec<Betza2Path>,
) -> Result<(), NotationError> {
    let prefix = Prefix(letters);
    if let Some(letter) = prefix.find('e') {
        return Err(NotationError::at(PathError::NotBeforePath('e'), letter.at));
    }
    null::refuse(&legs)?;
    if legs.iter().all(null::is_null)
        && let Some(stray) = letters.iter().find(|letter| !"mika".contains(letter.letter))
    {
        // SPEC: "a piece that has an O atom can pass uncondiionally".
        return Err(NotationError::at(PathError::NullMove, stray.at));
    }
    if prefix.has('o') {
        legs.iter_mut().for_each(|leg| leg.wrap = Wrap::Files);
    }
    let select = if prefix.has('a') { Vec::new() } else { letters.to_vec() };
    let directed = select.iter().any(|letter| "fblrsvh".contains(letter.letter));
    let initial = if prefix.has('i') { Initial::Unmoved } else { Initial::Any };
    let done = shaped(&prefix, &legs, span)?.into_iter().flat_map(|legs| null::without(&legs));
    let before = found.len();
    for legs in done {
        // A null move has no direction.
        let rests = legs.iter().all(null::is_null);
        if !(rests && directed) {
            let select = if rests { Vec::new() } else { select.clone() };
            found.push(Betza2Path { legs, select, initial, span: span.clone() });
        }
    }
    if found.len() == before {
        return Err(NotationError::new(ErrorKind::NothingResults, span.clone()));
    }
    Ok(())
}

/// Gives every leg the modes of the whole path, in case the path ends there.
fn with_end(mut legs: LegRun, landing: Landing) -> LegRun {
    legs.iter_mut().for_each(|leg| leg.last = landing);
    legs
}

/// Applies the jumping and bending modifiers and the modes of the whole to a path.
fn shaped(prefix: &Prefix<'_>, legs: &LegRun, span: &Range<usize>) -> Result<Vec<LegRun>, NotationError> {
    let landing = prefix.landing();
    let all = |paths: Vec<LegRun>, landing| paths.into_iter().map(|legs| with_end(legs, landing)).collect();
    let Some(letter) = prefix.one_of("njpgqz")? else { return Ok(vec![with_end(legs.clone(), landing)]) };
    let many = prefix.0.iter().filter(|letter| letter.letter == 'j').count() > 1;
    let found: Vec<LegRun> = match letter.letter {
        'n' => vec![with_end(jump::without(legs, true), landing)],
        'j' if many => all(jump::freely(legs, span)?, landing),
        'j' => all(jump::once(legs, JumpPlace::Anywhere, letter, span)?, landing),
        'g' => all(jump::once(legs, JumpPlace::Last, letter, span)?, landing),
        // SPEC: "p: Capture if move jumps over one obstacle, non-capture if it does not jump".
        'p' => {
            let mut found = Vec::new();
            if landing.pass != Occupancy::NONE {
                found.extend(all(jump::never(legs), Landing::MOVE));
            }
            if landing.take != Occupancy::NONE {
                let takes = Landing { pass: Occupancy::NONE, take: landing.take };
                found.extend(all(jump::once(legs, JumpPlace::Anywhere, letter, span)?, takes));
            }
            found
        }
        _ => vec![with_end(bent(legs, letter)?, landing)],
    };
    match (found.is_empty(), legs.len()) {
        (true, 1) => Err(NotationError::at(ErrorKind::StepCannotJump, letter.at)),
        (true, _) => Err(NotationError::at(ErrorKind::NothingResults, letter.at)),
        (false, _) => Ok(found),
    }
}

/// Bends a path wherever it repeats a step; a single leap becomes a rider.
///
/// SPEC: "q: Basic step repeated at an angle, until it closes on itself"; "z: Repeat step alternates angle between two
/// values".
fn bent(legs: &LegRun, letter: Letter) -> Result<LegRun, NotationError> {
    let bend = |sense| if letter.letter == 'q' { Bend::Circular(sense) } else { Bend::Zigzag(sense) };
    let mut legs = legs.clone();
    if let [leg] = legs.as_mut_slice()
        && leg.range.1 == Reach::Steps(1)
    {
        leg.range = (1, Reach::Unlimited);
    }
    let mut repeated = false;
    for leg in legs.iter_mut().filter(|leg| leg.range.1 != Reach::Steps(1) && !null::is_null(leg)) {
        leg.bends = vec![bend(Sense::Left), bend(Sense::Right)];
        repeated = true;
    }
    if repeated {
        return Ok(legs);
    }
    Err(NotationError::at(PathError::NothingBends(letter.letter), letter.at))
}
