//! Betza 2.0: chained steps, each with an atom of its own.
//!
//! Read into a tree, written out into paths, from which the same movements are made as from
//! XBetza.

mod jump;
mod null;
mod parse;
mod prefix;
mod tree;
mod unfold;

use super::error::NotationError;
use super::expand::compile_paths;
use super::legs::Movement;

/// Expands a description in Betza 2.0 into movements, duplicates dropped.
///
/// ```
/// // "The 'Griffon' is an example that first moves one step diagonally, and then continues outward as a Rook."
/// use griffon::notation::{betza2, compile};
/// assert_eq!(betza2::compile("FtR").unwrap().len(), compile("FyafsF").unwrap().len());
/// ```
///
/// # Errors
/// Text that is no Betza 2.0, and what legs cannot express yet; spans are byte ranges of `text`.
pub fn compile(text: &str) -> Result<Vec<Movement>, NotationError> {
    compile_paths(&unfold::paths(&parse::parse(text)?)?)
}

/// Does the description say with a `k` that the piece is royal?
///
/// SPEC: Betza 2.0: "a 'k' prefix could be used to indicate royalty".
pub fn names_royal(text: &str) -> bool {
    parse::parse(text).is_ok_and(|moves| tree::any_prefix(&moves, 'k'))
}
