//! Reads the board part of a FEN.

use super::field::{FenError, Field, error, unknown};
use crate::board::{Geometry, Kind, Square};
use crate::position::{Cell, Game, Position, names};
use crate::variant::PieceType;

/// Reads the squares of a FEN from the top rank down.
pub(crate) struct BoardReader<'a> {
    game: &'a Game,
    board: &'a Geometry,
    pos: &'a mut Position,
    rank: i32,
    file: i32,
}

impl<'a> BoardReader<'a> {
    pub(crate) fn new(game: &'a Game, pos: &'a mut Position) -> Self {
        let board = &game.variant.board;
        Self { game, board, pos, rank: i32::from(board.ranks()) - 1, file: 0 }
    }
    /// Reads the whole board; `field` is the field that begins with it.
    pub(crate) fn read(mut self, board: Field<'_>, field: Field<'_>) -> Result<(), FenError> {
        let mut at = 0;
        while at < board.text.len() {
            at += self.item(board.after(at))?;
        }
        let end = field.span().end;
        self.end_rank(Field { text: field.text, start: end - 1 })?;
        if self.rank != 0 {
            let (had, all) = (i32::from(self.board.ranks()) - self.rank, self.board.ranks());
            return error(field.span(), format!("the board has {all} ranks, the FEN has {had}"));
        }
        Ok(())
    }
    fn files(&self) -> i32 {
        i32::from(self.board.files())
    }
    /// Reads one item at the start of the text and returns its length.
    fn item(&mut self, rest: Field<'_>) -> Result<usize, FenError> {
        let (rank, first) = (self.rank + 1, rest.text.chars().next().unwrap_or(' '));
        let one = rest.first(first.len_utf8());
        if first == '/' {
            self.end_rank(rest)?;
            (self.rank, self.file) = (self.rank - 1, 0);
            if self.rank < 0 {
                return error(rest.first(1), format!("more than {} ranks", self.board.ranks()));
            }
            return Ok(1);
        }
        if first.is_ascii_digit() {
            let digits = rest.text.bytes().take_while(u8::is_ascii_digit).count();
            let run: i32 = rest.text[..digits].parse().unwrap_or(i32::MAX / 2);
            let left = self.files() - self.file;
            if run == 0 {
                return error(rest.first(digits), "a number of empty squares is at least 1");
            }
            if run > left {
                return error(rest.first(digits), format!("rank {rank} has only {left} squares left here"));
            }
            self.file += run;
            return Ok(digits);
        }
        let square = self.board.at(self.file, self.rank).filter(|_| self.file < self.files());
        let Some(square) = square else {
            return error(one, format!("rank {rank} has more than {} files", self.files()));
        };
        if first == '*' {
            if !self.board.is_hole(square) && !self.board.is_fleeting(square) {
                return error(one, "this square is not a hole in this variant");
            }
            self.file += 1;
            return Ok(1);
        }
        self.piece(square, rest)
    }
    fn piece(&mut self, square: Square, rest: Field<'_>) -> Result<usize, FenError> {
        let (name, color, length) = rest.piece_name("a piece letter, a number or `/`")?;
        let Some(piece) = names::find(self.game, &name, color, Some(square)) else {
            return unknown(self.game, rest.first(length), &name);
        };
        if self.board.is_hole(square) {
            return error(rest.first(length), "a piece cannot stand on a hole");
        }
        let tilde = rest.text[length..].starts_with('~');
        let origin = (tilde && self.game.variant.capture_demotes).then_some(PieceType(0));
        self.pos.set(self.game, square, Cell::new(Kind::new(piece, color)).with_origin(origin));
        self.file += 1;
        Ok(length + usize::from(tilde))
    }
    /// Checks that the rank is complete at the start of the text.
    fn end_rank(&self, rest: Field<'_>) -> Result<(), FenError> {
        let (rank, had, all) = (self.rank + 1, self.file, self.files());
        if had == all {
            return Ok(());
        }
        error(rest.first(1), format!("rank {rank} has {had} of {all} files"))
    }
}
