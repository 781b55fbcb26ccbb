//! FEN in the dialects of XBoard and other variant engines.

use super::game::Game;
use super::state::Position;
use std::ops::Range;

/// Why a FEN was refused; `span` is a byte range of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Range<usize>,
}

impl Position {
    /// Reads a FEN.
    ///
    /// # Errors
    /// Anything that is no position of this variant.
    pub fn from_fen(game: &Game, fen: &str) -> Result<Self, FenError> {
        let _ = (game, fen);
        todo!()
    }
    /// Writes the position as FEN.
    pub fn fen(&self, game: &Game) -> String {
        let _ = game;
        todo!()
    }
}
