//! Reads the board part of a FEN.

use super::super::board_state::Position;
use super::super::cell::Cell;
use super::super::game::Game;
use super::super::names;
use super::field::{FenError, error, piece_name, unknown, unreadable};
use crate::board::{Kind, Square};
use crate::variant::PieceType;
use std::ops::Range;

/// Reads the squares of a FEN from the top rank down.
pub(crate) struct BoardReader<'a> {
    pub(crate) game: &'a Game,
    pub(crate) rank: i32,
    pub(crate) file: i32,
}

impl BoardReader<'_> {
    fn files(&self) -> i32 {
        i32::from(self.game.variant.board.files())
    }
    fn rank_name(&self) -> i32 {
        self.rank + 1
    }
    /// Reads one item at the start of `text` and returns its length. `span` is the range of `text` in the FEN.
    pub(crate) fn item(
        &mut self,
        pos: &mut Position,
        text: &str,
        span: Range<usize>,
    ) -> Result<usize, FenError> {
        let first = text.chars().next().unwrap_or(' ');
        let one = span.start..span.start + first.len_utf8();
        if first == '/' {
            self.end_rank(one.clone())?;
            self.rank -= 1;
            self.file = 0;
            if self.rank < 0 {
                return error(one, format!("more than {} ranks", self.game.variant.board.ranks()));
            }
            return Ok(1);
        }
        if first.is_ascii_digit() {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let run: i32 = text[..digits].parse().unwrap_or(i32::MAX / 2);
            let span = span.start..span.start + digits;
            if run == 0 || run > self.files() - self.file {
                let message = format!(
                    "rank {} has only {} squares left here",
                    self.rank_name(),
                    self.files() - self.file
                );
                return error(span, message);
            }
            self.file += run;
            return Ok(digits);
        }
        let Some(square) =
            self.game.variant.board.at(self.file, self.rank).filter(|_| self.file < self.files())
        else {
            return error(one, format!("rank {} has more than {} files", self.rank_name(), self.files()));
        };
        if first == '*' {
            if !self.game.variant.board.is_hole(square) && !self.game.variant.board.is_fleeting(square) {
                return error(one, "this square is not a hole in this variant");
            }
            self.file += 1;
            return Ok(1);
        }
        self.piece(pos, square, text, span)
    }
    fn piece(
        &mut self,
        pos: &mut Position,
        square: Square,
        text: &str,
        span: Range<usize>,
    ) -> Result<usize, FenError> {
        let game = self.game;
        let (name, color, mut length) = piece_name(text).ok_or_else(|| unreadable(text, span.clone()))?;
        let here = span.start..span.start + length;
        let Some(piece) = names::find(game, &name, color, Some(square)) else {
            return unknown(game, here, &name);
        };
        if game.variant.board.is_hole(square) {
            return error(here, "a piece cannot stand on a hole");
        }
        let tilde = text[length..].starts_with('~');
        length += usize::from(tilde);
        let origin = (tilde && game.variant.capture_demotes).then_some(PieceType(0));
        pos.set(game, square, Cell::new(Kind::new(piece, color)).with_origin(origin));
        self.file += 1;
        Ok(length)
    }
    fn end_rank(&self, span: Range<usize>) -> Result<(), FenError> {
        if self.file != self.files() {
            return error(
                span,
                format!("rank {} has {} of {} files", self.rank_name(), self.file, self.files()),
            );
        }
        Ok(())
    }
    pub(crate) fn finish(&self, span: Range<usize>) -> Result<(), FenError> {
        self.end_rank(span.end - 1..span.end)?;
        if self.rank != 0 {
            let (had, all) =
                (i32::from(self.game.variant.board.ranks()) - self.rank, self.game.variant.board.ranks());
            return error(span, format!("the board has {all} ranks, the FEN has {had}"));
        }
        Ok(())
    }
}
