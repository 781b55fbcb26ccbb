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
        self.game.rules.endings.any()
            && (self.reaches_goal::<W>(pos, mv)
                || self.extinguishes(pos, mv)
                || self.checks_last::<W>(pos, mv)
                || self.completes_row(pos, mv)
                || self.counts_points(pos, mv))
    }
    fn reaches_goal<const W: usize>(&self, pos: &Position, mv: Move) -> bool {
        if mv.castling().is_some() {
            return !self.game.variant.ends.castle_wins.is_empty();
        }
        let mover = Self::mover(pos, mv);
        let arrives = mv.promotion().map_or(mover, |piece| Kind::new(piece, mover.color()));
        self.game.rules.goals.squares::<W>(arrives).has(mv.to())
    }
    /// Whether the opponent is left with too few pieces of some types.
    fn extinguishes(&self, pos: &Position, mv: Move) -> bool {
        let (endings, enemy) = (&self.game.rules.endings, pos.side().other());
        let (extinct, bares) = (&endings.extinct[enemy.index()], endings.has(EndingRule::Baring));
        if extinct.is_empty() && !bares || mv.is_plain() && pos.cell(mv.to()).is_empty() {
            return false;
        }
        endings.losing(enemy).any(|rule| {
            let counts = |kind: Kind| rule.counts(kind);
            let taken = self.taken(pos, mv, counts);
            taken > 0 && pos.owned_where(self.game, enemy, counts) <= u32::from(rule.most) + taken
        }) || bares && {
            let taken = self.taken(pos, mv, |kind| self.game.tables.kind(kind).baring);
            taken > 0 && pos.baring_pieces(self.game, enemy) <= taken
        }
    }
    /// Number of enemy pieces that count and that a move takes.
    fn taken(&self, pos: &Position, mv: Move, counts: impl Fn(Kind) -> bool) -> u32 {
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
        self.game.variant.ends.connect > 0
            && movegen::is_in_row(self.game, mv.to(), |square| stays(square) && is_own(square))
    }
    fn counts_points(&self, pos: &Position, mv: Move) -> bool {
        let endings = &self.game.rules.endings;
        if mv.is_pass() {
            return endings.has(EndingRule::Passes);
        }
        let mover = Self::mover(pos, mv);
        self.game.variant.ends.impasse.is_some()
            && self.game.tables.kind(mover).royal
            && self.game.tables.in_zone(mover.color(), mv.to())
    }
}
