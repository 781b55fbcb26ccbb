//! Pruning of whole nodes and of single moves.

use super::node::{Best, NodeKind, NodeState, SearchResult};
use super::picker::{OrderingHints, Picker, ScoredMove};
use super::score::{Bound, MATE, MAX_PLY, Score, Window, is_mate};
use super::tt::{TtEntry, TtMove};
use super::worker::{MadeMove, Worker};
use crate::movegen::Filter;
use crate::position::phases::sets_up;
use crate::variant::Ending;

/// Minimum number of pieces, apart from royals and pawns, for a null move; with fewer, zugzwang is likely.
const SPARE_MOVERS: usize = 2;

impl<const W: usize> Worker<'_, W> {
    /// The piece-square score, if reverse futility prunes the node by it, whatever the expensive terms add.
    pub(super) fn lazy_cutoff(&self, window: Window, depth: i32, ply: usize) -> Option<Score> {
        let frame = &self.stack[ply];
        if depth > self.params.reverse_futility_depth
            || window.is_open()
            || is_mate(window.beta)
            || frame.excluded.is_some()
            || frame.forced
            || self.may_be_stuck()
        {
            return None;
        }
        let slack = self.params.lazy_cp + self.params.reverse_futility_cp * depth;
        self.lazy_eval().filter(|rough| rough - self.values.scaled(slack) >= window.beta)
    }

    /// Tries cutoffs without searching moves: reverse futility, razoring, null move, ProbCut.
    pub(super) fn prune_node(&mut self, node: &NodeState) -> SearchResult<Option<Score>> {
        if let Some(score) = self.reverse_futility(node) {
            return Ok(Some(score));
        }
        if let Some(score) = self.razor(node)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(node)? {
            return Ok(Some(score));
        }
        self.probcut(node)
    }

    /// Reverse futility: if the evaluation exceeds beta by a margin, the node fails high.
    /// CITE: reverse futility pruning (static null move).
    fn reverse_futility(&self, node: &NodeState) -> Option<Score> {
        let beta = node.window.beta;
        let plies = node.depth - i32::from(node.improving);
        let exceeds = node.eval - self.values.scaled(self.params.reverse_futility_cp * plies) >= beta;
        let applies = node.depth <= self.params.reverse_futility_depth
            && exceeds
            && !is_mate(beta)
            && !is_mate(node.eval)
            && !self.may_be_stuck();
        applies.then_some((node.eval + beta) / 2)
    }

    /// Razoring: if the evaluation is far below alpha and captures do not help, the node fails low.
    /// CITE: razoring.
    fn razor(&mut self, node: &NodeState) -> SearchResult<Option<Score>> {
        let alpha = node.window.alpha;
        // Not with mate scores: a low evaluation does not rule out a faster mate.
        if node.depth > self.params.razor_depth
            || is_mate(alpha)
            || node.eval + self.values.scaled(self.params.razor_cp * node.depth) > alpha
        {
            return Ok(None);
        }
        let score = self.quiescence(Window::above(alpha), node.ply, 0)?;
        Ok((score <= alpha).then_some(score))
    }

    /// Null-move pruning: if even passing keeps the score at beta or above, some move should too.
    /// CITE: Donninger, "Null move and deep search" (1993); verification: David-Tabibi and Netanyahu (2002).
    fn null_move(&mut self, node: &NodeState) -> SearchResult<Option<Score>> {
        let (beta, ply) = (node.window.beta, node.ply);
        let after_null = ply > 0 && self.stack[ply - 1].made == MadeMove::Null;
        if node.depth < self.params.null_depth
            || after_null
            || node.eval < beta
            || is_mate(beta)
            || ply < self.min_null_move_ply
            || !self.null_proves()
        {
            return Ok(None);
        }
        let known = self.stack[ply].eval.unwrap_or(node.eval);
        if known
            < beta + self.values.scaled(self.params.null_base_cp - self.params.null_slope_cp * node.depth)
        {
            return Ok(None);
        }
        let reduction = self.params.null_reduction
            + node.depth * self.params.null_reduction_share / 1024
            + ((node.eval - beta) / self.values.scaled(self.params.null_step_cp)).min(4);
        let (depth, window) = (node.depth - 1 - reduction, Window::above(beta - 1));
        self.make_null(ply);
        let score = self.alpha_beta(window.negated(), depth, ply + 1, node.kind.child());
        self.unmake();
        let score = -score?;
        if score < beta {
            return Ok(None);
        }
        let score = if is_mate(score) { beta } else { score };
        if node.depth < self.params.null_verify_depth {
            return Ok(Some(score));
        }
        let floor = self.min_null_move_ply;
        self.min_null_move_ply = ply + 3 * (node.depth - reduction).max(1) as usize / 4;
        let verified = self.alpha_beta(window, depth, ply, NodeKind::All);
        self.min_null_move_ply = floor;
        Ok((verified? >= beta).then_some(score))
    }

    /// Whether a null move proves anything: not if passing is a legal move or may end the game, during setup, if moves
    /// are forced, if having no moves may be good, or if zugzwang is likely.
    fn null_proves(&self) -> bool {
        self.game.rules.assumptions.null_move
            && !sets_up(self.game, &self.pos)
            && !self.pos.is_frozen()
            && self.has_spare_movers()
    }

    /// ProbCut: if a capture exceeds beta by a margin in a shallow search, the node fails high.
    /// CITE: Buro, "ProbCut" (1995). Not used where losing pieces is good.
    fn probcut(&mut self, node: &NodeState) -> SearchResult<Option<Score>> {
        let beta = node.window.beta;
        let target = beta + self.values.scaled(self.params.probcut_cp);
        let doubtful = node.entry.is_some_and(|e| e.depth >= node.depth - 3 && e.score < target);
        if node.depth < self.params.probcut_depth
            || is_mate(beta)
            || doubtful
            || self.game.rules.endings.suicidal
        {
            return Ok(None);
        }
        self.with_picker(node.ply, |worker, picker| worker.probcut_moves(node, target, picker))
    }

    fn probcut_moves(
        &mut self,
        node: &NodeState,
        target: Score,
        picker: &mut Picker,
    ) -> SearchResult<Option<Score>> {
        let ply = node.ply;
        let (tt_move, before) = (node.tt_move(), self.before(ply));
        picker.begin(OrderingHints { tt_move, before, ..OrderingHints::default() }, Filter::Tactical);
        let least = target - self.stack[ply].eval.unwrap_or(node.eval);
        let window = Window::above(target - 1).negated();
        let depth = node.depth - self.params.probcut_reduction;
        while let Some(candidate) = picker.next(&self.picker_context(ply), least) {
            let wins = candidate.gain.is_some_and(|gain| gain >= least);
            if !wins || !self.try_make(&candidate, ply) {
                continue;
            }
            let score = match self.quiescence(window, ply + 1, 0) {
                Ok(score) if -score >= target => self.alpha_beta(window, depth, ply + 1, node.kind.child()),
                other => other,
            };
            self.unmake();
            let score = -score?;
            if score >= target && !is_mate(score) {
                let (mv, bound, pv) = (Some(TtMove::of(candidate.mv)), Bound::Lower, node.was_pv);
                self.store(ply, TtEntry { mv, score, eval: None, depth: depth + 1, bound, pv });
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Whether the side to move may have lost for lack of moves, however good its position looks.
    fn may_be_stuck(&self) -> bool {
        self.game.variant.ends.stalemate == Ending::Loss && !self.has_spare_movers()
    }

    /// Whether the side to move has pieces that can lose a tempo. With only royals and pawns, zugzwang is common.
    fn has_spare_movers(&self) -> bool {
        let side = self.pos.side();
        let phase = &self.game.weights.phase;
        let spare = |&square: &_| self.pos.cell(square).kind().is_some_and(|k| phase[k.index()] > 0);
        self.pos.pieces(side).filter(spare).take(SPARE_MOVERS).count() == SPARE_MOVERS
    }

    /// Whether to skip a late move as unpromising.
    pub(super) fn prune_move(
        &self,
        node: &NodeState,
        candidate: &ScoredMove,
        best: &Best,
        picker: &mut Picker,
    ) -> bool {
        if best.legal == 0 || best.score <= -MATE + 2 * MAX_PLY as Score {
            return false;
        }
        if self.game.rules.endings.suicidal || self.stack[node.ply].forced {
            return false;
        }
        if candidate.is_tactical() {
            return candidate.loss < -self.values.scaled(self.params.bad_capture_cp * node.depth);
        }
        if node.in_check {
            return false;
        }
        let may_win = || self.values.may_win::<W>(&self.pos, candidate.mv);
        let reduced = (node.depth - 1 - self.reduction(node, candidate, best.legal + 1, false)).max(0);
        if self.looks_hopeless(node, candidate, best, reduced) {
            // The remaining quiet moves look no better.
            picker.only_threats = true;
            if !self.values.threatens_to_win::<W>(&self.pos, candidate.mv) && !may_win() {
                return true;
            }
        }
        let margin = self.values.scaled(self.params.bad_quiet_cp * reduced * reduced);
        reduced <= self.params.bad_quiet_depth
            && self.values.loss::<W>(&self.pos, candidate.mv, 0) < -margin
            && !may_win()
    }

    /// Whether move number, evaluation and history make a quiet move hopeless.
    fn looks_hopeless(&self, node: &NodeState, candidate: &ScoredMove, best: &Best, reduced: i32) -> bool {
        // CITE: late move pruning.
        let enough = (3 + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        let late = node.depth <= self.params.late_move_depth && best.legal > enough;
        // CITE: futility pruning (Heinz 1998), by the depth after late move reductions.
        let alpha = node.window.alpha;
        let margin = self.params.futility_base_cp
            + self.params.futility_cp * reduced
            + (candidate.score / self.params.history_per_cp).clamp(-100, 100);
        let hopeless = !is_mate(alpha) && node.eval + self.values.scaled(margin) <= alpha;
        let futile = reduced <= self.params.futility_depth && hopeless;
        late || futile
            || reduced <= self.params.history_depth
                && candidate.score < self.params.history_prune * (reduced + 1)
    }
}
