//! Pruning of whole nodes and of single moves.

use super::alphabeta::{Best, NodeState};
use super::picker::{OrderingHints, Picker, ScoredMove};
use super::quiescence::LAZY_CP;
use super::tt::{self, TtEntry, TtMove};
use super::worker::{Window, Worker};
use super::{Bound, MATE, MAX_PLY, Score, is_mate};
use crate::movegen::Filter;

/// Reverse futility: margin above beta per ply (cp).
const REVERSE_FUTILITY_CP: Score = 75;
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Razoring: margin below alpha per ply (cp). Beyond it only captures can help.
const RAZOR_CP: Score = 250;
const RAZOR_DEPTH: i32 = 3;
/// Futility of quiet moves: base margin, and margin per ply of the reduced depth (cp).
const FUTILITY_BASE_CP: Score = 100;
const FUTILITY_CP: Score = 85;
const FUTILITY_DEPTH: i32 = 7;
const NULL_DEPTH: i32 = 3;
/// A null move needs a static evaluation of at least beta + base - slope * depth (cp).
const NULL_SLOPE_CP: Score = 14;
const NULL_BASE_CP: Score = 110;
/// Advantage over beta that reduces a null-move search by another ply (cp).
const NULL_STEP_CP: Score = 150;
/// Minimum number of pieces, apart from royals and pawns, for a null move; with fewer, zugzwang is likely.
const SPARE_MOVERS: usize = 2;
/// Minimum depth for verifying a null-move cutoff by a search without null moves.
const NULL_VERIFY_DEPTH: i32 = 12;
/// ProbCut: a capture causes a cutoff if a search reduced by `PROBCUT_REDUCTION` exceeds beta by `PROBCUT_CP`.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_CP: Score = 170;
const PROBCUT_REDUCTION: i32 = 4;
const LATE_MOVE_DEPTH: i32 = 8;
/// Maximum loss of a searched move (cp): captures per ply, quiet moves per squared ply of the reduced depth.
const BAD_CAPTURE_CP: i32 = 90;
const BAD_QUIET_CP: i32 = 22;
const BAD_QUIET_DEPTH: i32 = 7;
/// Near the leaves, quiet moves are pruned if their history score is below this times (reduced depth + 1).
const HISTORY_PRUNE: i32 = -5000;
const HISTORY_DEPTH: i32 = 4;
/// History score worth one centipawn in futility pruning.
const HISTORY_A_CP: i32 = 500;

impl<const W: usize> Worker<'_, W> {
    /// Returns the static evaluation; `None` if reverse futility prunes the node whatever the expensive terms add.
    pub(super) fn unless_lazy(&mut self, window: Window, depth: i32) -> Option<Score> {
        let rough = self.lazy_eval();
        let slack = LAZY_CP + REVERSE_FUTILITY_CP * depth;
        let prunes = rough - self.worth.scaled(slack) >= window.beta;
        if prunes && depth <= REVERSE_FUTILITY_DEPTH && !window.is_open() && !is_mate(window.beta) {
            return None;
        }
        Some(self.evaluate())
    }

    /// Tries cutoffs without searching moves: reverse futility, razoring, null move, ProbCut.
    pub(super) fn prune_node(&mut self, node: &NodeState) -> Option<Score> {
        let Window { alpha, beta } = node.window;
        let slack = node.depth - i32::from(node.improving);
        // CITE: reverse futility pruning (static null move).
        let safe = node.eval - self.worth.scaled(REVERSE_FUTILITY_CP * slack) >= beta;
        if node.depth <= REVERSE_FUTILITY_DEPTH && safe && !is_mate(beta) && !is_mate(node.eval) {
            return Some((node.eval + beta) / 2);
        }
        // CITE: razoring.
        // Not with mate scores: a low evaluation does not rule out a faster mate.
        if node.depth <= RAZOR_DEPTH
            && !is_mate(alpha)
            && node.eval + self.worth.scaled(RAZOR_CP * node.depth) <= alpha
        {
            let score = self.quiescence(Window::above(alpha), node.ply, 0);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        self.null_move(node).or_else(|| self.probcut(node))
    }

    /// Null-move pruning: if even passing keeps the score at beta or above, some move should too.
    /// CITE: Donninger, "Null move and deep search" (1993); verification: David-Tabibi and Netanyahu (2002).
    fn null_move(&mut self, node: &NodeState) -> Option<Score> {
        let (beta, ply) = (node.window.beta, node.ply);
        let after_null = ply > 0 && self.frames[ply - 1].null;
        if node.depth < NULL_DEPTH || after_null || node.eval < beta || is_mate(beta) || ply < self.null_floor
        {
            return None;
        }
        // A pass proves nothing if passing is a legal move or may end the game, during setup, if moves are forced, or
        // if having no moves may be good.
        let rule_flags = &self.game.rule_flags;
        if rule_flags.passes
            || rule_flags.phases && crate::movegen::setup_phase::sets_up(self.game, &self.pos)
        {
            return None;
        }
        if self.game.rule_flags.lists
            || self.game.rule_flags.suicidal
            || self.pos.is_frozen()
            || !self.has_spare_movers()
        {
            return None;
        }
        let known = self.frames[ply].eval.unwrap_or(node.eval);
        if known < beta + self.worth.scaled(NULL_BASE_CP - NULL_SLOPE_CP * node.depth) {
            return None;
        }
        let reduction = 3 + node.depth / 4 + ((node.eval - beta) / self.worth.scaled(NULL_STEP_CP)).min(4);
        self.make_null(ply);
        let score = -self.alpha_beta(
            Window::above(beta - 1).negated(),
            node.depth - 1 - reduction,
            ply + 1,
            !node.cut,
        );
        self.unmake();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if is_mate(score) { beta } else { score };
        if node.depth < NULL_VERIFY_DEPTH {
            return Some(score);
        }
        let floor = self.null_floor;
        self.null_floor = ply + 3 * (node.depth - reduction).max(1) as usize / 4;
        let verified = self.alpha_beta(Window::above(beta - 1), node.depth - 1 - reduction, ply, false);
        self.null_floor = floor;
        (verified >= beta || self.stopped).then_some(score)
    }

    /// ProbCut: if a capture exceeds beta by a margin in a shallow search, the node fails high.
    /// CITE: Buro, "ProbCut" (1995). Not used where losing pieces is good.
    fn probcut(&mut self, node: &NodeState) -> Option<Score> {
        let (ply, beta) = (node.ply, node.window.beta);
        let target = beta + self.worth.scaled(PROBCUT_CP);
        let doubtful = node.entry.is_some_and(|e| e.depth >= node.depth - 3 && e.score < target);
        if node.depth < PROBCUT_DEPTH
            || is_mate(beta)
            || self.stopped
            || doubtful
            || self.game.rule_flags.suicidal
        {
            return None;
        }
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        let hash = node.entry.map_or(TtMove::NONE, |e| e.mv);
        picker.begin(
            OrderingHints { hash, before: self.before(ply), ..OrderingHints::default() },
            Filter::Tactical,
        );
        let least = target - self.frames[ply].eval.unwrap_or(node.eval);
        let window = Window::above(target - 1).negated();
        let mut proved = None;
        while let Some(candidate) = picker.next(&self.sources(ply), least) {
            let wins = candidate.gain.is_some_and(|gain| gain >= least);
            if !wins || !self.try_make(candidate.mv, candidate.trace, ply) {
                continue;
            }
            self.frames[ply].quiet = false;
            let mut score = -self.quiescence(window, ply + 1, 0);
            let depth = node.depth - PROBCUT_REDUCTION;
            if score >= target && !self.stopped {
                score = -self.alpha_beta(window, depth, ply + 1, !node.cut);
            }
            self.unmake();
            if self.stopped {
                break;
            }
            if score >= target && !is_mate(score) {
                let eval = self.frames[ply].raw_eval.unwrap_or(TtEntry::NO_EVAL);
                let (mv, score) = (TtMove::of(candidate.mv), tt::to_table(score, ply));
                let entry =
                    TtEntry { mv, score, eval, depth: depth + 1, bound: Bound::Lower, pv: node.was_pv };
                self.table.store(self.pos.key(), entry);
                proved = Some(score);
                break;
            }
        }
        self.pickers[ply] = picker;
        if self.stopped { Some(0) } else { proved }
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
        if best.legal == 0 || best.score <= -MATE + 2 * MAX_PLY as Score || node.pv {
            return false;
        }
        if self.game.rule_flags.suicidal || self.frames[node.ply].forced {
            return false;
        }
        if candidate.gain.is_some() {
            return candidate.loss < -self.worth.scaled(BAD_CAPTURE_CP * node.depth);
        }
        if node.in_check {
            return false;
        }
        let reduced = (node.depth - 1 - self.reduction(node, candidate, best.legal + 1, false)).max(0);
        if self.looks_hopeless(node, candidate, best, reduced) {
            // The remaining quiet moves look no better.
            picker.only_checks = true;
            if !self.worth.checks::<W>(&self.pos, candidate.mv) {
                return true;
            }
        }
        let margin = self.worth.scaled(BAD_QUIET_CP * reduced * reduced);
        reduced <= BAD_QUIET_DEPTH && self.worth.loss::<W>(&self.pos, candidate.mv, 0) < -margin
    }

    /// Whether move number, evaluation and history make a quiet move hopeless.
    fn looks_hopeless(&self, node: &NodeState, candidate: &ScoredMove, best: &Best, reduced: i32) -> bool {
        // CITE: late move pruning.
        let enough = (3 + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        let late = node.depth <= LATE_MOVE_DEPTH && best.legal > enough;
        // CITE: futility pruning (Heinz 1998), by the depth after late move reductions.
        let alpha = node.window.alpha;
        let margin =
            FUTILITY_BASE_CP + FUTILITY_CP * reduced + (candidate.score / HISTORY_A_CP).clamp(-100, 100);
        let hopeless = !is_mate(alpha) && node.eval + self.worth.scaled(margin) <= alpha;
        let futile = reduced <= FUTILITY_DEPTH && hopeless;
        late || futile || reduced <= HISTORY_DEPTH && candidate.score < HISTORY_PRUNE * (reduced + 1)
    }
}
