//! Making moves on a position, with the checks that are counted.

use crate::movegen::attack::attacks::in_check;
use crate::position::{Game, Move, Position};

impl Position {
    /// Makes a move generated for this position.
    pub fn make(&mut self, game: &Game, mv: Move) {
        self.apply(game, mv);
        if game.rules.counter_use.for_endings {
            self.count_check(game);
        }
    }
    /// Returns what `ask` says of the position after a move.
    pub fn after<T>(&mut self, game: &Game, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.make(game, mv);
        let said = ask(self);
        self.unmake(game);
        said
    }
    #[cold]
    fn count_check(&mut self, game: &Game) {
        let (mover, mut counters) = (self.side.other().index(), self.counters());
        if counters.checks[mover] > 0 && in_check(game, self, self.side) {
            counters.checks[mover] -= 1;
            self.set_counters(counters);
        }
    }
}
