//! Makes a move: carries it out, then counts the check that it gives where a rule counts checks.

use super::attacks::in_check;
use crate::position::{Game, Move, Position};

impl Position {
    /// Makes a move generated for this position.
    pub fn make(&mut self, game: &Game, mv: Move) {
        self.apply(game, mv);
        if game.rules.counters.tallies {
            self.count_check(game);
        }
    }
    #[cold]
    fn count_check(&mut self, game: &Game) {
        let (mover, mut tally) = (self.side.other().index(), self.tally());
        if tally.checks[mover] > 0 && in_check(game, self, self.side) {
            tally.checks[mover] -= 1;
            self.set_tally(tally);
        }
    }
}
