//! Identifies the rules that a net was made for.

use super::features::FeatureSet;
use crate::notation::legs::MovementKind;
use crate::rules::GameRules;
use std::fmt::Write;
use std::hash::Hasher;

/// How rules were written for the first nets, where that differs, so that nets learned before stay valid.
const EARLIER_TEXTS: [(&str, &str); 10] = [
    ("Universal(UniversalLeap { landing: ", "Universal("),
    (", unload: false, induce: false })", ")"),
    ("connect: 0, ", ""),
    (", needed: 1 }", " }"),
    ("last_resort: false, ", ""),
    ("must_capture: false", "priority: None"),
    ("ToCaptor", "ToCapturer"),
    ("induce: ", "excite: "),
    ("without_threats: ", "calm: "),
    ("all_royals_must_fall: ", "extinction: "),
];

/// Returns a hash of the rules of a game and of the features of its nets. Names, the array and castling do not count.
pub fn rules_hash(game: GameRules<'_>, features: &FeatureSet) -> u64 {
    let variant = game.variant;
    let mut text = format!("{} {}", variant.board.files(), variant.board.ranks());
    for square in variant.board.squares().filter(|&square| variant.board.is_hole(square)) {
        let _ = write!(text, " {}", square.0);
    }
    for piece in &variant.pieces {
        for movement in piece.movements.iter().filter(|m| !matches!(m.kind, MovementKind::Castle(_))) {
            let kept =
                (&movement.kind, &movement.initial, movement.quoted, movement.must_promote, &movement.flames);
            let _ = write!(text, "{kept:?}");
        }
        let _ = write!(text, "{:?}", piece.zones);
    }
    let rules = (
        &variant.promotion,
        &variant.drop_zones,
        variant.captured,
        variant.capture_demotes,
        &variant.captures,
    );
    let others = (&variant.ends, &variant.move_rules, &variant.hand_rules, &variant.pass, variant.rotated);
    let _ = write!(text, "{rules:?}{others:?}");
    for (now, earlier) in EARLIER_TEXTS {
        text = text.replace(now, earlier);
    }
    let mut hasher = fxhash::FxHasher64::default();
    hasher.write(text.as_bytes());
    features.numbers(|number| hasher.write_u32(number));
    hasher.finish()
}
