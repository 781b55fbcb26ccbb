//! The fields of a FEN and the errors in them.

use crate::board::Color;
use crate::position::Game;
use crate::variant::ID_SUFFIXES;
use std::ops::Range;
use thiserror::Error;

/// Why a FEN was rejected; `span` is a byte range of the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct FenError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Range<usize>,
}

pub(crate) fn error<T>(span: Range<usize>, message: impl Into<String>) -> Result<T, FenError> {
    Err(FenError { message: message.into(), span })
}

/// A field of the FEN and its byte offset.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Field<'_> {
    pub(crate) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
    /// The range of its first bytes.
    pub(crate) fn first(self, length: usize) -> Range<usize> {
        self.start..self.start + length
    }
    /// The field from a byte on.
    pub(crate) fn after(self, bytes: usize) -> Self {
        Self { text: &self.text[bytes..], start: self.start + bytes }
    }
    /// Reads a piece name at the start. Returns it in capitals, with its colour and its length in bytes; `expected` says
    /// what may stand there.
    pub(crate) fn piece_name(self, expected: &str) -> Result<(String, Color, usize), FenError> {
        let plus = usize::from(self.text.starts_with('+'));
        let Some(letter) = self.text[plus..].chars().next().filter(char::is_ascii_alphabetic) else {
            let length = self.text.chars().next().map_or(0, char::len_utf8);
            return error(self.first(length), format!("expected {expected}"));
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let mark = self.text[plus + 1..].starts_with(ID_SUFFIXES);
        let length = plus + 1 + usize::from(mark);
        Ok((self.text[..length].to_ascii_uppercase(), color, length))
    }
    /// Whether the field holds check counters, such as `3+2`. After `!` it lists types, whose names may contain a `+`
    /// too.
    pub(crate) fn counts_checks(self) -> bool {
        self.text.split('!').next().unwrap_or("").contains('+')
    }
}

pub(crate) fn fields(fen: &str) -> Vec<Field<'_>> {
    let start = |text: &str| text.as_ptr() as usize - fen.as_ptr() as usize;
    fen.split_whitespace().map(|text| Field { text, start: start(text) }).collect()
}

pub(crate) fn unknown<T>(game: &Game, span: Range<usize>, name: &str) -> Result<T, FenError> {
    let mut ids: Vec<&str> = game.variant.pieces.iter().map(|p| p.id.as_str()).collect();
    ids.dedup();
    error(span, format!("no piece is called `{name}`; the pieces are {}", ids.join(" ")))
}
