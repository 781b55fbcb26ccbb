//! Settings for one colour that repeat what holds for both.

use super::draft::SectionDraft;
use super::keys::{self, FsfKey, ValueForm};

impl SectionDraft<'_> {
    /// Whether a setting for one colour has the value that counts without it.
    pub(super) fn repeats(&self, key: &str, value: &str) -> bool {
        let Some(both) = keys::row_for_both(key) else { return false };
        let given = self.config.get(&both.name).map(|setting| setting.value.clone());
        match both.form {
            ValueForm::Pairs | ValueForm::Text => false,
            ValueForm::Types => letters(value) == letters(&given.unwrap_or_else(|| self.usual(&both.name))),
            _ => value == given.as_deref().unwrap_or(both.default),
        }
    }

    /// Returns the types that a key names if it is not set.
    fn usual(&self, key: &str) -> String {
        let is = |other: FsfKey| other.name() == key;
        let like_pawns = [FsfKey::PromotionPawnTypes, FsfKey::EnPassantTypes, FsfKey::NMoveRuleTypes];
        if let Some(pawns) = self.config.get(FsfKey::PawnTypes).filter(|_| like_pawns.into_iter().any(is)) {
            return pawns.value.clone();
        }
        if is(FsfKey::EnPassantTypes) {
            let passing = self.kinds.iter().filter(|kind| kind.key == "pawn" || kind.betza.contains('e'));
            return passing.map(|kind| kind.letter).collect();
        }
        let usual = [
            (FsfKey::PromotionPawnTypes, "pawn"),
            (FsfKey::NMoveRuleTypes, "pawn"),
            (FsfKey::CastlingKingPiece, "king"),
            (FsfKey::CastlingRookPieces, "rook"),
        ];
        match usual.into_iter().find(|&(other, _)| is(other)) {
            Some((_, kind)) => self.letter(kind).map(String::from).unwrap_or_default(),
            None => keys::row(key).map_or("", |row| row.default).to_owned(),
        }
    }
}

/// Returns the letters of a list of types in alphabetical order.
fn letters(types: &str) -> Vec<char> {
    let named = types.chars().filter(|&c| c != '-' && !c.is_whitespace());
    let mut letters: Vec<char> = named.map(|c| c.to_ascii_uppercase()).collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}
