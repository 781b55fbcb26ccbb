//! Fairy-Stockfish's `variants.ini`: its sections as definitions.
//!
//! The stages: `ini` (sections), `inherit` (their settings) -> `pieces`, `betza`, `board`, `values` -> `reach` (squares
//! that moves lead to) -> `lines`, `double_steps`, `drops`, `promotion`, `rules`, `color_values`, `differences` -> `convert` (the text of the
//! definition). Settings that a definition cannot express are reported with their line. `export` goes the other way. Both
//! take their keys from the table in `keys`; the comments in the `variants.ini` of Fairy-Stockfish document them.

mod betza;
mod board;
mod color_values;
mod convert;
mod deprecated;
mod differences;
mod double_steps;
mod draft;
mod draws;
mod drops;
mod export;
mod gating;
mod inherit;
mod ini;
mod keys;
mod lines;
mod piece_lines;
mod pieces;
mod promotion;
mod reach;
mod rules;
mod values;

pub use convert::{Imported, import, section_names};
pub use export::export;
pub use ini::built_in;
