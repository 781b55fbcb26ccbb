//! How move texts number ranks and write castling.

use crate::board::{Geometry, Square};

/// Rank numbering and castling notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// As in CECP: from 1, but from 0 on boards of exactly ten ranks.
    Cecp,
    /// As in the definition: from `firstRank`, 1 by default.
    Plain,
    /// As in UCI: from 1; castling is written as the king's move.
    Uci,
    /// As in UCI with shuffled arrays: from 1; castling is written as the king taking its partner.
    UciFischer,
}

impl Numbering {
    fn first(self, board: &Geometry) -> i32 {
        match self {
            Self::Cecp if board.ranks() == 10 => 0,
            Self::Cecp | Self::Uci | Self::UciFischer => 1,
            Self::Plain => board.first_rank(),
        }
    }
    /// The square's name.
    pub(crate) fn name(self, board: &Geometry, square: Square) -> String {
        board.name_from(self.first(board), square)
    }
    /// Reads a square at the start of the text. Returns the square and the number of bytes read.
    pub(crate) fn read(self, board: &Geometry, text: &str) -> Option<(Square, usize)> {
        board.read_name_from(self.first(board), text)
    }
    /// Reads a text that is only a square.
    pub(crate) fn read_whole(self, board: &Geometry, text: &str) -> Option<Square> {
        self.read(board, text).filter(|&(_, length)| length == text.len()).map(|(square, _)| square)
    }
}
