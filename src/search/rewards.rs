//! Updates of the histories and evaluation corrections after a node.

use super::node::{Best, NodeState};
use super::picker::ScoredMove;
use super::piece_values::PieceValues;
use super::score::{Score, is_mate};
use super::tt::{TtEntry, TtMove};
use super::worker::{MadeMove, Worker};

impl<const W: usize> Worker<'_, W> {
    fn bonus(&self, depth: i32) -> i32 {
        (160 * depth - 80).clamp(0, self.params.max_bonus)
    }

    /// Updates the histories after a cutoff: rewards the move that caused it, penalises those tried before.
    pub(super) fn reward(&mut self, node: &NodeState, winner: &ScoredMove, tried: &[ScoredMove]) {
        let bonus = self.bonus(node.depth);
        let before = self.before(node.ply);
        if winner.is_quiet() {
            let tt_move = TtMove::of(winner.mv);
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(tt_move) {
                *killers = [Some(tt_move), killers[0]];
            }
            self.history.set_counter(before[0], tt_move);
            self.history.reward_quiet(winner.piece_to, before, bonus);
        } else {
            self.history.reward_capture(winner.piece_to, usize::from(winner.victim), bonus);
        }
        for loser in tried {
            if loser.is_tactical() {
                self.history.reward_capture(loser.piece_to, usize::from(loser.victim), -bonus);
            } else if winner.is_quiet() {
                self.history.reward_quiet(loser.piece_to, before, -bonus);
            }
        }
    }

    /// Rewards the quiet move that led to a node where no move reached alpha.
    pub(super) fn reward_parent(&mut self, node: &NodeState) {
        let Some(above) = node.ply.checked_sub(1) else { return };
        if let MadeMove::Move { piece_to, quiet: true } = self.stack[above].made {
            let before = self.before(above);
            self.history.reward_quiet(piece_to, before, self.bonus(node.depth) / 2);
        }
    }

    /// Rewards or penalises a reduced move by the result of its re-search.
    pub(super) fn reward_after_reduction(&mut self, node: &NodeState, candidate: &ScoredMove, score: Score) {
        if candidate.is_tactical() {
            return;
        }
        let bonus = match score {
            score if score >= node.window.beta => self.bonus(node.depth),
            score if score <= node.window.alpha => -self.bonus(node.depth),
            _ => return,
        };
        let before = self.before(node.ply);
        self.history.reward_continuation(candidate.piece_to, before, bonus);
    }

    /// Rewards the quiet TT move of a node cut off by the table's score.
    pub(super) fn reward_tt_move(
        &mut self,
        entry: Option<TtEntry>,
        fails_high: bool,
        depth: i32,
        ply: usize,
    ) {
        let mv =
            entry.and_then(|e| e.mv?.plain()).filter(|mv| fails_high && self.pos.cell(mv.to()).is_empty());
        let Some(mv) = mv.filter(|mv| self.pos.cell(mv.from()).kind().is_some()) else { return };
        let piece_to = self.history.piece_to(PieceValues::mover(&self.pos, mv), mv);
        let before = self.before(ply);
        self.history.reward_quiet(piece_to, before, self.bonus(depth) / 2);
    }

    /// Updates the correction history with the error of the static evaluation, unless the best move is a capture, or
    /// the score is a mate or only a bound that the evaluation satisfies.
    pub(super) fn correct(&mut self, node: &NodeState, best: &Best) {
        let frame = &self.stack[node.ply];
        let Some(eval) = frame.eval.filter(|_| frame.raw_eval.is_some()) else { return };
        let fails_high = best.score >= node.window.beta;
        let fails_low = best.score <= node.window.alpha;
        let informative = !(fails_high && best.score <= eval || fails_low && best.score >= eval);
        if !informative || is_mate(best.score) || best.tactical {
            return;
        }
        let before = self.before(node.ply);
        self.history.corrections.update(&self.pos, &before, node.depth, best.score - eval);
    }
}
