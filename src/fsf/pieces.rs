//! The piece types of a section: names, letters, moves.

use super::betza::{append, atoms, translate_known};
use super::ini::{self, Config};
use super::keys::FsfKey;

/// The named types: key, move description as documented by Fairy-Stockfish, in XBetza.
#[rustfmt::skip]
pub const NAMED: &[(&str, &str)] = &[
    ("pawn", "fmWfceF"), ("knight", "N"), ("bishop", "B"), ("rook", "R"), ("queen", "Q"), ("fers", "F"),
    ("alfil", "A"), ("fersAlfil", "FA"), ("silver", "FfW"), ("aiwok", "RNF"), ("bers", "RF"),
    ("archbishop", "BN"), ("chancellor", "RN"), ("amazon", "QN"), ("knibis", "mNcB"), ("biskni", "mBcN"),
    ("kniroo", "mNcR"), ("rookni", "mRcN"), ("shogiPawn", "fW"), ("lance", "fR"), ("shogiKnight", "fN"),
    ("gold", "WfF"), ("dragonHorse", "BW"), ("clobber", "cW"), ("breakthrough", "fmWfF"), ("immobile", ""),
    ("cannon", "mRcpR"), ("janggiCannon", "pR"), ("soldier", "fsW"), ("horse", "mafsW"), ("elephant", "mafF"),
    ("janggiElephant", "mafsmafW"), ("banner", "RcpRmafsW"), ("wazir", "W"), ("commoner", "K"),
    ("centaur", "KN"), ("king", "K"),
];

/// A piece type of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FsfPiece {
    /// Its key: `knight`, `customPiece1`.
    pub key: String,
    /// Its letter, a capital.
    pub letter: char,
    /// Its move in XBetza.
    pub betza: String,
}

impl FsfPiece {
    /// Returns its letter for messages, or its key if it has none.
    pub fn label(&self) -> String {
        if ini::marked(self.letter).is_some() { self.key.clone() } else { self.letter.to_string() }
    }

    /// Returns its name as used at the end of keys: `Knight`, `CustomPiece1`.
    pub fn capital_key(&self) -> String {
        self.key[..1].to_ascii_uppercase() + &self.key[1..]
    }
}

/// Whether the key is that of a piece type.
pub fn is_piece(key: &str) -> bool {
    NAMED.iter().any(|&(name, _)| name == key) || key.starts_with("customPiece")
}

/// Whether a character stands for a type: a letter, or the mark of a type without a letter.
fn is_letter(c: &char) -> bool {
    c.is_ascii_alphabetic() || ini::marked(*c).is_some()
}

/// Whether a type promotes as a pawn does: the built-in pawn, and the listed types.
pub fn is_pawn(config: &Config, kind: &FsfPiece) -> bool {
    let listed = [FsfKey::PromotionPawnTypes, FsfKey::PawnTypes].into_iter().find_map(|key| config.get(key));
    kind.key == "pawn" || listed.is_some_and(|types| types.value.to_ascii_uppercase().contains(kind.letter))
}

/// Reads the piece types, in the order of their settings. Unreadable ones are added to `faults` (line, text).
pub fn read(config: &Config, faults: &mut Vec<(usize, String)>) -> Vec<FsfPiece> {
    let mut kinds: Vec<FsfPiece> = Vec::new();
    for (key, setting) in config.all().filter(|(key, _)| is_piece(key)) {
        let (letter, own) = match setting.value.split_once(':') {
            Some((letter, betza)) => (letter.trim(), Some(betza.trim())),
            None => (setting.value.as_str(), None),
        };
        kinds.retain(|kind| kind.key != key);
        let Some(letter) = letter.chars().next().filter(is_letter) else { continue };
        let letter = letter.to_ascii_uppercase();
        let is_named = key != "king" && NAMED.iter().any(|&(name, _)| name == key);
        let own = own.filter(|betza| {
            if is_named {
                faults.push((setting.line, format!("{key}: Fairy-Stockfish ignores the moves `{betza}`")));
            }
            !is_named
        });
        let named = || NAMED.iter().find(|&&(name, _)| name == key).map(|&(_, betza)| betza.to_owned());
        let (betza, unknown) = own.map_or_else(|| (named().unwrap_or_default(), Vec::new()), translate_known);
        faults.extend(unknown.into_iter().map(|why| (setting.line, why)));
        // If several types claim a letter, the last one gets it.
        kinds.retain(|kind| kind.letter != letter);
        kinds.push(FsfPiece { key: key.to_owned(), letter, betza });
    }
    let initial = config.on(FsfKey::DoubleStep);
    let adapted: Vec<String> =
        kinds.iter().map(|kind| adapted(&kind.betza, passes(config, kind), initial)).collect();
    kinds.iter_mut().zip(adapted).for_each(|(kind, betza)| kind.betza = betza);
    kinds
}

/// Whether the capturing moves of a type also capture en passant: those of the built-in pawn do unless nothing does,
/// others if the type is listed. If no types are listed, those are meant whose move contains an `e`.
fn passes(config: &Config, kind: &FsfPiece) -> bool {
    let listed = [FsfKey::EnPassantTypes, FsfKey::PawnTypes].into_iter().find_map(|key| config.get(key));
    let is_listed = || listed.map(|types| types.value.to_ascii_uppercase().contains(kind.letter));
    match kind.key.as_str() {
        _ if config.text(FsfKey::EnPassantRegion) == "-" => false,
        "pawn" => true,
        "king" => false,
        _ => is_listed().unwrap_or(kind.betza.contains('e')),
    }
}

/// Adapts a move to the other settings: moves that only capture do so en passant or not, and initial moves may be off.
pub fn adapted(betza: &str, passes: bool, initial: bool) -> String {
    let mut out = String::new();
    for (modifiers, atom) in atoms(betza).unwrap_or_default() {
        let last_leg = modifiers.rsplit('a').next().unwrap_or_default();
        if !initial && last_leg.contains('i') {
            continue;
        }
        let trail = if passes && last_leg.contains('c') && !last_leg.contains('m') { "e" } else { "" };
        append(&mut out, &format!("{}{trail}{atom}", modifiers.replace('e', "")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn en_passant_and_initial_moves_follow_the_settings() {
        assert_eq!(adapted("fmWfcF", true, true), "fmWfceF");
        assert_eq!(adapted("mfFcfeWimfnA", true, true), "mfFcfeWimfnA");
        assert_eq!(adapted("mfFcfeWimfnA", false, false), "mfFcfW");
        assert_eq!(adapted("mafscWmNcBQ2", true, true), "mafsceWmNceBQ2");
        assert_eq!(adapted("vWimNW", false, false), "vWmcW");
    }
}
