//! A position in a text that is being parsed.

use super::ast::Number;
use super::error::{ErrorKind, Result};

/// A text and the byte at which the next token starts.
pub(super) struct Cursor<'t> {
    pub text: &'t str,
    pub at: usize,
}

impl Cursor<'_> {
    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }
    /// Passes a character if it is next; returns where it stands.
    pub fn eat(&mut self, wanted: char) -> Option<usize> {
        let at = self.at;
        (self.peek() == Some(wanted)).then(|| {
            self.at += wanted.len_utf8();
            at
        })
    }
    /// Parses a number of at most two digits, if one is next.
    pub fn number(&mut self) -> Result<Option<Number>> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + digits;
        if digits > 2 {
            return Err(ErrorKind::NumberTooLong.over(span));
        }
        self.at = span.end;
        Ok(self.text[span.clone()].parse().ok().map(|value| Number { value, span }))
    }
}
