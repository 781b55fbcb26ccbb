//! Moves that may win at once by another rule than mate. They are never pruned by their exchange value or their place in
//! the order.

use super::piece_values::PieceValues;
use crate::board::{Kind, Square};
use crate::movegen;
use crate::moves;
use crate::position::{Move, Position};
use crate::rules::EndingRule;

impl PieceValues<'_> {
    /// Whether a move may win at once: it reaches a goal, castles where that wins, takes one of the last pieces that the
    /// opponent must keep, gives the last check, completes a row, passes where that ends the game, or brings a royal into
    /// the zone where points decide.
    #[inline]
    pub fn may_win<const W: usize>(&self, pos: &Position, mv: Move) -> bool {
        self.game.rules.endings.iter().any(|rule| match rule {
            EndingRule::Extinction => self.extinguishes(pos, mv),
            EndingRule::Checks => self.checks_last::<W>(pos, mv),
            EndingRule::Goal => self.reaches_goal::<W>(pos, mv),
            EndingRule::Passes => mv.is_pass(),
            EndingRule::Castling => self.takes_castling(pos, mv),
            EndingRule::Impasse => self.enters_zone(pos, mv),
            EndingRule::Connection => self.completes_row(pos, mv),
            EndingRule::Baring => self.bares(pos, mv),
        })
    }
    fn reaches_goal<const W: usize>(&self, pos: &Position, mv: Move) -> bool {
        if mv.castling().is_some() {
            return !self.game.variant.ends.castle_wins.is_empty();
        }
        let mover = Self::mover(pos, mv);
        let arrives = mv.promotion().map_or(mover, |piece| Kind::new(piece, mover.color()));
        let reaches = self.game.rules.goals.squares::<W>(arrives).has(mv.to());
        let several = self.game.variant.ends.goal.needs_several();
        reaches && (!several || movegen::missing_on_goals(self.game, pos, mover.color()) <= 1)
    }
    /// Whether the opponent is left with too few pieces of some types.
    fn extinguishes(&self, pos: &Position, mv: Move) -> bool {
        let enemy = pos.side().other();
        self.game.rules.endings.losing(enemy).any(|rule| {
            let taken = self.taken(pos, mv, |kind| rule.counts(kind));
            taken > 0 && pos.owned_of(&rule.kinds) <= rule.most + taken
        })
    }
    /// Whether the opponent is left without pieces that count.
    fn bares(&self, pos: &Position, mv: Move) -> bool {
        let taken = self.taken(pos, mv, |kind| self.game.tables.kind(kind).baring);
        taken > 0 && pos.baring_pieces(self.game, pos.side().other()) <= taken
    }
    /// Whether the opponent loses the right to a castling that would win.
    fn takes_castling(&self, pos: &Position, mv: Move) -> bool {
        let (board, enemy) = (&self.game.variant.board, pos.side().other());
        pos.castles().iter().any(|rule| {
            let wins = self.game.variant.ends.castle_wins.contains(&rule.wing(board));
            rule.king.color() == enemy && rule.partner == mv.to() && wins
        })
    }
    /// Number of enemy pieces that count and that a move takes.
    fn taken(&self, pos: &Position, mv: Move, counts: impl Fn(Kind) -> bool) -> u32 {
        if mv.is_plain() && pos.cell(mv.to()).is_empty() {
            return 0;
        }
        let enemy = pos.side().other();
        let mut taken = 0;
        moves::victims(self.game, pos, mv, |kind, _| {
            taken += u32::from(kind.color() == enemy && counts(kind));
        });
        taken
    }
    fn checks_last<const W: usize>(&self, pos: &Position, mv: Move) -> bool {
        pos.counters().checks[pos.side().index()] == 1 && self.checks::<W>(pos, mv)
    }
    fn completes_row(&self, pos: &Position, mv: Move) -> bool {
        let stays = |square: Square| mv.is_drop() || square != mv.from();
        let is_own = |square: Square| pos.cell(square).kind().is_some_and(|kind| kind.color() == pos.side());
        movegen::is_in_row(self.game, mv.to(), |square| stays(square) && is_own(square))
    }
    /// Whether a royal enters the zone where points decide.
    fn enters_zone(&self, pos: &Position, mv: Move) -> bool {
        if mv.is_pass() {
            return false;
        }
        let mover = Self::mover(pos, mv);
        self.game.tables.kind(mover).royal && self.game.tables.in_zone(mover.color(), mv.to())
    }
}
