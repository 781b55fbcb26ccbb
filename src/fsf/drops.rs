//! Where pieces may be dropped.

use super::board::Region;
use super::draft::SectionDraft;
use super::keys::FsfKey;
use super::pieces::FsfPiece;

impl SectionDraft<'_> {
    /// Returns the type whose pieces are dropped as pieces with an ID: for `+P`, that of `P`; `None` if they are never
    /// dropped.
    fn dropped<'k>(&'k self, id: &str, kind: &'k FsfPiece) -> Option<&'k FsfPiece> {
        let drops = self.config.on(FsfKey::PieceDrops);
        match id.strip_prefix('+') {
            _ if !drops => None,
            None => Some(kind),
            Some(_) if !self.config.on(FsfKey::DropPromoted) => None,
            Some(letter) => self.kinds.iter().find(|kind| kind.letter.to_string() == letter),
        }
    }

    /// Draws the squares where a type may not be dropped, apart from the limits in its drop atom.
    pub(super) fn drop_zone(&self, id: &str, kind: &FsfPiece, white: bool) -> Vec<String> {
        let Some(dropped) = self.dropped(id, kind) else { return Vec::new() };
        if self.start.in_hand(dropped.letter, white) == 0 && !self.captures_to_hand() {
            return Vec::new();
        }
        let region = self.drop_region(white).map(|region| if white { region } else { region.mirrored() });
        let zone = self.promotion_zone(white);
        let barred = zone.depth().is_none() && self.bars_pawn(dropped, FsfKey::PromotionZonePawnDrops);
        let immobile = Some(self.immobile(kind, white)).filter(|squares| self.last_ranks(squares).is_none());
        self.rows(|file, rank| {
            let outside = region.as_ref().is_some_and(|region| !region.has(file, rank));
            let stuck = immobile.as_ref().is_some_and(|squares| squares.has(file, rank));
            if outside || stuck || barred && zone.has(file, rank) { '!' } else { '.' }
        })
    }

    /// Returns the number of ranks of squares that a drop atom can exclude: some last ranks, but not all.
    fn last_ranks(&self, squares: &Region) -> Option<usize> {
        squares.depth().filter(|&depth| depth < self.ranks)
    }

    /// Whether the type is the built-in pawn and the switch that allows its drops on certain ranks is off.
    fn bars_pawn(&self, kind: &FsfPiece, switch: FsfKey) -> bool {
        kind.key == "pawn" && !self.config.on(switch)
    }

    /// Returns the drop atom with the restrictions on drops of a type.
    pub(super) fn drop_atom(&self, id: &str, kind: &FsfPiece, white: bool) -> String {
        let Some(dropped) = self.dropped(id, kind) else { return String::new() };
        let mut limit = self.ranks;
        if self.bars_pawn(dropped, FsfKey::PromotionZonePawnDrops) {
            limit -= self.promotion_zone(white).depth().unwrap_or(0).min(limit - 1);
        }
        limit = limit.min(self.ranks - self.last_ranks(&self.immobile(kind, white)).unwrap_or(0));
        let single = !id.starts_with('+') && self.is_limited_by_file(kind.letter);
        let not_first_rank = self.bars_pawn(dropped, FsfKey::FirstRankPawnDrops);
        let modifiers = format!("{}{}", if single { "f" } else { "" }, if not_first_rank { "j" } else { "" });
        if modifiers.is_empty() && limit == self.ranks {
            // In a game with gating only types with the atom are dropped, too.
            if self.has_gating() { String::from("@0") } else { String::new() }
        } else {
            format!("{modifiers}@{limit}")
        }
    }

    /// Whether a type may be dropped only on files without another piece of the type.
    fn is_limited_by_file(&self, letter: char) -> bool {
        self.config.text(FsfKey::DropNoDoubled).to_ascii_uppercase().contains(letter)
    }

    /// Notes drops and hands that a definition cannot have.
    pub(super) fn note_drops(&mut self) {
        if !self.config.on(FsfKey::PieceDrops) {
            return;
        }
        let from = self.promoted.iter().any(|&(from, _)| self.is_limited_by_file(from));
        let to = self.promoted.iter().any(|&(_, to)| self.is_limited_by_file(to));
        if from && self.config.on(FsfKey::DropPromoted) {
            self.lose(FsfKey::DropNoDoubled, "pieces that are dropped promoted");
        }
        if to {
            self.lose(FsfKey::DropNoDoubled, "promoted pieces that count");
        }
        if self.captures_to_hand() && self.config.on(FsfKey::DropLoop) && !self.promoted.is_empty() {
            self.lose(FsfKey::DropLoop, "promoted forms that remain promoted when captured");
        }
    }
}
