//! The piece lines of a definition: moves, squares, one or several lines for each type.

use super::draft::SectionDraft;
use super::keys::FsfKey;
use super::piece_lines::{ColorTraits, FsfPieceLine, or_immobile};
use super::pieces::FsfPiece;
use super::rules;

impl SectionDraft<'_> {
    /// Returns the piece lines, promoting pieces first.
    pub(super) fn lines(&mut self) -> Vec<FsfPieceLine> {
        let of = |letter: char| self.kinds.iter().find(|kind| kind.letter == letter).cloned();
        let forms: Vec<char> = self.promoted.iter().map(|pair| pair.0).collect();
        let promoting = if forms.is_empty() { self.pawns.clone() } else { forms };
        let mut order: Vec<(String, FsfPiece)> =
            promoting.into_iter().filter_map(|letter| Some((letter.to_string(), of(letter)?))).collect();
        order.extend(self.promoted.iter().filter_map(|&(from, to)| Some((format!("+{from}"), of(to)?))));
        for kind in &self.kinds {
            let id = kind.letter.to_string();
            if !order.iter().any(|(known, _)| *known == id) && !self.is_only_promoted(kind.letter) {
                order.push((id, kind.clone()));
            }
        }
        let mut lines: Vec<_> = order.iter().flat_map(|(id, kind)| self.lines_of(id, kind)).collect();
        // Pieces that promote by rank come first; the others keep their order.
        lines.sort_by_key(|line| !(self.promoted.is_empty() && self.is_pawn(&line.id)));
        lines
    }

    /// Returns the lines of a type: one, or one for each colour, or more if they depend on the start square.
    fn lines_of(&mut self, id: &str, kind: &FsfPiece) -> Vec<FsfPieceLine> {
        let is_form = id.starts_with('+');
        let squares = [true, false].map(|white| self.start.squares(id, white));
        let hand =
            [true, false].map(|white| if is_form { 0 } else { self.start.in_hand(kind.letter, white) });
        let [traits, black] = [true, false].map(|white| self.traits(id, kind, white));
        let mut line = FsfPieceLine { name: kind.key.clone(), id: id.to_owned(), traits, squares, hand };
        if kind.key == "soldier" && !is_form && self.config.number(FsfKey::SoldierPromotionRank) > 1 {
            if line.traits != black {
                self.lose(FsfKey::SoldierPromotionRank, "different squares of White's and Black's soldiers");
            }
            return self.soldiers(line);
        }
        let regions = [true, false].map(|white| self.double_step_region(white));
        let differ = line.traits != black || self.steps_twice(id, kind) && regions[0] != regions[1];
        let absent = |at: usize| line.squares[at].is_empty() && line.hand[at] == 0;
        // Lines of promoting types correspond to those of their forms.
        let has_form = self.promoted.iter().any(|pair| pair.0 == kind.letter) && !absent(0) && !absent(1);
        if differ && (has_form || self.can_gain(id, kind)) {
            self.lost.push((0, format!("{id}: different squares or moves of White and Black")));
        }
        let lines = match (differ, absent(0), absent(1)) {
            (true, true, _) => vec![FsfPieceLine { traits: black, ..line }],
            (false, ..) | (true, _, true) => vec![line],
            (true, false, false) => {
                let mut other = FsfPieceLine { traits: black, ..line.clone() };
                (line.squares[1], line.hand[1]) = (Vec::new(), 0);
                (other.squares[0], other.hand[0]) = (Vec::new(), 0);
                vec![line, other]
            }
        };
        lines.into_iter().flat_map(|line| self.with_double_step(line, kind)).collect()
    }

    /// Whether a side can gain pieces of the type, by captures or promotion.
    fn can_gain(&self, id: &str, kind: &FsfPiece) -> bool {
        let mut choices = self.config.text(FsfKey::PromotionPieceTypes).to_ascii_uppercase();
        if !self.config.on(FsfKey::MandatoryPawnPromotion) {
            choices.extend(&self.pawns);
        }
        id.starts_with('+')
            || self.captures_to_hand() && kind.key != "king"
            || !self.pawns.is_empty() && choices.contains(kind.letter)
    }

    /// Returns the lines of soldiers that move sideways from a certain rank on.
    fn soldiers(&mut self, old: FsfPieceLine) -> Vec<FsfPieceLine> {
        if self.captures_to_hand() {
            self.lose(FsfKey::SoldierPromotionRank, "soldiers that are dropped");
        }
        let crossed = self.config.number(FsfKey::SoldierPromotionRank) as usize - 1;
        let letter = old.id.chars().next().unwrap_or('.');
        let symbol = |file: usize, rank: usize| {
            let row = old.traits.morph.get(self.ranks - 1 - rank);
            match row.and_then(|row| row.chars().nth(file)).unwrap_or('.') {
                '.' if rank >= crossed => letter,
                symbol => symbol,
            }
        };
        let (betza, morph) = (old.traits.betza.replacen("fsW", "fW", 1), self.rows(symbol));
        let traits = ColorTraits { betza, morph, ..old.traits.clone() };
        let young = FsfPieceLine { name: "soldier".into(), traits, ..old.clone() };
        let name = "crossed soldier".into();
        vec![young, FsfPieceLine { name, squares: [vec![], vec![]], hand: [0, 0], ..old }]
    }

    fn traits(&self, id: &str, kind: &FsfPiece, white: bool) -> ColorTraits {
        let mut betza = kind.betza.clone();
        let castling = if self.castles(kind, white) { self.castling(white) } else { String::new() };
        betza += &castling;
        betza += &self.gating(id, kind, &castling, white);
        if kind.key == "king" && self.config.on(FsfKey::FlyingGeneral) {
            betza += "kR'";
        }
        betza += &self.drop_atom(id, kind, white);
        // In a game with gating, the atom of a piece without moves would permit drops.
        let drop_zone = if betza.is_empty() && self.has_gating() {
            self.rows(|_, _| '!')
        } else {
            self.drop_zone(id, kind, white)
        };
        let betza = or_immobile(betza, self.ranks);
        ColorTraits { betza, morph: self.morph(id, kind, white), zone_moves: String::new(), drop_zone }
    }

    /// Draws the board from White's view, the highest rank first; trailing ranks of dots are omitted.
    pub(super) fn rows(&self, symbol: impl Fn(usize, usize) -> char) -> Vec<String> {
        let row = |rank: usize| (0..self.files).map(|file| symbol(file, rank)).collect::<String>();
        let mut rows: Vec<String> = (0..self.ranks).rev().map(row).collect();
        let plain = |row: &String| row.chars().all(|c| c == '.');
        while rows.last().is_some_and(plain) {
            rows.pop();
        }
        rows
    }

    fn morph(&self, id: &str, kind: &FsfPiece, white: bool) -> Vec<String> {
        let mobility = self.mobility(kind, white);
        let flag = rules::flag(self, kind.letter, white);
        let zone = self.promotion_zone(white);
        let by_square = self.pawns.contains(&kind.letter)
            && !id.starts_with('+')
            && (self.promotes_by_square() || !self.promoted.is_empty());
        let demoted = Some(id).filter(|id| id.starts_with('+') && self.config.on(FsfKey::PieceDemotion));
        let otherwise = demoted.and_then(|id| id.chars().last()).unwrap_or('.');
        let dead_end = self.must_promote(kind) && !id.starts_with('+') && !self.promotes(kind.letter);
        self.rows(|file, rank| {
            if mobility.as_ref().is_some_and(|region| !region.has(file, rank))
                || dead_end && !self.has_empty_choice() && zone.has(file, rank)
            {
                '!'
            } else if flag.as_ref().is_some_and(|region| region.has(file, rank)) {
                '+'
            } else if (by_square || dead_end) && zone.has(file, rank) {
                '*'
            } else {
                otherwise
            }
        })
    }

    /// Whether a type only occurs as the promoted form of others.
    fn is_only_promoted(&self, letter: char) -> bool {
        self.is_form(letter) && !self.starts(letter) && !self.is_choice(letter)
    }

    /// Whether pieces with this ID promote by choice.
    pub(super) fn is_pawn(&self, id: &str) -> bool {
        self.pawns.iter().any(|pawn| id == pawn.to_string())
    }
}
