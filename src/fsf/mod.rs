//! Fairy-Stockfish's `variants.ini`: its sections as definitions.
//!
//! The stages: `ini` (sections), `inherit` (their settings) -> `pieces`, `betza`, `board`, `values` -> `convert`, `rules` (the text of the
//! definition). Settings that a definition cannot express are reported with their line. The comments in that file
//! document the keys.

mod betza;
mod board;
mod convert;
mod draft;
mod draws;
mod export;
mod inherit;
mod ini;
mod piece_lines;
mod pieces;
mod rules;
mod values;

pub use convert::{Imported, import, section_names};
pub use export::export;
pub use ini::built_in;
