//! Piece lines of a section's definition.

use super::board::name;

/// The properties of a piece that depend on its colour.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct ColorTraits {
    pub(super) betza: String,
    /// `[rank from the top][file]`, from White's view; empty: nothing special.
    pub(super) morph: Vec<String>,
    pub(super) zone_moves: String,
    pub(super) drop_zone: Vec<String>,
}

/// A piece line.
#[derive(Clone)]
pub(super) struct FsfPieceLine {
    pub(super) name: String,
    pub(super) id: String,
    pub(super) traits: ColorTraits,
    pub(super) squares: [Vec<(usize, usize)>; 2],
    pub(super) hand: [usize; 2],
}

impl FsfPieceLine {
    /// Returns the line, with the parameters that belong to it.
    pub(super) fn text(&self) -> String {
        let list = |squares: &[(usize, usize)]| {
            squares.iter().map(|&(file, rank)| name(file, rank)).collect::<Vec<_>>().join(",")
        };
        let [white, black] = [0, 1].map(|at| list(&self.squares[at]));
        let squares = if black.is_empty() { white } else { format!("{white},,{black}") };
        let hand = match self.hand {
            [0, 0] => String::new(),
            [white, black] => format!(":{white},{black}"),
        };
        let ColorTraits { betza, morph, zone_moves, drop_zone } = &self.traits;
        let rows = |rows: &[String]| {
            let row = |row: &String| if row.chars().all(|c| c == '.') { String::new() } else { row.clone() };
            rows.iter().map(row).collect::<Vec<_>>().join("/")
        };
        let mut text = format!("{}:{}:{betza}::{squares}{hand}\n", self.name, self.id);
        // Drawn rows do not end with an empty one.
        let extras =
            [("morph", rows(morph)), ("dropZone", rows(drop_zone)), ("zoneMoves", zone_moves.clone())];
        for (key, value) in extras.iter().filter(|(_, value)| !value.is_empty()) {
            text += &format!("{key}={value}\n");
        }
        text
    }
}

/// Returns a move; instead of an empty one that of a piece that can only be dropped.
pub(super) fn or_immobile(betza: String, ranks: usize) -> String {
    if betza.is_empty() { format!("@{ranks}") } else { betza }
}

/// Returns `captureMatrix` if captures explode, or if there are cannons that neither capture nor hop over each other.
///
/// SPEC: the rules of Janggi, which the piece `janggiCannon` is of.
pub(super) fn capture_matrix(lines: &[FsfPieceLine], explodes: bool) -> Option<String> {
    let is_cannon = |line: &FsfPieceLine| line.name == "janggiCannon";
    let has_cannons = lines.iter().any(is_cannon);
    // The first cell is for quiet moves; friends are treated like enemies.
    let row = |mover: &FsfPieceLine| {
        let cell = |victim| {
            if is_cannon(mover) && is_cannon(victim) {
                '$'
            } else if explodes {
                '@'
            } else {
                '.'
            }
        };
        if explodes && !has_cannons {
            let more = Some(lines.len() - 1).filter(|&more| more > 0);
            format!(".@{}=", more.map(|more| more.to_string()).unwrap_or_default())
        } else if is_cannon(mover) || explodes {
            format!(".{}=", lines.iter().map(cell).collect::<String>())
        } else {
            String::new()
        }
    };
    let rows: Vec<String> = lines.iter().map(row).collect();
    match rows.as_slice() {
        _ if !explodes && !has_cannons => None,
        [first, more @ ..] if !has_cannons && !more.is_empty() => Some(format!("{first}/\"{}", more.len())),
        rows => Some(rows.join("/")),
    }
}
