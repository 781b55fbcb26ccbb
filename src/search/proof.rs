//! Proves forced wins by trying every reply, without pruning, to verify the claims of a search.

use crate::movegen::{self, Outcome};
use crate::position::{Game, Move, Position};
use fxhash::FxHashMap;

/// The move budget is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// Proves and disproves forced wins.
///
/// Tries every reply of the loser. Positions are identified by their keys, so repetitions within a line are not
/// detected: a win through a repeated position implies a shorter one without it.
#[derive(Debug)]
pub struct Prover<'a> {
    game: &'a Game,
    /// Whether every move of the winner except the last must give check. Proofs then hold, but some wins are missed.
    checks_only: bool,
    /// Moves left in the budget.
    left: u64,
    /// By key and number of moves: whether the side to move wins.
    known: FxHashMap<(u64, u32), bool>,
}

impl<'a> Prover<'a> {
    /// Longest win that can be searched, in moves of the winner.
    pub const LONGEST: u32 = 8;

    /// Creates a prover that makes at most `budget` moves in all.
    pub fn new(game: &'a Game, budget: u64) -> Self {
        Self { game, checks_only: false, left: budget, known: FxHashMap::default() }
    }
    /// Requires every move of the winner except the last to give check.
    #[must_use]
    pub fn with_checks_only(self) -> Self {
        Self { checks_only: true, ..self }
    }
    /// Returns the first move (in generation order, checks first) that wins in at most `moves` moves of the side to
    /// move against any defence; `None` if there is none.
    ///
    /// # Errors
    /// The budget is too small to decide.
    pub fn winner(&mut self, pos: &mut Position, moves: u32) -> Result<Option<Move>, Exhausted> {
        let moves = moves.min(Self::LONGEST);
        if moves == 0 || movegen::result(self.game, pos).is_some() {
            return Ok(None);
        }
        let last = moves == 1;
        for (mv, checks) in self.candidates(pos)? {
            if self.checks_only && !last && !checks {
                break;
            }
            if self.after(pos, mv, |prover, pos| prover.holds(pos, moves - 1, checks))? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
    /// Whether the legal move `mv` wins in at most `moves` moves of the side to move, including itself.
    ///
    /// # Errors
    /// The budget is too small to decide.
    pub fn wins(&mut self, pos: &mut Position, mv: Move, moves: u32) -> Result<bool, Exhausted> {
        self.after(pos, mv, |prover, pos| {
            let checks = movegen::in_check(prover.game, pos, pos.side());
            prover.holds(pos, moves.clamp(1, Self::LONGEST) - 1, checks)
        })
    }
    /// Returns what `test` says of the position after a move.
    fn after<T>(
        &mut self,
        pos: &mut Position,
        mv: Move,
        test: impl FnOnce(&mut Self, &mut Position) -> T,
    ) -> T {
        pos.after(self.game, mv, |pos| test(self, pos))
    }
    /// The legal moves and whether they give check, checks first.
    fn candidates(&mut self, pos: &mut Position) -> Result<Vec<(Move, bool)>, Exhausted> {
        let list = movegen::legal_moves(self.game, pos);
        self.spend(list.len())?;
        let checks = |prover: &mut Self, pos: &mut Position| movegen::in_check(prover.game, pos, pos.side());
        let mut found: Vec<_> = list.into_iter().map(|mv| (mv, self.after(pos, mv, checks))).collect();
        found.sort_by_key(|&(_, checks)| !checks);
        Ok(found)
    }
    fn spend(&mut self, moves: usize) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(moves as u64).ok_or(Exhausted)?;
        Ok(())
    }
    /// Whether the side to move has lost or loses in at most `moves` more moves of the opponent. `checked` is
    /// true if it is in check.
    fn holds(&mut self, pos: &mut Position, moves: u32, checked: bool) -> Result<bool, Exhausted> {
        if moves == 0 && !self.may_be_over(pos, checked) {
            return Ok(false);
        }
        if let Some(outcome) = movegen::result(self.game, pos) {
            return Ok(outcome == Outcome::Lost);
        }
        if moves == 0 {
            return Ok(false);
        }
        let list = movegen::legal_moves(self.game, pos);
        self.spend(list.len())?;
        for mv in list {
            if !self.after(pos, mv, |prover, pos| prover.attacks(pos, moves))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
    /// Whether the side to move may have lost; a cheap test that lists no moves.
    fn may_be_over(&self, pos: &Position, checked: bool) -> bool {
        movegen::outcome(self.game, pos).is_some()
            || movegen::without_moves(self.game, pos, checked) == Outcome::Lost
    }
    /// Whether the side to move has won or wins in at most `moves` of its moves.
    fn attacks(&mut self, pos: &mut Position, moves: u32) -> Result<bool, Exhausted> {
        if let Some(outcome) = movegen::outcome(self.game, pos) {
            return Ok(outcome == Outcome::Won);
        }
        let place = (pos.key(), moves);
        if let Some(&known) = self.known.get(&place) {
            return Ok(known);
        }
        // Trying a shorter win first costs little in comparison.
        let shorter = moves > 1 && self.attacks(pos, moves - 1)?;
        let wins = shorter || self.winner(pos, moves)?.is_some();
        self.known.insert(place, wins);
        Ok(wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movetext;
    use crate::variant::catalogue;

    fn game(name: &str) -> Game {
        Game::new(catalogue::find(name).expect(name).variant.clone()).expect(name)
    }

    /// Variant, position, moves to the win, first move.
    const WINS: &[(&str, &str, u32, &str)] = &[
        ("normal", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, "a1a8"),
        ("normal", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        ("normal", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
        ("xiangqi", "3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1", 2, ""),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1, "G@e8"),
    ];

    #[test]
    fn wins_are_proved_and_shorter_ones_disproved() {
        for &(name, fen, moves, text) in WINS {
            let game = game(name);
            let mut pos = Position::from_fen(&game, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            let mv = Prover::new(&game, 10_000_000).winner(&mut pos, moves).expect("within the budget");
            let mv = mv.unwrap_or_else(|| panic!("{name} {fen}"));
            assert!(text.is_empty() || movetext::format(&game, &pos, mv) == text, "{name} {fen}: {mv:?}");
            assert_eq!(Prover::new(&game, 10_000_000).wins(&mut pos, mv, moves), Ok(true));
            assert_eq!(Prover::new(&game, 10_000_000).winner(&mut pos, moves - 1), Ok(None), "{name} {fen}");
        }
    }

    #[test]
    fn a_budget_too_small_is_reported() {
        let game = game("normal");
        let mut pos = Position::start(&game);
        assert_eq!(Prover::new(&game, 50).winner(&mut pos, 3), Err(Exhausted));
        assert_eq!(Prover::new(&game, 50).with_checks_only().winner(&mut pos, 3), Ok(None));
    }
}
