//! Gating: with its first move, a piece of the first rank may leave a piece from the hand on its start square.
//!
//! In a definition, a type has each of its moves once more, as `(iuO-N)`. In `variants.ini` it is a switch, and the
//! castling field of the start position names the files whose pieces may gate.

use super::betza::atoms;
use super::draft::SectionDraft;
use super::keys::FsfKey;
use super::pieces::FsfPiece;

/// What begins and ends a move that gates.
const GROUP: [&str; 2] = ["(iuO-", ")"];

/// Returns a move without the forms that gate.
pub(super) fn without_gating(betza: &str) -> String {
    let mut moves = betza.to_owned();
    while let Some((before, (_, after))) =
        moves.split_once(GROUP[0]).and_then(|(before, rest)| Some((before, rest.split_once(GROUP[1])?)))
    {
        moves = format!("{before}{after}");
    }
    moves
}

impl SectionDraft<'_> {
    /// Whether pieces in hand may enter by gating.
    pub fn has_gating(&self) -> bool {
        self.config.on(FsfKey::Gating) && self.config.on(FsfKey::SeirawanGating)
    }

    /// Whether the piece on a square may gate. `K` and `Q` in the castling field stand for the pieces that castle.
    fn gates_from(&self, id: &str, (file, rank): (usize, usize), white: bool) -> bool {
        let first = self.config.number(FsfKey::CastlingRank) as usize;
        let first = if white { first.checked_sub(1) } else { self.ranks.checked_sub(first) };
        let own = |c: &char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white;
        let mut rights = self.start.castling.chars().filter(own).map(|c| c.to_ascii_uppercase());
        let name = char::from(b'A' + file as u8);
        Some(rank) == first
            && rights.any(|c| if "KQ".contains(c) { self.is_in_castling(id) } else { c == name })
    }

    /// Returns the forms of a type's moves that gate, castling included; nothing if its pieces never do.
    pub(super) fn gating(&self, id: &str, kind: &FsfPiece, castling: &str, white: bool) -> String {
        let gates =
            || self.start.squares(id, white).into_iter().any(|square| self.gates_from(id, square, white));
        if !self.has_gating() || !gates() {
            return String::new();
        }
        let moves = atoms(&kind.betza).unwrap_or_default();
        let moves = moves.into_iter().map(|(modifiers, atom)| format!("{modifiers}{atom}"));
        // Each castling atom begins with its only `i`.
        let castlings = castling.split('i').skip(1).map(|rest| format!("i{rest}"));
        moves.chain(castlings).map(|own| format!("{}{own}{}", GROUP[0], GROUP[1])).collect()
    }

    /// Writes the rule for checks, and notes what is lost.
    pub(super) fn write_gating(&mut self) {
        let one_of = [FsfKey::Gating, FsfKey::SeirawanGating].into_iter().find(|&key| self.config.on(key));
        let Some(key) = one_of else { return };
        if !self.has_gating() {
            return self.lose(key, "only together with the other switch, `gating` or `seirawanGating`");
        }
        self.set("gateBlocks", 0);
        let ids: Vec<String> = self.kinds.iter().map(|kind| kind.letter.to_string()).collect();
        for id in ids {
            let is_mixed = |white: bool| {
                let squares = self.start.squares(&id, white);
                let gating = squares.iter().filter(|&&square| self.gates_from(&id, square, white)).count();
                gating > 0 && gating < squares.len()
            };
            if is_mixed(true) || is_mixed(false) {
                self.lose(key, &format!("pieces {id} that gate and others that do not"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_stripped_of_its_gating_forms() {
        assert_eq!(without_gating("KisO2(iuO-K)(iuO-isO2)"), "KisO2");
        assert_eq!(without_gating("N(iuO-N)@0"), "N@0");
        assert_eq!(without_gating("N(iuO-N"), "N(iuO-N");
    }
}
