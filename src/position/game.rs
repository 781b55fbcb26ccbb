//! A variant made ready to play: rules, tables and the weights of evaluation.

use super::cell::{Cell, Kind};
use super::rule_flags::RuleFlags;
use super::zobrist;
use crate::board::{Color, Square};
use crate::movegen::reference::Ranges;
use crate::tables::rules::Arrival;
use crate::tables::{TableError, Tables};
use crate::variant::{Choice, PieceType, Variant};
use std::sync::OnceLock;

/// What a piece of each kind is worth on each square, centipawns, from its owner's view: middle game and
/// endgame. `Position` keeps the sums; where the numbers come from is `eval`'s business.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// `[kind * squares + square]`: (middle game, endgame).
    pub square: Vec<(i16, i16)>,
    /// `[kind]`: value in hand.
    pub hand: Vec<(i16, i16)>,
    /// `[kind]`: contribution to the game phase (0: none).
    pub phase: Vec<i16>,
    /// `[kind]`: the same of a piece in hand.
    pub hand_phase: Vec<i16>,
    /// `[kind]`: coefficients of the terms that are not sums over squares.
    pub traits: Vec<KindTraits>,
    /// `[kind * squares + square]`: bonus for a passed pawn-like piece, middle game and endgame.
    pub passed: Vec<(i16, i16)>,
    /// `[square]`: bit set of the squares at most one step away, itself included.
    pub rings: Vec<u64>,
    /// `[colour * squares + square]`: bit set of the squares ahead, on the same file and those beside it.
    pub spans: Vec<u64>,
    /// `[colour * squares + square]`: bit set of the squares ahead on the same file.
    pub files_ahead: Vec<u64>,
    /// `[square]`: bit set of the squares of the files beside it.
    pub files_beside: Vec<u64>,
    /// `[kind]`: value in the endgame, the mean over the squares.
    pub typical: Vec<i16>,
    /// Is mating a lone royal the way to win?
    pub by_mate: bool,
    /// `[kind]`: can it mate a lone royal? Found when first asked for.
    pub mates: Vec<OnceLock<Option<bool>>>,
    /// Number of squares of the board.
    pub squares: usize,
}

/// What evaluation does with a kind besides adding its weights up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KindTraits {
    /// Its part in the evaluation.
    pub role: EvalRole,
    /// Bonus for having more than one, if each is bound to part of the board (cp).
    pub pair: i16,
    /// Mean number of moves, sixteenths.
    pub mean_moves: i16,
    /// Value of a move more than the mean, sixteenths of a centipawn: middle game, endgame.
    pub per_move: (i16, i16),
    /// Weight of an attack on a square beside the enemy royal.
    pub attack: i16,
    /// Its class by its worth, lightest 0.
    pub class: u8,
    /// Can it leave its file by capture?
    pub captures_off_file: bool,
}

/// The part that a kind plays in evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum EvalRole {
    /// Counts by its weights alone.
    #[default]
    Plain,
    /// Moves forward only and promotes.
    Pawn,
    /// Its mobility and its attacks count.
    Piece,
    /// A royal that is never exchanged.
    Royal,
}

impl Weights {
    /// Value of a kind on a square.
    #[inline]
    pub fn on(&self, kind: Kind, square: Square) -> (i16, i16) {
        self.square[kind.index() * self.squares + square.index()]
    }
}

/// Everything that a piece of one kind on one square contributes to a position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Facts {
    pub(super) key: u64,
    /// Weights, White's counted positive, Black's negative.
    pub(super) middle: i16,
    pub(super) end: i16,
    pub(super) phase: i16,
    /// Which of [`Position::group_keys`](super::Position::group_keys) the piece belongs to.
    pub(super) group: u8,
}

/// A variant with its tables.
#[derive(Debug)]
pub struct Game {
    /// The rules.
    pub variant: Variant,
    /// Trajectory trees and reverse tables.
    pub tables: Tables,
    /// Weights for the running sums of a position; zeros unless set.
    pub weights: Weights,
    /// `[colour]`: royals of the set-up.
    pub(crate) royals_at_start: [usize; 2],
    /// Which rules beyond those of royals the game has.
    pub rule_flags: RuleFlags,
    /// Can the game end otherwise than by lost royals, mate and draws?
    pub(crate) has_late_ends: bool,
    /// Does some type count for baring?
    pub(crate) has_baring: bool,
    /// Can some type castle?
    pub(crate) has_castling: bool,
    /// Can it cease to matter that a piece has not moved, though it still stands there?
    pub(super) has_lapses: bool,
    /// Pieces that one move can capture, at most.
    pub(crate) most_victims: u16,
    /// Do plain moves that take no royal change their two squares only?
    pub(super) local_moves: bool,
    /// Does the number of moves of each piece depend on the squares that it sees and on the safety of the royal alone?
    pub(crate) has_reply_counter: bool,
    /// Types that are royal.
    pub(crate) royal_types: Vec<PieceType>,
    /// `[slot of a cell * squares + square]`; the first row is of empty squares.
    facts: Box<[Facts]>,
    /// `[slot of a cell]`: is the piece royal?
    royal: Box<[bool]>,
    /// `[square]`: keys of virginity.
    pub(super) unmoved_keys: Box<[u64]>,
    /// What the reference generator has worked out; nothing unless it is asked.
    pub(crate) ranges: OnceLock<Ranges>,
}

impl Game {
    /// Builds the tables of a variant; all weights are zero.
    ///
    /// # Errors
    /// A movement that the tables cannot hold yet, or that unrolls beyond their limit.
    pub fn new(variant: Variant) -> Result<Self, TableError> {
        let tables = Tables::new(&variant)?;
        let kinds = variant.pieces.len() * 2;
        let squares = variant.board.len();
        let weights = Weights {
            square: vec![(0, 0); kinds * squares],
            hand: vec![(0, 0); kinds],
            phase: vec![0; kinds],
            hand_phase: vec![0; kinds],
            squares,
            ..Weights::default()
        };
        let royals_of = |color| {
            let own = variant.setup.iter().filter(|&&(_, owner, _)| owner == color);
            own.filter(|&&(_, _, piece)| tables.kind(Kind::new(piece, color)).royal).count()
        };
        let royals_at_start = Color::BOTH.map(royals_of);
        let has_baring = variant.ends.baring.contains(&true);
        let all_kinds = crate::tables::all_kinds(&variant);
        let royal_types = (0..variant.pieces.len() as u16).map(PieceType);
        let royal_types =
            royal_types.filter(|&piece| tables.kind(Kind::new(piece, Color::White)).royal).collect();
        let burns = variant.captures.blast.enemies_only;
        let most_victims = all_kinds.map(|kind| tables.kind(kind).most_victims).max();
        let most_victims = if burns { u16::MAX } else { most_victims.unwrap_or(1) };
        let has_castling = crate::tables::all_kinds(&variant).any(|kind| tables.kind(kind).castles);
        let gates = |kind| tables.kind(kind).unmoved_use.gates;
        let has_lapses = has_castling || crate::tables::all_kinds(&variant).any(gates);
        let royal_kinds = crate::tables::all_kinds(&variant).map(|kind| tables.kind(kind).royal);
        let royal = std::iter::once(false).chain(royal_kinds).collect();
        let unmoved_keys = (0..squares as u16).map(zobrist::unmoved).collect();
        let rule_flags = RuleFlags::new(&variant, &tables);
        let mut game = Self {
            has_late_ends: has_baring || rule_flags.ends,
            rule_flags,
            variant,
            tables,
            weights,
            royals_at_start,
            has_baring,
            most_victims,
            royal_types,
            has_castling,
            has_lapses,
            local_moves: false,
            has_reply_counter: false,
            facts: Box::default(),
            royal,
            unmoved_keys,
            ranges: OnceLock::new(),
        };
        game.local_moves = game.moves_are_local();
        game.has_reply_counter = game.pieces_count_alone();
        Ok(game.with_facts())
    }
    /// Can a piece whose moves begin the move count anew come back to where it was?
    pub(super) fn restarts_can_recur(&self) -> bool {
        crate::tables::all_kinds(&self.variant)
            .map(|kind| self.tables.kind(kind))
            .any(|info| info.restarts && !info.irreversible)
    }
    /// The same game with other weights.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self.with_facts()
    }
    fn with_facts(mut self) -> Self {
        let squares = self.tables.squares();
        let mut facts = vec![Facts::default(); squares];
        for kind in crate::tables::all_kinds(&self.variant) {
            let sign = if kind.color() == Color::White { 1 } else { -1 };
            facts.extend((0..squares as u16).map(|square| {
                let (middle, end) = self.weights.on(kind, Square(square));
                Facts {
                    key: zobrist::piece(kind, square),
                    middle: sign * middle,
                    end: sign * end,
                    phase: self.weights.phase[kind.index()],
                    group: self.group(kind),
                }
            }));
        }
        self.facts = facts.into();
        self
    }
    /// Pawn-like pieces form group 0, the others of White and Black groups 1 and 2.
    fn group(&self, kind: Kind) -> u8 {
        let pawn = self.weights.traits.get(kind.index()).is_some_and(|traits| traits.role == EvalRole::Pawn);
        if pawn { 0 } else { 1 + kind.color().index() as u8 }
    }
    /// Is the piece in the cell royal?
    #[inline(always)]
    pub(crate) fn is_royal(&self, cell: Cell) -> bool {
        self.royal[cell.slot()]
    }
    /// What a cell on a square contributes.
    #[inline(always)]
    pub(super) fn facts(&self, cell: Cell, square: Square) -> &Facts {
        &self.facts[cell.slot() * self.tables.squares() + square.index()]
    }
    /// The choices that a kind has when it promotes on a square by choice; empty where it does not.
    pub fn choices(&self, kind: Kind, square: Square) -> &[Choice] {
        match self.tables.arrival(kind, square) {
            Arrival::Choose(set) => {
                self.variant.promotion.choices.get(usize::from(set)).map_or(&[], Vec::as_slice)
            }
            _ => &[],
        }
    }
    /// Does promotion to `piece` on the square use up a piece in hand?
    pub fn takes_promotion_from_hand(&self, kind: Kind, piece: PieceType, square: Square) -> bool {
        self.choices(kind, square).iter().any(|choice| choice.piece == piece && choice.from_hand)
    }
}
