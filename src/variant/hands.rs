//! Rules for pieces in hand.

use super::HandRules;
use super::keys::Key;
use super::parameters::ParameterReader;

/// Reads `setupDrops`, `dropForms`, `handSwap` and `gateBlocks`.
///
/// SPEC: Interactive diagrams, "Rotating pieces": "handSwap=1 ... allows you or the AI to swap the piece in the
/// holdings with pieces that have the same ID on the board".
pub(super) fn read(reader: &mut ParameterReader<'_>) -> HandRules {
    HandRules {
        drops_first: reader.switch(Key::SetupDrops, false),
        drop_forms: reader.switch(Key::DropForms, false),
        swap: reader.switch(Key::HandSwap, false),
        gates_open: !reader.switch(Key::GateBlocks, true),
    }
}
