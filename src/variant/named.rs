//! Pieces by name: those that have a move by their name alone, and those of the catalogue.

use super::catalogue::{self, CatalogueEntry};
use super::defaults::{self, plain};
use super::nearest;
use std::collections::BTreeSet;

/// Width of the board for which default moves are given.
const FILES: u16 = 8;

/// What a name means somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The name as it is written there.
    pub name: String,
    /// The move description.
    pub betza: String,
    /// The built-in variants that have such a piece; none for a move that goes with the name.
    pub variants: Vec<&'static str>,
}

/// The meanings of a piece's name, case, blanks and hyphens aside: first the move that goes with it in any definition, then
/// those of the catalogue, the most frequent first.
///
/// ```
/// let found = griffon::variant::named::meanings("Silver-General");
/// assert_eq!(found[0].betza, "FfW");
/// ```
pub fn meanings(name: &str) -> Vec<Meaning> {
    let wanted = plain(name);
    let mut found: Vec<Meaning> = Vec::new();
    for entry in entries() {
        for piece in entry
            .variant
            .pieces
            .iter()
            .filter(|piece| plain(&piece.name) == wanted && !piece.betza.is_empty())
        {
            match found.iter_mut().find(|known| known.betza == piece.betza) {
                Some(known) => known.variants.push(&entry.variant.name),
                None => found.push(Meaning {
                    name: piece.name.clone(),
                    betza: piece.betza.clone(),
                    variants: vec![&entry.variant.name],
                }),
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

/// The name of a piece most like `name`, if one is alike.
pub fn nearest_name(name: &str) -> Option<String> {
    let pieces = entries().flat_map(|entry| &entry.variant.pieces).map(|piece| piece.name.to_lowercase());
    // Names that are words: a definition may call a piece anything.
    let words = pieces.filter(|name| name.len() > 2 && name.chars().all(|c| c.is_alphabetic() || c == ' '));
    let names: BTreeSet<String> = defaults::names().map(str::to_owned).chain(words).collect();
    nearest::nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}

fn entries() -> impl Iterator<Item = &'static CatalogueEntry> {
    catalogue::all().iter().chain(catalogue::more())
}
