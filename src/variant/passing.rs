//! Passing, and the way it ends games.

use super::PassRules;
use super::keys::Key;
use super::parameters::ParameterReader;
use super::source::Text;
use super::values;

/// Maximum number of points for a piece.
const MOST_POINTS: u16 = 1000;

/// Reads `pass`, `passEnd`, `bikjang`, `points` and `komi`.
pub(super) fn read(reader: &mut ParameterReader<'_>) -> PassRules {
    let (allowed, bikjang) = (reader.switch(Key::Pass, false), reader.switch(Key::Bikjang, false));
    let end = reader.number(Key::PassEnd, 0..=100, 0);
    let komi = reader.value(Key::Komi).and_then(|text| tenths(text, Key::Komi, reader)).unwrap_or(0);
    let points = reader.value(Key::Points).map(|text| {
        let mut points = vec![0; reader.roster.len()];
        for (id, number) in values::counted(text) {
            let count = tenths(number, Key::Points, reader).unwrap_or(0);
            for piece in reader.pieces(id, Key::Points) {
                points[piece.index()] = count;
            }
        }
        points
    });
    for key in [Key::PassEnd, Key::Bikjang] {
        if let Some(text) = reader.active(key).filter(|_| !allowed) {
            reader.error_with_help(text, "passing is not allowed in this variant", "also write `pass=1`");
        }
    }
    PassRules { allowed, end, bikjang, points, komi }
}

/// Reads a number with at most one decimal, in tenths.
fn tenths(text: Text<'_>, key: Key, reader: &mut ParameterReader<'_>) -> Option<i32> {
    let (whole, tenth) = match text.text.split_once('.') {
        Some((whole, tenth)) if tenth.len() == 1 => (whole, tenth),
        _ => (text.text, "0"),
    };
    let number = whole.parse::<u16>().ok().filter(|&number| number <= MOST_POINTS);
    let found =
        number.zip(tenth.parse::<u8>().ok()).map(|(whole, tenth)| i32::from(whole) * 10 + i32::from(tenth));
    if found.is_none() {
        let message = format!(
            "{}: expected a number up to {MOST_POINTS}, with at most one decimal, found `{}`",
            key.quoted(),
            text.text
        );
        reader.error(text, message);
    }
    found
}
