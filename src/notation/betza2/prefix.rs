//! Modifiers before a whole path.

use super::jump::{self, SingleJump};
use super::null;
use crate::notation::ast::{Letter, Letters};
use crate::notation::error::{ErrorKind, Result};
use crate::notation::legs::{Bend, Initial, Landing, Occupancy, Reach, Turn as Sense, Wrap};
use crate::notation::path::{Betza2Path, LegRun, PathLeg};
use crate::notation::path_error::PathError;
use std::ops::Range;

/// Returns the letter of `wanted` that is present; refuses two different ones.
fn one_of(letters: &[Letter], wanted: &str) -> Result<Option<Letter>> {
    let Some(first) = letters.find(wanted) else { return Ok(None) };
    let differs = |letter: &&Letter| wanted.contains(letter.letter) && letter.letter != first.letter;
    match letters.iter().find(differs) {
        Some(other) => Err(ErrorKind::Contradiction(first.letter, other.letter).at(other.at)),
        None => Ok(letters.iter().copied().rfind(|letter| letter.letter == first.letter)),
    }
}

/// Returns the landing at the end of a path. SPEC: "Move modality".
fn landing(letters: &[Letter]) -> Landing {
    match (letters.has('m'), letters.has('c')) {
        (true, false) => Landing::MOVE,
        (false, true) => Landing::CAPTURE,
        _ => Landing::MOVE_OR_CAPTURE,
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
) -> Result<()> {
    if let Some(letter) = letters.find("e") {
        return Err(PathError::NotBeforePath('e').at(letter.at));
    }
    null::refuse(&legs)?;
    if legs.iter().all(null::is_null)
        && let Some(stray) = letters.other_than("mika")
    {
        // SPEC: "a piece that has an O atom can pass uncondiionally".
        return Err(PathError::NullMove.at(stray.at));
    }
    if letters.has('o') {
        legs.iter_mut().for_each(|leg| leg.wrap = Wrap::Files);
    }
    let select = if letters.has('a') { Vec::new() } else { letters.to_vec() };
    let directed = select.find("fblrsvh").is_some();
    let initial = if letters.has('i') { Initial::Unmoved } else { Initial::Any };
    let done = shaped(letters, &legs, span)?.into_iter().flat_map(|legs| null::without(&legs));
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
        return Err(ErrorKind::NothingResults.over(span.clone()));
    }
    Ok(())
}

/// Gives every leg the modes of the whole path, in case the path ends there.
fn with_end(mut legs: LegRun, landing: Landing) -> LegRun {
    legs.iter_mut().for_each(|leg| leg.last = landing);
    legs
}

/// Applies the jumping and bending modifiers and the modes of the whole to a path.
fn shaped(letters: &[Letter], legs: &LegRun, span: &Range<usize>) -> Result<Vec<LegRun>> {
    let landing = landing(letters);
    let all = |paths: Vec<LegRun>, landing| paths.into_iter().map(|legs| with_end(legs, landing)).collect();
    let Some(letter) = one_of(letters, "njpgqz")? else { return Ok(vec![with_end(legs.clone(), landing)]) };
    let jump = SingleJump { letter, span };
    let found: Vec<LegRun> = match letter.letter {
        'n' => vec![with_end(jump::without(legs, true), landing)],
        'j' if letters.count('j') > 1 => all(jump::freely(legs, span)?, landing),
        'j' | 'g' => all(jump.paths(legs)?, landing),
        // SPEC: "p: Capture if move jumps over one obstacle, non-capture if it does not jump".
        'p' => {
            let mut found = Vec::new();
            if landing.pass != Occupancy::empty() {
                found.extend(all(jump::never(legs), Landing::MOVE));
            }
            if landing.take != Occupancy::empty() {
                let takes = Landing { pass: Occupancy::empty(), take: landing.take };
                found.extend(all(jump.paths(legs)?, takes));
            }
            found
        }
        _ => vec![with_end(bent(legs, letter)?, landing)],
    };
    match (found.is_empty(), legs.len()) {
        (true, 1) => Err(ErrorKind::StepCannotJump.at(letter.at)),
        (true, _) => Err(ErrorKind::NothingResults.at(letter.at)),
        (false, _) => Ok(found),
    }
}

/// Bends a path wherever it repeats a step; a single leap becomes a rider.
///
/// SPEC: "q: Basic step repeated at an angle, until it closes on itself"; "z: Repeat step alternates angle between two
/// values".
fn bent(legs: &LegRun, letter: Letter) -> Result<LegRun> {
    let bend = |sense| if letter.letter == 'q' { Bend::Circular(sense) } else { Bend::Zigzag(sense) };
    let mut legs = legs.clone();
    if let [leg] = legs.as_mut_slice()
        && leg.range.1 == Reach::Steps(1)
    {
        leg.range = (1, Reach::Unlimited);
    }
    let repeats = |leg: &&mut PathLeg| leg.range.1 != Reach::Steps(1) && !null::is_null(leg);
    let mut bent = legs.iter_mut().filter(repeats).peekable();
    if bent.peek().is_none() {
        return Err(PathError::NothingBends(letter.letter).at(letter.at));
    }
    bent.for_each(|leg| leg.bends = vec![bend(Sense::Left), bend(Sense::Right)]);
    Ok(legs)
}
