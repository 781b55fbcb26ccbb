//! Castling of a section: kings, castling partners and target files.

use super::draft::{SectionDraft, file};
use super::pieces::FsfPiece;

/// Whether the king goes equally far to the left and to the right.
pub fn is_even(&(left, right, from): &(usize, usize, usize)) -> bool {
    right > from && from > left && right - from == from - left
}

impl SectionDraft<'_> {
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
