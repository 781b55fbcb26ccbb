//! Bracket notation: XBetza with multi-leg moves in brackets, each leg with its own atom.
//!
//! SPEC: H. G. Muller, "Bent riders: griffon, rhino, ship, snake, osprey" and "Bent riders in XBetza bracket notation"
//! (Fairy-Stockfish, pull requests 1034 and 1035, 2026): brackets with "separating hyphens or question marks, allowing
//! each leg to specify its own Betza atom"; `[F?R]`, `[F-R]`, `[W?sR]`, `[W-sR]`; legs go on "(by default) in the
//! outward direction"; directions stand before the bracket and choose among whole paths.

mod leg;

use super::ast::{Letter, Letters};
use super::error::{ErrorKind, Result};
use super::expand::{compile_paths, initial, unite};
use super::legs::Movement;
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
pub fn compile(text: &str) -> Result<Vec<Movement>> {
    if !text.contains('[') {
        return super::expand::compile(text);
    }
    // SPEC: XBetza of 2020: "a + suffix behind the entire description".
    let (text, promotes) = text.strip_suffix('+').map_or((text, false), |text| (text, true));
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('[').map(|offset| at + offset) {
        let letters = text[at..open].bytes().rev().take_while(u8::is_ascii_lowercase).count();
        plain(text, at..open - letters, &mut found)?;
        let Some(close) = text[open..].find(']').map(|offset| open + offset) else {
            return Err(PathError::UnclosedBracket.at(open));
        };
        at = close + 1;
        if text[at..].starts_with(|c: char| c.is_ascii_digit()) {
            return Err(PathError::Unsettled(PathFeature::BracketExponent).at(at));
        }
        found.extend(compile_paths(&[path(text, open - letters..open, open + 1..close)?])?);
    }
    plain(text, at..text.len(), &mut found)?;
    let mut movements = unite(found)?;
    movements.iter_mut().for_each(|movement| movement.must_promote = promotes);
    Ok(movements)
}

/// Expands XBetza moves outside brackets. A `+` may only stand at the end of the whole description.
fn plain(text: &str, part: Range<usize>, found: &mut Vec<Movement>) -> Result<()> {
    if part.is_empty() {
        return Ok(());
    }
    let start = part.start;
    if let Some(at) = text[part.clone()].find('+') {
        return Err(ErrorKind::StrayPromotion.at(start + at));
    }
    let movements = super::expand::compile(&text[part]).map_err(|error| error.shifted(start))?;
    found.extend(movements.into_iter().map(|mut movement| {
        movement.span = movement.span.start + start..movement.span.end + start;
        movement
    }));
    Ok(())
}

/// Parses one bracket with the letters before it.
fn path(text: &str, prefix: Range<usize>, inside: Range<usize>) -> Result<Betza2Path> {
    let letters = prefix.clone().zip(text[prefix.clone()].chars());
    let select: Vec<Letter> = letters.map(|(at, letter)| Letter { letter, at }).collect();
    if let Some(Letter { letter, at }) = select.other_than("fblrsvhmcdkei") {
        return Err(match letter {
            'a' | 'n' | 'j' | 'o' | 'p' | 'g' | 'q' | 'z' | 'x' | 'y' | 'u' | 't' => {
                PathError::Unsettled(PathFeature::Modifier(letter)).at(at)
            }
            _ => ErrorKind::UnknownModifier(letter).at(at),
        });
    }
    let legs = leg::legs(text, inside.clone(), &select)?;
    Ok(Betza2Path { legs, initial: initial(&select), select, span: prefix.start..inside.end + 1 })
}
