//! The piece types of a section: names, letters, moves.

use super::ini::Config;

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
    /// Returns its name as used at the end of keys: `Knight`, `CustomPiece1`.
    pub fn capital_key(&self) -> String {
        self.key[..1].to_ascii_uppercase() + &self.key[1..]
    }
}

/// Whether the key is that of a piece type.
pub fn is_piece(key: &str) -> bool {
    NAMED.iter().any(|&(name, _)| name == key) || key.starts_with("customPiece")
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
        let Some(letter) = letter.chars().next().filter(char::is_ascii_alphabetic) else { continue };
        let letter = letter.to_ascii_uppercase();
        let named = || NAMED.iter().find(|&&(name, _)| name == key).map(|&(_, betza)| betza.to_owned());
        let betza = own.map_or_else(|| Ok(named().unwrap_or_default()), translate);
        let betza = betza.map_err(|why| faults.push((setting.line, why))).unwrap_or_default();
        // If several types claim a letter, the last one gets it.
        kinds.retain(|kind| kind.letter != letter);
        kinds.push(FsfPiece { key: key.to_owned(), letter, betza });
    }
    kinds
}

/// Translates Fairy-Stockfish's Betza to XBetza: identical except for lame knights and zebras, which step along a fixed
/// path there.
fn translate(text: &str) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_uppercase()).ok_or("an atom is missing")?;
        let (modifiers, atom) = rest.split_at(end);
        let letter = &atom[..1];
        let length = atom.find(|c: char| !c.is_ascii_digit() && !letter.contains(c)).unwrap_or(atom.len());
        rest = &atom[length..];
        let path = match letter {
            "N" if modifiers.contains('n') => "mafs",
            "Z" if modifiers.contains('n') => "mafsmaf",
            _ => {
                out += &format!("{modifiers}{}", &atom[..length]);
                continue;
            }
        };
        let modes = modifiers.replace('n', "");
        if modes.chars().any(|c| !"mc".contains(c)) {
            let why = "lame leaps in only some directions are not supported";
            return Err(format!("`{modifiers}{letter}`: {why}"));
        }
        out += &format!("{path}{modes}W");
    }
    // Initial moves depend on a region, not on unmoved pieces; it is the region of the start squares.
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lame_leaps_follow_their_path() {
        assert_eq!(translate("fmWfceFifmnD").unwrap(), "fmWfceFifmnD");
        assert_eq!(translate("nNmR3").unwrap(), "mafsWmR3");
        assert_eq!(translate("cnNmnZNN").unwrap(), "mafscWmafsmafmWNN");
        assert!(translate("fnN").is_err());
        assert!(translate("f").is_err());
    }
}
