//! Promotion: the types that promote, where, and to what.

use super::board::Region;
use super::draft::SectionDraft;
use super::keys::FsfKey;
use super::pieces::{self, FsfPiece};
use super::reach::Moves;

impl SectionDraft<'_> {
    /// Whether there may be pieces of a type.
    pub(super) fn occurs(&self, letter: char) -> bool {
        self.starts(letter) || self.is_choice(letter) || self.is_form(letter)
    }

    /// Whether there are pieces of a type at the start.
    pub(super) fn starts(&self, letter: char) -> bool {
        self.start.letters().any(|other| other.to_ascii_uppercase() == letter)
    }

    /// Whether a type may enter the promotion zone only by promoting.
    pub(super) fn must_promote(&self, kind: &FsfPiece) -> bool {
        self.config.on(FsfKey::MandatoryPawnPromotion) && pieces::is_pawn(self.config, kind)
    }

    /// Whether a type promotes at all.
    pub(super) fn promotes(&self, letter: char) -> bool {
        self.pawns.contains(&letter) || self.promoted.iter().any(|&(from, _)| from == letter)
    }

    /// Whether types that must promote but cannot may choose a piece in hand, of which there are none: they attack the
    /// promotion zone, but never enter it.
    pub(super) fn has_empty_choice(&self) -> bool {
        self.pawns.is_empty() && self.promoted.is_empty() && !self.config.on(FsfKey::PieceDrops)
    }

    /// Whether the promotion zones are not the same number of last ranks for both sides.
    pub(super) fn promotes_by_square(&self) -> bool {
        let zone = self.promotion_zone(true);
        zone != self.promotion_zone(false) || zone.depth().is_none_or(|depth| depth == 0)
    }

    pub(super) fn promotion(&mut self) {
        let config = self.config;
        let by_square = self.promotes_by_square();
        if by_square && !self.promoted.is_empty() {
            self.lost.push((0, String::from("promotion regions that are not the last ranks")));
        }
        let promotes = |letter: char| self.promoted.iter().any(|&(from, _)| from == letter);
        if self.promoted.iter().any(|&(_, to)| promotes(to)) {
            self.lose(FsfKey::PromotedPieceType, "promoted pieces that promote again");
        }
        let whole = [true, false].iter().all(|&white| self.promotion_zone(white).depth() == Some(self.ranks));
        let always = whole && config.on(FsfKey::MandatoryPiecePromotion);
        if config.on(FsfKey::PieceDemotion) && !self.promoted.is_empty() && !always {
            self.lose(FsfKey::PieceDemotion, "demotion by choice or on some squares only");
        }
        let depth = self.promotion_zone(true).depth().filter(|_| !by_square).unwrap_or(1);
        if self.promoted.is_empty() {
            let promoting = self.ids.iter().filter(|id| !by_square && self.is_pawn(id)).count();
            self.set("maxPromote", promoting);
            self.set("promoZone", depth);
        } else {
            self.set("maxPromote", self.promoted.len());
            self.set("promoOffset", self.promoted.len());
            self.set("promoZone", depth);
            self.set("promoInside", 1);
        }
        let mut choices = String::new();
        if !self.pawns.is_empty() {
            choices += &config.text(FsfKey::PromotionPieceTypes).to_ascii_uppercase();
            if !config.on(FsfKey::MandatoryPawnPromotion) {
                // A pawn that could not move from the last rank may not stay one there.
                let bars = |pawn: char| if self.is_immobile(pawn) { "!" } else { "" };
                choices +=
                    &self.pawns.iter().map(|&pawn| format!("{}{pawn}", bars(pawn))).collect::<String>();
            }
        }
        let all = config.on(FsfKey::MandatoryPiecePromotion);
        let must = |from: char| self.kinds.iter().any(|kind| kind.letter == from && self.must_promote(kind));
        let forced =
            self.promoted.iter().filter(|&&(from, _)| all || must(from) && !self.pawns.contains(&from));
        choices.extend(forced.map(|(from, _)| format!("!{from}")));
        let closed = |kind: &&FsfPiece| self.must_promote(kind) && self.occurs(kind.letter);
        if let Some(kind) = self.kinds.iter().find(closed).filter(|_| self.has_empty_choice()) {
            choices = format!("*{}", kind.letter);
        }
        if !choices.is_empty() {
            self.set("promoChoice", choices);
        }
        self.deferrals();
        self.promotion_limits();
    }

    /// Adds the numbers of pieces from which on nothing promotes to a type; 0 is no limit.
    fn promotion_limits(&mut self) {
        let limits = self.config.text(FsfKey::PromotionLimit).split_whitespace();
        let limits = limits.filter_map(|pair| pair.split_once(':')).filter(|&(_, n)| n != "0");
        let mut ids: Vec<String> = Vec::new();
        for (piece, n) in limits {
            let (of, forms) = (|id: &String| self.letter_of(id) == piece.chars().next(), ids.len());
            ids.extend(self.ids.iter().filter(|id| of(id)).map(|id| format!("{id}{n}")));
            ids.dedup();
            if ids.len() > forms + 1 {
                self.lose(FsfKey::PromotionLimit, "types to which several others promote");
            }
        }
        if !ids.is_empty() {
            self.set("promoLimit", ids.join(","));
        }
    }

    /// Returns the letter of the type with an ID: that of the promoted form for `+P`.
    pub(super) fn letter_of(&self, id: &str) -> Option<char> {
        let letter = id.chars().last();
        let form = self.promoted.iter().find(|&&(from, _)| id.starts_with('+') && Some(from) == letter);
        form.map_or(letter, |&(_, to)| Some(to))
    }

    /// Returns the IDs of the pieces of a type, its own and those of promoted forms, one after the other.
    pub(super) fn ids_of(&self, letter: char) -> String {
        let own = self
            .ids
            .iter()
            .enumerate()
            .filter(|&(at, id)| self.letter_of(id) == Some(letter) && !self.ids[..at].contains(id));
        own.map(|(_, id)| id.as_str()).collect()
    }

    /// Puts a type first that could not move from the last rank: in a definition the first type must promote there.
    pub(super) fn sort_promoted(&mut self) {
        let leaves = |&(from, _): &(char, char)| {
            let kind = self.kinds.iter().find(|kind| kind.letter == from);
            !kind.is_some_and(|kind| self.has_last_rank(&self.dead_ends(kind, true, Moves::Repeatable)))
        };
        let mut pairs = self.promoted.clone();
        pairs.sort_by_key(leaves);
        self.promoted = pairs;
    }

    /// Whether squares include the last rank.
    fn has_last_rank(&self, squares: &Region) -> bool {
        (0..self.files).all(|file| squares.has(file, self.ranks - 1))
    }

    /// Whether pieces of a type may not stay on the last rank, where they could never move again.
    fn is_immobile(&self, letter: char) -> bool {
        let kind = self.kinds.iter().find(|kind| kind.letter == letter);
        kind.is_some_and(|kind| self.has_last_rank(&self.immobile(kind, true)))
    }

    /// Whether pieces that promote to a form must do so where the rules do not demand it: in a definition, the first
    /// type on the last rank, and those that could never move again.
    fn is_forced(&self, at: usize, kind: &FsfPiece, white: bool) -> bool {
        let (zone, arrivals) = (self.promotion_zone(white), self.arrivals(kind, white, Moves::All));
        let (dead, immobile) = (self.dead_ends(kind, white, Moves::Repeatable), self.immobile(kind, white));
        let forced = Region::of(self.files, self.ranks, |file, rank| {
            let must = dead.has(file, rank) || at == 0 && rank == self.ranks - 1;
            must && zone.has(file, rank) && arrivals.has(file, rank) && !immobile.has(file, rank)
        });
        !forced.is_empty()
    }

    /// Whether pieces of a type may in a definition go where they could never move again.
    fn is_stranded(&self, kind: &FsfPiece, white: bool) -> bool {
        let (immobile, arrivals) = (self.immobile(kind, white), self.arrivals(kind, white, Moves::All));
        let (zone, mobility) = (self.promotion_zone(white), self.mobility(kind, white));
        let dead = self.dead_ends(kind, white, Moves::Repeatable);
        let form = self.promoted.iter().position(|&(from, _)| from == kind.letter);
        let all = self.config.on(FsfKey::MandatoryPiecePromotion);
        let (chooses, barred) = (self.pawns.contains(&kind.letter), self.is_immobile(kind.letter));
        let stranded = Region::of(self.files, self.ranks, |file, rank| {
            let is_last = rank == self.ranks - 1;
            let promotes = match form {
                Some(at) => all || dead.has(file, rank) || at == 0 && is_last,
                None => chooses && barred && is_last,
            };
            let leaves = zone.has(file, rank) && (promotes || self.must_promote(kind));
            let open = mobility.as_ref().is_none_or(|region| region.has(file, rank));
            immobile.has(file, rank) && arrivals.has(file, rank) && open && !leaves
        });
        !stranded.is_empty()
    }

    /// Notes where pieces may go without promoting in only one of the two programs.
    fn deferrals(&mut self) {
        let all = self.config.on(FsfKey::MandatoryPiecePromotion);
        let of = |letter: char| self.kinds.iter().find(|kind| kind.letter == letter);
        let forced = self.promoted.iter().enumerate().filter(|&(at, &(from, _))| {
            let is_forced = |kind| [true, false].iter().any(|&white| self.is_forced(at, kind, white));
            of(from).is_some_and(|kind| !all && !self.must_promote(kind) && is_forced(kind))
        });
        let forced: String = forced.map(|(_, pair)| pair.0).collect();
        let stranded = |kind: &&FsfPiece| {
            self.occurs(kind.letter) && [true, false].iter().any(|&white| self.is_stranded(kind, white))
        };
        let stranded: String = self.kinds.iter().filter(stranded).map(FsfPiece::label).collect();
        if !forced.is_empty() {
            self.lose(FsfKey::PromotedPieceType, &format!("{forced} must promote on the last rank"));
        }
        if !stranded.is_empty() {
            self.lose(
                FsfKey::ImmobilityIllegal,
                &format!("{stranded} may not go where it could never move again"),
            );
        }
    }
}
