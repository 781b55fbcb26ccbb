//! Reads the values of parameters.

use super::PieceType;
use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::nearest;
use super::roster::Roster;
use super::source::Text;
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

    /// Reads a text as a whole number within `range`; otherwise reports an error that names it as `what`.
    pub(super) fn number_in<T>(
        &mut self,
        text: Text<'_>,
        what: impl Display,
        range: RangeInclusive<T>,
    ) -> Option<T>
    where
        T: FromStr + PartialOrd + Display,
    {
        let found = text.text.parse().ok().filter(|number| range.contains(number));
        if found.is_none() {
            let (least, most) = (range.start(), range.end());
            let message = format!("{what}: expected a number from {least} to {most}, found `{}`", text.text);
            let crowded = text.text.contains(char::is_whitespace) && text.text.contains('=');
            let word = text.text.chars().all(char::is_alphabetic) && !text.is_empty();
            let help = if text.text.contains('#') {
                Some("a comment stands on a line of its own, which starts with `#`")
            } else if crowded {
                Some("write one parameter per line")
            } else if word {
                Some("write the number in digits")
            } else {
                None
            };
            self.report.push(Diagnostic { help: help.map(str::to_owned), ..text.error(message) });
        }
        found
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
        let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text.text));
        if found.is_none() {
            let known: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            let message = format!("{key}: expected {}, found `{}`", known.join(" or "), text.text);
            let near = nearest::nearest(text.text, words.iter().map(|&(word, _)| word));
            let help = near.map(|near| format!("did you mean `{near}`?"));
            self.report.push(Diagnostic { help, ..text.error(message) });
        }
        found.map(|&(_, value)| value)
    }

    /// Reads a part of the value as a list of pieces, by number (from 1, not counting holes) or by ID; an ID stands for
    /// all types that have it.
    ///
    /// SPEC: diagram readings, "`royal=` given a piece ID letter instead of a number", "count piece lines from 1".
    pub(super) fn pieces(&mut self, text: Text<'_>, key: Key) -> Vec<PieceType> {
        let (roster, mut found) = (self.roster, Vec::new());
        for item in text.items() {
            if item.text.bytes().all(|byte| byte.is_ascii_digit()) {
                let number = self.number_in(item, key, 1..=roster.len());
                found.extend(number.and_then(|number| u16::try_from(number - 1).ok()).map(PieceType));
                continue;
            }
            let before = found.len();
            found.extend(roster.shown(item.text));
            if found.len() == before {
                let message = format!("{key}: no piece has the ID `{}`", item.text);
                self.error_with_help(item, message, "name a piece by its ID, or by its number from 1");
            }
        }
        found
    }

    /// Reads a part of the value as a set of pieces: `[type]`.
    pub(super) fn set(&mut self, text: Text<'_>, key: Key) -> Vec<bool> {
        let pieces = self.pieces(text, key);
        self.roster.set(&pieces)
    }

    /// Reads `Q1,+P2` or `Q1+P2`: `[type]`, with the value of the number after each ID; `none` for other types.
    pub(super) fn counts<T: Clone>(
        &mut self,
        text: Text<'_>,
        key: Key,
        none: T,
        count: impl Fn(&mut Self, Text<'_>) -> T,
    ) -> Vec<T> {
        let mut counts = vec![none; self.roster.len()];
        let mut given = vec![false; self.roster.len()];
        for (ids, number) in text.split(',').flat_map(|part| counted(part.trim())) {
            if ids.is_empty() {
                let message = format!("{key}: expected an ID before `{}`", number.text);
                self.error_with_help(number, message, &format!("as in `{}=Q{}`", key.name(), number.text));
                continue;
            }
            let count = count(self, number);
            let pieces = self.pieces(ids, key);
            if pieces.iter().any(|piece| given[piece.index()]) {
                let warning = ids.warning(format!("{key}: `{}` is given more than once", ids.text));
                self.report.push(warning.with_help("the last number counts"));
            }
            for piece in pieces {
                (counts[piece.index()], given[piece.index()]) = (count.clone(), true);
            }
        }
        counts
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
        self.report.push(at.error(message));
    }

    /// Reports an error at `at` with a suggested remedy.
    pub(super) fn error_with_help(&mut self, at: Text<'_>, message: impl Into<String>, help: &str) {
        self.report.push(at.error(message).with_help(help));
    }

    /// Reports a warning at `at`.
    pub(super) fn warn(&mut self, at: Text<'_>, message: impl Into<String>) {
        self.report.push(at.warning(message));
    }
}

/// Splits `Q1+P2` into items: an ID and the number after it, either of which may be empty.
fn counted(part: Text<'_>) -> Vec<(Text<'_>, Text<'_>)> {
    let (mut items, mut rest) = (Vec::new(), part);
    while !rest.is_empty() {
        let digit = |c: char| c.is_ascii_digit() || c == '.';
        let (id, numbers) = rest.split_at(rest.text.find(digit).unwrap_or(rest.text.len()));
        let (number, after) =
            numbers.split_at(numbers.text.find(|c| !digit(c)).unwrap_or(numbers.text.len()));
        items.push((id.trim(), number));
        rest = after;
    }
    items
}
