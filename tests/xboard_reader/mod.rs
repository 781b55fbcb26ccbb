//! A reader of the `piece` command as XBoard 4.9.1 has it, independent of the program under test: description and
//! board to moves.
//!
//! SPEC: `xboard.md` section 3. What that leaves open is an error here: nothing may depend on it.
#![allow(dead_code, reason = "not every test file uses every helper")]

mod parse;
pub mod random;
mod walk;

pub use parse::{Description, read};

use std::collections::BTreeSet;

/// File and rank, from 0.
pub type At = (i32, i32);

/// The eight steps of a king, clockwise from straight ahead.
pub const STEPS: [At; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// What a square holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Empty,
    /// `*`.
    Hole,
    Piece {
        white: bool,
        /// Is it in the King's slot?
        king: bool,
    },
}

/// A board with a right to capture in passing.
#[derive(Clone, Debug)]
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    /// Row by row from a1.
    pub cells: Vec<Content>,
    /// The square passed over and the piece that passed it.
    pub passing: Option<(At, At)>,
}

impl Board {
    /// `None` off the board.
    pub fn at(&self, (file, rank): At) -> Option<Content> {
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then(|| self.cells[(rank * self.files + file) as usize])
    }
}

/// Where the piece ends, and the squares of what it captures, ascending.
pub type Effect = (At, Vec<At>);

/// All moves of the piece on `from`; `unmoved`: XBoard takes it for unmoved.
///
/// # Errors
/// The description leads to something of which the notes do not say what XBoard does.
pub fn moves(
    description: &Description,
    board: &Board,
    from: At,
    unmoved: bool,
) -> Result<BTreeSet<Effect>, String> {
    walk::moves(description, board, from, unmoved)
}
