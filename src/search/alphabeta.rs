//! The main search.

use super::picker::{OrderingHints, Picker, ScoredMove};
use super::tt::{self, TtEntry, TtMove};
use super::worker::{INFINITE, Window, Worker};
use super::{Bound, MATE, MAX_PLY, Score, is_mate};
use crate::movegen::Filter;
use std::sync::LazyLock;

/// No extensions beyond this multiple of the iteration depth.
const EXTENSION_REACH: usize = 2;

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

/// State of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeState {
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// Whether an exact score is needed.
    pub pv: bool,
    /// Whether a cutoff is expected.
    pub cut: bool,
    pub in_check: bool,
    /// Static evaluation, refined by the table; meaningless in check.
    pub eval: Score,
    /// Whether the evaluation is better than two plies ago.
    pub improving: bool,
    pub entry: Option<TtEntry>,
    /// Whether the position is or was on a principal variation.
    pub was_pv: bool,
    /// Whether the TT move is a capture.
    pub hash_captures: bool,
}

/// The best move of a node so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub score: Score,
    pub alpha: Score,
    pub mv: TtMove,
    /// Whether the best move is a capture or a promotion.
    pub captures: bool,
    /// Legal moves searched.
    pub legal: i32,
}

/// Result of the singularity test of the TT move.
enum Extension {
    /// Extend the move by this many plies; a negative number reduces it.
    Plies(i32),
    /// Multi-cut: other moves beat beta too, so the node fails high with this score.
    Cutoff(Score),
}

impl<const W: usize> Worker<'_, W> {
    /// Searches the position at `ply` (at least 1) to `depth` plies and returns its score.
    pub fn alpha_beta(&mut self, window: Window, depth: i32, ply: usize, cut: bool) -> Score {
        if depth <= 0 {
            return self.quiescence(window, ply, 0);
        }
        self.pv[ply].clear();
        if self.enter(ply) {
            return 0;
        }
        let excluded = self.frames[ply].excluded;
        // Check for the end of the game.
        if excluded == TtMove::NONE {
            if let Some(score) = self.ended(ply) {
                return score;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        // Mate distance pruning: no score here beats a mate nearer the root.
        let window = Window {
            alpha: window.alpha.max(ply as Score - MATE),
            beta: window.beta.min(MATE - ply as Score - 1),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // Probe the table.
        let pv = window.is_open();
        let entry = if excluded == TtMove::NONE { self.table.probe(self.pos.key()) } else { None };
        if let Some(score) = self.known(entry, window, depth, ply).filter(|_| !pv) {
            self.reward_hash(entry, score >= window.beta, depth, ply);
            return score;
        }
        let mut node = self.describe(window, depth, ply, cut, entry);
        // Try cutoffs without searching moves.
        if !pv && !node.in_check && excluded == TtMove::NONE && !self.frames[ply].forced {
            if let Some(score) = self.prune_node(&node) {
                return score;
            }
        }
        // CITE: internal iterative reduction (Ed Schröder): without a TT move the move order of a deep search is
        // poor.
        let unordered = excluded == TtMove::NONE && entry.is_none_or(|e| e.mv == TtMove::NONE);
        if node.depth >= 4 && unordered && (pv || cut) {
            node.depth -= 1;
        }
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        let score = self.search_moves(&node, &mut picker);
        self.pickers[ply] = picker;
        score
    }

    /// Returns the TT score if the entry is deep enough and the score is exact or outside the window.
    pub(super) fn known(
        &self,
        entry: Option<TtEntry>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let entry = entry.filter(|e| e.depth >= depth)?;
        let score = tt::from_table(entry.score, ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        decides.then_some(score)
    }

    /// State of the node at `ply`, where the position was just reached and the table probed.
    pub(super) fn describe(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
        entry: Option<TtEntry>,
    ) -> NodeState {
        let in_check = self.frames[ply].in_check;
        self.frames[ply + 1].killers = [TtMove::NONE; 2];
        self.frames[ply + 1].cutoffs = 0;
        let mut eval = 0;
        (self.frames[ply].eval, self.frames[ply].raw_eval) = (None, None);
        if !in_check {
            let known = entry.map(|e| e.eval).filter(|&e| e != TtEntry::NO_EVAL);
            let own = match known.or_else(|| self.unless_lazy(window, depth)) {
                Some(raw) => {
                    self.frames[ply].raw_eval = Some(raw);
                    self.corrected(raw, ply)
                }
                None => self.lazy_eval(),
            };
            self.frames[ply].eval = Some(own);
            eval = sharpen(own, entry, ply);
        }
        let at = |back: usize| ply.checked_sub(back).and_then(|p| self.frames[p].eval);
        let improving = !in_check && at(2).or(at(4)).is_none_or(|e| self.frames[ply].eval > Some(e));
        let pv = window.is_open();
        let was_pv = pv || entry.is_some_and(|e| e.pv);
        let target = entry.and_then(|e| e.mv.plain()).map(|mv| mv.to());
        let hash_captures = target.is_some_and(|to| !self.pos.cell(to).is_empty());
        NodeState { ply, depth, window, pv, cut, in_check, eval, improving, entry, was_pv, hash_captures }
    }

    /// Searches the moves and returns the node's score.
    fn search_moves(&mut self, node: &NodeState, picker: &mut Picker) -> Score {
        let Window { alpha, beta } = node.window;
        let ply = node.ply;
        let excluded = self.frames[ply].excluded;
        let before = self.before(ply);
        let hash = node.entry.map_or(TtMove::NONE, |e| e.mv);
        let [first, second] = self.frames[ply].killers;
        let killers = [first, second, self.history.counter(before[0])];
        picker.begin(OrderingHints { hash, killers, before }, Filter::All);
        let mut best = Best { score: -INFINITE, alpha, mv: TtMove::NONE, captures: false, legal: 0 };
        while let Some(candidate) = picker.next(&self.sources(ply), i32::MIN) {
            let print = TtMove::of(candidate.mv);
            if print == excluded || self.prune_move(node, &candidate, &best, picker) {
                continue;
            }
            let extension = match self.extension(node, &candidate, print) {
                Extension::Plies(plies) => plies,
                Extension::Cutoff(score) => return score,
            };
            if !self.try_make(candidate.mv, candidate.trace, ply) {
                if self.must_stop() {
                    return 0;
                }
                continue;
            }
            self.frames[ply].quiet = candidate.gain.is_none();
            best.legal += 1;
            let score = self.search_move(node, &candidate, &best, extension);
            self.unmake();
            if self.stopped {
                return 0;
            }
            if score > best.score {
                best.score = score;
                if score > best.alpha {
                    (best.alpha, best.mv, best.captures) = (score, print, candidate.gain.is_some());
                    if node.pv {
                        self.set_pv(ply, candidate.mv);
                    }
                }
                if score >= beta {
                    self.frames[ply].cutoffs += 1;
                    self.reward(node, &candidate, &picker.tried);
                    break;
                }
            }
            picker.tried.push(candidate);
        }
        if best.legal == 0 && best.score == -INFINITE {
            return if excluded != TtMove::NONE { alpha } else { self.no_moves(ply) };
        }
        if excluded == TtMove::NONE {
            if best.score <= alpha {
                self.reward_parent(node);
            }
            self.correct(node, &best);
            self.remember(node, best.score, best.mv);
        }
        best.score
    }

    /// Decides the extension of a move: check evasions near the leaves, and the TT move if no other is as good.
    fn extension(&mut self, node: &NodeState, candidate: &ScoredMove, print: TtMove) -> Extension {
        let ply = node.ply;
        if ply >= EXTENSION_REACH * self.root_depth as usize {
            return Extension::Plies(0);
        }
        let check = i32::from(node.in_check && node.depth <= self.params.evasion_depth);
        let singular = node.entry.filter(|e| {
            let sound =
                e.mv == print && e.bound != Bound::Upper && e.depth >= node.depth - 3 && !is_mate(e.score);
            sound && node.depth >= self.params.singular_depth && self.frames[ply].excluded == TtMove::NONE
        });
        // CITE: singular extensions (Anantharaman, Campbell, Hsu 1990), by a reduced search without the move.
        let Some(entry) = singular.filter(|_| self.is_legal(candidate.mv, ply)) else {
            return Extension::Plies(check);
        };
        let target = tt::from_table(entry.score, ply)
            - self.worth.scaled(self.params.singular_margin * node.depth / 2);
        self.frames[ply].excluded = print;
        let others = self.alpha_beta(Window::above(target - 1), (node.depth - 1) / 2, ply, node.cut);
        self.frames[ply].excluded = TtMove::NONE;
        if self.stopped {
            return Extension::Plies(0);
        }
        if others < target {
            let alone = !node.pv && others < target - self.worth.scaled(self.params.double_margin_cp);
            return Extension::Plies(1 + i32::from(alone));
        }
        // CITE: multi-cut: several moves fail high, so the node probably will.
        if target >= node.window.beta && !node.pv && !is_mate(target) {
            return Extension::Cutoff(target);
        }
        let doubtful = entry.score >= node.window.beta || node.cut;
        Extension::Plies(-i32::from(doubtful))
    }

    /// Searches a move that was just made: late moves first reduced and with a null window. Used at the root too.
    pub(super) fn search_move(
        &mut self,
        node: &NodeState,
        candidate: &ScoredMove,
        best: &Best,
        extension: i32,
    ) -> Score {
        let (ply, beta) = (node.ply, node.window.beta);
        let depth = node.depth - 1 + extension;
        let gives_check = self.frames[ply + 1].in_check;
        let mut score = best.alpha;
        let mut full = best.legal == 1;
        if best.legal > 1 {
            // CITE: late move reductions (Romstad 2006).
            let reduction = self.reduction(node, candidate, best.legal, gives_check);
            let reduced = (depth - reduction).clamp(1.min(depth), depth.max(1));
            let scout = Window::above(best.alpha).negated();
            score = -self.alpha_beta(scout, reduced, ply + 1, true);
            if score > best.alpha && reduced < depth {
                // Search deeper if the score is far above the best one so far, shallower if it is barely above.
                let deeper = i32::from(score > best.score + self.worth.scaled(self.params.deeper_cp));
                let shallower = i32::from(score < best.score + self.params.shallower_cp);
                let depth = depth + deeper - shallower;
                if depth > reduced {
                    score = -self.alpha_beta(scout, depth, ply + 1, !node.cut);
                }
                self.reward_after_reduction(node, candidate, score);
            }
            full = node.pv && score > best.alpha && score < beta;
        }
        if full {
            // CITE: principal variation search (Marsland and Campbell 1982).
            let window = Window { alpha: best.alpha, beta };
            score = -self.alpha_beta(window.negated(), depth, ply + 1, !node.pv && !node.cut);
        }
        score
    }

    /// Returns the late move reduction of a move, in plies.
    pub(super) fn reduction(
        &self,
        node: &NodeState,
        candidate: &ScoredMove,
        number: i32,
        gives_check: bool,
    ) -> i32 {
        if node.depth < 3 || number < 2 + i32::from(node.pv) {
            return 0;
        }
        let product = LOG_PRODUCTS[node.depth.min(63) as usize][number.min(63) as usize];
        let base = self.params.reduction_base + product * self.params.reduction_slope / PLY;
        let often_refuted = self.frames[node.ply + 1].cutoffs > 2;
        let mut plies = i32::from(node.cut) * self.params.reduce_cut
            + i32::from(often_refuted) * self.params.reduce_refuted
            - i32::from(node.was_pv) * self.params.reduce_less_pv
            - i32::from(node.in_check) * self.params.reduce_less_evasion
            - i32::from(gives_check) * self.params.reduce_less_check;
        if candidate.gain.is_some() {
            plies += if candidate.loss < 0 { base / 2 } else { base / 3 - PLY };
        } else {
            let history =
                if candidate.score.abs() < 1 << 17 { candidate.score } else { self.params.reduction_history };
            plies += base
                + i32::from(!node.improving) * PLY
                + i32::from(node.hash_captures) * self.params.reduce_hash_capture
                - history * PLY / self.params.reduction_history;
        }
        plies.max(0) / PLY
    }

    /// Stores the node in the table.
    fn remember(&self, node: &NodeState, score: Score, mv: TtMove) {
        let bound = if score >= node.window.beta {
            Bound::Lower
        } else if mv != TtMove::NONE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let eval = self.frames[node.ply].raw_eval.unwrap_or(TtEntry::NO_EVAL);
        let entry = TtEntry {
            mv,
            score: tt::to_table(score, node.ply),
            eval,
            depth: node.depth,
            bound,
            pv: node.was_pv,
        };
        self.table.store(self.pos.key(), entry);
    }
}

/// Returns the TT score if its bound makes it a better estimate than `eval`, otherwise `eval`.
pub(super) fn sharpen(eval: Score, entry: Option<TtEntry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = tt::from_table(entry.score, ply);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if better && !is_mate(score) { score } else { eval }
}
