//! XBetza text to syntax tree to legs.
//!
//! Three stages: [`parse()`] (text to [`Ast`], every character kept), [`compile`] (text to fully specified
//! [`Movement`]s, see [`legs`]) and printing (`Display` of [`Ast`], [`Movement`] and [`legs::Leg`]; [`xbetza`] and
//! [`xbetza_of`] turn movements back into text).
//!
//! [`betza2`] and [`bracket`] read two more notations into the same movements, through paths.

pub mod ast;
pub mod betza2;
pub mod bracket;
mod directions;
pub mod error;
mod error_table;
mod expand;
pub mod flames;
pub mod heading;
mod lattice;
pub mod legs;
mod parse;
mod path;
pub mod path_error;
mod print;
mod write;

pub use ast::Ast;
pub use bracket::compile;
pub use error::{ErrorKind, NotationError};
pub use legs::{MAX_LEGS, MAX_MOVEMENTS, Movement};
pub use parse::parse;
pub use write::{Written, xbetza, xbetza_of};

/// A move notation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Notation {
    /// XBetza, including brackets, which have no other meaning in it.
    #[default]
    Xbetza,
    /// Betza 2.0.
    Betza2,
    /// XBetza with multi-leg moves in brackets; read like `Xbetza`.
    Bracket,
}

/// Expands a description in the given notation.
///
/// # Errors
/// Those of [`bracket::compile`] or [`betza2::compile`].
pub fn compile_in(notation: Notation, text: &str) -> Result<Vec<Movement>, NotationError> {
    match notation {
        Notation::Xbetza | Notation::Bracket => bracket::compile(text),
        Notation::Betza2 => betza2::compile(text),
    }
}
