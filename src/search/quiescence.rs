//! Quiescence: captures and promotions until the position is quiet.

use super::node::SearchResult;
use super::picker::{OrderingHints, Picker};
use super::score::{Bound, INFINITE, MATE, MAX_PLY, Score, Window};
use super::tt::{TtEntry, TtMove};
use super::worker::Worker;
use crate::eval::LIMIT;
use crate::movegen::Filter;

/// Number of captures searched below `narrow_depth`.
const NARROW_TRIES: u32 = 3;
/// Multiple of `quiescence_nodes` after which a quiescence search ends.
const EXHAUSTED: i32 = 4;
/// At this depth the static evaluation is returned.
const LAST_DEPTH: i32 = -12;
/// The same when time is short: where every move is a capture, an iteration can take a million nodes.
const SHORT_DEPTH: i32 = -1;

/// State of a node of quiescence before its moves are searched.
struct QuiescenceNode {
    ply: usize,
    depth: i32,
    window: Window,
    /// Whether all moves are searched: in check, or where captures are forced.
    full: bool,
    /// Whether captures are forced.
    forced: bool,
    /// Whether quiet checks are searched.
    checks: bool,
    /// The score without a move.
    stand_pat: Score,
    tt_move: Option<TtMove>,
}

impl<const W: usize> Worker<'_, W> {
    /// Returns the score of the position at `ply`, searching only captures, promotions and check evasions. `depth`
    /// starts at 0 and decreases.
    pub fn quiescence(&mut self, window: Window, ply: usize, depth: i32) -> SearchResult {
        self.pv[ply].clear();
        self.enter(ply)?;
        if let Some(score) = self.ended(ply) {
            return Ok(score);
        }
        if depth == 0 {
            self.quiescence_start = self.nodes;
        }
        let last = if self.short_quiescence { SHORT_DEPTH } else { LAST_DEPTH };
        let exhausted = self.quiescence_spent() > EXHAUSTED * self.params.quiescence_nodes;
        if ply >= MAX_PLY || depth <= last || exhausted {
            return Ok(self.evaluate());
        }
        let key = self.pos.key();
        let entry = self.table.probe(key, ply);
        if !window.is_open()
            && let Some(score) = entry.and_then(|entry| entry.cutoff(window, -1))
        {
            return Ok(score);
        }
        // A side that must capture cannot stand pat.
        let forced = self.stack[ply].forced;
        let full = forced || self.stack[ply].in_check && depth > self.params.quiescence_evasion_depth;
        let (mut eval, mut stand_pat, mut alpha) = (None, -INFINITE, window.alpha);
        if !full {
            // CITE: standing pat (Beal 1990, "A generalised quiescence search").
            (eval, stand_pat) = self.stand_pat(window, entry, ply);
            if stand_pat >= window.beta {
                return Ok(stand_pat);
            }
            alpha = alpha.max(stand_pat);
        }
        // Where a number of checks wins, checks near the horizon may be worth more than captures.
        let counted = self.pos.counters().checks[self.pos.side().index()] > 0;
        let checks = counted && !full && depth > -self.params.quiescence_checks;
        let (tt_move, window) = (entry.and_then(|e| e.mv), Window { alpha, ..window });
        let node = QuiescenceNode { ply, depth, window, full, forced, checks, stand_pat, tt_move };
        let (score, mv) = self.with_picker(ply, |worker, picker| worker.quiescence_moves(&node, picker))?;
        // Whether a mate loses can depend on the move that gave it.
        if self.game.variant.move_rules.drop_mate_loses && score.abs() == MATE - ply as Score {
            return Ok(score);
        }
        let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
        let pv = entry.is_some_and(|e| e.pv);
        self.table.store(key, ply, TtEntry { mv, score, eval, depth: -1, bound, pv });
        Ok(score)
    }

    /// Returns the static evaluation for the table, and the best estimate of the score without a move.
    fn stand_pat(&mut self, window: Window, entry: Option<TtEntry>, ply: usize) -> (Option<Score>, Score) {
        let refined = |eval: Score| entry.map_or(eval, |entry| entry.refine(eval));
        let known = entry.and_then(|e| e.eval);
        // Far outside the window the piece-square score suffices.
        let lazy = self.values.scaled(self.params.lazy_cp);
        let suffices = |rough: &Score| *rough >= window.beta + lazy || *rough <= window.alpha - lazy;
        if known.is_none()
            && let Some(rough) = self.lazy_eval().filter(suffices)
        {
            return (None, refined(rough));
        }
        let eval = known.unwrap_or_else(|| self.evaluate());
        (Some(eval), refined(self.corrected(eval, ply)))
    }

    /// Nodes of the quiescence search so far.
    fn quiescence_spent(&self) -> i32 {
        (self.nodes - self.quiescence_start) as i32
    }

    /// Number of moves to search, unless all of them so far lose to a mate.
    fn tries(&self, node: &QuiescenceNode) -> u32 {
        if self.quiescence_spent() > self.params.quiescence_nodes {
            1
        } else if node.depth >= self.params.narrow_depth || node.full {
            u32::MAX
        } else {
            NARROW_TRIES
        }
    }

    /// Depth after a move, the `number`th that is searched. All forced captures are, though many are bad: without a limit,
    /// lines of them are endless.
    fn depth_after(&self, node: &QuiescenceNode, number: u32) -> i32 {
        let narrowing = if node.forced { self.params.forced_narrowing * number.ilog2() as i32 } else { 0 };
        node.depth - 1 - narrowing
    }

    /// Searches the moves. Returns the score and the move that raised alpha.
    fn quiescence_moves(
        &mut self,
        node: &QuiescenceNode,
        picker: &mut Picker,
    ) -> SearchResult<(Score, Option<TtMove>)> {
        let QuiescenceNode { ply, window, full, checks, stand_pat, tt_move, .. } = *node;
        let filter = if full || checks { Filter::All } else { Filter::Tactical };
        let hints = OrderingHints { tt_move, before: self.before(ply), ..OrderingHints::default() };
        picker.begin(hints, filter);
        picker.only_threats = checks;
        let (mut best, mut best_mv, mut alpha) = (stand_pat, None, window.alpha);
        let (mut legal, mut answered) = (0_u32, false);
        let delta = self.values.scaled(self.params.delta_cp);
        loop {
            let survives = best > -MATE + 2 * MAX_PLY as Score;
            if survives && legal >= self.tries(node) {
                break;
            }
            // CITE: delta pruning. Captures that cannot come near alpha are not examined.
            let prunes = !full && survives && !self.game.rules.endings.suicidal;
            let least = if prunes { alpha - stand_pat - delta + 1 } else { i32::MIN };
            let Some(candidate) = picker.next(&self.picker_context(ply), least) else { break };
            // Losing captures come last, after the checks.
            if checks && candidate.loss < 0 {
                break;
            }
            if full {
                // One quiet evasion is enough once mate is averted.
                if survives && answered && candidate.is_quiet() {
                    break;
                }
            } else if prunes
                && candidate.gain.is_some_and(|gain| gain < least)
                && !self.values.may_win::<W>(&self.pos, candidate.mv)
            {
                let hoped = stand_pat.saturating_add(candidate.gain.unwrap_or(0)).saturating_add(delta);
                best = best.max(hoped.clamp(-LIMIT, LIMIT));
                continue;
            }
            if !self.try_make(&candidate, ply) {
                self.poll()?;
                continue;
            }
            legal += 1;
            answered |= candidate.is_quiet();
            let depth = self.depth_after(node, legal);
            let score = self.quiescence(Window { alpha, ..window }.negated(), ply + 1, depth);
            self.unmake();
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_mv) = (score, Some(TtMove::of(candidate.mv)));
                    if window.is_open() {
                        self.set_pv(ply, candidate.mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        if full && legal == 0 {
            best = self.no_moves(ply);
        }
        Ok((best, best_mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval;
    use crate::net::{BUCKETS, Evaluation, FeatureSet, LayerWeights, Net, QA, QB};
    use crate::position::{Game, Position};
    use crate::rules::GameRules;
    use crate::search::history::History;
    use crate::search::task::{SharedTask, ThreadPart};
    use crate::search::tt::TtMemory;
    use crate::search::{Limits, Report, SearchParams};
    use crate::variant::catalogue;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64};

    /// A net whose output is the same in every position (cp).
    fn constant_net(game: GameRules<'_>, cp: i32) -> Net {
        let features = FeatureSet::new(game);
        let hidden = 16;
        let weights = LayerWeights {
            hidden,
            rows: vec![0; features.count() * hidden],
            bias: vec![0; hidden],
            output: vec![0; BUCKETS * 2 * hidden],
            output_bias: vec![i32::from(QA) * i32::from(QA) * i32::from(QB); BUCKETS],
            scale: 256 * cp,
            keeps_terms: false,
        };
        Net::new(features, &weights).expect("fits")
    }

    #[test]
    fn a_net_decides_however_far_the_piece_square_score_is_from_the_window() {
        let variant = catalogue::load("normal").expect("a built-in variant").variant;
        let evaluation = |game: GameRules<'_>| {
            let net = Some(Arc::new(constant_net(game, 1000)));
            Evaluation { net, ..Evaluation::estimate(game) }
        };
        let game = Game::with_evaluation(variant, evaluation).expect("tables");
        let position = Position::start(&game);
        let expected = eval::evaluate(&game, &position);
        assert!(expected > eval::lazy_evaluate(&game, &position) + SearchParams::STANDARD.lazy_cp);
        for alpha in [expected - 1, expected, -2000, 2000] {
            let (mut memory, mut history) = (TtMemory::new(1), History::default());
            history.prepare(game.variant.pieces.len(), game.variant.board.len());
            let (limits, stop, helped) = (Limits::default(), AtomicBool::new(false), AtomicU64::new(0));
            let (table, params) = (memory.next_search(), SearchParams::STANDARD);
            let task =
                SharedTask { game: &game, position: &position, table, limits: &limits, params, stop: &stop };
            let part = ThreadPart { number: 0, threads: 1, helped: &helped };
            let mut report = |_: &Report| ();
            let mut worker = Worker::<1>::new(task, &mut history, part, &mut report);
            worker.enter_position(1);
            assert_eq!(worker.quiescence(Window::above(alpha), 1, 0), Ok(expected), "alpha {alpha}");
        }
    }
}
