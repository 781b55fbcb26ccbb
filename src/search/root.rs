//! The root of the search: iterative deepening, aspiration windows, time management.

use super::clock::Certainty;
use super::node::{Best, NodeKind, SearchResult};
use super::report::{Found, PvLine, Report};
use super::score::{Bound, INFINITE, MATE, MAX_PLY, Score, Window, is_mate};
use super::tt::{TtEntry, TtMove};
use super::worker::Worker;
use crate::movegen::{self, Filter};
use crate::position::{Move, MoveList};
use std::cmp::Reverse;
use std::time::Duration;

/// Half width of the first aspiration window (cp).
const ASPIRATION_CP: Score = 14;
/// First iteration with such a window.
const ASPIRATION_DEPTH: i32 = 5;
/// Half width beyond which a side of the window that proved too narrow is opened completely (cp).
const WIDEST_CP: Score = 600;
/// A search with a time limit stops at this multiple of the length of the mate that it found.
const MATE_DEPTHS: Score = 2;

/// Iterations of a search with a clock if there is only one move.
const ONLY_MOVE_DEPTH: u16 = 6;
/// Iterations of a search with a clock that has found a mate.
const MATE_DEPTH: u16 = 24;

/// A move at the root.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    /// Score of the last search that did not fail low; used to order the moves.
    score: Score,
    /// Nodes spent on it in this search.
    nodes: u64,
}

/// Score that an iteration has proved so far, and whether it was stopped.
type Iteration = (Score, SearchResult<()>);

/// State of iterative deepening.
#[derive(Default)]
struct Progress {
    /// Number of iterations since the best move changed.
    stable: u32,
    /// Score of the previous iteration.
    last: Option<Score>,
}

impl<const W: usize> Worker<'_, W> {
    /// Searches until a limit is reached.
    pub fn run(&mut self) -> Found {
        let mut legal = MoveList::new();
        movegen::list_continuations(self.game, &mut self.pos, &mut legal);
        legal.retain(|mv| !self.limits.exclude.contains(mv));
        // Each further line needs an iteration of its own.
        self.spare_nodes = legal.len() as u64 * (3 * u64::from(self.limits.lines.max(1)) - 2);
        self.enter_position(0);
        let mut moves = self.rank_root(&legal);
        let Some(&first) = moves.first() else {
            return Found { score: self.no_moves(0), ..Found::default() };
        };
        let mut found = Found { best: Some(first.mv), pv: vec![first.mv], ..Found::default() };
        let mut progress = Progress::default();
        let deepest = self.limits.depth.map_or(MAX_PLY - 8, |d| usize::from(d).clamp(1, MAX_PLY - 8));
        for depth in self.part.first_depth()..=deepest {
            self.root_depth = depth as i32;
            let (score, whole) = self.iteration(&mut moves, found.score);
            let line = &self.pv[0];
            // A stopped iteration counts if it has proved a move better.
            let changes = line.first().is_some_and(|&first| found.best != Some(first));
            if !line.is_empty() {
                progress.stable = if changes { 0 } else { progress.stable + 1 };
                (found.best, found.pv) = (line.first().copied(), line.clone());
                found.score = score;
            }
            if whole.is_err() {
                self.report_stopped(&found, changes);
                break;
            }
            found.depth = depth as u16;
            self.report(score, Bound::Exact, &found.pv);
            if self.limits.lines > 1 && self.further_lines(&mut moves, &mut found).is_err() {
                break;
            }
            self.first_iteration_done = true;
            if self.enough(&moves, &found, &progress) {
                break;
            }
            // A mate is proved once the depth reaches its length, but reductions may have hidden a shorter one.
            let deep = MATE_DEPTHS * (MATE - score.abs()) <= depth as Score;
            let shortest = is_mate(score) && progress.last == Some(score) && deep;
            if shortest && self.limits.soft.is_some() && self.limits.depth.is_none() {
                break;
            }
            progress.last = Some(score);
        }
        found.nodes = self.all_nodes();
        found.ponder = found.pv.get(1).copied().or_else(|| self.expected_reply(found.best?));
        found
    }

    /// Reports the result of a stopped iteration, if it has one; `changes`: it has found a better move.
    fn report_stopped(&mut self, found: &Found, changes: bool) {
        if self.limits.lines > 1 && !self.pv[0].is_empty() {
            let best = PvLine { score: found.score, pv: found.pv.clone() };
            self.report_lines_so_far(vec![best], &found.lines);
        } else if changes {
            self.report(found.score, Bound::Lower, &found.pv);
        }
    }

    /// Searches the second and further lines (multi-PV), each among the moves left by the better lines.
    fn further_lines(&mut self, moves: &mut [RootMove], found: &mut Found) -> SearchResult<()> {
        let wanted = usize::from(self.limits.lines).min(moves.len());
        let mut lines = vec![PvLine { score: found.score, pv: found.pv.clone() }];
        let mut whole = Ok(());
        for rank in 1..wanted {
            self.rank = rank;
            let last = found.lines.get(rank).map_or(found.score, |line| line.score);
            let score;
            (score, whole) = self.iteration(&mut moves[rank..], last);
            if whole.is_err() || self.pv[0].is_empty() {
                break;
            }
            // A later line may score higher than an earlier one: keep the root moves in the order of the lines.
            let at = lines.partition_point(|line| line.score >= score);
            lines.insert(at, PvLine { score, pv: self.pv[0].clone() });
            moves[at..=rank].rotate_right(1);
        }
        let reported = usize::from(lines[0].pv == found.pv);
        (found.score, found.pv) = (lines[0].score, lines[0].pv.clone());
        found.best = found.pv.first().copied();
        if whole.is_err() {
            self.report_lines_so_far(lines, &found.lines);
        } else {
            for (rank, line) in lines.iter().enumerate().skip(reported) {
                self.rank = rank;
                self.report(line.score, Bound::Exact, &line.pv);
            }
            found.lines = lines;
        }
        self.rank = 0;
        whole
    }

    /// Reports the lines after a stop between two of them: the lines of this iteration, then those of the previous one
    /// that begin with other moves, so that no move is shown twice.
    fn report_lines_so_far(&mut self, lines: Vec<PvLine>, last: &[PvLine]) {
        let first = |line: &PvLine| line.pv.first().copied();
        let new: Vec<Option<Move>> = lines.iter().map(first).collect();
        let others = last.iter().filter(|line| !new.contains(&first(line)));
        let others = others.take(last.len().saturating_sub(lines.len()));
        let depths = lines.iter().map(|line| (line, 0)).chain(others.map(|line| (line, 1)));
        let depth = self.root_depth;
        for (rank, (line, less)) in depths.enumerate() {
            (self.rank, self.root_depth) = (rank, depth - less);
            self.report(line.score, Bound::Exact, &line.pv);
        }
        (self.rank, self.root_depth) = (0, depth);
    }

    /// Returns the TT reply to a move, for a PV cut short by a stop.
    fn expected_reply(&mut self, mv: Move) -> Option<Move> {
        self.pos.make(self.game, mv);
        let known = self.table.probe(self.pos.key(), 0).and_then(|entry| entry.mv);
        let reply = known.and_then(|known| self.find_legal(known));
        self.pos.unmake(self.game);
        reply
    }

    /// Finds the legal move with a given encoding, without testing the legality of the others.
    fn find_legal(&mut self, tt_move: TtMove) -> Option<Move> {
        if movegen::outcome(self.game, &self.pos).is_some() {
            return None;
        }
        let (game, pos) = (self.game, &mut self.pos);
        let mut list = MoveList::new();
        movegen::list_pseudo_legal(game, pos, Filter::All, &mut list);
        list.retain(|&mv| TtMove::of(mv) == tt_move);
        let mv = list.iter().copied().find(|&mv| movegen::is_legal(game, pos, mv))?;
        let forced = movegen::has_forced_moves(game, pos, &mut list, || false);
        (!forced || movegen::is_forced(game, pos, mv)).then_some(mv)
    }

    /// The root moves, most promising first.
    fn rank_root(&mut self, legal: &[Move]) -> Vec<RootMove> {
        let gain = |mv: Move| self.values.capture_gain(&self.pos, mv).gain.unwrap_or(0);
        let ranked = legal.iter().map(|&mv| RootMove { mv, score: gain(mv), nodes: 0 });
        let mut ranked: Vec<RootMove> = ranked.collect();
        let tt_move = self.table.probe(self.pos.key(), 0).and_then(|e| e.mv);
        ranked.sort_by_key(|m| (Some(TtMove::of(m.mv)) != tt_move, Reverse(m.score)));
        ranked
    }

    /// Runs one iteration with a window around the last score, widened until the score is inside.
    fn iteration(&mut self, moves: &mut [RootMove], last: Score) -> Iteration {
        let mut delta = self.values.scaled(ASPIRATION_CP);
        let mut window = Window::FULL;
        if self.root_depth >= ASPIRATION_DEPTH && !is_mate(last) {
            window = Window { alpha: last - delta, beta: last + delta };
        }
        let mut reduce = 0;
        // The line of the iteration before, which continues a first move without a line of its own.
        let previous = self.pv[0].clone();
        let longer = |line: &[Move]| match line {
            [first] if previous.first() == Some(first) => previous.clone(),
            line => line.to_vec(),
        };
        // What an earlier window of this iteration proved.
        let (mut line, mut proved): (Vec<Move>, Score) = (Vec::new(), last);
        loop {
            let (score, whole) = self.search_root(moves, window, (self.root_depth - reduce).max(1));
            if whole.is_err() && self.pv[0].is_empty() {
                self.pv[0] = line;
                return (proved, whole);
            }
            if whole.is_err() || window == Window::FULL {
                return (score, whole);
            }
            delta += delta / 2 + 5;
            let is_wide = delta > WIDEST_CP;
            let low = if is_wide { -INFINITE } else { score - delta };
            let high = if is_wide { INFINITE } else { score + delta };
            if score <= window.alpha {
                self.report(score, Bound::Upper, &longer(&[moves[0].mv]));
                window = Window { alpha: low.max(-INFINITE), beta: (window.alpha + window.beta) / 2 };
                reduce = 0;
                (line, proved) = (Vec::new(), last);
            } else if score >= window.beta {
                line.clone_from(&self.pv[0]);
                proved = score;
                self.report(score, Bound::Lower, &longer(&line));
                window = Window { beta: high.min(INFINITE), ..window };
                reduce = (reduce + 1).min(3);
            } else {
                return (score, whole);
            }
        }
    }

    /// Searches every root move. The best line is in `pv[0]`, which is empty if all moves fail low.
    fn search_root(&mut self, moves: &mut [RootMove], window: Window, depth: i32) -> Iteration {
        self.pv[0].clear();
        self.seldepth = 0;
        let entry = self.table.probe(self.pos.key(), 0);
        let node = self.init_node(window, depth, 0, NodeKind::Pv.within(window), entry);
        let mut best = Best::above(window.alpha);
        let mut whole = Ok(());
        for (index, root) in moves.iter_mut().enumerate() {
            let (nodes, alpha) = (self.nodes, best.alpha);
            let candidate = self.picker_context(0).root_candidate(root.mv);
            let result = self.try_move(&node, &candidate, &mut best, 0);
            root.nodes += self.nodes - nodes;
            let score = match result {
                Ok(Some(score)) => score,
                Ok(None) => continue,
                Err(stopped) => {
                    whole = Err(stopped);
                    break;
                }
            };
            root.score = if index == 0 || score > alpha { score } else { -INFINITE };
            if score >= window.beta {
                break;
            }
        }
        // A move proved better goes first; the others keep their order.
        if let Some(&leader) = self.pv[0].first()
            && let Some(at) = moves.iter().position(|m| m.mv == leader)
        {
            moves[..=at].rotate_right(1);
        }
        let Best { score, mv, .. } = best;
        // With moves excluded, the score is not the position's.
        if whole.is_ok() && self.limits.exclude.is_empty() && self.rank == 0 {
            self.store(0, TtEntry { mv, score, eval: None, depth, bound: window.bound(score), pv: true });
        }
        (score, whole)
    }

    fn report(&mut self, score: Score, bound: Bound, pv: &[Move]) {
        let report = Report {
            depth: self.root_depth as u16,
            seldepth: self.seldepth as u16,
            rank: self.rank as u16 + 1,
            score,
            bound,
            time: self.elapsed(),
            hash_fill: self.table.fill(),
            nodes: self.all_nodes(),
            pv: pv.to_vec(),
        };
        (self.report)(&report);
    }

    /// Reports the result of another thread.
    pub fn report_found(&mut self, found: &Found) {
        self.root_depth = found.depth.into();
        self.report(found.score, Bound::Exact, &found.pv);
    }

    /// Whether to stop because another iteration is not worth its time.
    fn enough(&self, moves: &[RootMove], found: &Found, progress: &Progress) -> bool {
        let Some(soft) = self.limits.soft else {
            return false;
        };
        let hard = self.limits.hard.unwrap_or(Duration::MAX);
        if soft >= hard {
            return self.elapsed() >= hard;
        }
        if moves.len() == 1 && found.depth >= ONLY_MOVE_DEPTH
            || is_mate(found.score) && found.depth >= MATE_DEPTH
        {
            return true;
        }
        let certainty = Certainty {
            share: moves[0].nodes as f64 / self.nodes.max(1) as f64,
            stable: progress.stable,
            fall: progress.last.map_or(0, |last| last - found.score),
        };
        self.elapsed() >= certainty.last_start(soft, hard)
    }
}
