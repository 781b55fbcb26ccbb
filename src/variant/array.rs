//! An array written as the board field of a FEN (`xboardArray`, `homeArray`).

use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::parameters::ParameterReader;
use super::roster::{self, Roster};
use super::source::Text;
use super::{Array, PieceType};
use crate::board::{Color, Geometry};

/// Bytes of the longest item: `+X'`.
const LONGEST_ID: usize = 3;

/// Reads the array. Returns `None` and reports an error if it does not fit this board and these pieces.
///
/// `synonyms` are additional letters for pieces, as in the definition's own FENs.
pub(super) fn read(
    reader: &mut ParameterReader<'_>,
    key: Key,
    board: &Geometry,
    synonyms: &[(String, PieceType)],
) -> Option<Array> {
    let text = reader.value(key)?;
    let help = "the board field of a FEN, as in `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`";
    let array = ArrayReader { key, board, roster: reader.roster, synonyms }.array(text);
    array.map_err(|error| reader.report.push(error.with_help(help))).ok()
}

struct ArrayReader<'a> {
    key: Key,
    board: &'a Geometry,
    roster: &'a Roster,
    synonyms: &'a [(String, PieceType)],
}

impl ArrayReader<'_> {
    /// Reads all ranks, the highest first; the result is in square order.
    fn array(&self, text: Text<'_>) -> Result<Array, Diagnostic> {
        let (ranks, board_ranks): (Vec<Text<'_>>, _) = (text.split('/').collect(), self.board.ranks());
        if ranks.len() != usize::from(board_ranks) {
            let message = format!("{} has {} ranks, the board {board_ranks}", self.key, ranks.len());
            return Err(text.error(message));
        }
        let mut array = Array::new();
        for (text, rank) in ranks.into_iter().zip((0..i32::from(board_ranks)).rev()) {
            self.rank(text, rank, &mut array)?;
        }
        array.sort_unstable_by_key(|&(square, ..)| square.index());
        Ok(array)
    }

    fn rank(&self, text: Text<'_>, rank: i32, array: &mut Array) -> Result<(), Diagnostic> {
        let files = i32::from(self.board.files());
        let (mut file, mut rest) = (0, text);
        while !rest.is_empty() && file <= files {
            let digits = rest.text.bytes().take_while(u8::is_ascii_digit).count();
            let square = self.board.at(file, rank);
            let length = if let Ok(run) = rest.text[..digits].parse::<u16>() {
                file += i32::from(run);
                digits
            } else if rest.text.starts_with('*') {
                let is_hole = |square| self.board.is_hole(square) || self.board.is_fleeting(square);
                if let Some(square) = square.filter(|&square| !is_hole(square)) {
                    return Err(rest.slice(0, 1).error(format!("{} is not a hole", self.board.name(square))));
                }
                file += 1;
                1
            } else {
                let (piece, color, id) = self.piece(rest)?;
                if let Some(square) = square.filter(|&square| self.board.is_hole(square)) {
                    return Err(id.error(format!("{} is a hole", self.board.name(square))));
                }
                array.extend(square.map(|square| (square, color, piece)));
                file += 1;
                id.text.len()
            };
            rest = rest.split_at(length).1;
        }
        if file != files {
            let found = if file > files { "too many".to_owned() } else { file.to_string() };
            let message = format!("this rank of {} has {found} squares, the board {files} files", self.key);
            return Err(text.error(message));
        }
        Ok(())
    }

    /// Returns the piece at the start of the text and the text of its ID.
    fn piece<'t>(&self, text: Text<'t>) -> Result<(PieceType, Color, Text<'t>), Diagnostic> {
        let longest = LONGEST_ID.min(text.text.len());
        let heads =
            (1..=longest).rev().filter(|&end| text.text.is_char_boundary(end)).map(|end| text.slice(0, end));
        for head in heads {
            let Some(id) = roster::read_id(head.text) else { continue };
            let synonym = || self.synonyms.iter().find(|(letter, _)| *letter == id).map(|&(_, piece)| piece);
            let Some(piece) = self.roster.shown(&id).next_back().or_else(synonym) else {
                return Err(head.error(format!("{}: no piece is called `{id}`", self.key)));
            };
            let white = head.text.bytes().any(|byte| byte.is_ascii_uppercase());
            return Ok((piece, if white { Color::White } else { Color::Black }, head));
        }
        let first = text.text.chars().next().map_or(0, char::len_utf8);
        let wanted = "expected a piece, a number of empty squares or `/`";
        Err(text.slice(0, first).error(format!("{}: {wanted}", self.key)))
    }
}
