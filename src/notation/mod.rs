//! XBetza text to syntax tree to legs.
//!
//! Three stages, each of which can be looked at by itself: [`parse()`] (text to [`Ast`], every character kept),
//! [`compile`] (text to fully specified [`Movement`]s, see [`legs`]) and printing (`Display` of [`Ast`],
//! [`Movement`] and [`legs::Leg`]; [`xbetza`] and [`xbetza_of`] from movements back to text).
//!
//! [`betza2`] and [`bracket`] read two further notations into the same movements, by way of paths.

pub mod ast;
pub mod betza2;
pub mod bracket;
pub mod error;
mod expand;
pub mod flames;
pub mod legs;
mod parse;
mod path;
pub mod path_error;
mod print;
mod write;

pub use ast::Ast;
pub use bracket::compile;
pub use error::{ErrorKind, NotationError};
pub use expand::{MAX_LEGS, MAX_MOVEMENTS};
pub use legs::Movement;
pub use parse::parse;
pub use write::{Written, xbetza, xbetza_of};

/// A way to write moves down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Notation {
    /// XBetza, brackets included: they mean nothing else in it.
    #[default]
    Xbetza,
    /// Betza 2.0.
    Betza2,
    /// XBetza with moves of several legs in brackets; the same reader.
    Bracket,
}

/// Expands a description in the given notation.
///
/// # Errors
/// Those of [`compile`] or [`betza2::compile`].
pub fn compile_in(notation: Notation, text: &str) -> Result<Vec<Movement>, NotationError> {
    match notation {
        Notation::Xbetza | Notation::Bracket => compile(text),
        Notation::Betza2 => betza2::compile(text),
    }
}
