//! A section while it is converted.

use super::board::{Region, StartPosition};
use super::ini::Config;
use super::pieces::FsfPiece;
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

/// Parses a file by letter or number, from 1.
pub fn file(text: &str) -> Option<usize> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic);
    letter.map(|c| c.to_ascii_lowercase() as usize - 'a' as usize + 1).or_else(|| text.parse().ok())
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
    pub fn set_flags(&mut self, table: &[(&str, &str)]) {
        let on = table.iter().filter(|(key, _)| self.config.on(key, false));
        self.header.extend(on.map(|&(_, line)| line.to_owned()));
    }

    /// Returns the letter of the type with a key.
    pub fn letter(&self, key: &str) -> Option<char> {
        self.kinds.iter().find(|kind| kind.key == key).map(|kind| kind.letter)
    }

    /// Notes that a setting is lost.
    pub fn lose(&mut self, key: &str, what: &str) {
        let line = self.config.get(key).map_or(0, |setting| setting.line);
        self.lost.push((line, format!("{key}: {what}")));
    }

    /// Returns a region from the colour's own view: `KEYWhite`, `KEYBlack`, or `KEY` for both.
    pub fn region(&self, key: &str, white: bool) -> Option<Region> {
        let own = format!("{key}{}", if white { "White" } else { "Black" });
        let setting = self.config.get(&own).or_else(|| self.config.get(key))?;
        let region = Region::read(&setting.value, self.files, self.ranks);
        Some(if white { region } else { region.mirrored() })
    }

    /// Returns the squares where a colour may drop pieces, from White's view; old and new files use different keys.
    pub fn drop_region(&self, white: bool) -> Option<Region> {
        let white_keys = ["whiteDropRegion", "dropRegionWhite"];
        let keys = if white { white_keys } else { ["blackDropRegion", "dropRegionBlack"] };
        let setting = keys.iter().find_map(|key| self.config.get(key))?;
        Some(Region::read(&setting.value, self.files, self.ranks))
    }

    pub fn promotion_zone(&self, white: bool) -> Region {
        let default = || Region::read(&format!("*{}", self.ranks), self.files, self.ranks);
        // If Black's region is missing or has no square on this board, it is the image of White's.
        let given = self.region("promotionRegion", white).filter(|region| !region.is_empty());
        given.or_else(|| self.region("promotionRegion", true)).unwrap_or_else(default)
    }

    /// Whether a colour may castle with this type in the start position.
    pub fn castles(&self, kind: &FsfPiece, white: bool) -> bool {
        let king = self.config.text("castlingKingPiece", "k").to_ascii_uppercase();
        let own = |c: char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white;
        self.config.on("castling", true)
            && kind.letter.to_string() == king
            && self.start.castling.contains(own)
    }

    /// Returns the files where the king lands on the left and on the right, and its start file, from 1.
    pub fn castling_files(&self) -> Option<(usize, usize, usize)> {
        let king = self.config.text("castlingKingPiece", "k");
        let squares = [true, false].map(|white| self.start.squares(king, white));
        let from = squares.iter().flatten().next().map(|&(file, _)| file + 1)?;
        let left = file(self.config.text("castlingQueensideFile", "c"))?;
        let right = file(self.config.text("castlingKingsideFile", "g"))?;
        Some((left, right, from))
    }

    /// Returns the castling atoms of a colour.
    pub fn castling(&self, white: bool) -> String {
        let range = self.castling_files().filter(is_even).map_or(2, |(_, right, from)| right - from);
        match [false, true].map(|right| self.castles_with_inner(white, right)) {
            [false, false] => format!("isO{range}"),
            [true, true] => format!("isjO{range}"),
            [true, false] => format!("iljO{range}irO{range}"),
            [false, true] => format!("ilO{range}irjO{range}"),
        }
    }

    /// Whether another piece stands farther out than the castling partner.
    fn castles_with_inner(&self, white: bool, right: bool) -> bool {
        let king = self.config.text("castlingKingPiece", "k");
        let Some(&(from, rank)) = self.start.squares(king, white).first() else { return false };
        let partners = self.config.text("castlingRookPieces", "r").to_ascii_lowercase();
        let mut row: Vec<(usize, bool)> = Vec::new();
        for (file, at, id) in &self.start.pieces {
            let own = id.contains(|c: char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white);
            if own && *at == rank && *file != from && (*file > from) == right {
                row.push((file.abs_diff(from), partners.contains(&id.to_ascii_lowercase())));
            }
        }
        row.sort_unstable_by(|one, other| other.cmp(one));
        matches!(row[..], [(_, false), (_, true), ..])
    }
}
