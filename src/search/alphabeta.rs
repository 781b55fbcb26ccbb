//! The main search.

use super::picker::{Candidate, Hints, Picker};
use super::quiescence::LAZY_CP;
use super::tt::{self, Entry, Fingerprint};
use super::worker::{INFINITE, Window, Worker};
use super::{Bound, MATE, MAX_PLY, Score, is_mate};
use crate::movegen::Filter;
use std::sync::LazyLock;

/// Reverse futility: an advantage of so much a ply is believed (cp). Self-play scale of this engine's values.
const REVERSE_FUTILITY_CP: Score = 75;
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Razoring: so far below alpha only captures can help (cp a ply).
const RAZOR_CP: Score = 250;
const RAZOR_DEPTH: i32 = 3;
/// Futility of quiet moves: base and cp a ply.
const FUTILITY_BASE_CP: Score = 80;
const FUTILITY_CP: Score = 90;
const FUTILITY_DEPTH: i32 = 7;
const NULL_DEPTH: i32 = 3;
/// With fewer pieces besides royals and pawns zugzwang is likely: no null move.
const SPARE_MOVERS: usize = 2;
/// From here on a null-move cutoff is verified by a search without it.
const NULL_VERIFY_DEPTH: i32 = 12;
const LATE_MOVE_DEPTH: i32 = 8;
/// Captures that lose more than this a ply are not searched, quiet moves that lose more than that a ply squared (cp).
const BAD_CAPTURE_CP: i32 = 90;
const BAD_QUIET_CP: i32 = 22;
const BAD_QUIET_DEPTH: i32 = 7;
/// Quiet moves with a history below this, times depth, are not searched near the leaves.
const HISTORY_PRUNE: i32 = -3000;
const HISTORY_DEPTH: i32 = 4;
const SINGULAR_DEPTH: i32 = 8;
/// No extensions beyond so many times the depth of the iteration.
const EXTENSION_REACH: usize = 2;

/// `[depth][number of the move]`: plies taken off a late quiet move.
static REDUCTIONS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    let entry = |depth: usize, number: usize| {
        let (depth, number) = (depth.max(1) as f64, number.max(1) as f64);
        (0.6 + depth.ln() * number.ln() / 2.1) as i32
    };
    (0..64).map(|depth| std::array::from_fn(|number| entry(depth, number))).collect()
});

/// What a node knows of itself before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// An exact score is wanted.
    pub pv: bool,
    /// A cutoff is expected.
    pub cut: bool,
    pub in_check: bool,
    /// Static evaluation, corrected by the table; meaningless in check.
    pub eval: Score,
    /// Is the side to move better off than two plies ago?
    pub improving: bool,
    pub entry: Option<Entry>,
}

/// The best of a node's moves so far.
#[derive(Clone, Copy, Debug)]
struct Best {
    score: Score,
    alpha: Score,
    mv: Fingerprint,
    /// Legal moves seen.
    legal: i32,
}

impl<const W: usize> Worker<'_, W> {
    /// The score of the position at `ply` (from 1 on) searched `depth` plies deep.
    pub fn alpha_beta(&mut self, window: Window, depth: i32, ply: usize, cut: bool) -> Score {
        if depth <= 0 {
            return self.quiescence(window, ply, 0);
        }
        self.pv[ply].clear();
        if self.enter(ply) {
            return 0;
        }
        let excluded = self.frames[ply].excluded;
        // The game may be over.
        if excluded == Fingerprint::NONE {
            if let Some(score) = self.ended(ply) {
                return score;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        // Nothing here can be better than a mate found nearer the root.
        let window = Window {
            alpha: window.alpha.max(ply as Score - MATE),
            beta: window.beta.min(MATE - ply as Score - 1),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // The table may know the answer.
        let pv = window.is_open();
        let entry = if excluded == Fingerprint::NONE { self.table.probe(self.pos.key()) } else { None };
        if let Some(score) = self.known(entry, window, depth, ply).filter(|_| !pv) {
            return score;
        }
        let mut node = self.describe(window, depth, ply, cut, entry);
        // A cutoff may be plain without trying the moves.
        if !pv && !node.in_check && excluded == Fingerprint::NONE && !self.frames[ply].urgent {
            if let Some(score) = self.prune_node(&node) {
                return score;
            }
        }
        // CITE: internal iterative reduction (Ed Schröder): without a hash move a deep search is ill-ordered.
        if node.depth >= 4 && entry.is_none_or(|e| e.mv == Fingerprint::NONE) && (pv || cut) {
            node.depth -= 1;
        }
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        let score = self.search_moves(&node, &mut picker);
        self.pickers[ply] = picker;
        score
    }

    /// The table's score, if it is deep enough and decides about the window.
    pub(super) fn known(
        &self,
        entry: Option<Entry>,
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

    fn describe(&mut self, window: Window, depth: i32, ply: usize, cut: bool, entry: Option<Entry>) -> Node {
        let in_check = self.frames[ply].in_check;
        self.frames[ply + 1].killers = [Fingerprint::NONE; 2];
        let mut eval = 0;
        self.frames[ply].eval = None;
        if !in_check {
            let known = entry.map(|e| e.eval).filter(|&e| e != Entry::NO_EVAL);
            let own = known.unwrap_or_else(|| self.lazy_evaluation(window, depth));
            self.frames[ply].eval = Some(own);
            eval = sharpen(own, entry, ply);
        }
        let earlier = ply.checked_sub(2).and_then(|p| self.frames[p].eval);
        let improving = !in_check && earlier.is_none_or(|e| self.frames[ply].eval > Some(e));
        Node { ply, depth, window, pv: window.is_open(), cut, in_check, eval, improving, entry }
    }

    /// The static evaluation; where reverse futility will prune whatever the costly terms say, without them.
    fn lazy_evaluation(&mut self, window: Window, depth: i32) -> Score {
        let rough = self.rough_evaluation();
        let prunes = rough - LAZY_CP - REVERSE_FUTILITY_CP * depth >= window.beta;
        if prunes && depth <= REVERSE_FUTILITY_DEPTH && !window.is_open() && !is_mate(window.beta) {
            return rough;
        }
        self.evaluate()
    }

    /// Cutoffs without trying moves: reverse futility, razoring, null move.
    fn prune_node(&mut self, node: &Node) -> Option<Score> {
        let Window { alpha, beta } = node.window;
        let slack = node.depth - i32::from(node.improving);
        // CITE: reverse futility pruning (static null move).
        let safe = node.eval - REVERSE_FUTILITY_CP * slack >= beta;
        if node.depth <= REVERSE_FUTILITY_DEPTH && safe && !is_mate(beta) && !is_mate(node.eval) {
            return Some((node.eval + beta) / 2);
        }
        // CITE: razoring.
        // No evaluation tells of a mate that is nearer than the one at hand.
        if node.depth <= RAZOR_DEPTH && !is_mate(alpha) && node.eval + RAZOR_CP * node.depth <= alpha {
            let score = self.quiescence(Window::above(alpha), node.ply, 0);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        self.null_move(node)
    }

    /// If even a pass leaves the side to move above beta, a move would.
    /// CITE: Donninger, "Null move and deep search" (1993); verification: David-Tabibi and Netanyahu (2002).
    fn null_move(&mut self, node: &Node) -> Option<Score> {
        let (beta, ply) = (node.window.beta, node.ply);
        let after_null = ply > 0 && self.frames[ply - 1].null;
        if node.depth < NULL_DEPTH || after_null || node.eval < beta || is_mate(beta) || ply < self.null_floor
        {
            return None;
        }
        // Where moves must be played, or where it may be good to have none, a pass proves nothing.
        // Where passing is a move, or may end the game, it proves nothing; nor while sides set up.
        let rulings = &self.game.rulings;
        if rulings.passes || rulings.phases && crate::movegen::phases::sets_up(self.game, &self.pos) {
            return None;
        }
        if self.game.rulings.lists
            || self.game.rulings.suicidal
            || self.pos.is_frozen()
            || !self.has_spare_movers()
        {
            return None;
        }
        let reduction = 3 + node.depth / 4 + ((node.eval - beta) / 180).min(3);
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

    /// Has the side to move pieces that can lose a tempo? With royals and pawns alone zugzwang is the rule.
    fn has_spare_movers(&self) -> bool {
        let side = self.pos.side();
        let phase = &self.game.weights.phase;
        let spare = |&square: &_| self.pos.cell(square).kind().is_some_and(|k| phase[k.index()] > 0);
        self.pos.pieces(side).filter(spare).take(SPARE_MOVERS).count() == SPARE_MOVERS
    }

    /// Tries the moves; the node's score.
    fn search_moves(&mut self, node: &Node, picker: &mut Picker) -> Score {
        let Window { alpha, beta } = node.window;
        let ply = node.ply;
        let excluded = self.frames[ply].excluded;
        let before = self.before(ply);
        let hash = node.entry.map_or(Fingerprint::NONE, |e| e.mv);
        let [first, second] = self.frames[ply].killers;
        let killers = [first, second, self.history.counter(before[0])];
        picker.begin(Hints { hash, killers, before }, Filter::All);
        let mut best = Best { score: -INFINITE, alpha, mv: Fingerprint::NONE, legal: 0 };
        while let Some(candidate) = picker.next(&self.sources(ply), i32::MIN) {
            let print = Fingerprint::of(candidate.mv);
            if print == excluded || self.prune_move(node, &candidate, &best, picker) {
                continue;
            }
            let extension = self.extension(node, &candidate, print);
            if !self.try_make(candidate.mv, candidate.trace, ply) {
                if self.must_stop() {
                    return 0;
                }
                continue;
            }
            best.legal += 1;
            let score = self.search_move(node, &candidate, &best, extension);
            self.unmake();
            if self.stopped {
                return 0;
            }
            if score > best.score {
                best.score = score;
                if score > best.alpha {
                    (best.alpha, best.mv) = (score, print);
                    if node.pv {
                        self.set_pv(ply, candidate.mv);
                    }
                }
                if score >= beta {
                    self.reward(node, &candidate, &picker.tried);
                    break;
                }
            }
            picker.tried.push(candidate);
        }
        if best.legal == 0 && best.score == -INFINITE {
            return if excluded != Fingerprint::NONE { alpha } else { self.no_moves(ply) };
        }
        if excluded == Fingerprint::NONE {
            self.remember(node, best.score, best.mv);
        }
        best.score
    }

    /// Is a late move so unpromising that it is not even made?
    fn prune_move(&self, node: &Node, candidate: &Candidate, best: &Best, picker: &mut Picker) -> bool {
        if best.legal == 0 || best.score <= -MATE + 2 * MAX_PLY as Score || node.pv {
            return false;
        }
        if self.game.rulings.suicidal || self.frames[node.ply].urgent {
            return false;
        }
        if candidate.gain.is_some() {
            return candidate.loss < -BAD_CAPTURE_CP * node.depth;
        }
        if node.in_check {
            return false;
        }
        if self.looks_idle(node, candidate, best) {
            // Those after it look no better.
            picker.only_checks = true;
            if !self.worth.checks::<W>(&self.pos, candidate.mv) {
                return true;
            }
        }
        node.depth <= BAD_QUIET_DEPTH
            && self.worth.loss::<W>(&self.pos, candidate.mv, 0) < -BAD_QUIET_CP * node.depth * node.depth
    }

    /// Do number, evaluation and history say that nothing can come of a quiet move?
    fn looks_idle(&self, node: &Node, candidate: &Candidate, best: &Best) -> bool {
        // CITE: late move pruning.
        let enough = (3 + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        let late = node.depth <= LATE_MOVE_DEPTH && best.legal > enough;
        // CITE: futility pruning (Heinz 1998).
        let alpha = node.window.alpha;
        let hopeless = !is_mate(alpha) && node.eval + FUTILITY_BASE_CP + FUTILITY_CP * node.depth <= alpha;
        let futile = node.depth <= FUTILITY_DEPTH && hopeless;
        late || futile || node.depth <= HISTORY_DEPTH && candidate.score < HISTORY_PRUNE * node.depth
    }

    /// Plies by which a move is searched deeper: a singular hash move, an answer to a check.
    fn extension(&mut self, node: &Node, candidate: &Candidate, print: Fingerprint) -> i32 {
        if node.ply >= EXTENSION_REACH * self.root_depth as usize {
            return 0;
        }
        let singular = node.entry.filter(|e| {
            let sound =
                e.mv == print && e.bound != Bound::Upper && e.depth >= node.depth - 3 && !is_mate(e.score);
            sound && node.depth >= SINGULAR_DEPTH && self.frames[node.ply].excluded == Fingerprint::NONE
        });
        // CITE: singular extensions (Anantharaman, Campbell, Hsu 1990), by a reduced search without the move.
        if let Some(entry) = singular.filter(|_| self.is_legal(candidate.mv, node.ply)) {
            let target = tt::from_table(entry.score, node.ply) - 2 * node.depth;
            self.frames[node.ply].excluded = print;
            let others = self.alpha_beta(Window::above(target - 1), (node.depth - 1) / 2, node.ply, node.cut);
            self.frames[node.ply].excluded = Fingerprint::NONE;
            if others < target {
                return 1;
            }
            if target >= node.window.beta {
                return -1;
            }
        }
        i32::from(node.in_check)
    }

    /// Searches a move that was just made: late ones reduced and with a null window first.
    fn search_move(&mut self, node: &Node, candidate: &Candidate, best: &Best, extension: i32) -> Score {
        let (ply, beta) = (node.ply, node.window.beta);
        let depth = node.depth - 1 + extension;
        let gives_check = self.frames[ply + 1].in_check;
        let mut score = best.alpha;
        let mut full = best.legal == 1;
        if best.legal > 1 {
            // CITE: late move reductions (Romstad 2006).
            let reduction =
                self.reduction(node, candidate, best.legal, gives_check).clamp(0, (depth - 1).max(0));
            let scout = Window::above(best.alpha).negated();
            score = -self.alpha_beta(scout, depth - reduction, ply + 1, true);
            if score > best.alpha && reduction > 0 {
                score = -self.alpha_beta(scout, depth, ply + 1, !node.cut);
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

    fn reduction(&self, node: &Node, candidate: &Candidate, number: i32, gives_check: bool) -> i32 {
        if node.depth < 3 || number < 2 + i32::from(node.pv) {
            return 0;
        }
        let base = REDUCTIONS[node.depth.min(63) as usize][number.min(63) as usize];
        if candidate.gain.is_some() {
            return if candidate.loss < 0 { base / 2 } else { 0 };
        }
        let history = if candidate.score.abs() < 1 << 17 { candidate.score / 8192 } else { 1 };
        base + i32::from(node.cut) + i32::from(!node.improving)
            - i32::from(node.pv)
            - i32::from(node.in_check)
            - i32::from(gives_check)
            - history
    }

    /// Learns from a cutoff.
    fn reward(&mut self, node: &Node, winner: &Candidate, tried: &[Candidate]) {
        let bonus = (160 * node.depth - 80).min(1800);
        let before = self.before(node.ply);
        if winner.gain.is_none() {
            let print = Fingerprint::of(winner.mv);
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != print {
                *killers = [print, killers[0]];
            }
            self.history.set_counter(before[0], print);
            self.history.reward_quiet(winner.trace, before, bonus);
        } else {
            self.history.reward_capture(winner.trace, usize::from(winner.victim), bonus);
        }
        for loser in tried {
            if loser.gain.is_some() {
                self.history.reward_capture(loser.trace, usize::from(loser.victim), -bonus);
            } else if winner.gain.is_none() {
                self.history.reward_quiet(loser.trace, before, -bonus);
            }
        }
    }

    /// Writes the node into the table.
    fn remember(&self, node: &Node, score: Score, mv: Fingerprint) {
        let bound = if score >= node.window.beta {
            Bound::Lower
        } else if mv != Fingerprint::NONE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let eval = self.frames[node.ply].eval.unwrap_or(Entry::NO_EVAL);
        let entry = Entry { mv, score: tt::to_table(score, node.ply), eval, depth: node.depth, bound };
        self.table.store(self.pos.key(), entry);
    }
}

/// The table's score is a better evaluation where its bound allows.
pub(super) fn sharpen(eval: Score, entry: Option<Entry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = tt::from_table(entry.score, ply);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if better && !is_mate(score) { score } else { eval }
}
