//! Rules for pieces in hand.

use super::HandRules;
use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::values;

/// Reads `setupDrops`, `dropForms`, `handSwap` and `gateBlocks`.
///
/// SPEC: Interactive diagrams, "Rotating pieces": "handSwap=1 ... allows you or the AI to swap the piece in the
/// holdings with pieces that have the same ID on the board".
pub(super) fn read(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> HandRules {
    let mut either = |key, what, default| {
        let value = definition.value(key);
        value.and_then(|text| values::switch(text, what, report)).unwrap_or(default)
    };
    let gates_open = !either(Key::GateBlocks, "`gateBlocks`", true);
    let mut switch = |key, what| either(key, what, false);
    HandRules {
        drops_first: switch(Key::SetupDrops, "`setupDrops`"),
        drop_forms: switch(Key::DropForms, "`dropForms`"),
        swap: switch(Key::HandSwap, "`handSwap`"),
        gates_open,
    }
}
