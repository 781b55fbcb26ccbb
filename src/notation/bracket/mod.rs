//! Bracket notation: XBetza with multi-leg moves in brackets, each leg with its own atom.
//!
//! SPEC: H. G. Muller, "Bent riders: griffon, rhino, ship, snake, osprey" and "Bent riders in XBetza bracket notation"
//! (Fairy-Stockfish, pull requests 1034 and 1035, 2026): brackets with "separating hyphens or question marks, allowing
//! each leg to specify its own Betza atom"; `[F?R]`, `[F-R]`, `[W?sR]`, `[W-sR]`; legs go on "(by default) in the
//! outward direction"; directions stand before the bracket and choose among whole paths.

mod leg;

use super::ast::Letter;
use super::error::{ErrorKind, NotationError};
use super::expand::{compile_paths, unite};
use super::legs::{Initial, Movement};
use super::path::Betza2Path;
use super::path_error::{PathError, PathFeature};
use std::ops::Range;

/// Expands a description that mixes XBetza moves and brackets.
///
/// ```
/// use griffon::notation::{bracket, compile};
/// assert_eq!(bracket::compile("[F?R]").unwrap().len(), compile("FyafsF").unwrap().len());
/// ```
///
/// # Errors
/// Those of XBetza outside the brackets; brackets that are malformed or hold modifiers without a settled meaning there.
pub fn compile(text: &str) -> Result<Vec<Movement>, NotationError> {
    if !text.contains('[') {
        return super::expand::compile(text);
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('[').map(|offset| at + offset) {
        let letters = text[at..open].bytes().rev().take_while(u8::is_ascii_lowercase).count();
        plain(text, at..open - letters, &mut found)?;
        let Some(close) = text[open..].find(']').map(|offset| open + offset) else {
            return Err(NotationError::at(PathError::UnclosedBracket, open));
        };
        at = close + 1;
        if let Some(digit) = text[at..].bytes().next().filter(u8::is_ascii_digit).map(|_| at) {
            let kind = PathError::Unsettled(PathFeature::BracketExponent);
            return Err(NotationError::at(kind, digit));
        }
        found.extend(compile_paths(&[path(text, open - letters..open, open + 1..close)?])?);
    }
    plain(text, at..text.len(), &mut found)?;
    unite(found)
}

/// Expands XBetza moves outside brackets.
fn plain(text: &str, part: Range<usize>, found: &mut Vec<Movement>) -> Result<(), NotationError> {
    if part.is_empty() {
        return Ok(());
    }
    let start = part.start;
    let movements = super::expand::compile(&text[part]).map_err(|error| error.shifted(start))?;
    found.extend(movements.into_iter().map(|mut movement| {
        movement.span = movement.span.start + start..movement.span.end + start;
        movement
    }));
    Ok(())
}

/// Parses one bracket with the letters before it.
fn path(text: &str, prefix: Range<usize>, inside: Range<usize>) -> Result<Betza2Path, NotationError> {
    let select: Vec<Letter> =
        prefix.clone().zip(text[prefix.clone()].chars()).map(|(at, letter)| Letter { letter, at }).collect();
    if let Some(stray) = select.iter().find(|letter| !"fblrsvhmcdkei".contains(letter.letter)) {
        let kind = match stray.letter {
            letter @ ('a' | 'n' | 'j' | 'o' | 'p' | 'g' | 'q' | 'z' | 'x' | 'y' | 'u' | 't') => {
                PathError::Unsettled(PathFeature::Modifier(letter)).into()
            }
            letter => ErrorKind::UnknownModifier(letter),
        };
        return Err(NotationError::at(kind, stray.at));
    }
    let initial = match select.iter().filter(|letter| letter.letter == 'i').count() {
        0 => Initial::Any,
        1 => Initial::Unmoved,
        _ => Initial::StartSquare,
    };
    let legs = leg::legs(text, inside.clone(), &select)?;
    Ok(Betza2Path { legs, select, initial, span: prefix.start..inside.end + 1 })
}
