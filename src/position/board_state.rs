//! The position.

use super::castling::CastleRule;
use super::cell::{Cell, Kind};
use super::game::{Facts, Game};
use super::rule_flags::RuleCounters;
use super::zobrist;
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::variant::PieceType;
use std::sync::Arc;

/// Number of groups of pieces with a key of their own: see [`Position::group_keys`].
pub const GROUPS: usize = 4;
/// The group of the pieces in hand.
const HAND_GROUP: usize = 3;

/// A right to capture in passing: on the squares of a trail, the piece on the victim's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passing {
    /// Index of the trail in the tables.
    pub trail: u32,
    /// Square of the piece that may be taken.
    pub victim: Square,
}

/// A position of a game, with what is needed to take moves back.
///
/// The board is a mailbox of [`Cell`]s beside sets of squares. Every change of a cell is logged, and taking a move
/// back replays the log backwards: unmake is the inverse of make whatever the move did.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) board: Vec<Cell>,
    /// Sets of squares, `width` words each: White's, Black's, virgin pieces', then one a kind.
    pub(super) sets: Vec<u64>,
    pub(super) width: usize,
    /// `[colour]`: squares of the royals.
    pub(super) royals: [Vec<Square>; 2],
    /// `[kind]`: pieces on the board.
    pub(super) counts: Vec<u16>,
    /// `[kind]`: pieces in hand.
    pub(super) hands: Vec<u32>,
    /// `[colour]`: pieces in hand together.
    pub(super) held: [u32; 2],
    /// `[colour]`: has a royal of that side been captured?
    pub(super) fallen: [bool; 2],
    pub(super) side: Color,
    pub(super) passing: Option<Passing>,
    /// The type that moved last, imitators apart; kept only where there are imitators.
    pub(super) last_moved: Option<PieceType>,
    /// Types with `counterStrike` of which the last move took one: a bit each ([`crate::tables::capture_rules::Events`]).
    pub(super) struck: u64,
    /// Must the side to move pass?
    pub(super) frozen: bool,
    /// What counts beside the pieces.
    pub(super) tally: RuleCounters,
    pub(super) castles: Arc<[CastleRule]>,
    /// Two sets for each of the rules: the squares of king and partner, and those that must be empty.
    castle_sets: Arc<[u64]>,
    pub(super) key: u64,
    /// Keys of parts of the position; see [`Self::group_keys`].
    group_keys: [u64; GROUPS],
    pub(super) sums: Sums,
    /// Do moves keep key and sums up to date?
    tracks: bool,
    /// May an unmoved piece have lost what that was good for ([`Self::lapse`])?
    pub(super) unsettled: bool,
    pub(super) quiet_plies: u16,
    /// Can a move that begins the count of quiet moves anew be undone by later ones, as drops can? Then repetitions reach
    /// back over it.
    pub(super) recycles: bool,
    /// Plies played before the first position, for the move number of a FEN.
    pub(super) first_ply: u32,
    pub(super) plies: Vec<Ply>,
    pub(super) changes: Vec<CellChange>,
    pub(super) hand_changes: Vec<HandChange>,
}

/// Running sums of the weights, White minus Black.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Sums {
    pub(super) middle: i32,
    pub(super) end: i32,
    pub(super) phase: i32,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, facts: &Facts) {
        self.middle += i32::from(facts.middle);
        self.end += i32::from(facts.end);
        self.phase += i32::from(facts.phase);
    }
    #[inline(always)]
    fn subtract(&mut self, facts: &Facts) {
        self.middle -= i32::from(facts.middle);
        self.end -= i32::from(facts.end);
        self.phase -= i32::from(facts.phase);
    }
}

/// What a move destroys that its changes do not restore.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub(super) key: u64,
    group_keys: [u64; GROUPS],
    pub(super) sums: Sums,
    pub(super) passing: Option<Passing>,
    pub(super) last_moved: Option<PieceType>,
    pub(super) struck: u64,
    pub(super) frozen: bool,
    pub(super) fallen: [bool; 2],
    pub(super) tally: RuleCounters,
    pub(super) quiet_plies: u16,
    pub(super) first_change: u32,
    pub(super) first_hand_change: u32,
}

/// One cell that changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellChange {
    square: Square,
    old: Cell,
    royal_place: u16,
}

impl CellChange {
    pub(super) fn square(&self) -> Square {
        self.square
    }
}

/// One hand that changed: the kind, and the count before.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandChange {
    kind: Kind,
    old: u32,
}

impl Position {
    /// A position without pieces, White to move.
    pub(super) fn empty(game: &Game) -> Self {
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
            fallen: [false; 2],
            side: Color::White,
            passing: None,
            last_moved: None,
            struck: 0,
            frozen: false,
            tally: RuleCounters::default(),
            castles: Arc::new([]),
            castle_sets: Arc::new([]),
            key: 0,
            group_keys: [0; GROUPS],
            sums: Sums::default(),
            tracks: true,
            unsettled: false,
            quiet_plies: 0,
            recycles: game.variant.captured == crate::variant::Captured::ToCapturer
                || game.restarts_can_recur(),
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
    /// `[square]`: what stands there.
    pub fn cells(&self) -> &[Cell] {
        &self.board
    }
    /// `[kind]`: pieces in hand.
    pub fn hands(&self) -> &[u32] {
        &self.hands
    }
    /// Content of a square by its number.
    #[inline]
    pub(crate) fn at(&self, square: u16) -> Cell {
        self.board[usize::from(square)]
    }
    /// Squares of a side's pieces, ascending.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        let words = &self.sets[color.index() * self.width..(color.index() + 1) * self.width];
        words
            .iter()
            .enumerate()
            .flat_map(|(n, &word)| Bits([word]).map(move |square| Square(n as u16 * 64 + square.0)))
    }
    /// Squares of a side's royals, in no particular order.
    #[inline]
    pub fn royals(&self, color: Color) -> &[Square] {
        &self.royals[color.index()]
    }
    /// Has a royal of the side been captured?
    #[inline]
    pub fn has_lost_royal(&self, color: Color) -> bool {
        self.fallen[color.index()]
    }
    /// How many pieces of a type a side holds.
    #[inline]
    pub fn hand(&self, color: Color, piece: PieceType) -> u32 {
        self.hands[Kind::new(piece, color).index()]
    }
    /// Does a side hold any piece?
    #[inline]
    pub fn holds_any(&self, color: Color) -> bool {
        self.held[color.index()] > 0
    }
    /// How many pieces of a kind stand on the board.
    #[inline]
    pub fn count(&self, kind: Kind) -> u16 {
        self.counts[kind.index()]
    }
    /// Right to capture in passing.
    #[inline]
    pub fn passing(&self) -> Option<Passing> {
        self.passing
    }
    /// The type that moved last, imitators apart. Known only where there are imitators, and not before the first move.
    #[inline]
    pub fn last_moved(&self) -> Option<PieceType> {
        self.last_moved
    }
    /// Types with `counterStrike` of which the last move took one: a bit each.
    #[inline]
    pub fn struck(&self) -> u64 {
        self.struck
    }
    /// Must the side to move pass?
    #[inline]
    pub fn is_frozen(&self) -> bool {
        self.frozen
    }
    /// Castling rules: those whose right may still exist.
    #[inline]
    pub fn castles(&self) -> &[CastleRule] {
        &self.castles
    }
    /// Replaces the castling rules.
    pub(super) fn set_castles(&mut self, rules: Vec<CastleRule>) {
        let mut sets = vec![0; rules.len() * 2 * self.width];
        for (sets, rule) in sets.chunks_exact_mut(2 * self.width).zip(&rules) {
            let (unmoved, empty) = sets.split_at_mut(self.width);
            let mark = |set: &mut [u64], s: Square| set[s.index() / 64] |= 1 << (s.index() % 64);
            [rule.from, rule.partner].into_iter().for_each(|square| mark(unmoved, square));
            rule.empty.iter().for_each(|&square| mark(empty, square));
        }
        (self.castles, self.castle_sets) = (rules.into(), sets.into());
    }
    /// Do king and partner of a rule stand unmoved, if they stand there at all, with nothing in their way?
    #[inline(always)]
    pub(crate) fn castling_is_open<const W: usize>(&self, rule: usize) -> bool {
        let set = |n: usize| Bits::<W>::of(&self.castle_sets, n);
        let (unmoved, empty) = (set(2 * rule), set(2 * rule + 1));
        let occupied = self.side_set::<W>(Color::White) | self.side_set(Color::Black);
        unmoved.without(self.unmoved_set()).is_empty() && !empty.meets(occupied)
    }
    /// Squares of a side's pieces. `W` is the width of the game's tables.
    #[inline(always)]
    pub(crate) fn side_set<const W: usize>(&self, color: Color) -> Bits<W> {
        Bits::of(&self.sets, color.index())
    }
    /// Squares of the pieces of a kind.
    #[inline(always)]
    pub(crate) fn kind_set<const W: usize>(&self, kind: Kind) -> Bits<W> {
        Bits::of(&self.sets, 3 + kind.index())
    }
    /// Squares of the pieces that have not moved, as far as that matters.
    #[inline(always)]
    pub(crate) fn unmoved_set<const W: usize>(&self) -> Bits<W> {
        Bits::of(&self.sets, 2)
    }
    /// Puts a cell's square into the sets it belongs to, or takes it out.
    #[inline(always)]
    fn flip(&mut self, cell: Cell, kind: Kind, square: Square) {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        self.sets[kind.color().index() * self.width + word] ^= bit;
        self.sets[(3 + kind.index()) * self.width + word] ^= bit;
        if cell.is_unmoved() {
            self.sets[2 * self.width + word] ^= bit;
        }
    }
    /// Marks the piece on a square as virgin, outside the game's moves.
    pub(super) fn make_unmoved(&mut self, square: Square) {
        let cell = self.board[square.index()];
        let Some(kind) = cell.kind() else { return };
        self.flip(cell, kind, square);
        self.board[square.index()] = cell.with_unmoved(true);
        self.flip(cell.with_unmoved(true), kind, square);
    }
    /// Hash key: pieces, virginity as far as it matters, hands, e.p. rights, side.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }
    /// Keys of the pawn-like pieces of both sides, of White's other pieces, of Black's, and of the hands.
    #[inline]
    pub fn group_keys(&self) -> &[u64; GROUPS] {
        &self.group_keys
    }
    /// Plies since the last capture, drop or irreversible pawn move.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }
    /// Plies since the first position that this one remembers.
    #[inline]
    pub fn plies(&self) -> usize {
        self.plies.len()
    }
    /// Sum of the weights, White minus Black: (middle game, endgame), and the phase of both sides together.
    #[inline]
    pub fn weights(&self) -> ((i32, i32), i32) {
        ((self.sums.middle, self.sums.end), self.sums.phase)
    }
    /// How often the present position has occurred, itself included.
    pub fn occurrences(&self) -> u16 {
        let quiet = if self.recycles { usize::MAX } else { usize::from(self.quiet_plies) };
        let reach = quiet.min(self.plies.len());
        let earlier = &self.plies[self.plies.len() - reach..];
        1 + earlier.iter().rev().skip(1).step_by(2).filter(|ply| ply.key == self.key).count() as u16
    }
    /// The type that the last move dropped, if it was a drop.
    pub fn dropped_last(&self) -> Option<PieceType> {
        let ply = self.plies.last()?;
        let spends = |change: &HandChange| {
            change.kind.color() != self.side && self.hands[change.kind.index()] < change.old
        };
        let (first, rest) = self.changes[ply.first_change as usize..].split_first()?;
        let alone = rest.iter().all(|change| change.square == first.square);
        let held = self.hand_changes[ply.first_hand_change as usize..].iter().any(spends);
        let arrived = self.cell(first.square).kind().filter(|kind| kind.color() != self.side);
        arrived.filter(|_| held && alone && first.old.is_empty()).map(Kind::piece)
    }
    /// The key computed afresh.
    pub fn fresh_key(&self) -> u64 {
        let mut key = zobrist::side(self.side);
        for (square, cell) in self.board.iter().enumerate() {
            key ^= cell_key(*cell, square as u16);
        }
        for (kind, &count) in self.hands.iter().enumerate() {
            key ^= (1..=count).fold(0, |sum, n| sum ^ zobrist::hand(Kind(kind as u16), n));
        }
        key ^ self.tally.key()
            ^ zobrist::struck(self.struck)
            ^ zobrist::frozen(self.frozen)
            ^ self.passing_key()
            ^ self.last_moved.map_or(0, |piece| zobrist::last_moved(piece.0))
    }
    pub(super) fn passing_key(&self) -> u64 {
        self.passing.map_or(0, |p| zobrist::passing(p.trail, p.victim.0))
    }

    /// Writes a cell and everything that follows from it; logs the change.
    #[inline]
    pub(super) fn set(&mut self, game: &Game, square: Square, new: Cell) {
        let old = self.board[square.index()];
        let mut change = CellChange { square, old, royal_place: 0 };
        self.unsettled |= old.is_unmoved();
        if let Some(kind) = old.kind() {
            if game.is_royal(old) {
                let royals = &mut self.royals[kind.color().index()];
                let place = royals.iter().position(|&s| s == square).expect("royals are listed");
                royals.swap_remove(place);
                change.royal_place = place as u16;
            }
            self.counts[kind.index()] -= 1;
            if self.tracks {
                let facts = game.facts(old, square);
                self.sums.subtract(facts);
                self.key ^= facts.key ^ odd_key(game, old, square);
                self.group_keys[usize::from(facts.group)] ^= facts.key;
            }
            self.flip(old, kind, square);
        }
        if let Some(kind) = new.kind() {
            if game.is_royal(new) {
                self.royals[kind.color().index()].push(square);
            }
            self.counts[kind.index()] += 1;
            if self.tracks {
                let facts = game.facts(new, square);
                self.sums.add(facts);
                self.key ^= facts.key ^ odd_key(game, new, square);
                self.group_keys[usize::from(facts.group)] ^= facts.key;
            }
            self.flip(new, kind, square);
        }
        self.board[square.index()] = new;
        self.changes.push(change);
    }
    /// Takes back the last logged change of a cell.
    fn unset(&mut self, game: &Game, change: CellChange) {
        let CellChange { square, old, royal_place } = change;
        let present = self.board[square.index()];
        if let Some(kind) = present.kind() {
            self.flip(present, kind, square);
            if game.is_royal(present) {
                let popped = self.royals[kind.color().index()].pop();
                debug_assert_eq!(popped, Some(square), "changes are undone last to first");
            }
            self.counts[kind.index()] -= 1;
        }
        if let Some(kind) = old.kind() {
            self.flip(old, kind, square);
            if game.is_royal(old) {
                reinsert(&mut self.royals[kind.color().index()], usize::from(royal_place), square);
            }
            self.counts[kind.index()] += 1;
        }
        self.board[square.index()] = old;
    }
    /// Changes the number of pieces of a kind in hand; logs the change.
    pub(super) fn set_hand(&mut self, game: &Game, kind: Kind, new: u32) {
        let old = self.hands[kind.index()];
        let (low, high, sign) = if new > old { (old, new, 1) } else { (new, old, -1) };
        for n in low + 1..=high {
            self.key ^= zobrist::hand(kind, n);
            self.group_keys[HAND_GROUP] ^= zobrist::hand(kind, n);
        }
        let (middle, end) = game.weights.hand[kind.index()];
        let count = (high - low) as i32 * sign;
        let signed = if kind.color() == Color::White { count } else { -count };
        self.sums.middle += signed * i32::from(middle);
        self.sums.end += signed * i32::from(end);
        self.sums.phase += count * i32::from(game.weights.hand_phase[kind.index()]);
        self.put_in_hand(kind, new);
        self.hand_changes.push(HandChange { kind, old });
    }
    fn put_in_hand(&mut self, kind: Kind, count: u32) {
        let held = &mut self.held[kind.color().index()];
        *held = *held + count - self.hands[kind.index()];
        self.hands[kind.index()] = count;
        self.unsettled |= self.held[kind.color().index()] == 0;
    }
    /// Opens a new ply: remembers what [`Self::unmake`] restores.
    pub(super) fn open_ply(&mut self) {
        self.plies.push(Ply {
            key: self.key,
            group_keys: self.group_keys,
            sums: self.sums,
            passing: self.passing,
            last_moved: self.last_moved,
            struck: self.struck,
            frozen: self.frozen,
            fallen: self.fallen,
            tally: self.tally,
            quiet_plies: self.quiet_plies,
            first_change: self.changes.len() as u32,
            first_hand_change: self.hand_changes.len() as u32,
        });
    }
    /// Takes the last move back.
    ///
    /// # Panics
    /// When no move was made.
    pub fn unmake(&mut self, game: &Game) {
        let ply = self.plies.pop().expect("a move was made");
        while self.changes.len() > ply.first_change as usize {
            let change = self.changes.pop().expect("the log is that long");
            self.unset(game, change);
        }
        while self.hand_changes.len() > ply.first_hand_change as usize {
            let change = self.hand_changes.pop().expect("the log is that long");
            self.put_in_hand(change.kind, change.old);
        }
        self.side = self.side.other();
        self.key = ply.key;
        self.group_keys = ply.group_keys;
        self.sums = ply.sums;
        self.passing = ply.passing;
        self.last_moved = ply.last_moved;
        (self.struck, self.frozen) = (ply.struck, ply.frozen);
        self.fallen = ply.fallen;
        self.tally = ply.tally;
        self.quiet_plies = ply.quiet_plies;
    }
    /// Looks at the position as if the square were empty for attackers and sliders; nothing else changes.
    pub(crate) fn without<T>(&mut self, square: Square, look: impl FnOnce(&Self) -> T) -> T {
        let cell = self.cell(square);
        self.replace(square, Cell::EMPTY);
        let seen = look(self);
        self.replace(square, cell);
        seen
    }
    /// Looks at what comes of moves while keys and sums are not kept up to date; all moves made must be taken back.
    pub(crate) fn untracked<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.tracks, false);
        let seen = look(self);
        self.tracks = before;
        seen
    }
    /// Looks at the position as if the piece on `from` stood on `to`; nothing else changes.
    pub(crate) fn displaced<T>(&mut self, from: Square, to: Square, look: impl FnOnce(&Self) -> T) -> T {
        let (cell, there) = (self.cell(from), self.cell(to));
        self.replace(from, Cell::EMPTY);
        self.replace(to, cell);
        let seen = look(self);
        self.replace(to, there);
        self.replace(from, cell);
        seen
    }
    /// Lets a side move out of turn, to see what would come of it; the key is not kept up to date.
    pub(crate) fn stand_in(&mut self, color: Color) {
        self.side = color;
    }
    /// The position with the piece on `from` on `to`.
    pub(crate) fn relocated(&self, game: &Game, from: Square, to: Square) -> Self {
        let mut other = self.clone();
        let cell = self.cell(from);
        other.set(game, from, Cell::EMPTY);
        other.set(game, to, cell);
        other
    }
    /// Changes a cell and the sets of squares, nothing else.
    fn replace(&mut self, square: Square, new: Cell) {
        let old = std::mem::replace(&mut self.board[square.index()], new);
        old.kind().into_iter().for_each(|kind| self.flip(old, kind, square));
        new.kind().into_iter().for_each(|kind| self.flip(new, kind, square));
    }
    /// Forgets how the position came about (and with it repetitions).
    pub(super) fn forget_history(&mut self) {
        self.plies.clear();
        self.changes.clear();
        self.hand_changes.clear();
    }
}

/// Inverse of `swap_remove`.
fn reinsert(list: &mut Vec<Square>, place: usize, square: Square) {
    if place == list.len() {
        list.push(square);
    } else {
        let moved = std::mem::replace(&mut list[place], square);
        list.push(moved);
    }
}

/// The part of a cell's key that is not its kind's.
#[inline(always)]
fn odd_key(game: &Game, cell: Cell, square: Square) -> u64 {
    let mut key = 0;
    if cell.is_unmoved() {
        key ^= game.unmoved_keys[square.index()];
    }
    if let Some(origin) = cell.origin() {
        key ^= zobrist::origin(origin.0, square.0);
    }
    key
}

fn cell_key(cell: Cell, square: u16) -> u64 {
    let Some(kind) = cell.kind() else { return 0 };
    let mut key = zobrist::piece(kind, square);
    if cell.is_unmoved() {
        key ^= zobrist::unmoved(square);
    }
    if let Some(origin) = cell.origin() {
        key ^= zobrist::origin(origin.0, square);
    }
    key
}
