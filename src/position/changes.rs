//! The log of changes, read by incremental evaluations.

use super::board_state::Position;
use super::cell::Cell;
use crate::board::{Kind, Square};

impl Position {
    /// Returns the key after the first `plies` plies of the history.
    #[inline]
    pub(crate) fn key_after(&self, plies: usize) -> u64 {
        self.plies.get(plies).map_or(self.key, |ply| ply.key)
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
