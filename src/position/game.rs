//! A variant ready to play: rules, tables, evaluation, and shortcuts found at loading.

use crate::board::{Color, Kind, Square};
use crate::net::Net;
use crate::position::groups::PAWN_GROUP;
use crate::position::promotion_choices::FixedChoices;
use crate::position::{Cell, zobrist};
use crate::rules::{GameRules, RuleSet};
use crate::tables::Tables;
use crate::tables::capture_rules::EffectTables;
use crate::tables::rules::Arrival;
use crate::values::{EvalRole, Weights};
use crate::variant::{Choice, PieceType, Variant, all_kinds};
use std::sync::Arc;

/// Contribution of a piece of one kind on one square to the key, the sums of the weights and the phase of a position.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PieceSquare {
    pub(crate) key: u64,
    /// Middle game weight, positive for White, negative for Black (cp).
    pub(crate) mg: i16,
    /// Endgame weight, likewise (cp).
    pub(crate) eg: i16,
    /// Share of the phase.
    pub(crate) phase: i16,
    /// Index of the piece's key in [`Position::group_keys`](super::Position::group_keys).
    pub(crate) group: u8,
}

impl PieceSquare {
    fn new(weights: &Weights, kind: Kind, square: Square) -> Self {
        let sign = if kind.color() == Color::White { 1 } else { -1 };
        let (mg, eg) = weights.on(kind, square);
        // After the pawn-like pieces come the other pieces of White and Black.
        let pawn = weights.traits[kind.index()].role == EvalRole::Pawn;
        let group = if pawn { PAWN_GROUP } else { 1 + kind.color().index() };
        Self {
            key: zobrist::piece(kind, square.0),
            mg: sign * mg,
            eg: sign * eg,
            phase: weights.phase[kind.index()],
            group: group as u8,
        }
    }
    /// Contributions of all kinds on all squares, those of empty squares first.
    pub(crate) fn of_all(variant: &Variant, weights: &Weights) -> Box<[Self]> {
        let of = |kind| variant.board.squares().map(move |square| Self::new(weights, kind, square));
        let empty = std::iter::repeat_n(Self::default(), variant.board.len());
        empty.chain(all_kinds(variant).flat_map(of)).collect()
    }
}

/// A variant with its tables.
#[derive(Debug)]
pub struct Game {
    /// The rules.
    pub variant: Variant,
    /// Trajectory trees and reverse tables.
    pub tables: Tables,
    /// Weights for the running sums of a position.
    pub weights: Weights,
    /// The net that replaces the terms or is added to them, if one was learned.
    pub net: Option<Arc<Net>>,
    /// Optional rules.
    pub rules: RuleSet,
    /// Promotions by choice that offer the same types in every position.
    pub(crate) fixed_choices: FixedChoices,
    /// Royal types.
    pub(crate) royal_types: Vec<PieceType>,
    /// Piece-square table: `[slot of a cell * squares + square]`; the first row is for empty squares.
    pub(crate) piece_squares: Box<[PieceSquare]>,
    /// `[slot of a cell]`: whether the piece is royal.
    pub(crate) royal: Box<[bool]>,
    /// `[square]`: keys of unmoved marks.
    pub(crate) unmoved_keys: Box<[u64]>,
}

impl Game {
    /// Maximum number of moves in the initial position of a variant: more than twenty times as many as in any of the
    /// catalogue. Two moves in a row then have at most 16 million forms, which can be counted in seconds.
    pub const MAX_MOVES: usize = 4096;

    /// What values and nets are computed from.
    pub fn game_rules(&self) -> GameRules<'_> {
        GameRules { variant: &self.variant, tables: &self.tables, rules: &self.rules }
    }
    /// Whether the contents of squares that paths of the kind pass matter, not only whether they are occupied.
    #[inline(always)]
    pub(crate) fn minds_paths(&self, kind: Kind) -> bool {
        self.rules.captures.paths || self.tables.is_wary(kind)
    }
    /// The effects of captures, in games where what explodes counts as captured.
    #[inline]
    pub(crate) fn burn_effects(&self) -> Option<&EffectTables> {
        self.tables.effect_tables().filter(|_| self.rules.captures.burn)
    }
    /// Whether the piece in the cell is royal.
    #[inline(always)]
    pub(crate) fn is_royal(&self, cell: Cell) -> bool {
        self.royal[cell.slot()]
    }
    /// Contribution of a cell on a square.
    #[inline(always)]
    pub(crate) fn piece_square(&self, cell: Cell, square: Square) -> &PieceSquare {
        &self.piece_squares[cell.slot() * self.tables.squares() + square.index()]
    }
    /// The types that a kind may choose when it promotes on a square; empty where it has no choice.
    pub fn choices(&self, kind: Kind, square: Square) -> &[Choice] {
        match self.tables.arrival(kind, square) {
            Arrival::Choose(set) => self.variant.promotion.choices_of(set),
            _ => &[],
        }
    }
    /// Whether promotion to `piece` on the square uses up a piece in hand.
    pub fn takes_promotion_from_hand(&self, kind: Kind, piece: PieceType, square: Square) -> bool {
        self.choices(kind, square).iter().any(|choice| choice.piece == piece && choice.from_hand)
    }
}
