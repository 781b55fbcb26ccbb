//! Betza 2.0: chained steps, each with an atom of its own.
//!
//! Parsed into a tree and unfolded into paths, which give the same movements as XBetza.

mod jump;
mod null;
mod parse;
mod prefix;
mod tree;
mod unfold;

use super::error::Result;
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
/// Text that is not Betza 2.0, and moves that legs cannot express yet; spans are byte ranges of `text`.
pub fn compile(text: &str) -> Result<Vec<Movement>> {
    compile_paths(&unfold::paths(&parse::parse(text)?)?)
}

/// Whether a `k` in the description makes the piece royal.
///
/// SPEC: Betza 2.0: "a 'k' prefix could be used to indicate royalty".
pub fn names_royal(text: &str) -> bool {
    parse::parse(text).is_ok_and(|moves| tree::any_prefix(&moves, 'k'))
}
