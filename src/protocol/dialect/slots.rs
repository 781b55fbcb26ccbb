//! Piece slots: which of XBoard's hard-wired piece types stands for a type of ours.
//!
//! SPEC: `xboard.md` 2.3. A slot fixes the picture and hidden behaviour, whatever the `piece` command says.

use super::Style;
use std::collections::BTreeMap;

/// Slot of a side's pawns: promotes by choice, makes e.p. rights.
pub const PAWN: u8 = 0;
/// Slot of the partners of XBoard's own castling.
pub const ROOK: u8 = 3;
/// Slot of the piece that a missing promotion suffix stands for.
pub const QUEEN: u8 = 4;
/// Slot with the picture of a tower.
pub const TOWER: u8 = 25;
/// The second pawn-like slot.
pub const LANCE: u8 = 18;
/// Slot of the royal piece: the last one of a table.
pub const KING: u8 = 65;
/// Without description these accept every move.
pub const WILDCARDS: [u8; 2] = [17, 19];

/// Exact descriptions with a slot of their own: picture and built-in move agree.
const BY_MOVE: &[(&str, u8)] = &[
    ("R", 3),
    ("Q", QUEEN),
    ("BN", 7),
    ("NB", 7),
    ("RN", 8),
    ("NR", 8),
    ("K", 10),
    ("mRcpR", 11),
    ("N0", 12),
    ("gQ", 15),
    ("RF", 14),
    ("BW", 13),
    ("FfW", 16),
    ("fWF", 16),
    ("Z", 23),
    ("C", 24),
    ("QN", 29),
    ("QNDA", 29),
];

/// Slots that count as minor pieces when XBoard judges the material: only for what cannot mate alone.
const MINORS: &[(&str, u8)] = &[("N", 1), ("B", 2), ("F", 5), ("A", 6), ("W", 9)];

/// Pictures for names.
const BY_NAME: &[(&str, u8)] = &[
    ("grasshopper", 15),
    ("nightrider", 12),
    ("unicorn", 20),
    ("sword", 22),
    ("zebra", 23),
    ("camel", 24),
    ("tower", TOWER),
    ("wolf", 26),
    ("jester", 27),
    ("duck", 28),
    ("amazon", 29),
    ("eagle", 30),
    ("gnu", 31),
    ("wildebeest", 31),
    ("cub", 32),
    ("lion", 32),
    ("shield", 33),
    ("horse", 34),
    ("wizard", 35),
    ("copper", 36),
    ("iron", 37),
    ("viking", 38),
    ("flag", 39),
    ("axe", 40),
    ("dolphin", 41),
    ("cat", 42),
    ("leopard", 42),
    ("claw", 43),
    ("griffon", 43),
    ("wheel", 44),
    ("butterfly", 45),
    ("prince", 10),
    ("man", 10),
    ("cannon", 11),
    ("archbishop", 7),
    ("cardinal", 7),
    ("chancellor", 8),
    ("marshall", 8),
    ("elephant", 36),
    ("silver", 16),
];

/// Slots without hidden behaviour, for everything else, nicest pictures first. Left out is [`PRINCE`].
const FREE: &[u8] = &[
    7, 8, 13, 14, 16, 20, 11, 12, 15, 10, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
    39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 56, 57, 58, 59, 60, 61, 62, 63, 64, 3,
];

/// Slots whose hidden behaviour does not matter to what is described, where no material is judged: the last ones.
const LAST: &[u8] = &[9, 6, 5, 2, 1, 19, 17];

/// Slot of the crown prince: royal under parent chu. (Tried with XBoard 4.9.1.)
pub const PRINCE: u8 = 50;
/// From here on slots have no built-in moves.
pub const FIRST_MOVELESS: u8 = 22;

/// What the choice of a slot depends on.
pub struct Wish<'a> {
    /// How XBoard is to treat the piece.
    pub style: Style,
    /// Is it a partner in XBoard's own castling?
    pub is_partner: bool,
    /// May it be dropped on the first or last rank?
    pub on_edges: bool,
    /// Its description.
    pub text: &'a str,
    /// Its name.
    pub name: &'a str,
    /// May a lone piece of this type and a king be called a draw?
    pub minor: bool,
}

/// Gives each wish a slot; `None` when all are taken. Earlier wishes choose first.
pub fn assign(wishes: &[Wish]) -> Vec<Option<u8>> {
    let mut taken: BTreeMap<u8, usize> = BTreeMap::new();
    let mut slots = vec![None; wishes.len()];
    let mut give = |i: usize, wanted: &[u8], slots: &mut Vec<Option<u8>>| {
        if slots[i].is_none()
            && let Some(&slot) = wanted.iter().find(|s| !taken.contains_key(s))
        {
            taken.insert(slot, i);
            slots[i] = Some(slot);
        }
    };
    // First what must have its slot, then exact moves, then pictures, then whatever is free.
    for (i, wish) in wishes.iter().enumerate() {
        match wish.style {
            Style::King => give(i, &[KING], &mut slots),
            Style::Pawn if wish.on_edges => give(i, &[LANCE, PAWN], &mut slots),
            Style::Pawn => give(i, &[PAWN, LANCE], &mut slots),
            Style::Wildcard => give(i, &WILDCARDS, &mut slots),
            Style::Queen => give(i, &[QUEEN], &mut slots),
            Style::Piece if wish.is_partner => give(i, &[ROOK], &mut slots),
            Style::Piece => {}
        }
    }
    for (i, wish) in wishes.iter().enumerate() {
        let minors = if wish.minor { MINORS } else { &[] };
        let exact: Vec<u8> = BY_MOVE.iter().chain(minors).filter(|e| e.0 == wish.text).map(|e| e.1).collect();
        give(i, &exact, &mut slots);
    }
    for (i, wish) in wishes.iter().enumerate() {
        let name = wish.name.to_ascii_lowercase();
        let pictures: Vec<u8> = BY_NAME.iter().filter(|e| name.contains(e.0)).map(|e| e.1).collect();
        give(i, &pictures, &mut slots);
    }
    for (i, wish) in wishes.iter().enumerate() {
        // Undescribed, lower slots have moves of their own.
        let least = if wish.text.is_empty() { FIRST_MOVELESS } else { 0 };
        let free: Vec<u8> = FREE.iter().copied().filter(|&slot| slot >= least).collect();
        give(i, &free, &mut slots);
        if !wish.text.is_empty() && !wishes.iter().any(|w| w.style == Style::King) {
            give(i, LAST, &mut slots);
        }
    }
    slots
}

/// The table of a `setup` command: one entry a slot, White's, then Black's, the king's slot last.
/// `entries` are slots with White's ID as it stands in the table; Black's king may have another.
pub fn table(entries: &BTreeMap<u8, String>, black_king: Option<&str>) -> String {
    // The shortest table that XBoard accepts has twelve entries.
    const SHORTEST: u8 = 5;
    let used =
        entries.keys().filter(|&&slot| slot != KING).max().map_or(SHORTEST, |&slot| (slot + 1).max(SHORTEST));
    let entry = |slot: &u8| entries.get(slot).map_or(".", String::as_str);
    let common: String = (0..used).map(|slot| entry(&slot).to_owned()).collect();
    let black = format!("{common}{}", black_king.unwrap_or(entry(&KING)));
    common + entry(&KING) + &black.to_ascii_lowercase()
}
