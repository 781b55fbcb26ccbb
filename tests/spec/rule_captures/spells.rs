//! Spells: `trackPieces`, `spell`, `spellZone`.

use super::{after, game, targets};
use griffon::position::Game;

/// White's wazir on c3 casts the spell on the adjacent squares.
fn spell(spell: &str) -> Game {
    game(&format!("trackPieces=3\nspell={spell}"))
}

#[test]
fn spells() {
    // "burn - an enemy piece landing in the spell zone disappears instantly."
    let landing = "4k/5/2W2/4r/K4 b - - 0 1";
    assert_eq!(after(&spell("burn"), landing, "e2d2"), "4k/5/2W2/5/K4");
    assert_eq!(after(&spell("burn"), landing, "e2c2"), "4k/5/2W2/5/K4");
    assert_eq!(after(&spell("burn"), landing, "e2e3"), "4k/5/2W1r/5/K4");
    assert_eq!(targets(&spell("burn"), "5/4k/2W2/5/K4 b - - 0 1", "e4"), "e3 d5 e5");
    // "freeze - an enemy piece standing in the spell zone cannot move at all."
    let standing = "4k/5/2W2/2r2/K4 b - - 0 1";
    assert_eq!(targets(&spell("freeze"), standing, "c2"), "");
    assert_eq!(targets(&spell("freeze"), landing, "e2"), "e1 a2 b2 c2 d2 e3 e4");
    // "charm - an enemy piece standing in the spell zone cannot capture."
    assert_eq!(targets(&spell("charm"), standing, "c2"), "c1 a2 b2 d2 e2");
    assert_eq!(targets(&spell("freeze"), "4k/5/2W2/K1r2/5 w - - 0 1", "a2"), "a1 b1 b2 a3 b3");
    // "protect - a friendly piece in the spell zone cannot be captured by the opponent."
    let capturable = "4k/5/2W2/1N2r/K4 b - - 0 1";
    assert_eq!(targets(&spell("protect"), capturable, "e2"), "e1 c2 d2 e3 e4");
    assert_eq!(targets(&game(""), capturable, "e2"), "e1 b2 c2 d2 e3 e4");
    // "hide - sliders can hop over friendly pieces in the spell zone."
    let column = "4k/5/2W2/1N3/KR3 w - - 0 1";
    assert_eq!(targets(&spell("hide"), column, "b1"), "c1 d1 e1 b3 b4 b5");
    assert_eq!(targets(&game(""), column, "b1"), "c1 d1 e1");
    // "brake - enemy pieces cannot move through or out of the spell zone."
    assert_eq!(targets(&spell("brake"), landing, "e2"), "e1 b2 c2 d2 e3 e4");
    assert_eq!(targets(&spell("brake"), standing, "c2"), "b2 d2");
}

#[test]
fn spell_zones() {
    // "The spellZone parameter can be given the values K (the default), W, F or N"
    let standing = "4k/5/2W2/2r2/K4 b - - 0 1";
    let frozen = |zone: &str, fen: &str, from: &str| {
        targets(&game(&format!("trackPieces=3\nspell=freeze\nspellZone={zone}")), fen, from).is_empty()
    };
    assert!(frozen("W", standing, "c2") && !frozen("F", standing, "c2") && !frozen("N", standing, "c2"));
    let leap = "4k/5/2W2/r4/3K1 b - - 0 1";
    assert!(frozen("N", leap, "a2") && !frozen("K", leap, "a2"));
    // "M (which by default is 1) how many subsequent piece types"
    let knight = "4k/5/2N2/2r2/K4 b - - 0 1";
    assert!(!targets(&game("trackPieces=3\nspell=freeze"), knight, "c2").is_empty());
    assert!(targets(&game("trackPieces=2\ntrackedTypes=2\nspell=freeze"), knight, "c2").is_empty());
}
