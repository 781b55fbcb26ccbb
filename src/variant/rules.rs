//! Moves that are forbidden or forced, apart from the safety of royals.

use super::MoveRules;
use super::keys::Key;
use super::move_rules::{NoCheck, Priority};
use super::parameters::ParameterReader;

/// Reads the parameters that make moves illegal.
pub(super) fn read(reader: &mut ParameterReader<'_>) -> MoveRules {
    let named = reader.definition.values(Key::DropMate).flat_map(|text| reader.pieces(text, Key::DropMate));
    let named: Vec<_> = named.collect();
    let no_drop_mate = reader.roster.set(&named);
    let results = [("illegal", false), ("loss", true)];
    let drop_mate_loses = reader.word(Key::DropMateResult, &results).unwrap_or(false);
    if let Some(text) = reader.value(Key::DropMateResult).filter(|_| !no_drop_mate.contains(&true)) {
        reader.warn(text, "this changes nothing: `dropMate` names no piece");
    }
    let words = [("0", NoCheck::Free), ("1", NoCheck::All), ("drops", NoCheck::Drops)];
    MoveRules {
        drop_mate_loses,
        priority: reader.switch(Key::MustCapture, false).then(|| Priority::captures(reader.roster.len())),
        no_check: reader.word(Key::NoCheck, &words).unwrap_or_default(),
        no_drop_mate,
        royal_stays: reader.switch(Key::RoyalStays, false),
        duple_check: reader.colors(Key::DupleCheck, 0),
    }
}
