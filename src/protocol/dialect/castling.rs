//! Castling: XBoard's own, by the rights in the FEN, or described with the atom `O`.
//!
//! SPEC: `xboard.md` 2.4, 2.6 and 3.5.

use super::array;
use super::betza::Castling;
use super::plan::Plan;
use super::slots;
use crate::board::Color;
use crate::notation::legs::{Initial, Kind, Side};
use crate::variant::PieceType;

impl Plan<'_> {
    /// Does the parent castle from shuffled arrays, as the variant does?
    pub(super) fn castles_from_anywhere(&self) -> bool {
        let parent = self.variant.parent.as_deref();
        parent.is_some_and(|name| super::CASTLE_BY_ZEROS.contains(&name))
            && self.variant.castle_files.is_some()
    }

    /// XBoard's own castling when the variant's is the same for both sides, else the `O` atom.
    pub(super) fn choose_castling(&self) -> Castling {
        let Some(kings) = self.kings else { return Castling::Described(None) };
        let built_in = |(king, color)| self.castles_as_in_chess(king, color);
        let one_kind = self.partners(kings).windows(2).all(|pair| pair[0] == pair[1]);
        if self.castles_from_anywhere() || one_kind && kings.into_iter().zip(Color::BOTH).all(built_in) {
            Castling::BuiltIn
        } else {
            Castling::Described(None)
        }
    }

    /// What stands in the corners beside kings that castle.
    fn partners(&self, kings: [PieceType; 2]) -> Vec<PieceType> {
        let board = &self.variant.board;
        let (last, top) = (i32::from(board.files()) - 1, i32::from(board.ranks()) - 1);
        let castling =
            kings.into_iter().zip([0, top]).filter(|&(king, _)| self.castles(king).next().is_some());
        let corners = castling.flat_map(|(_, rank)| [board.at(0, rank), board.at(last, rank)]);
        corners.flatten().filter_map(|square| self.at(square)).map(|(_, piece)| piece).collect()
    }

    /// Is the type a partner in XBoard's own castling?
    pub(super) fn is_partner(&self, piece: PieceType) -> bool {
        self.castles_by_rights() && self.kings.is_some_and(|kings| self.partners(kings).contains(&piece))
    }

    /// Does XBoard castle by the rights in the FEN?
    pub(super) fn castles_by_rights(&self) -> bool {
        let castles = |king: PieceType| self.castles(king).next().is_some();
        self.castling == Castling::BuiltIn && self.kings.is_some_and(|kings| kings.into_iter().any(castles))
    }

    fn castles_as_in_chess(&self, king: PieceType, color: Color) -> bool {
        let board = &self.variant.board;
        let distances = self.distances(king);
        let travel = (board.files() + 2) / 4;
        let plain = self.castles(king).all(|castle| {
            let distance = match (distances, castle.side) {
                (None, _) => castle.distance,
                (Some(d), Side::Left) => d.0,
                (Some(d), Side::Right) => d.1,
            };
            !castle.fast && castle.inner == 0 && distance == travel
        });
        let others = self.variant.pieces[king.index()].movements.iter();
        let only_initial =
            others.filter(|m| m.initial != Initial::Any).all(|m| matches!(m.kind, Kind::Castle(_)));
        let no_holes = !board.squares().any(|s| board.is_hole(s));
        let never = self.castles(king).next().is_none();
        plain && only_initial && no_holes && (never || self.corner_partners(king, color))
    }

    /// Squares that the king travels to its left and right when its final files are given.
    pub(super) fn distances(&self, king: PieceType) -> Option<(u16, u16)> {
        let (left, right) = self.variant.castle_files?;
        let &(square, color, _) = self.variant.setup.iter().find(|e| e.2 == king)?;
        let file = self.variant.board.file(square);
        let (low, high) = (file.saturating_sub(left), right.saturating_sub(file));
        Some(if color == Color::White { (low, high) } else { (high, low) })
    }

    /// Are the castling partners Rooks in the corners of the back rank?
    fn corner_partners(&self, king: PieceType, color: Color) -> bool {
        let board = &self.variant.board;
        let rook = |square| match self.at(square) {
            Some((_, piece)) => self.variant.pieces[piece.index()].betza == "R",
            None => true,
        };
        let home = if color == Color::White { 0 } else { board.ranks() - 1 };
        let king_home =
            self.variant.setup.iter().any(|e| (e.2, e.1) == (king, color) && board.rank(e.0) == home);
        let corners = [0, i32::from(board.files()) - 1];
        king_home && corners.iter().all(|&file| board.at(file, i32::from(home)).is_some_and(rook))
    }

    pub(super) fn castling_field(&self, hands: bool) -> String {
        let Some(kings) = self.kings else { return "-".into() };
        let initial =
            |p: PieceType| self.variant.pieces[p.index()].movements.iter().any(|m| m.initial != Initial::Any);
        if kings.iter().all(|&king| self.castles(king).next().is_none()) {
            let virgin = kings.iter().any(|&king| initial(king) || !self.cure(king).is_empty());
            let has = |p| initial(p) || kings.contains(&p);
            return if virgin { array::virgins(self.variant, has, hands) } else { "-".into() };
        }
        if self.castling != Castling::BuiltIn {
            return "-".into();
        }
        let board = &self.variant.board;
        if self.castles_from_anywhere() {
            let rules = crate::position::castling::setup_rules(self.variant);
            return array::partners(board, rules.iter().map(|rule| (rule.king.color(), rule.partner)));
        }
        let last = i32::from(board.files()) - 1;
        let side = |color: Color, s: Side| self.castles(kings[color.index()]).any(|c| c.side == s);
        let right = |color: Color| {
            let rank = if color == Color::White { 0 } else { i32::from(board.ranks()) - 1 };
            let rook = |file| {
                let corner = board.at(file, rank).and_then(|s| self.at(s));
                corner.is_some_and(|(own, piece)| {
                    own == color && self.slots[piece.index()] == Some(slots::ROOK)
                })
            };
            // Black's left is the right-hand side of the board.
            let (left, right) =
                if color == Color::White { (Side::Left, Side::Right) } else { (Side::Right, Side::Left) };
            (side(color, left) && rook(0), side(color, right) && rook(last))
        };
        array::castling([right(Color::White), right(Color::Black)])
    }
}
