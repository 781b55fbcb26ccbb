//! Definition text to a checked [`Variant`].
//!
//! The stages: [`page`] (a definition in a web page) -> `source` (lines) -> `definition` (parameters, piece lines) ->
//! `pieces`, `setup`, `promotion`, `morph`, `captures`, `ends` (their meaning) -> [`read()`] (the whole definition).
//! `model`, `piece`, `end_rules` and `move_rules` hold the result.
//! Every stage reports [`Diagnostic`]s and continues. The format is documented in `docs/definitions.md`.

pub mod captures;
pub mod catalogue;
pub mod diagnostic;
pub mod page;

mod array;
pub mod castling;
mod defaults;
mod definition;
mod definition_hash;
mod draws;
mod end_rules;
mod ends;
mod keys;
pub mod known;
mod letters;
mod model;
mod morph;
pub mod move_rules;
pub mod named;
pub mod nearest;
mod parameters;
mod piece;
mod pieces;
mod promotion;
mod read;
mod review;
mod roster;
mod rules;
mod same_rules;
mod setup;
pub mod shuffle;
pub(crate) mod source;
mod turned;
mod zones;

pub use crate::board::PieceType;
pub use captures::CaptureRules;
pub use definition_hash::definition_hash;
pub use diagnostic::{Diagnostic, Severity};
pub use end_rules::{Chase, CountLimit, Counting, EndRules, Ending, Extinct, GoalRule, Impasse, Repeated};
pub use model::{Array, Captured, CastleRules, HandRules, PassRules, Variant, all_kinds};
pub use move_rules::{MoveRules, NoCheck};
pub use piece::{Choice, Morph, Piece, Promotion};
pub use read::{move_field, read, read_diagram, read_part};
pub use roster::ID_SUFFIXES;
pub(crate) use setup::MAX_HELD_AT_START;
pub use source::{escaped, printable, without_mark};
