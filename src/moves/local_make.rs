//! Plain moves without a log, for move counting.
//!
//! The move counter makes and unmakes one plain move or drop per position. It needs no key, sums, history or log of changes;
//! the caller keeps what is needed to undo the move.

use crate::board::bits::{Bits, IN_REGISTERS};
use crate::board::{Color, Kind, Square};
use crate::moves::changes::changes_two_squares;
use crate::position::{Cell, EnPassantRight, Game, Move, Position};
use crate::tables::tree::Flags;
use crate::variant::PieceType;

/// A plain move or drop that was made, with what is needed to undo it.
#[derive(Debug)]
#[must_use]
pub(crate) struct LocalUndo {
    from: Square,
    to: Square,
    moved: Cell,
    /// Whether it is royal.
    royal: bool,
    victim: Cell,
    en_passant: Option<EnPassantRight>,
    placed: Option<PlacedPiece>,
}

/// A piece that a move takes from the hand and puts on its start square.
#[derive(Clone, Copy, Debug)]
struct PlacedPiece {
    cell: Cell,
    /// Kind under which it was held.
    held: Kind,
}

impl Game {
    /// Whether the move changes only its own two squares, and only by placing a piece of its own side.
    #[inline(always)]
    pub(crate) fn is_local(&self, pos: &Position, mv: Move) -> bool {
        let local = mv.is_plain() || mv.gated().is_none() && (mv.is_drop() || trail_only(self, mv).is_some());
        local && !self.may_expose(pos, mv)
    }
    /// Whether the move may revoke initial moves of enemy royals (`exposedTo`).
    #[inline(always)]
    fn may_expose(&self, pos: &Position, mv: Move) -> bool {
        self.rules.unmoved.exposed && {
            let arrives = mv.promotion().or_else(|| pos.cell(mv.from()).kind().map(Kind::piece));
            let mut royals = pos.royals(pos.side().other()).iter();
            arrives.is_some_and(|piece| self.variant.castling.exposed_to[piece.index()])
                && royals.any(|&royal| pos.cell(royal).is_unmoved())
        }
    }
}

/// The trail left by a move along a tree, if any; `None` if the move has other side effects.
#[inline(always)]
fn trail_only(game: &Game, mv: Move) -> Option<Option<u32>> {
    let node = game.tables.end_of(mv)?;
    let elsewhere = Flags::PASSED | Flags::VACATED | Flags::DISPLACED;
    let simple = changes_two_squares(node) && !node.flags.intersects(elsewhere);
    simple.then(|| game.tables.trail_of(node))
}

impl Position {
    /// Makes a plain move, a drop, or a move whose only side effect is a trail; returns `None` for any other move, and
    /// for captures where some explode. Key, sums, history and rule counters stay unchanged. Must be undone by
    /// [`Self::unmake_local`] before anything else. `W` is the width of the game's tables.
    #[inline(always)]
    pub(crate) fn make_local<const W: usize>(&mut self, game: &Game, mv: Move) -> Option<LocalUndo> {
        let (from, to) = (mv.from(), mv.to());
        let (mut moved, victim) = (self.cell(from), self.cell(to));
        let explodes = !victim.is_empty() && game.tables.explosions().is_some();
        let local = mv.promotion().is_none() && !game.may_expose(self, mv);
        if !local || !game.rules.assumptions.local_moves || explodes || game.is_royal(victim) {
            return None;
        }
        // Marks of other pieces that may lapse stay as they are.
        if game.rules.unmoved.lapses_show
            && (moved.is_unmoved() || victim.is_unmoved() || mv.is_drop() || mv.gated().is_some())
        {
            return None;
        }
        let placed = match mv.gated().or(mv.dropped()) {
            None => None,
            Some(piece) => Some(self.placed(game, mv, piece)?),
        };
        let trail = if mv.is_plain() || mv.is_drop() { None } else { trail_only(game, mv)? };
        if mv.is_drop() {
            moved = Cell::EMPTY;
        }
        let royal = game.is_royal(moved);
        self.lift::<W>(moved, from);
        self.lift::<W>(victim, to);
        let arrived = moved.with_unmoved(false);
        self.lift::<W>(arrived, to);
        self.board[from.index()] = Cell::EMPTY;
        self.board[to.index()] = arrived;
        let marked = trail.filter(|&trail| self.trail_matters(game, self.side, trail));
        let marked = marked.map(|trail| EnPassantRight { trail, victim: to });
        let en_passant = std::mem::replace(&mut self.state.en_passant, marked);
        let undo = LocalUndo { from, to, moved, royal, victim, en_passant, placed };
        self.account::<false>(game, &undo);
        if let Some(placed) = placed {
            self.place::<W, false>(placed, from);
        }
        Some(undo)
    }
    /// The piece that a move takes from the hand; `None` if more than two squares and a hand may change.
    fn placed(&self, game: &Game, mv: Move, piece: PieceType) -> Option<PlacedPiece> {
        let kind = Kind::new(piece, self.side);
        let cell = Cell::new(kind);
        // A piece dropped on its home square may count as unmoved.
        let drops = mv.is_drop() && self.cell(mv.to()).is_empty() && game.variant.home.is_none();
        let held = if mv.is_drop() { self.held_as(game, kind) } else { piece };
        let placed = PlacedPiece { cell, held: Kind::new(held, self.side) };
        ((mv.is_plain() || drops) && !game.is_royal(cell)).then_some(placed)
    }
    /// Puts down a piece from the hand, or takes it back (`BACK`).
    #[inline(always)]
    fn place<const W: usize, const BACK: bool>(&mut self, placed: PlacedPiece, square: Square) {
        let PlacedPiece { cell, held } = placed;
        self.lift::<W>(cell, square);
        self.board[square.index()] = if BACK { Cell::EMPTY } else { cell };
        self.hold::<BACK>(held);
        if let Some(kind) = cell.kind() {
            let count = &mut self.counts[kind.index()];
            *count = if BACK { *count - 1 } else { *count + 1 };
        }
    }
    /// Adds a piece to a hand (`MORE`) or removes one.
    #[inline(always)]
    fn hold<const MORE: bool>(&mut self, kind: Kind) {
        let (hand, all) = (&mut self.hands[kind.index()], &mut self.held[kind.color().index()]);
        (*hand, *all) = if MORE { (*hand + 1, *all + 1) } else { (*hand - 1, *all - 1) };
    }
    /// Undoes the last [`Self::make_local`].
    #[inline(always)]
    pub(crate) fn unmake_local<const W: usize>(&mut self, game: &Game, undo: LocalUndo) {
        let LocalUndo { from, to, moved, victim, en_passant, placed, .. } = undo;
        if let Some(placed) = placed {
            self.place::<W, true>(placed, from);
        }
        self.lift::<W>(moved.with_unmoved(false), to);
        self.lift::<W>(victim, to);
        self.lift::<W>(moved, from);
        self.board[from.index()] = moved;
        self.board[to.index()] = victim;
        self.account::<true>(game, &undo);
        self.state.en_passant = en_passant;
    }
    /// Updates piece counts, hands, squares of royals and side to move after a move, or after undoing one (`BACK`).
    #[inline(always)]
    fn account<const BACK: bool>(&mut self, game: &Game, undo: &LocalUndo) {
        let LocalUndo { from, to, moved, royal, victim, .. } = *undo;
        let (from, to) = if BACK { (to, from) } else { (from, to) };
        if let Some(kind) = victim.kind() {
            let count = &mut self.counts[kind.index()];
            *count = if BACK { *count + 1 } else { *count - 1 };
            if game.variant.captures_to_hand() {
                let piece = victim.origin().unwrap_or(game.tables.kind(kind).demoted);
                // Not the other colour of the victim's: a move may capture a friend.
                let captor = if BACK { self.side.other() } else { self.side };
                let held = Kind::new(piece, captor);
                if BACK { self.hold::<false>(held) } else { self.hold::<true>(held) }
            }
        }
        if royal {
            let owner = moved.kind().map_or(Color::White, |kind| kind.color());
            let royals = self.royals[owner.index()].iter_mut();
            royals.filter(|square| **square == from).for_each(|square| *square = to);
        }
        self.side = self.side.other();
    }
    /// Toggles a square in the sets that its cell belongs to; an empty cell belongs to none.
    #[inline(always)]
    fn lift<const W: usize>(&mut self, cell: Cell, square: Square) {
        let Some(kind) = cell.kind() else { return };
        // PERF: `griffon perft capablanca 5`: whole sets, which are read as such at once.
        if W <= IN_REGISTERS {
            let bit = Bits::<W>::square(square);
            let mut toggle = |set: usize, bit: Bits<W>| {
                let words = &mut self.sets[set * W..(set + 1) * W];
                (0..W).for_each(|n| words[n] ^= bit.0[n]);
            };
            toggle(kind.color().index(), bit);
            toggle(3 + kind.index(), bit);
            return toggle(2, bit.when(cell.is_unmoved()));
        }
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        self.sets[kind.color().index() * W + word] ^= bit;
        self.sets[(3 + kind.index()) * W + word] ^= bit;
        self.sets[2 * W + word] ^= u64::from(cell.is_unmoved()) * bit;
    }
}
