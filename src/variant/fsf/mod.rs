//! Fairy-Stockfish's `variants.ini`: its sections as definitions.
//!
//! The stages: `ini` (sections, inheritance) -> `pieces`, `board` (values) -> `convert`, `rules` (the text of the
//! definition). Settings that a definition cannot express are reported with their line. The comments in that file
//! document the keys.

mod board;
mod castling;
mod convert;
mod draws;
mod export;
mod ini;
mod pieces;
mod rules;

pub use export::export;

use super::source::{self, SourceLine};
use std::ops::Range;

/// A section converted to a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its name.
    pub name: String,
    /// Line of its header, from 1.
    pub line: usize,
    /// The definition.
    pub definition: String,
    /// Settings that were lost: line (0: of a built-in Fairy-Stockfish game) and description.
    pub lost: Vec<(usize, String)>,
}

/// Converts all sections of a file. Also returns, with their lines, stray lines and sections with an unknown parent.
pub fn import(text: &str) -> (Vec<Imported>, Vec<(usize, String)>) {
    let mut controls = Vec::new();
    let clean = source::without_controls(text, &mut controls);
    let (sections, stray) = ini::sections(&clean);
    let mut faults: Vec<(usize, String)> =
        controls.into_iter().map(|warning| (warning.position(text).0, warning.message)).collect();
    faults.extend(stray.into_iter().map(|line| (line, String::from("neither a section nor `key = value`"))));
    let mut imported = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        match ini::resolve(&sections, at) {
            Ok(config) => {
                let (definition, lost) = convert::convert(&section.name, &config);
                let (name, line) = (section.name.clone(), section.line);
                imported.push(Imported { name, line, definition, lost });
            }
            Err(why) => faults.push((section.line, format!("[{}]: {why}", section.name))),
        }
    }
    (imported, faults)
}

/// Returns the span of the first section header if the text is a `variants.ini` and not a definition.
pub(super) fn first_section(text: &str) -> Option<Range<usize>> {
    let mut first = None;
    for line in source::lines(text) {
        match (line, &first) {
            // In such a file `;` also begins a comment.
            (SourceLine::Prose(comment), None) if comment.text.starts_with(';') => {}
            (SourceLine::Prose(head), None) if head.text.starts_with('[') && head.text.ends_with(']') => {
                first = Some(head.span());
            }
            (_, None) | (SourceLine::Piece(_), _) => return None,
            _ => {}
        }
    }
    first
}

/// Returns the games built into Fairy-Stockfish, from which sections may inherit, in the format of the file.
pub const fn built_in() -> &'static str {
    ini::bases()
}
