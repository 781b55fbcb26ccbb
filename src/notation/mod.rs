//! XBetza text to syntax tree to legs.
//!
//! Three stages: [`parse()`] (text to [`Ast`], every character kept), [`compile`] (text to fully specified
//! [`Movement`]s, see [`legs`]) and printing (`Display` of [`Ast`], [`Movement`] and [`legs::Leg`]; [`xbetza`] and
//! [`xbetza_of`] turn movements back into text).
//!
//! [`betza2`] and [`bracket`] read two more notations into the same movements, through paths.

pub mod ast;
mod atoms;
pub mod betza2;
pub mod bracket;
mod cursor;
mod directions;
pub mod error;
mod error_table;
mod expand;
pub mod flames;
pub mod heading;
mod lattice;
pub mod legs;
mod notations;
mod parse;
mod path;
pub mod path_error;
mod print;
mod write;

pub use ast::Ast;
pub use bracket::compile;
pub use error::{ErrorKind, NotationError};
pub use legs::{MAX_LEGS, MAX_MOVEMENTS, Movement};
pub use notations::{Notation, compile_in};
pub use parse::parse;
pub use write::{Written, xbetza, xbetza_of};
