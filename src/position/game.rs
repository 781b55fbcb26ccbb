//! A variant ready to play: rules, tables and evaluation.

use super::Position;
use super::cell::{Cell, Kind};
use super::zobrist;
use crate::board::{Color, Square};
use crate::movegen::reference::Ranges;
use crate::movegen::{self, FixedChoices};
use crate::net::{Evaluation, Net};
use crate::tables::rules::Arrival;
use crate::tables::{GameRules, RuleFlags, TableError, Tables, royals_at_start};
use crate::values::{EvalRole, Weights};
use crate::variant::{Choice, PieceType, Variant};
use std::sync::{Arc, OnceLock};

/// Contribution of a piece of one kind on one square to a position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Facts {
    pub(super) key: u64,
    /// Weights, positive for White, negative for Black.
    pub(super) middle: i16,
    pub(super) end: i16,
    pub(super) phase: i16,
    /// Index of the piece's key in [`Position::group_keys`](super::Position::group_keys).
    pub(super) group: u8,
}

impl Facts {
    fn new(weights: &Weights, kind: Kind, square: Square) -> Self {
        let sign = if kind.color() == Color::White { 1 } else { -1 };
        let (middle, end) = weights.on(kind, square);
        // 0 for pawn-like pieces, 1 and 2 for other pieces of White and Black.
        let pawn = weights.traits[kind.index()].role == EvalRole::Pawn;
        Self {
            key: zobrist::piece(kind, square.0),
            middle: sign * middle,
            end: sign * end,
            phase: weights.phase[kind.index()],
            group: if pawn { 0 } else { 1 + kind.color().index() as u8 },
        }
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
    /// `[colour]`: royals in the setup.
    pub(crate) royals_at_start: [usize; 2],
    /// Optional rules of the game.
    pub rule_flags: RuleFlags,
    /// Whether the game can end other than by loss of royals, mate or a draw.
    pub(crate) has_late_ends: bool,
    /// Whether some type counts for baring.
    pub(crate) has_baring: bool,
    /// Whether some type can castle.
    pub(crate) has_castling: bool,
    /// Whether an unmoved mark can become irrelevant while the piece stays where it is.
    pub(super) has_lapses: bool,
    /// Whether moves of other pieces can tell such a mark, because they put pieces on other squares.
    pub(crate) reads_lapses: bool,
    /// Maximum number of pieces that one move can capture.
    pub(crate) most_victims: u16,
    /// Whether plain moves that capture no royal change only their two squares.
    pub(super) local_moves: bool,
    /// Whether the number of moves of each piece depends only on the squares that it sees and on the safety of the
    /// royal.
    pub(crate) has_reply_counter: bool,
    /// Whether the drops of the setup phase can be found as sets of squares.
    pub(crate) setup_by_sets: bool,
    /// Promotions by choice that offer the same types in every position.
    pub(crate) fixed_choices: FixedChoices,
    /// Royal types.
    pub(crate) royal_types: Vec<PieceType>,
    /// `[slot of a cell * squares + square]`; the first row is for empty squares.
    facts: Box<[Facts]>,
    /// `[slot of a cell]`: whether the piece is royal.
    royal: Box<[bool]>,
    /// `[square]`: keys of unmoved marks.
    pub(super) unmoved_keys: Box<[u64]>,
    /// Ranges computed by the reference generator on first use.
    pub(crate) ranges: OnceLock<Ranges>,
}

impl Game {
    /// Maximum number of moves in the initial position of a variant: more than twenty times as many as in any of the
    /// catalogue. Two moves in a row then have at most 16 million forms, which can be counted in seconds.
    pub const MAX_MOVES: usize = 4096;

    /// Builds the tables of a variant and estimates its evaluation.
    ///
    /// # Errors
    /// A movement that the tables do not support, or that unrolls beyond their limit; more moves in the initial
    /// position than [`Self::MAX_MOVES`].
    pub fn new(variant: Variant) -> Result<Self, TableError> {
        Self::with_evaluation(variant, Evaluation::estimate)
    }
    /// Builds the tables of a variant; `evaluation` computes the evaluation from them.
    ///
    /// # Errors
    /// Those of [`Self::new`].
    pub fn with_evaluation(
        variant: Variant,
        evaluation: impl FnOnce(GameRules<'_>) -> Evaluation,
    ) -> Result<Self, TableError> {
        let tables = Tables::new(&variant)?;
        let has_baring = variant.ends.baring.contains(&true);
        let all_kinds = crate::tables::all_kinds(&variant);
        let royal_types =
            variant.types().filter(|&piece| tables.kind(Kind::new(piece, Color::White)).royal).collect();
        let burns = variant.captures.blast.enemies_only;
        let most_victims = all_kinds.map(|kind| tables.kind(kind).most_victims).max();
        let most_victims = if burns { u16::MAX } else { most_victims.unwrap_or(1) };
        let has_castling = crate::tables::all_kinds(&variant).any(|kind| tables.kind(kind).castles);
        let gates = |kind| tables.kind(kind).unmoved_use.gates;
        let has_lapses = has_castling || crate::tables::all_kinds(&variant).any(gates);
        let unloads = |kind| tables.kind(kind).unloads;
        let reads_lapses = has_lapses && crate::tables::all_kinds(&variant).any(unloads);
        let royal_kinds = crate::tables::all_kinds(&variant).map(|kind| tables.kind(kind).royal);
        let royal = std::iter::once(false).chain(royal_kinds).collect();
        let unmoved_keys = (0..tables.squares() as u16).map(zobrist::unmoved).collect();
        let rule_flags = RuleFlags::new(&variant, &tables);
        let Evaluation { weights, net } =
            evaluation(GameRules { variant: &variant, tables: &tables, rule_flags: &rule_flags });
        let mut facts = vec![Facts::default(); tables.squares()];
        for kind in crate::tables::all_kinds(&variant) {
            facts.extend(variant.board.squares().map(|square| Facts::new(&weights, kind, square)));
        }
        let mut game = Self {
            has_late_ends: has_baring || rule_flags.ends,
            royals_at_start: royals_at_start(&variant, &tables),
            rule_flags,
            variant,
            tables,
            weights,
            net,
            has_baring,
            most_victims,
            royal_types,
            has_castling,
            has_lapses,
            reads_lapses,
            local_moves: false,
            has_reply_counter: false,
            setup_by_sets: false,
            fixed_choices: FixedChoices::default(),
            facts: facts.into(),
            royal,
            unmoved_keys,
            ranges: OnceLock::new(),
        };
        game.local_moves = game.moves_are_local();
        game.has_reply_counter = game.pieces_count_alone();
        game.fixed_choices = FixedChoices::new(&game);
        game.setup_by_sets = movegen::setup_by_sets(&game);
        game.refuse_too_many_moves()?;
        Ok(game)
    }
    /// Rejects a variant with more than [`Self::MAX_MOVES`] moves in the initial position, naming the type that exceeds
    /// the limit.
    fn refuse_too_many_moves(&self) -> Result<(), TableError> {
        let Some(piece) = movegen::excess(self, &Position::start(self), Self::MAX_MOVES) else {
            return Ok(());
        };
        let piece = piece.index();
        let most = Self::MAX_MOVES;
        Err(TableError {
            piece,
            span: 0..self.variant.pieces[piece].betza.len(),
            message: format!("with this piece a side has more than {most} moves in the initial position"),
        })
    }
    /// Whether a piece whose moves reset the quiet-ply counter can return to an earlier square.
    pub(super) fn restarts_can_recur(&self) -> bool {
        crate::tables::all_kinds(&self.variant)
            .map(|kind| self.tables.kind(kind))
            .any(|info| info.restarts && !info.irreversible)
    }
    /// The rules and tables.
    pub fn rules(&self) -> GameRules<'_> {
        GameRules { variant: &self.variant, tables: &self.tables, rule_flags: &self.rule_flags }
    }
    /// Whether the piece in the cell is royal.
    #[inline(always)]
    pub(crate) fn is_royal(&self, cell: Cell) -> bool {
        self.royal[cell.slot()]
    }
    /// Contribution of a cell on a square.
    #[inline(always)]
    pub(super) fn facts(&self, cell: Cell, square: Square) -> &Facts {
        &self.facts[cell.slot() * self.tables.squares() + square.index()]
    }
    /// The types that a kind may choose when it promotes on a square; empty where it has no choice.
    pub fn choices(&self, kind: Kind, square: Square) -> &[Choice] {
        match self.tables.arrival(kind, square) {
            Arrival::Choose(set) => {
                self.variant.promotion.choices.get(usize::from(set)).map_or(&[], Vec::as_slice)
            }
            _ => &[],
        }
    }
    /// Whether promotion to `piece` on the square uses up a piece in hand.
    pub fn takes_promotion_from_hand(&self, kind: Kind, piece: PieceType, square: Square) -> bool {
        self.choices(kind, square).iter().any(|choice| choice.piece == piece && choice.from_hand)
    }
}
