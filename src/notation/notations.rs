//! The move notations.

use super::error::NotationError;
use super::legs::Movement;
use super::{betza2, bracket};

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
