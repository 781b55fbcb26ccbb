//! Reads the values of parameters.

use super::PieceType;
use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::roster::Roster;
use super::source::Text;
use super::values;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A definition, the pieces that its parameters may name, and the report of its problems.
pub(super) struct ParameterReader<'r> {
    pub(super) definition: &'r Definition<'r>,
    pub(super) roster: &'r Roster,
    pub(super) report: &'r mut Vec<Diagnostic>,
}

impl<'r> ParameterReader<'r> {
    /// Returns the value of a parameter; `None` if it is missing or empty.
    pub(super) fn value(&self, key: Key) -> Option<Text<'r>> {
        self.definition.value(key)
    }

    /// Returns the value, unless it is 0.
    pub(super) fn active(&self, key: Key) -> Option<Text<'r>> {
        self.value(key).filter(|text| text.text != "0")
    }

    /// Reads a number within `range`; `default` if there is none.
    pub(super) fn number<T>(&mut self, key: Key, range: RangeInclusive<T>, default: T) -> T
    where
        T: FromStr + PartialOrd + Display,
    {
        self.value(key).and_then(|text| self.number_in(text, key, range)).unwrap_or(default)
    }

    /// Reads a part of the value as a number within `range`.
    pub(super) fn number_in<T>(&mut self, text: Text<'_>, key: Key, range: RangeInclusive<T>) -> Option<T>
    where
        T: FromStr + PartialOrd + Display,
    {
        values::number(text, &key.quoted(), range, self.report)
    }

    /// Reads a switch: 0 or 1.
    pub(super) fn switch(&mut self, key: Key, default: bool) -> bool {
        self.number(key, 0..=1, u8::from(default)) == 1
    }

    /// Reads a mask of both colours. SPEC: diagram readings: "a bit mask: 1 white, 2 black have this rule".
    pub(super) fn colors(&mut self, key: Key, default: u8) -> [bool; 2] {
        let mask = self.number(key, 0..=3, default);
        [mask & 1 != 0, mask & 2 != 0]
    }

    /// Reads one of several words, ignoring case.
    pub(super) fn word<T: Copy>(&mut self, key: Key, words: &[(&str, T)]) -> Option<T> {
        self.value(key).and_then(|text| self.word_in(text, key, words))
    }

    /// Reads a part of the value as one of several words, ignoring case.
    pub(super) fn word_in<T: Copy>(&mut self, text: Text<'_>, key: Key, words: &[(&str, T)]) -> Option<T> {
        values::word(text, &key.quoted(), words, self.report)
    }

    /// Reads a part of the value as a list of pieces.
    pub(super) fn pieces(&mut self, text: Text<'_>, key: Key) -> Vec<PieceType> {
        values::pieces(text, &key.quoted(), self.roster, self.report)
    }

    /// Reads a part of the value as a set of pieces: `[type]`.
    pub(super) fn set(&mut self, text: Text<'_>, key: Key) -> Vec<bool> {
        let pieces = self.pieces(text, key);
        self.roster.set(&pieces)
    }

    /// Returns the types named by all values of a parameter, each once.
    pub(super) fn marked(&mut self, key: Key) -> Vec<PieceType> {
        let given = self.definition.values(key).filter(|text| text.text != "0");
        let mut found: Vec<PieceType> = given.flat_map(|text| self.pieces(text, key)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the set of types named by all values of a parameter: `[type]`.
    pub(super) fn marked_set(&mut self, key: Key) -> Vec<bool> {
        let marked = self.marked(key);
        self.roster.set(&marked)
    }

    /// Reports an error at `at`.
    pub(super) fn error(&mut self, at: Text<'_>, message: impl Into<String>) {
        self.report.push(Diagnostic::error(at.span(), message));
    }

    /// Reports an error at `at` with a suggested remedy.
    pub(super) fn error_with_help(&mut self, at: Text<'_>, message: impl Into<String>, help: &str) {
        self.report.push(Diagnostic::error(at.span(), message).with_help(help));
    }

    /// Reports a warning at `at`.
    pub(super) fn warn(&mut self, at: Text<'_>, message: impl Into<String>) {
        self.report.push(Diagnostic::warning(at.span(), message));
    }
}
