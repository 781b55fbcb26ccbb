//! An array written as the board field of a FEN (`xboardArray`).

use super::diagnostic::Diagnostic;
use super::parameters::ParameterReader;
use super::roster::{self, Roster};
use super::source::Text;
use super::{Array, PieceType};
use crate::board::{Color, Geometry, Square};

/// Bytes of the longest item: `+X'`.
const LONGEST_ID: usize = 3;

/// Reads the array. Returns `None` and reports an error if it does not fit this board and these pieces.
///
/// `synonyms` are additional letters for pieces, as in the definition's own FENs.
pub(super) fn read(
    reader: &mut ParameterReader<'_>,
    text: Text<'_>,
    board: &Geometry,
    synonyms: &[(String, PieceType)],
) -> Option<Array> {
    let help = "the board field of a FEN, as in `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`";
    let array = ArrayReader { board, roster: reader.roster, synonyms }.array(text);
    array.map_err(|error| reader.report.push(error.with_help(help))).ok()
}

struct ArrayReader<'a> {
    board: &'a Geometry,
    roster: &'a Roster,
    synonyms: &'a [(String, PieceType)],
}

impl ArrayReader<'_> {
    /// Reads all ranks, the highest first; the result is in square order.
    fn array(&self, text: Text<'_>) -> Result<Array, Diagnostic> {
        let ranks: Vec<Text<'_>> = text.split('/').collect();
        if ranks.len() != usize::from(self.board.ranks()) {
            let message =
                format!("`xboardArray` has {} ranks, the board {}", ranks.len(), self.board.ranks());
            return Err(Diagnostic::error(text.span(), message));
        }
        let mut array = Array::new();
        for (text, rank) in ranks.into_iter().zip((0..i32::from(self.board.ranks())).rev()) {
            self.rank(text, rank, &mut array)?;
        }
        array.sort_unstable_by_key(|&(square, ..)| square.index());
        Ok(array)
    }

    fn rank(&self, text: Text<'_>, rank: i32, array: &mut Array) -> Result<(), Diagnostic> {
        let files = i32::from(self.board.files());
        let (mut file, mut at) = (0, 0);
        while at < text.text.len() && file <= files {
            let rest = text.slice(at, text.text.len());
            let digits = rest.text.bytes().take_while(u8::is_ascii_digit).count();
            if let Ok(run) = rest.text[..digits].parse::<u16>() {
                file += i32::from(run);
                at += digits;
            } else if rest.text.starts_with('*') {
                self.hole(file, rank, rest.slice(0, 1))?;
                file += 1;
                at += 1;
            } else {
                let (piece, color, id) = self.piece(rest)?;
                array.extend(self.free(file, rank, id)?.map(|square| (square, color, piece)));
                file += 1;
                at += id.text.len();
            }
        }
        if file != files {
            let found = if file > files { "too many".to_owned() } else { file.to_string() };
            let message = format!("this rank of `xboardArray` has {found} squares, the board {files} files");
            return Err(Diagnostic::error(text.span(), message));
        }
        Ok(())
    }

    fn hole(&self, file: i32, rank: i32, text: Text<'_>) -> Result<(), Diagnostic> {
        match self.board.at(file, rank) {
            Some(square) if !self.board.is_hole(square) => {
                Err(Diagnostic::error(text.span(), format!("{} is not a hole", self.board.name(square))))
            }
            _ => Ok(()),
        }
    }

    /// Returns the square, which must not be a hole; `None` beyond the last file.
    fn free(&self, file: i32, rank: i32, text: Text<'_>) -> Result<Option<Square>, Diagnostic> {
        match self.board.at(file, rank) {
            Some(square) if self.board.is_hole(square) => {
                Err(Diagnostic::error(text.span(), format!("{} is a hole", self.board.name(square))))
            }
            square => Ok(square),
        }
    }

    /// Returns the piece at the start of the text and the text of its ID.
    fn piece<'t>(&self, text: Text<'t>) -> Result<(PieceType, Color, Text<'t>), Diagnostic> {
        let longest = LONGEST_ID.min(text.text.len());
        let heads =
            (1..=longest).rev().filter(|&end| text.text.is_char_boundary(end)).map(|end| text.slice(0, end));
        for head in heads {
            let Some(id) = roster::read_id(head.text) else { continue };
            let synonym = || self.synonyms.iter().find(|(letter, _)| *letter == id).map(|&(_, piece)| piece);
            let Some(piece) = self.roster.latest(&id).or_else(synonym) else {
                return Err(Diagnostic::error(
                    head.span(),
                    format!("`xboardArray`: no piece is called `{id}`"),
                ));
            };
            let white = head.text.bytes().any(|byte| byte.is_ascii_uppercase());
            return Ok((piece, if white { Color::White } else { Color::Black }, head));
        }
        let first = text.text.chars().next().map_or(0, char::len_utf8);
        let message = "`xboardArray`: expected a piece, a number of empty squares or `/`";
        Err(Diagnostic::error(text.slice(0, first).span(), message))
    }
}
