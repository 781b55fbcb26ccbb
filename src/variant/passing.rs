//! Passing, and the way it ends games.

use super::PassRules;
use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::roster::Roster;
use super::source::Text;
use super::values;

/// Maximum number of points for a piece.
const MOST_POINTS: u16 = 1000;

/// Reads `pass`, `passEnd`, `bikjang`, `points` and `komi`.
pub(super) fn read(definition: &Definition<'_>, roster: &Roster, report: &mut Vec<Diagnostic>) -> PassRules {
    let mut switch = |key, what| {
        let value = definition.value(key);
        value.and_then(|text| values::switch(text, what, report)).unwrap_or(false)
    };
    let (allowed, bikjang) = (switch(Key::Pass, "`pass`"), switch(Key::Bikjang, "`bikjang`"));
    let end = definition.value(Key::PassEnd);
    let end = end.and_then(|text| values::number(text, "`passEnd`", 0..=100, report)).unwrap_or(0);
    let komi = definition.value(Key::Komi).and_then(|text| tenths(text, "`komi`", report)).unwrap_or(0);
    let points = definition.value(Key::Points).map(|text| {
        let mut points = vec![0; roster.len()];
        for (id, number) in values::counted(text) {
            let count = tenths(number, "`points`", report).unwrap_or(0);
            for piece in values::pieces(id, "`points`", roster, report) {
                points[piece.index()] = count;
            }
        }
        points
    });
    for key in [Key::PassEnd, Key::Bikjang] {
        if let Some(text) = definition.value(key).filter(|text| !allowed && text.text != "0") {
            let error = Diagnostic::error(text.span(), "passing is not allowed in this variant");
            report.push(error.with_help("also write `pass=1`"));
        }
    }
    PassRules { allowed, end, bikjang, points, komi }
}

/// Reads a number with at most one decimal, in tenths.
fn tenths(text: Text<'_>, what: &str, report: &mut Vec<Diagnostic>) -> Option<i32> {
    let (whole, tenth) = match text.text.split_once('.') {
        Some((whole, tenth)) if tenth.len() == 1 => (whole, tenth),
        _ => (text.text, "0"),
    };
    let number = whole.parse::<u16>().ok().filter(|&number| number <= MOST_POINTS);
    let found =
        number.zip(tenth.parse::<u8>().ok()).map(|(whole, tenth)| i32::from(whole) * 10 + i32::from(tenth));
    if found.is_none() {
        let message = format!(
            "{what}: expected a number up to {MOST_POINTS}, with at most one decimal, found `{}`",
            text.text
        );
        report.push(Diagnostic::error(text.span(), message));
    }
    found
}
