//! The main search.

use super::node::{Best, Extension, NodeKind, NodeState, SearchResult};
use super::picker::{MAX_HISTORY_SCORE, OrderingHints, Picker, ScoredMove};
use super::score::{Bound, MATE, MAX_PLY, Score, Window, is_mate};
use super::tt::{TtEntry, TtMove};
use super::worker::{StackEntry, Worker};
use crate::movegen::Filter;
use std::sync::LazyLock;

/// No extensions beyond this multiple of the iteration depth.
const EXTENSION_REACH: usize = 2;

/// Minimum depth of internal iterative reduction, plies.
const REDUCE_WITHOUT_TT_DEPTH: i32 = 4;

/// A TT entry may be this many plies shallower than the node and still allow a singular extension.
const SINGULAR_DEPTH_GAP: i32 = 3;

/// A node is often refuted if more than this many of its children had cutoffs.
const FEW_CUTOFFS: u32 = 2;

/// One ply, in the unit of reductions.
const PLY: i32 = 1024;

/// `[depth][move number]`: product of the logarithms, in [`PLY`]s.
static LOG_PRODUCTS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    let entry = |depth: usize, number: usize| {
        let (depth, number) = (depth.max(1) as f64, number.max(1) as f64);
        (f64::from(PLY) * depth.ln() * number.ln()) as i32
    };
    (0..64).map(|depth| std::array::from_fn(|number| entry(depth, number))).collect()
});

impl<const W: usize> Worker<'_, W> {
    /// Searches the position at `ply` (at least 1) to `depth` plies and returns its score.
    pub fn alpha_beta(&mut self, window: Window, depth: i32, ply: usize, kind: NodeKind) -> SearchResult {
        if depth <= 0 {
            return self.quiescence(window, ply, 0);
        }
        self.pv[ply].clear();
        self.enter(ply)?;
        let excluded = self.stack[ply].excluded;
        // Step 1: end of the game.
        if excluded.is_none()
            && let Some(score) = self.ended(ply)
        {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate());
        }
        // Step 2: mate distance pruning. No score here beats a mate nearer the root.
        let window = Window {
            alpha: window.alpha.max(ply as Score - MATE),
            beta: window.beta.min(MATE - ply as Score - 1),
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // Step 3: the transposition table.
        let kind = kind.within(window);
        let entry = if excluded.is_none() { self.table.probe(self.pos.key(), ply) } else { None };
        if kind != NodeKind::Pv
            && let Some(score) = entry.and_then(|entry| entry.cutoff(window, depth))
        {
            self.reward_tt_move(entry, score >= window.beta, depth, ply);
            return Ok(score);
        }
        // Step 4: static evaluation.
        let mut node = self.init_node(window, depth, ply, kind, entry);
        // Step 5: cutoffs without searching moves.
        if kind != NodeKind::Pv
            && !node.in_check
            && excluded.is_none()
            && !self.stack[ply].forced
            && let Some(score) = self.prune_node(&node)?
        {
            return Ok(score);
        }
        // Step 6: internal iterative reduction. Without a TT move the move order of a deep search is poor.
        // CITE: Ed Schröder.
        if node.depth >= REDUCE_WITHOUT_TT_DEPTH
            && excluded.is_none()
            && node.tt_move().is_none()
            && kind != NodeKind::All
        {
            node.depth -= 1;
        }
        self.with_picker(ply, |worker, picker| worker.search_moves(&node, picker))
    }

    /// State of the node at `ply`, where the position was just reached and the table probed.
    pub(super) fn init_node(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        kind: NodeKind,
        entry: Option<TtEntry>,
    ) -> NodeState {
        let in_check = self.stack[ply].in_check;
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 1].cutoffs = 0;
        let mut eval = 0;
        (self.stack[ply].eval, self.stack[ply].raw_eval) = (None, None);
        if !in_check {
            let known = entry.and_then(|e| e.eval);
            let rough = if known.is_none() { self.lazy_cutoff(window, depth, ply) } else { None };
            let own = rough.unwrap_or_else(|| {
                let raw = known.unwrap_or_else(|| self.evaluate());
                self.stack[ply].raw_eval = Some(raw);
                self.corrected(raw, ply)
            });
            self.stack[ply].eval = Some(own);
            eval = entry.map_or(own, |entry| entry.refine(own));
        }
        let at = |back: usize| ply.checked_sub(back).and_then(|p| self.stack[p].eval);
        let improving = !in_check && at(2).or(at(4)).is_none_or(|e| self.stack[ply].eval > Some(e));
        let was_pv = kind == NodeKind::Pv || entry.is_some_and(|e| e.pv);
        let target = entry.and_then(|e| e.mv?.plain()).map(|mv| mv.to());
        let tt_capture = target.is_some_and(|to| !self.pos.cell(to).is_empty());
        NodeState { ply, depth, window, kind, in_check, eval, improving, entry, was_pv, tt_capture }
    }

    /// Searches the moves and returns the node's score.
    fn search_moves(&mut self, node: &NodeState, picker: &mut Picker) -> SearchResult {
        let Window { alpha, beta } = node.window;
        let ply = node.ply;
        let excluded = self.stack[ply].excluded;
        let before = self.before(ply);
        let [first, second] = self.stack[ply].killers;
        let killers = [first, second, self.history.counter(before[0])];
        picker.begin(OrderingHints { tt_move: node.tt_move(), killers, before }, Filter::All);
        let mut best = Best::above(alpha);
        while let Some(candidate) = picker.next(&self.picker_context(ply), i32::MIN) {
            let tt_move = Some(TtMove::of(candidate.mv));
            // Step 7: skip unpromising moves.
            if tt_move == excluded || self.prune_move(node, &candidate, &best, picker) {
                continue;
            }
            // Step 8: extensions.
            let extension = match self.extension(node, &candidate)? {
                Extension::Plies(plies) => plies,
                Extension::Cutoff(score) => return Ok(score),
            };
            let Some(score) = self.try_move(node, &candidate, &mut best, extension)? else {
                self.poll()?;
                continue;
            };
            if score >= beta {
                self.stack[ply].cutoffs += 1;
                self.reward(node, &candidate, &picker.tried);
                break;
            }
            picker.tried.push(candidate);
        }
        Ok(self.finish_node(node, &best))
    }

    /// Makes a move, searches it and keeps it if it is the best so far; `None` if it is illegal. Used at the root too.
    pub(super) fn try_move(
        &mut self,
        node: &NodeState,
        candidate: &ScoredMove,
        best: &mut Best,
        extension: i32,
    ) -> SearchResult<Option<Score>> {
        let ply = node.ply;
        if !self.try_make(candidate, ply) {
            return Ok(None);
        }
        // Step 9: the search of the move.
        best.legal += 1;
        let score = self.search_move(node, candidate, best, extension);
        self.unmake();
        let score = score?;
        // Step 10: a new best move.
        best.score = best.score.max(score);
        if score > best.alpha {
            let tt_move = Some(TtMove::of(candidate.mv));
            (best.alpha, best.mv, best.tactical) = (score, tt_move, candidate.is_tactical());
            if node.kind == NodeKind::Pv {
                self.set_pv(ply, candidate.mv);
            }
        }
        Ok(Some(score))
    }

    /// Learns from the result of a node and returns its score.
    fn finish_node(&mut self, node: &NodeState, best: &Best) -> Score {
        let excluded = self.stack[node.ply].excluded;
        // Step 11: mate, stalemate.
        if best.legal == 0 {
            return if excluded.is_some() { node.window.alpha } else { self.no_moves(node.ply) };
        }
        // Step 12: histories, corrections, transposition table.
        if excluded.is_none() {
            if best.score <= node.window.alpha {
                self.reward_parent(node);
            }
            self.correct(node, best);
            let Best { score, mv, .. } = *best;
            let (bound, pv) = (node.window.bound(score), node.was_pv);
            self.store(node.ply, TtEntry { mv, score, eval: None, depth: node.depth, bound, pv });
        }
        best.score
    }

    /// Decides the extension of a move: check evasions near the leaves, and the TT move if no other is as good.
    fn extension(&mut self, node: &NodeState, candidate: &ScoredMove) -> SearchResult<Extension> {
        let ply = node.ply;
        if ply >= EXTENSION_REACH * self.root_depth as usize {
            return Ok(Extension::Plies(0));
        }
        let check = i32::from(node.in_check && node.depth <= self.params.evasion_depth);
        let tt_move = Some(TtMove::of(candidate.mv));
        let singular = node.entry.filter(|e| {
            let sound = e.mv == tt_move
                && e.bound != Bound::Upper
                && e.depth >= node.depth - SINGULAR_DEPTH_GAP
                && !is_mate(e.score);
            sound && node.depth >= self.params.singular_depth && self.stack[ply].excluded.is_none()
        });
        // CITE: singular extensions (Anantharaman, Campbell, Hsu 1990), by a reduced search without the move.
        let Some(entry) = singular.filter(|_| self.is_legal(candidate.mv, ply)) else {
            return Ok(Extension::Plies(check));
        };
        let target = entry.score - self.values.scaled(self.params.singular_margin * node.depth / 2);
        // The search of the same position notes its own evaluation.
        let StackEntry { eval, raw_eval, .. } = self.stack[ply];
        self.stack[ply].excluded = tt_move;
        let others = self.alpha_beta(Window::above(target - 1), (node.depth - 1) / 2, ply, node.kind);
        self.stack[ply] = StackEntry { excluded: None, eval, raw_eval, ..self.stack[ply] };
        let (others, is_pv) = (others?, node.kind == NodeKind::Pv);
        if others < target {
            let alone = !is_pv && others < target - self.values.scaled(self.params.double_margin_cp);
            return Ok(Extension::Plies(1 + i32::from(alone)));
        }
        // CITE: multi-cut: several moves fail high, so the node probably will.
        if target >= node.window.beta && !is_pv && !is_mate(target) {
            return Ok(Extension::Cutoff(target));
        }
        let doubtful = entry.score >= node.window.beta || node.kind == NodeKind::Cut;
        Ok(Extension::Plies(-i32::from(doubtful)))
    }

    /// Searches a move that was just made: late moves first reduced and with a null window.
    fn search_move(
        &mut self,
        node: &NodeState,
        candidate: &ScoredMove,
        best: &Best,
        extension: i32,
    ) -> SearchResult {
        let (ply, beta) = (node.ply, node.window.beta);
        let depth = node.depth - 1 + extension;
        let gives_check = self.stack[ply + 1].in_check;
        let is_pv = node.kind == NodeKind::Pv;
        if best.legal > 1 {
            // CITE: late move reductions (Romstad 2006).
            let reduction = self.reduction(node, candidate, best.legal, gives_check);
            let reduced = (depth - reduction).clamp(1.min(depth), depth.max(1));
            let scout = Window::above(best.alpha).negated();
            let mut score = -self.alpha_beta(scout, reduced, ply + 1, NodeKind::Cut)?;
            if score > best.alpha && reduced < depth {
                // Search deeper if the score is far above the best one so far, shallower if it is barely above.
                let deeper = i32::from(score > best.score + self.values.scaled(self.params.deeper_cp));
                let shallower = i32::from(score < best.score + self.params.shallower_cp);
                let depth = depth + deeper - shallower;
                if depth > reduced {
                    score = -self.alpha_beta(scout, depth, ply + 1, node.kind.child())?;
                }
                self.reward_after_reduction(node, candidate, score);
            }
            if !is_pv || score <= best.alpha || score >= beta {
                return Ok(score);
            }
        }
        // CITE: principal variation search (Marsland and Campbell 1982).
        let window = Window { alpha: best.alpha, beta };
        let kind = if is_pv { NodeKind::Pv } else { node.kind.child() };
        Ok(-self.alpha_beta(window.negated(), depth, ply + 1, kind)?)
    }

    /// Returns the late move reduction of a move, in plies.
    pub(super) fn reduction(
        &self,
        node: &NodeState,
        candidate: &ScoredMove,
        number: i32,
        checks: bool,
    ) -> i32 {
        if node.depth < 3 || number < 2 + i32::from(node.kind == NodeKind::Pv) {
            return 0;
        }
        let product = LOG_PRODUCTS[node.depth.min(63) as usize][number.min(63) as usize];
        let base = self.params.reduction_base + product * self.params.reduction_slope / PLY;
        let often_refuted = self.stack[node.ply + 1].cutoffs > FEW_CUTOFFS;
        let mut plies = i32::from(node.kind == NodeKind::Cut) * self.params.reduce_cut
            + i32::from(often_refuted) * self.params.reduce_refuted
            - i32::from(node.was_pv) * self.params.reduce_less_pv
            - i32::from(node.in_check) * self.params.reduce_less_evasion
            - i32::from(checks) * self.params.reduce_less_check;
        if candidate.is_tactical() {
            plies += if candidate.loss < 0 { base / 2 } else { base / 3 - PLY };
        } else {
            let history = if candidate.score.abs() < MAX_HISTORY_SCORE {
                candidate.score
            } else {
                self.params.history_per_ply
            };
            plies += base
                + i32::from(!node.improving) * PLY
                + i32::from(node.tt_capture) * self.params.reduce_tt_capture
                - history * PLY / self.params.history_per_ply;
        }
        plies.max(0) / PLY
    }
}
