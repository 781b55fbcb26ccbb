//! The legs inside a bracket.

use crate::notation::ast::{Ast, Item, Letter};
use crate::notation::error::{ErrorKind, NotationError, check_legs};
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
pub(super) fn legs(
    text: &str,
    inside: Range<usize>,
    outer: &[Letter],
) -> Result<Vec<PathLeg>, NotationError> {
    let separators: Vec<usize> =
        inside.clone().filter(|at| matches!(text.as_bytes().get(*at), Some(b'?' | b'-'))).collect();
    if separators.is_empty() {
        let kind = PathError::SingleLeg;
        return Err(NotationError::new(kind, inside.start - 1..inside.end + 1));
    }
    let count = separators.len() + 1;
    check_legs(count, &inside)?;
    let finish = landing(outer).unwrap_or(Landing::MOVE_OR_CAPTURE);
    let ends = separators.iter().copied().chain([inside.end]);
    let starts = [inside.start].into_iter().chain(separators.iter().map(|at| at + 1));
    let mut result = Vec::with_capacity(count);
    for (start, end) in starts.zip(ends) {
        let separator = separators.contains(&end).then(|| text.as_bytes()[end]);
        result.push(leg(text, start..end, separator, finish, result.is_empty())?);
    }
    Ok(result)
}

/// Parses one leg. `separator` is the character after it.
fn leg(
    text: &str,
    part: Range<usize>,
    separator: Option<u8>,
    finish: Landing,
    first: bool,
) -> Result<PathLeg, NotationError> {
    if part.is_empty() {
        return Err(NotationError::at(PathError::EmptyLeg, part.start));
    }
    let start = part.start;
    let ast = crate::notation::parse(&text[part.clone()]).map_err(|error| error.shifted(start))?;
    let (letters, movement) = plain_leg(&ast, &part)?;
    let stray = |at: usize, letter| {
        let kind = PathError::Unsettled(PathFeature::LegModifier(letter));
        NotationError::at(kind, at + start)
    };
    let directions = letters.iter().filter(|letter| DIRECTIONS.contains(letter.letter));
    let directions: Vec<Letter> =
        directions.map(|letter| Letter { at: letter.at + start, ..*letter }).collect();
    let own = landing(&letters);
    // On an optional leg it is not settled whether modes apply where the move ends or where it continues.
    let allowed = match separator {
        Some(b'?') => "n",
        Some(_) => "mcdkepn",
        None => "mcdken",
    };
    let meaningful = |letter: &&Letter| allowed.contains(letter.letter) || DIRECTIONS.contains(letter.letter);
    if let Some(letter) = letters.iter().find(|letter| !meaningful(letter)) {
        return Err(stray(letter.at, letter.letter));
    }
    if let (true, Some(letter)) = (first, directions.first()) {
        let kind = PathError::FirstLegDirection(letter.letter);
        return Err(NotationError::at(kind, letter.at));
    }
    let name = movement.atom.letter;
    let (leap, range) = atom(movement)
        .ok_or_else(|| NotationError::at(ErrorKind::LegsNotAllowed(name.letter), name.at + start))?;
    let mut leg = PathLeg::new(leap, range, part);
    if !directions.is_empty() {
        leg.turn = PathTurn::Letters(directions);
    }
    if let Some(letter) = letters.iter().find(|letter| letter.letter == 'n') {
        if leap.size.1 == 1 {
            // In XBetza `n` on a king step marks squares for en passant.
            return Err(stray(letter.at, 'n'));
        }
        leg.path = PathRule::Free;
    }
    let hops = letters.iter().any(|letter| letter.letter == 'p');
    leg.onward = own.unwrap_or(if hops { Landing::default() } else { Landing::MOVE });
    leg.onward.pass |= if hops { Occupancy::OCCUPIED } else { Occupancy::NONE };
    leg.last = own.unwrap_or(finish);
    leg.optional = separator == Some(b'?');
    Ok(leg)
}

/// Returns the modifiers and the move of a leg that is a single atom; refuses anything that would add legs.
fn plain_leg<'a>(
    ast: &'a Ast,
    part: &Range<usize>,
) -> Result<(Vec<Letter>, &'a crate::notation::ast::MoveAst), NotationError> {
    let unsettled = |letter, at: usize| {
        let kind = PathError::Unsettled(PathFeature::LegModifier(letter));
        NotationError::at(kind, at + part.start)
    };
    let [movement] = ast.moves.as_slice() else {
        let second = ast.moves.get(1).map_or(part.start, |second| second.span.start + part.start);
        return Err(NotationError::new(PathError::SeveralAtoms, second..part.end));
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
        Item::Modifier(letter) => Ok(*letter),
        Item::Again { at, .. } => Err(unsettled('a', *at)),
        Item::Unload { at, .. } => Err(unsettled('-', *at)),
        Item::Group { span, .. } => Err(unsettled('(', span.start)),
    };
    Ok((movement.prefix.iter().map(letter).collect::<Result<_, _>>()?, movement))
}
