//! The position: board, hands, rights and the log of changes.

use crate::board::{Bits, Color, Kind, Square};
use crate::position::game::{Game, PieceSquare};
use crate::position::groups::GROUPS;
use crate::position::{Cell, RuleCounters, zobrist};
use crate::tables::tree::Extra;
use crate::variant::PieceType;
use crate::variant::castling::CastleRule;
use std::sync::Arc;

/// An en passant right: the trail of squares passed over, and the piece that may be captured there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassantRight {
    /// Index of the trail in the tables.
    pub trail: u32,
    /// Square of the piece that may be captured.
    pub victim: Square,
}

/// Resolves a square read from a table, where [`Extra::PASSING`] stands for the square of the en passant victim.
#[inline]
pub(crate) fn resolve_square(square: u16, rights: Option<EnPassantRight>) -> Option<Square> {
    if square == Extra::PASSING { rights.map(|rights| rights.victim) } else { Some(Square(square)) }
}

/// A position of a game, with the log needed to unmake moves.
///
/// The board is a mailbox of [`Cell`]s plus sets of squares. Every change of a cell is logged; unmake replays the log
/// backwards, whatever the move did.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: Vec<Cell>,
    /// Sets of squares, `width` words each: White's pieces, Black's pieces, unmoved pieces, then one per kind.
    pub(crate) sets: Vec<u64>,
    pub(crate) width: usize,
    /// `[colour]`: squares of the royals.
    pub(crate) royals: [Vec<Square>; 2],
    /// `[kind]`: pieces on the board.
    pub(crate) counts: Vec<u16>,
    /// `[kind]`: pieces in hand.
    pub(crate) hands: Vec<u32>,
    /// `[colour]`: total number of pieces in hand.
    pub(crate) held: [u32; 2],
    pub(crate) side: Color,
    pub(crate) state: PlyState,
    pub(crate) castles: Arc<[CastleRule]>,
    /// Two sets per castling rule: the squares of king and partner, and the squares that must be empty.
    castle_sets: Arc<[u64]>,
    /// Whether moves update the key and the sums.
    pub(super) tracks: bool,
    /// Whether an unmoved mark may have become irrelevant (see [`Self::lapse`]).
    pub(crate) unsettled: bool,
    /// Plies played before the first position, for the FEN's move number.
    pub(crate) first_ply: u32,
    pub(crate) plies: Vec<Ply>,
    pub(crate) changes: Vec<CellChange>,
    pub(crate) hand_changes: Vec<HandChange>,
}

/// Running sums of the weights, White minus Black.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sums {
    pub(crate) mg: i32,
    pub(crate) eg: i32,
    pub(crate) phase: i32,
}

impl Sums {
    #[inline(always)]
    pub(super) fn add(&mut self, entry: &PieceSquare) {
        self.mg += i32::from(entry.mg);
        self.eg += i32::from(entry.eg);
        self.phase += i32::from(entry.phase);
    }
    #[inline(always)]
    pub(super) fn subtract(&mut self, entry: &PieceSquare) {
        self.mg -= i32::from(entry.mg);
        self.eg -= i32::from(entry.eg);
        self.phase -= i32::from(entry.phase);
    }
    /// Adds pieces of a kind in hand; a negative count subtracts them.
    pub(super) fn add_held(&mut self, game: &Game, kind: Kind, count: i32) {
        let (mg, eg) = game.weights.hand[kind.index()];
        let signed = if kind.color() == Color::White { count } else { -count };
        self.mg += signed * i32::from(mg);
        self.eg += signed * i32::from(eg);
        self.phase += count * i32::from(game.weights.hand_phase[kind.index()]);
    }
}

/// State that unmake restores from a copy; the rest is restored from the logs.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PlyState {
    pub(crate) key: u64,
    /// Keys of parts of the position; see [`Position::group_keys`].
    pub(super) group_keys: [u64; GROUPS],
    pub(crate) sums: Sums,
    pub(crate) en_passant: Option<EnPassantRight>,
    /// Type that moved last, ignoring imitators; maintained only in variants with imitators.
    pub(crate) last_moved: Option<PieceType>,
    /// Type that the last move dropped; maintained only where a drop that mates can lose. Not part of the key: the
    /// position is the same after another move, also for repetition.
    pub(crate) dropped: Option<PieceType>,
    /// `counterStrike` types captured by the last move, as a bit set ([`crate::tables::capture_rules::EffectTables`]).
    pub(crate) struck: u64,
    /// Whether the side to move must pass.
    pub(crate) frozen: bool,
    /// `[colour]`: whether a royal of the side has been captured.
    pub(crate) fallen: [bool; 2],
    /// Rule state that the pieces do not show.
    pub(crate) counters: RuleCounters,
    pub(crate) quiet_plies: u16,
}

/// A ply of the history: the state before it, and where its changes begin in the logs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) state: PlyState,
    pub(crate) first_change: u32,
    pub(crate) first_hand_change: u32,
}

/// A change of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellChange {
    pub(crate) square: Square,
    pub(crate) old: Cell,
    pub(super) royal_place: u16,
}

/// A change of a hand: the kind and its previous count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandChange {
    pub(crate) kind: Kind,
    pub(crate) old: u32,
}

impl Position {
    /// Creates a position without pieces, White to move.
    pub(crate) fn empty(game: &Game) -> Self {
        let squares = game.variant.board.len();
        let kinds = game.tables.kind_count();
        Self {
            board: vec![Cell::EMPTY; squares],
            sets: vec![0; (3 + kinds) * game.tables.forms().width],
            width: game.tables.forms().width,
            royals: [Vec::new(), Vec::new()],
            counts: vec![0; kinds],
            hands: vec![0; kinds],
            held: [0; 2],
            side: Color::White,
            state: PlyState::default(),
            castles: Arc::new([]),
            castle_sets: Arc::new([]),
            tracks: true,
            unsettled: false,
            first_ply: 0,
            plies: Vec::new(),
            changes: Vec::new(),
            hand_changes: Vec::new(),
        }
    }
    /// Side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }
    /// Content of a square.
    #[inline]
    pub fn cell(&self, square: Square) -> Cell {
        self.board[square.index()]
    }
    /// `[square]`: contents of the board.
    pub fn cells(&self) -> &[Cell] {
        &self.board
    }
    /// `[kind]`: pieces in hand.
    pub fn hands(&self) -> &[u32] {
        &self.hands
    }
    /// Content of a square given by its index.
    #[inline]
    pub(crate) fn at(&self, square: u16) -> Cell {
        self.board[usize::from(square)]
    }
    /// Squares of a side's pieces, ascending.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        self.squares_of(color.index())
    }
    /// Squares of one of the sets, ascending.
    #[inline]
    fn squares_of(&self, set: usize) -> impl Iterator<Item = Square> + '_ {
        let words = &self.sets[set * self.width..(set + 1) * self.width];
        let squares = |(n, &word): (usize, &u64)| Bits([word]).map(move |s| Square(n as u16 * 64 + s.0));
        words.iter().enumerate().flat_map(squares)
    }
    /// Squares of the pieces marked as unmoved, ascending.
    pub(crate) fn unmoved(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares_of(2)
    }
    /// Squares of a side's royals, in no particular order.
    #[inline]
    pub fn royals(&self, color: Color) -> &[Square] {
        &self.royals[color.index()]
    }
    /// Whether a royal of the side has been captured.
    #[inline]
    pub fn has_lost_royal(&self, color: Color) -> bool {
        self.state.fallen[color.index()]
    }
    /// Number of pieces of a type that a side holds.
    #[inline]
    pub fn hand(&self, color: Color, piece: PieceType) -> u32 {
        self.hands[Kind::new(piece, color).index()]
    }
    /// The type in hand that a drop of this kind uses: itself, or the type that it is the promoted form of.
    pub(crate) fn held_as(&self, game: &Game, kind: Kind) -> PieceType {
        let itself = self.hand(kind.color(), kind.piece()) > 0 || !game.variant.hand_rules.drop_forms;
        if itself { kind.piece() } else { game.tables.kind(kind).demoted }
    }
    /// Whether its side can drop a piece of the kind from its hand, if the square permits it.
    #[inline]
    pub(crate) fn can_drop(&self, game: &Game, kind: Kind) -> bool {
        self.hand(kind.color(), self.held_as(game, kind)) > 0
    }
    /// Whether a side holds any piece.
    #[inline]
    pub fn holds_any(&self, color: Color) -> bool {
        self.held[color.index()] > 0
    }
    /// Number of pieces of a kind on the board.
    #[inline]
    pub fn count(&self, kind: Kind) -> u16 {
        self.counts[kind.index()]
    }
    /// Number of pieces of a kind on the board and in hand.
    #[inline]
    pub(crate) fn owned(&self, kind: Kind) -> u32 {
        u32::from(self.counts[kind.index()]) + self.hands[kind.index()]
    }
    /// The en passant right, if there is one.
    #[inline]
    pub fn en_passant(&self) -> Option<EnPassantRight> {
        self.state.en_passant
    }
    /// The square from which the last move of the history brought its piece to `to`.
    pub(crate) fn left_by_last_move(&self, to: Square) -> Option<Square> {
        let (ply, kind) = (self.plies.last()?, self.cell(to).kind()?);
        let left = |change: &&CellChange| {
            let own = change.old.kind().is_some_and(|old| old.color() == kind.color());
            own && change.square != to && self.cell(change.square).is_empty()
        };
        self.changes[ply.first_change as usize..].iter().find(left).map(|change| change.square)
    }
    /// Type that moved last, ignoring imitators. Known only in variants with imitators, and after the first move.
    #[inline]
    pub fn last_moved(&self) -> Option<PieceType> {
        self.state.last_moved
    }
    /// Type that the last move dropped. Known only where a drop that mates can lose (key `dropMateResult`).
    #[inline]
    pub fn last_dropped(&self) -> Option<PieceType> {
        self.state.dropped
    }
    /// `counterStrike` types captured by the last move, as a bit set.
    #[inline]
    pub fn struck(&self) -> u64 {
        self.state.struck
    }
    /// Whether the side to move must pass.
    #[inline]
    pub fn is_frozen(&self) -> bool {
        self.state.frozen
    }
    /// Castling rules whose right may still exist.
    #[inline]
    pub fn castles(&self) -> &[CastleRule] {
        &self.castles
    }
    /// Replaces the castling rules.
    pub(crate) fn set_castles(&mut self, rules: Vec<CastleRule>) {
        let mut sets = vec![0; rules.len() * 2 * self.width];
        for (sets, rule) in sets.chunks_exact_mut(2 * self.width).zip(&rules) {
            let (unmoved, empty) = sets.split_at_mut(self.width);
            let mark = |set: &mut [u64], s: Square| set[s.index() / 64] |= 1 << (s.index() % 64);
            [rule.from, rule.partner].into_iter().for_each(|square| mark(unmoved, square));
            rule.empty.iter().for_each(|&square| mark(empty, square));
        }
        (self.castles, self.castle_sets) = (rules.into(), sets.into());
    }
    /// The squares that must be empty for castling, if the squares of king and partner hold unmoved pieces.
    #[inline(always)]
    pub(crate) fn castling_way<const W: usize>(&self, rule: usize) -> Option<Bits<W>> {
        let set = |n: usize| Bits::<W>::of(&self.castle_sets, n);
        let (unmoved, empty) = (set(2 * rule), set(2 * rule + 1));
        unmoved.without(self.unmoved_set()).is_empty().then_some(empty)
    }
    /// Squares of a side's pieces. `W` is the width of the game's tables.
    #[inline(always)]
    pub(crate) fn side_set<const W: usize>(&self, color: Color) -> Bits<W> {
        Bits::of(&self.sets, color.index())
    }
    /// Squares of all pieces.
    #[inline(always)]
    pub(crate) fn occupied<const W: usize>(&self) -> Bits<W> {
        self.side_set(Color::White) | self.side_set(Color::Black)
    }
    /// Squares of the pieces of a kind.
    #[inline(always)]
    pub(crate) fn kind_set<const W: usize>(&self, kind: Kind) -> Bits<W> {
        Bits::of(&self.sets, 3 + kind.index())
    }
    /// Squares of the pieces marked as unmoved.
    #[inline(always)]
    pub(crate) fn unmoved_set<const W: usize>(&self) -> Bits<W> {
        Bits::of(&self.sets, 2)
    }
    /// Toggles a square in the sets that its cell belongs to.
    #[inline(always)]
    pub(super) fn flip(&mut self, cell: Cell, kind: Kind, square: Square) {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        self.sets[kind.color().index() * self.width + word] ^= bit;
        self.sets[(3 + kind.index()) * self.width + word] ^= bit;
        if cell.is_unmoved() {
            self.sets[2 * self.width + word] ^= bit;
        }
    }
    /// Marks the piece on a square as unmoved, without logging the change.
    pub(crate) fn make_unmoved(&mut self, square: Square) {
        self.set_unmoved(square, true);
    }
    /// Marks the piece on a square as unmoved or moved, without logging the change.
    pub(crate) fn set_unmoved(&mut self, square: Square, unmoved: bool) {
        let cell = self.board[square.index()];
        let Some(kind) = cell.kind() else { return };
        self.flip(cell, kind, square);
        self.board[square.index()] = cell.with_unmoved(unmoved);
        self.flip(cell.with_unmoved(unmoved), kind, square);
    }
    /// Hash key: pieces with their relevant marks, hands, side to move, en passant right, effects of the last capture,
    /// the type that moved last, and the rule counters except the count of a weak side.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.key
    }
    /// Keys of the pawn-like pieces of both sides, of White's other pieces, of Black's other pieces, and of the
    /// hands.
    #[inline]
    pub fn group_keys(&self) -> &[u64; GROUPS] {
        &self.state.group_keys
    }
    /// Plies since the last capture, drop, gating, change of type, or move of a pawn-like piece. With `moveRulePieces`,
    /// moves of the pieces that it names take the place of the last two.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.state.quiet_plies
    }
    /// Plies since the first position of the history.
    #[inline]
    pub fn plies(&self) -> usize {
        self.plies.len()
    }
    /// Plies since the start of the game according to the first position: even if White moves first and is to move.
    pub fn game_ply(&self) -> usize {
        self.first_ply as usize + self.plies.len()
    }
    /// Sums of the weights, White minus Black, as (middle game, endgame), and the game phase of both sides together.
    #[inline]
    pub fn weights(&self) -> ((i32, i32), i32) {
        ((self.state.sums.mg, self.state.sums.eg), self.state.sums.phase)
    }
    /// Number of times that the current position has occurred, including now.
    pub fn occurrences(&self, game: &Game) -> u16 {
        self.recent_occurrences(game, usize::MAX)
    }
    /// Number of times that the current position has occurred within the last `most` plies, including now.
    pub fn recent_occurrences(&self, game: &Game, most: usize) -> u16 {
        let recur = game.rules.counter_use.resets_recur;
        let quiet = if recur { usize::MAX } else { usize::from(self.state.quiet_plies) };
        let reach = quiet.min(most).min(self.plies.len());
        let earlier = &self.plies[self.plies.len() - reach..];
        1 + earlier.iter().rev().skip(1).step_by(2).filter(|ply| ply.state.key == self.state.key).count()
            as u16
    }
    /// Computes the key from scratch.
    pub fn fresh_key(&self) -> u64 {
        // These name every field, so that none is forgotten. Those without a key follow from others (castling rights are
        // unmoved marks), belong to the history, or do not make a position a different one.
        let Self {
            board,
            sets: _,
            width: _,
            royals: _,
            counts: _,
            hands,
            held: _,
            side,
            state,
            castles: _,
            castle_sets: _,
            tracks: _,
            unsettled: _,
            first_ply: _,
            plies: _,
            changes: _,
            hand_changes: _,
        } = self;
        let PlyState {
            key: _,
            group_keys: _,
            sums: _,
            en_passant: _,
            last_moved,
            dropped: _,
            struck,
            frozen,
            fallen: _,
            counters,
            quiet_plies: _,
        } = state;
        let mut key = zobrist::side(*side);
        for (square, cell) in (0..).zip(board) {
            let Some(kind) = cell.kind() else { continue };
            key ^= zobrist::piece(kind, square);
            key ^= if cell.is_unmoved() { zobrist::unmoved(square) } else { 0 };
            key ^= cell.origin().map_or(0, |origin| zobrist::origin(origin.0, square));
        }
        for (kind, &count) in hands.iter().enumerate() {
            key ^= (1..=count).fold(0, |sum, n| sum ^ zobrist::hand(Kind(kind as u16), n));
        }
        key ^ counters.key()
            ^ zobrist::struck(*struck)
            ^ zobrist::frozen(*frozen)
            ^ self.en_passant_key()
            ^ last_moved.map_or(0, |piece| zobrist::last_moved(piece.0))
    }
    pub(crate) fn en_passant_key(&self) -> u64 {
        self.state.en_passant.map_or(0, |p| zobrist::en_passant(p.trail, p.victim.0))
    }
    /// Sets the side to move, to generate moves out of turn; does not update the key.
    pub(crate) fn stand_in(&mut self, color: Color) {
        self.side = color;
    }
}
