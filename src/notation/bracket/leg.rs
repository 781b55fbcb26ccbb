//! The legs inside a bracket.

use crate::notation::ast::{Ast, Item, Letter, Letters, MoveAst};
use crate::notation::error::{ErrorKind, Result, check_legs};
use crate::notation::expand::{atom, landing};
use crate::notation::legs::{Landing, Occupancy, PathRule};
use crate::notation::path::{PathLeg, PathTurn};
use crate::notation::path_error::{PathError, PathFeature};
use std::ops::Range;

const DIRECTIONS: &str = "fblrsvh";

/// Parses the legs of a bracket; `outer` are the letters before it.
///
/// # Errors
/// Fewer than two legs, legs that are not a walking XBetza atom, modifiers without a settled meaning in brackets.
pub(super) fn legs(text: &str, inside: Range<usize>, outer: &[Letter]) -> Result<Vec<PathLeg>> {
    let parts: Vec<&str> = text[inside.clone()].split(['?', '-']).collect();
    if parts.len() == 1 {
        return Err(PathError::SingleLeg.over(inside.start - 1..inside.end + 1));
    }
    check_legs(parts.len(), &inside)?;
    let finish = landing(outer).unwrap_or(Landing::MOVE_OR_CAPTURE);
    let mut legs: Vec<PathLeg> = Vec::with_capacity(parts.len());
    let mut start = inside.start;
    for part in parts {
        let end = start + part.len();
        let separator = text.as_bytes()[..inside.end].get(end).copied();
        legs.push(leg(part, start..end, separator, finish, legs.is_empty())?);
        start = end + 1;
    }
    Ok(legs)
}

/// Parses one leg; `separator` is the character after it, `finish` the default landing of the last leg.
fn leg(
    text: &str,
    part: Range<usize>,
    separator: Option<u8>,
    finish: Landing,
    first: bool,
) -> Result<PathLeg> {
    if part.is_empty() {
        return Err(PathError::EmptyLeg.at(part.start));
    }
    let start = part.start;
    let ast = crate::notation::parse(text).map_err(|error| error.shifted(start))?;
    let (letters, movement) = plain_leg(&ast, &part)?;
    let stray = |letter: Letter| PathError::Unsettled(PathFeature::LegModifier(letter.letter)).at(letter.at);
    let mut directions = letters.clone();
    directions.retain(|letter| DIRECTIONS.contains(letter.letter));
    let own = landing(&letters);
    // On an optional leg it is not settled whether modes apply where the move ends or where it continues.
    let allowed = match separator {
        Some(b'?') => "n",
        Some(_) => "mcdkepn",
        None => "mcdken",
    };
    if let Some(letter) = letters.other_than(&format!("{allowed}{DIRECTIONS}")) {
        return Err(stray(letter));
    }
    if let (true, Some(letter)) = (first, directions.first()) {
        return Err(PathError::FirstLegDirection(letter.letter).at(letter.at));
    }
    let name = movement.atom.letter;
    let (lattice, range) =
        atom(movement).ok_or_else(|| ErrorKind::LegsNotAllowed(name.letter).at(name.at + start))?;
    let mut leg = PathLeg::new(lattice, range, part);
    if !directions.is_empty() {
        leg.turn = PathTurn::Letters(directions);
    }
    if let Some(letter) = letters.find("n") {
        if lattice.is_king_step() {
            // In XBetza `n` on a king step marks squares for en passant.
            return Err(stray(letter));
        }
        leg.path = PathRule::Free;
    }
    let hops = letters.has('p');
    leg.onward = own.unwrap_or(if hops { Landing::default() } else { Landing::MOVE });
    leg.onward.pass |= if hops { Occupancy::OCCUPIED } else { Occupancy::empty() };
    leg.last = own.unwrap_or(finish);
    leg.optional = separator == Some(b'?');
    Ok(leg)
}

/// Returns the modifiers, placed in the whole text, and the move of a leg that is a single atom; refuses anything that
/// would add legs.
fn plain_leg<'a>(ast: &'a Ast, part: &Range<usize>) -> Result<(Vec<Letter>, &'a MoveAst)> {
    let unsettled =
        |letter, at: usize| PathError::Unsettled(PathFeature::LegModifier(letter)).at(at + part.start);
    let [movement] = ast.moves.as_slice() else {
        let second = ast.moves.get(1).map_or(part.start, |second| second.span.start + part.start);
        return Err(PathError::SeveralAtoms.over(second..part.end));
    };
    if let Some(at) = ast.promotion {
        return Err(unsettled('+', at));
    }
    if let Some(burn) = &movement.burn {
        return Err(unsettled(':', burn.at));
    }
    if movement.atom.quote.is_some() {
        return Err(unsettled('\'', movement.span.end - 1));
    }
    let letter = |item: &Item| match item {
        Item::Modifier(letter) => Ok(Letter { at: letter.at + part.start, ..*letter }),
        Item::Again { at, .. } => Err(unsettled('a', *at)),
        Item::Unload { at, .. } => Err(unsettled('-', *at)),
        Item::Group { span, .. } => Err(unsettled('(', span.start)),
    };
    Ok((movement.prefix.iter().map(letter).collect::<Result<_, _>>()?, movement))
}
