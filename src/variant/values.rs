//! Values of parameters: numbers, words, pieces.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::PieceType;
use super::diagnostic::Diagnostic;
use super::roster::Roster;
use super::source::Text;

/// Reads a whole number within `range`; otherwise reports an error that names it as `what`.
pub(super) fn number<T>(
    text: Text<'_>,
    what: &str,
    range: RangeInclusive<T>,
    report: &mut Vec<Diagnostic>,
) -> Option<T>
where
    T: FromStr + PartialOrd + Display,
{
    let found = text.text.parse().ok().filter(|number| range.contains(number));
    if found.is_none() {
        let (least, most) = (range.start(), range.end());
        let message = format!("{what}: expected a number from {least} to {most}, found `{}`", text.text);
        let error = Diagnostic::error(text.span(), message);
        let crowded = text.text.contains(char::is_whitespace) && text.text.contains('=');
        report.push(if crowded { error.with_help("write one parameter per line") } else { error });
    }
    found
}

/// Reads one of several words, ignoring case.
pub(super) fn word<T: Copy>(
    text: Text<'_>,
    what: &str,
    words: &[(&str, T)],
    report: &mut Vec<Diagnostic>,
) -> Option<T> {
    let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text.text));
    if found.is_none() {
        let known: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        let message = format!("{what}: expected {}, found `{}`", known.join(" or "), text.text);
        report.push(Diagnostic::error(text.span(), message));
    }
    found.map(|&(_, value)| value)
}

/// Reads a comma-separated list of pieces, by number (from 1, not counting holes) or by ID; an ID stands for all types
/// that have it.
///
/// SPEC: diagram readings, "`royal=` given a piece ID letter instead of a number", "count piece lines from 1".
pub(super) fn pieces(
    text: Text<'_>,
    what: &str,
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Vec<PieceType> {
    let mut found = Vec::new();
    for item in text.split(',').map(Text::trim).filter(|item| !item.is_empty()) {
        if item.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = number(item, what, 1..=roster.len(), report);
            found.extend(number.and_then(|number| u16::try_from(number - 1).ok()).map(PieceType));
            continue;
        }
        let before = found.len();
        found.extend(roster.all(item.text));
        if found.len() == before {
            let message = format!("{what}: no piece has the ID `{}`", item.text);
            report.push(
                Diagnostic::error(item.span(), message)
                    .with_help("name a piece by its ID, or by its number from 1"),
            );
        }
    }
    found
}

/// Splits `Q1,+P2` or `Q1+P2` into items: an ID and the number after it, either of which may be empty.
pub(super) fn counted(text: Text<'_>) -> Vec<(Text<'_>, Text<'_>)> {
    let mut items = Vec::new();
    for part in text.split(',').map(Text::trim) {
        let mut start = 0;
        while start < part.text.len() {
            let rest = &part.text[start..];
            let digit = |c: char| c.is_ascii_digit() || c == '.';
            let id = rest.find(digit).unwrap_or(rest.len());
            let end = rest[id..].find(|c| !digit(c)).map_or(rest.len(), |length| id + length);
            items.push((part.slice(start, start + id).trim(), part.slice(start + id, start + end)));
            start += end;
        }
    }
    items
}
