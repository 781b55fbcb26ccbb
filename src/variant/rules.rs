//! Rules that allow, forbid or force moves, apart from the safety of royals.

use super::keys::Key;
use super::parameters::ParameterReader;
use super::source::Text;
use super::{CastleRules, HandRules, MoveRules, NoCheck, PassRules};

/// Maximum number of points for a piece.
const MAX_POINTS: u16 = 1000;

/// Reads the parameters that make moves illegal.
pub(super) fn read(reader: &mut ParameterReader<'_>) -> MoveRules {
    let named = reader.definition.values(Key::DropMate).flat_map(|text| reader.pieces(text, Key::DropMate));
    let named: Vec<_> = named.collect();
    let no_drop_mate = reader.roster.set(&named);
    let results = [("illegal", false), ("loss", true)];
    let drop_mate_loses = reader.word(Key::DropMateResult, &results).unwrap_or(false);
    if let Some(text) = reader.value(Key::DropMateResult).filter(|_| named.is_empty()) {
        reader.warn(text, "no effect: `dropMate` names no piece");
    }
    let words = [("0", NoCheck::Free), ("1", NoCheck::All), ("drops", NoCheck::Drops)];
    MoveRules {
        drop_mate_loses,
        must_capture: reader.switch(Key::MustCapture, false),
        no_check: reader.word(Key::NoCheck, &words).unwrap_or_default(),
        no_drop_mate,
        royal_stays: reader.switch(Key::RoyalStays, false),
        duple_check: reader.colors(Key::DupleCheck, 0),
    }
}

/// Reads `setupDrops`, `dropForms`, `handSwap` and `gateBlocks`.
///
/// SPEC: Interactive diagrams, "Rotating pieces": "handSwap=1 ... allows you or the AI to swap the piece in the
/// holdings with pieces that have the same ID on the board".
pub(super) fn hands(reader: &mut ParameterReader<'_>) -> HandRules {
    HandRules {
        drops_first: reader.switch(Key::SetupDrops, false),
        drop_forms: reader.switch(Key::DropForms, false),
        swap: reader.switch(Key::HandSwap, false),
        gates_open: !reader.switch(Key::GateBlocks, true),
    }
}

/// Reads `castleBars`, `chess960` and `exposedTo`.
pub(super) fn castling(reader: &mut ParameterReader<'_>) -> CastleRules {
    let (bars, chess960) = (reader.switch(Key::CastleBars, false), reader.switch(Key::Chess960, false));
    let none = || vec![false; reader.roster.len()];
    let exposed_to = reader.value(Key::ExposedTo).map_or_else(none, |text| reader.set(text, Key::ExposedTo));
    CastleRules { bars, chess960, exposed_to }
}

/// Reads `pass`, `passEnd`, `bikjang`, `points` and `komi`.
pub(super) fn passes(reader: &mut ParameterReader<'_>) -> PassRules {
    let when = reader.number(Key::Pass, 0..=2, 0);
    let (allowed, bikjang) = (when > 0, reader.switch(Key::Bikjang, false));
    let end = reader.number(Key::PassEnd, 0..=100, 0);
    let komi = reader.value(Key::Komi).map_or(0, |text| tenths(text, Key::Komi, reader));
    let count = |reader: &mut _, number: Text<'_>| tenths(number, Key::Points, reader);
    let points = reader.value(Key::Points).map(|text| reader.counts(text, Key::Points, 0, count));
    for key in [Key::PassEnd, Key::Bikjang] {
        if let Some(text) = reader.active(key).filter(|_| !allowed) {
            reader.error_with_help(text, "passing is not allowed in this variant", "also write `pass=1`");
        }
    }
    PassRules { allowed, last_resort: when == 2, end, bikjang, points, komi }
}

/// Reads a number with at most one decimal, in tenths.
fn tenths(text: Text<'_>, key: Key, reader: &mut ParameterReader<'_>) -> i32 {
    let (whole, tenth) = match text.text.split_once('.') {
        Some((whole, tenth)) if tenth.len() == 1 => (whole, tenth),
        _ => (text.text, "0"),
    };
    match (whole.parse::<u16>(), tenth.parse::<u8>()) {
        (Ok(whole), Ok(tenth)) if whole <= MAX_POINTS => i32::from(whole) * 10 + i32::from(tenth),
        _ => {
            let wanted = format!("expected a number up to {MAX_POINTS}, with at most one decimal");
            reader.error(text, format!("{key}: {wanted}, found `{}`", text.text));
            0
        }
    }
}
