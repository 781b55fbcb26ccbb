//! Pieces by name: those with a default move, and those of the catalogue.

use super::catalogue;
use super::defaults::{self, plain};
use super::{Piece, nearest};
use std::collections::BTreeSet;

/// Board width for default moves.
const FILES: u16 = 8;

/// A piece that has a given name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The name as written in the definition.
    pub name: String,
    /// The move description.
    pub betza: String,
    /// The built-in variants with this piece; empty for the default move of the name.
    pub variants: Vec<&'static str>,
}

/// Returns the pieces called `name`, ignoring case, blanks and hyphens: first the default move of the name, then the
/// pieces of the catalogue, the most frequent first.
///
/// ```
/// let found = griffon::variant::named::meanings("Silver-General");
/// assert_eq!(found[0].betza, "FfW");
/// ```
pub fn meanings(name: &str) -> Vec<Meaning> {
    let wanted = plain(name);
    let mut found: Vec<Meaning> = Vec::new();
    for entry in catalogue::every() {
        let is_meant = |piece: &&Piece| plain(&piece.name) == wanted && !piece.betza.is_empty();
        for Piece { name, betza, .. } in entry.variant.pieces.iter().filter(is_meant) {
            let variants = vec![entry.variant.name.as_str()];
            match found.iter_mut().find(|known| known.betza == *betza) {
                Some(known) => known.variants.extend(variants),
                None => found.push(Meaning { name: name.clone(), betza: betza.clone(), variants }),
            }
        }
    }
    found.sort_by_key(|meaning| std::cmp::Reverse(meaning.variants.len()));
    if let Some(betza) = defaults::default_move(name, FILES) {
        found.retain(|meaning| meaning.betza != betza);
        found.insert(0, Meaning { name: name.to_lowercase(), betza: betza.to_owned(), variants: Vec::new() });
    }
    found
}

/// Returns the piece name most similar to `name`, if any is similar.
pub fn nearest_name(name: &str) -> Option<String> {
    let pieces =
        catalogue::every().flat_map(|entry| &entry.variant.pieces).map(|piece| piece.name.to_lowercase());
    // Only names that are words: a definition may call a piece anything.
    let words = pieces.filter(|name| name.len() > 2 && name.chars().all(|c| c.is_alphabetic() || c == ' '));
    let names: BTreeSet<String> = defaults::names().map(str::to_owned).chain(words).collect();
    nearest::nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}
