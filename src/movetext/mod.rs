//! Moves in the notation of XBoard, and in standard algebraic notation; scores as GUIs write them.
//!
//! `parse` reads both; `format` writes the first, `san` the second.
//!
//! SPEC: xboard notes, section 4: coordinates with lower-case files, a promotion letter or `+`, `N@f3` for drops, two
//! legs joined by a comma (`e4e5,e5d6`: to the victim, then on), three in the form `e4xe5xf5-g5`.

mod algebraic;
mod format;
mod numbering;
mod parse;
pub mod san;
pub mod score;

pub(crate) use format::{becomes, castles_by_zeros, format_short, gates_on_partner, relays, zeros};
pub use format::{format, format_all, format_as};
pub use numbering::Numbering;
pub(crate) use parse::parse_choosing;
pub use parse::{parse, parse_as};
