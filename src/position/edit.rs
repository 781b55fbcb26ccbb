//! Changes of cells, hands and plies, their reversal, and the log of them that incremental evaluations read.

use super::board_state::{CellChange, HandChange, Ply, Position, Sums};
use super::groups::HAND_GROUP;
use crate::board::{Kind, Square};
use crate::position::{Cell, Game, zobrist};

impl Position {
    /// Writes a cell, updates everything derived from it and logs the change.
    #[inline]
    pub(crate) fn set(&mut self, game: &Game, square: Square, new: Cell) {
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
            self.track::<false>(game, old, square);
            self.flip(old, kind, square);
        }
        if let Some(kind) = new.kind() {
            if game.is_royal(new) {
                self.royals[kind.color().index()].push(square);
            }
            self.counts[kind.index()] += 1;
            self.track::<true>(game, new, square);
            self.flip(new, kind, square);
        }
        self.board[square.index()] = new;
        self.changes.push(change);
    }
    /// Updates keys and sums for a piece added to a square (`MORE`) or removed.
    #[inline(always)]
    fn track<const MORE: bool>(&mut self, game: &Game, cell: Cell, square: Square) {
        if self.tracks {
            let entry = game.piece_square(cell, square);
            if MORE {
                self.state.sums.add(entry)
            } else {
                self.state.sums.subtract(entry)
            }
            self.state.key ^= entry.key ^ marks_key(game, cell, square);
            self.state.group_keys[usize::from(entry.group)] ^= entry.key;
        }
    }
    /// Reverts a logged change of a cell.
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
    /// Changes the number of pieces of a kind in hand and logs the change.
    pub(crate) fn set_hand(&mut self, game: &Game, kind: Kind, new: u32) {
        let old = self.hands[kind.index()];
        for n in old.min(new) + 1..=old.max(new) {
            self.state.key ^= zobrist::hand(kind, n);
            self.state.group_keys[HAND_GROUP] ^= zobrist::hand(kind, n);
        }
        self.state.sums.add_held(game, kind, new as i32 - old as i32);
        self.put_in_hand(kind, new);
        self.hand_changes.push(HandChange { kind, old });
    }
    fn put_in_hand(&mut self, kind: Kind, count: u32) {
        let held = &mut self.held[kind.color().index()];
        *held = *held + count - self.hands[kind.index()];
        self.hands[kind.index()] = count;
        self.unsettled |= self.held[kind.color().index()] == 0;
    }
    /// Opens a new ply: saves what [`Self::unmake`] restores.
    pub(crate) fn open_ply(&mut self) {
        self.plies.push(Ply {
            state: self.state,
            first_change: self.changes.len() as u32,
            first_hand_change: self.hand_changes.len() as u32,
        });
        self.state.dropped = None;
    }
    /// Unmakes the last move.
    ///
    /// # Panics
    /// When no move was made.
    pub fn unmake(&mut self, game: &Game) {
        let ply = self.plies.pop().expect("a move was made");
        while self.changes.len() > ply.first_change as usize {
            let change = self.changes.pop().expect("the log is long enough");
            self.unset(game, change);
        }
        while self.hand_changes.len() > ply.first_hand_change as usize {
            let change = self.hand_changes.pop().expect("the log is long enough");
            self.put_in_hand(change.kind, change.old);
        }
        self.side = self.side.other();
        self.state = ply.state;
    }
    /// Calls `look` with the square emptied on the board only; counts, royals and keys stay unchanged.
    pub(crate) fn without<T>(&mut self, square: Square, look: impl FnOnce(&Self) -> T) -> T {
        let cell = self.cell(square);
        self.replace(square, Cell::EMPTY);
        let seen = look(self);
        self.replace(square, cell);
        seen
    }
    /// Calls `look` without updating keys and sums; it must unmake every move that it makes.
    pub(crate) fn untracked<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.tracks, false);
        let seen = look(self);
        self.tracks = before;
        seen
    }
    /// Calls `look` with the piece on `from` moved to `to`; nothing else changes.
    pub(crate) fn displaced<T>(&mut self, from: Square, to: Square, look: impl FnOnce(&Self) -> T) -> T {
        let (cell, there) = (self.cell(from), self.cell(to));
        self.replace(from, Cell::EMPTY);
        self.replace(to, cell);
        let seen = look(self);
        self.replace(to, there);
        self.replace(from, cell);
        seen
    }
    /// Returns a copy of the position without the piece on a square.
    pub(crate) fn emptied(&self, game: &Game, square: Square) -> Self {
        let mut other = self.clone();
        other.set(game, square, Cell::EMPTY);
        other
    }
    /// Returns a copy of the position with the piece on `from` moved to `to`.
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
    /// Computes the sums of the weights again, for a game with other weights. Earlier plies keep theirs.
    pub(crate) fn weigh(&mut self, game: &Game) {
        self.state.sums = Sums::default();
        for (square, &cell) in self.board.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            self.state.sums.add(game.piece_square(cell, Square(square as u16)));
        }
        for (index, &count) in self.hands.iter().enumerate() {
            self.state.sums.add_held(game, Kind(index as u16), count as i32);
        }
    }
    /// Returns the key after the first `plies` plies of the history.
    #[inline]
    pub(crate) fn key_after(&self, plies: usize) -> u64 {
        self.plies.get(plies).map_or(self.state.key, |ply| ply.state.key)
    }
    /// Returns the cells changed since then, oldest change first, each with its old content. A square can occur several
    /// times.
    #[inline]
    pub(crate) fn cells_changed_after(&self, plies: usize) -> impl Iterator<Item = (Square, Cell)> + '_ {
        let first = self.plies.get(plies).map_or(self.changes.len(), |ply| ply.first_change as usize);
        self.changes[first..].iter().map(|change| (change.square, change.old))
    }
    /// Returns the hands changed since then, oldest change first, each with its old number of pieces.
    #[inline]
    pub(crate) fn hands_changed_after(&self, plies: usize) -> impl Iterator<Item = (Kind, u32)> + '_ {
        let first =
            self.plies.get(plies).map_or(self.hand_changes.len(), |ply| ply.first_hand_change as usize);
        self.hand_changes[first..].iter().map(|change| (change.kind, change.old))
    }
}

/// Inverse of `swap_remove`.
fn reinsert(list: &mut Vec<Square>, place: usize, square: Square) {
    list.push(square);
    let last = list.len() - 1;
    list.swap(place, last);
}

/// The part of a cell's key that does not depend on its kind.
#[inline(always)]
fn marks_key(game: &Game, cell: Cell, square: Square) -> u64 {
    let unmoved = if cell.is_unmoved() { game.unmoved_keys[square.index()] } else { 0 };
    unmoved ^ cell.origin().map_or(0, |origin| zobrist::origin(origin.0, square.0))
}
