//! An independent reader of XBoard 4.9.1's `piece` command: computes moves from a description and a board.
//!
//! SPEC: `xboard.md` section 3. Unspecified behaviour is an error here, so that nothing depends on it.
mod parse;
pub mod random;
pub mod setup;
mod walk;

pub use parse::{Description, read};

use std::collections::BTreeSet;

/// File and rank, from 0.
pub type At = (i32, i32);

/// The eight steps of a king, clockwise from straight ahead.
pub const STEPS: [At; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Contents of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Empty,
    /// `*`.
    Hole,
    Piece {
        white: bool,
        /// Whether it is in the King's slot.
        king: bool,
    },
}

/// A board with an en passant right.
#[derive(Clone, Debug)]
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    /// Row by row from a1.
    pub cells: Vec<Content>,
    /// The square passed, and the piece that passed it.
    pub en_passant: Option<(At, At)>,
}

impl Board {
    /// `None` off the board.
    pub fn at(&self, (file, rank): At) -> Option<Content> {
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then(|| self.cells[(rank * self.files + file) as usize])
    }
}

/// Destination of the piece, and the squares of the captured pieces, ascending.
pub type Effect = (At, Vec<At>);

/// Returns all moves of the piece on `from`; `unmoved` if XBoard considers it unmoved.
///
/// # Errors
/// The notes do not specify XBoard's behaviour for the description.
pub fn moves(
    description: &Description,
    board: &Board,
    from: At,
    unmoved: bool,
) -> Result<BTreeSet<Effect>, String> {
    walk::moves(description, board, from, unmoved)
}
