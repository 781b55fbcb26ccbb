//! A section while it is converted.

use super::board::{Region, StartPosition};
use super::ini::Config;
use super::keys::{ColorKeys, DOUBLE_STEP_REGION, FsfKey, PROMOTION_REGION};
use super::pieces::FsfPiece;
use super::values::file;
use std::collections::BTreeSet;
use std::fmt::Display;

/// A lost setting: line of the file (0: a built-in game) and description.
pub type Loss = (usize, String);

/// A section during conversion.
pub struct SectionDraft<'a> {
    pub config: &'a Config,
    pub files: usize,
    pub ranks: usize,
    pub start: StartPosition,
    pub kinds: Vec<FsfPiece>,
    /// Letters of the pieces that promote by choice.
    pub pawns: Vec<char>,
    /// Letters of promoting pieces and of their promoted forms.
    pub promoted: Vec<(char, char)>,
    /// IDs of the piece lines.
    pub ids: Vec<String>,
    /// Parameters of the definition.
    pub header: Vec<String>,
    pub lost: Vec<Loss>,
}

/// Whether the king goes equally far to the left and to the right.
pub fn is_even(&(left, right, from): &(usize, usize, usize)) -> bool {
    right > from && from > left && right - from == from - left
}

impl SectionDraft<'_> {
    /// Adds a parameter to the definition.
    pub fn set(&mut self, key: &str, value: impl Display) {
        self.header.push(format!("{key}={value}"));
    }

    /// Adds the parameters that stand for switches which are on: key, parameter.
    pub fn set_flags(&mut self, table: &[(FsfKey, &str)]) {
        let on = table.iter().filter(|(key, _)| self.config.on(*key));
        self.header.extend(on.map(|&(_, line)| line.to_owned()));
    }

    /// Returns the letter of the type with a key.
    pub fn letter(&self, key: &str) -> Option<char> {
        self.kinds.iter().find(|kind| kind.key == key).map(|kind| kind.letter)
    }

    /// Notes that a setting is lost.
    pub fn lose(&mut self, key: impl AsRef<str>, what: &str) {
        let key = key.as_ref();
        let line = self.config.get(key).map_or(0, |setting| setting.line);
        self.lost.push((line, format!("{key}: {what}")));
    }

    /// Reads squares given from White's view, as the colour sees them.
    fn own_view(&self, squares: &str, white: bool) -> Region {
        let region = Region::read(squares, self.files, self.ranks);
        if white { region } else { region.mirrored() }
    }

    /// Returns a region from the colour's own view.
    pub fn region(&self, keys: &ColorKeys, white: bool) -> Option<Region> {
        self.config.get_for(keys, white).map(|setting| self.own_view(&setting.value, white))
    }

    /// Returns the squares where a colour may drop pieces, from White's view.
    pub fn drop_region(&self, white: bool) -> Option<Region> {
        let key = if white { FsfKey::DropRegionWhite } else { FsfKey::DropRegionBlack };
        let setting = self.config.get(key)?;
        Some(Region::read(&setting.value, self.files, self.ranks))
    }

    /// Returns the squares to which the pieces of a type are restricted, if they are, from the colour's own view.
    pub fn mobility(&self, kind: &FsfPiece, white: bool) -> Option<Region> {
        let key = format!("mobilityRegion{}{}", if white { "White" } else { "Black" }, kind.capital_key());
        self.config.get(key).map(|setting| self.own_view(&setting.value, white))
    }

    /// Returns the promotion zone from the colour's own view. The default rank does not depend on the board's size.
    pub fn promotion_zone(&self, white: bool) -> Region {
        self.own_region(&PROMOTION_REGION, white)
    }

    /// Returns the squares from which pawns may step twice, from the colour's own view.
    pub fn double_step_region(&self, white: bool) -> Region {
        self.own_region(&DOUBLE_STEP_REGION, white)
    }

    /// Returns a region from the colour's own view, by default that of the colour's key.
    fn own_region(&self, keys: &ColorKeys, white: bool) -> Region {
        let default = || self.own_view(keys.each[usize::from(!white)].default_value(), white);
        self.region(keys, white).unwrap_or_else(default)
    }

    /// Whether captured pieces go to the hand of the captor.
    pub fn captures_to_hand(&self) -> bool {
        self.config.on(FsfKey::PieceDrops) && self.config.on(FsfKey::CapturesToHand)
    }

    /// Whether pawns may choose a type.
    pub fn is_choice(&self, letter: char) -> bool {
        let choices = self.config.text(FsfKey::PromotionPieceTypes).to_ascii_uppercase();
        !self.pawns.is_empty() && choices.contains(letter)
    }

    /// Whether other types promote to a type.
    pub fn is_form(&self, letter: char) -> bool {
        self.promoted.iter().any(|&(_, to)| to == letter)
    }

    /// Number of pieces of a type that a side starts with, on the board and in hand.
    fn at_start(&self, letter: char, white: bool) -> usize {
        self.start.squares(&letter.to_string(), white).len() + self.start.in_hand(letter, white)
    }

    /// Number of pieces of a type that a side starts with, promoted ones included.
    pub fn count_at_start(&self, letter: char, white: bool) -> usize {
        let forms = self.promoted.iter().filter(|&&(_, to)| to == letter);
        let forms = forms.map(|(from, _)| self.start.squares(&format!("+{from}"), white).len());
        self.at_start(letter, white) + forms.sum::<usize>()
    }

    /// The types whose pieces may become one of a type: itself and those that promote to it.
    fn sources(&self, letter: char) -> impl Iterator<Item = char> {
        let promoting = self.promoted.iter().filter(move |&&(_, to)| to == letter).map(|&(from, _)| from);
        std::iter::once(letter).chain(promoting)
    }

    /// Whether a side may ever have a piece of a type.
    pub fn may_have(&self, letter: char, white: bool) -> bool {
        let starts = || self.sources(letter).any(|source| self.at_start(source, white) > 0);
        self.captures_to_hand() || self.is_choice(letter) || starts()
    }

    /// Whether a side may have more than one piece of a type of which the last one is never captured.
    pub fn may_have_several(&self, letter: char) -> bool {
        let grows = self.sources(letter).any(|source| source != letter && self.is_form(source));
        let most = |white| self.sources(letter).map(|source| self.at_start(source, white)).sum::<usize>();
        grows || most(true).max(most(false)) > 1 || self.sources(letter).any(|source| self.is_choice(source))
    }

    /// Returns the largest number of pieces of a type that a side can ever have if none of them is captured.
    pub fn most(&self, letter: char, white: bool) -> usize {
        let mut types = BTreeSet::from([letter]);
        loop {
            let sources: Vec<char> = types.iter().flat_map(|&letter| self.sources(letter)).collect();
            let chosen = sources.iter().any(|&letter| self.is_choice(letter));
            let known = types.len();
            types.extend(sources);
            types.extend(self.pawns.iter().filter(|_| chosen));
            if types.len() == known {
                break;
            }
        }
        // Captured pieces that promote change sides.
        let gains = |other: char| other != letter && self.captures_to_hand();
        let count = |&other: &char| {
            let taken = if gains(other) { self.count_at_start(other, !white) } else { 0 };
            self.count_at_start(other, white) + taken
        };
        types.iter().map(count).sum()
    }

    /// Returns the letter of the type that castles, by default the king.
    pub fn castling_king(&self) -> Option<char> {
        let given =
            self.config.get(FsfKey::CastlingKingPiece).map(|setting| setting.value.to_ascii_uppercase());
        given.map_or_else(|| self.letter("king"), |letters| letters.chars().rfind(char::is_ascii_alphabetic))
    }

    /// Whether a colour may castle with this type in the start position.
    pub fn castles(&self, kind: &FsfPiece, white: bool) -> bool {
        let rank = self.config.number(FsfKey::CastlingRank) as usize;
        let own_rank = |rank: usize| if white { rank + 1 } else { self.ranks - rank };
        self.config.on(FsfKey::Castling)
            && self.castling_king() == Some(kind.letter)
            && self.start.squares(&kind.letter.to_string(), white).iter().any(|at| own_rank(at.1) == rank)
    }

    /// Returns the files where the king lands on the left and on the right, and its start file, from 1.
    pub fn castling_files(&self) -> Option<(usize, usize, usize)> {
        let king = self.castling_king()?.to_string();
        let squares = [true, false].map(|white| self.start.squares(&king, white));
        let from = squares.iter().flatten().next().map(|&(file, _)| file + 1)?;
        let left = file(self.config.text(FsfKey::CastlingQueensideFile))?;
        let right = file(self.config.text(FsfKey::CastlingKingsideFile))?;
        Some((left, right, from))
    }

    /// Returns the castling atoms of a colour.
    pub fn castling(&self, white: bool) -> String {
        let range = self.castling_files().filter(is_even).map_or(2, |(_, right, from)| right - from);
        let inner = [false, true].map(|right| self.castling_partner(white, right));
        // Castling ignores the regions of king and partner.
        let quote = if self.restricts_castling(white) { "'" } else { "" };
        let atom = |side: &str, inner: usize| format!("i{side}{}O{range}{quote}", "j".repeat(inner));
        match inner {
            [Some(left), Some(right)] if left == right => atom("s", left),
            [left, right] => {
                // Sides are seen by the owner.
                let sides = if white { ["l", "r"] } else { ["r", "l"] };
                let atoms =
                    [left.map(|inner| atom(sides[0], inner)), right.map(|inner| atom(sides[1], inner))];
                atoms.into_iter().flatten().collect()
            }
        }
    }

    /// Returns the letters of the types that a king castles with.
    fn castling_rooks(&self) -> Option<String> {
        let given =
            self.config.get(FsfKey::CastlingRookPieces).map(|setting| setting.value.to_ascii_uppercase());
        given.or_else(|| self.letter("rook").map(String::from))
    }

    /// Whether pieces with this ID take part in castling.
    pub fn is_in_castling(&self, id: &str) -> bool {
        let is = |letter: char| id.chars().eq([letter]);
        self.castling_king().is_some_and(is) || self.castling_rooks().unwrap_or_default().chars().any(is)
    }

    /// Whether a colour's castling pieces are restricted to a region.
    fn restricts_castling(&self, white: bool) -> bool {
        let castles = |kind: &FsfPiece| self.is_in_castling(&kind.letter.to_string());
        self.kinds.iter().any(|kind| castles(kind) && self.mobility(kind, white).is_some())
    }

    /// Returns the number of pieces farther out than the castling partner; `None` if the start position has no right to
    /// castle to that side.
    fn castling_partner(&self, white: bool, right: bool) -> Option<usize> {
        self.beside_king(white, right)?.1.iter().position(|&(_, is_partner)| is_partner)
    }

    /// Whether the castling partner to a side is the same if it is looked for from a file (from 1) inward.
    pub fn has_partner_from(&self, start: usize, white: bool, right: bool) -> bool {
        let Some((king, row)) = self.beside_king(white, right) else { return true };
        let most = if right { start.checked_sub(king + 1) } else { (king + 1).checked_sub(start) };
        let partner =
            |most: usize| row.iter().find(|&&(distance, is_partner)| is_partner && distance <= most);
        most.is_some_and(|most| partner(most) == partner(self.files))
    }

    /// Returns the file of the king (from 0) and the pieces beside it to a side, the outermost first: distance from the
    /// king, whether it castles with them. `None` if the start position has no right to castle to that side.
    fn beside_king(&self, white: bool, right: bool) -> Option<(usize, Vec<(usize, bool)>)> {
        let is_own = |c: char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white;
        let mut rights = self.start.castling.chars().filter(|&c| is_own(c)).map(|c| c.to_ascii_uppercase());
        let letter = if right { 'K' } else { 'Q' };
        // Other letters are the files of partners, or of pieces that may gate.
        if !rights.any(|c| c == letter || !"KQ".contains(c) && !self.has_gating()) {
            return None;
        }
        let king = self.castling_king()?.to_string();
        let &(from, rank) = self.start.squares(&king, white).first()?;
        let partners = self.castling_rooks()?;
        let mut row: Vec<(usize, bool)> = Vec::new();
        for (file, at, id) in &self.start.pieces {
            if *at == rank && *file != from && (*file > from) == right {
                let own = id.contains(is_own);
                row.push((file.abs_diff(from), own && partners.contains(&id.to_ascii_uppercase())));
            }
        }
        row.sort_unstable_by(|one, other| other.cmp(one));
        Some((from, row))
    }
}
