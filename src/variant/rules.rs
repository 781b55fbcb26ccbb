//! Moves that are forbidden or forced, apart from the safety of royals.

use super::MoveRules;
use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::move_rules::{NoCheck, Priority};
use super::roster::Roster;
use super::values;

/// Reads the parameters that make moves illegal.
pub(super) fn read(definition: &Definition<'_>, roster: &Roster, report: &mut Vec<Diagnostic>) -> MoveRules {
    let types = roster.len();
    let mut switch = |key, what| {
        definition.value(key).and_then(|text| values::switch(text, what, report)).unwrap_or(false)
    };
    let must_capture = switch(Key::MustCapture, "`mustCapture`");
    let royal_stays = switch(Key::RoyalStays, "`royalStays`");
    let duple = match definition.value(Key::DupleCheck) {
        Some(text) => values::number(text, "`dupleCheck`", 0..=3, report).unwrap_or(0),
        None => 0,
    };
    let mut no_drop_mate = vec![false; types];
    for text in definition.values(Key::DropMate) {
        for piece in values::pieces(text, "`dropMate`", roster, report) {
            no_drop_mate[piece.index()] = true;
        }
    }
    let words = [("0", NoCheck::Free), ("1", NoCheck::All), ("drops", NoCheck::Drops)];
    let no_check = definition.value(Key::NoCheck);
    let results = [("illegal", false), ("loss", true)];
    let result = definition.value(Key::DropMateResult);
    let drop_mate_loses =
        result.and_then(|text| values::word(text, "`dropMateResult`", &results, report)).unwrap_or(false);
    if let Some(text) = result.filter(|_| !no_drop_mate.contains(&true)) {
        report.push(Diagnostic::warning(text.span(), "this changes nothing: `dropMate` names no piece"));
    }
    MoveRules {
        drop_mate_loses,
        priority: must_capture.then(|| Priority::captures(types)),
        no_check: no_check
            .and_then(|text| values::word(text, "`noCheck`", &words, report))
            .unwrap_or_default(),
        no_drop_mate,
        royal_stays,
        duple_check: [duple & 1 != 0, duple & 2 != 0],
    }
}
