//! One search thread: its position, buffers and limits.

use super::history::{Earlier, History, HistoryIndex, PLIES_BACK};
use super::limits::Limits;
use super::node::{SearchResult, Stopped};
use super::params::SearchParams;
use super::picker::{Picker, PickerContext, ScoredMove};
use super::piece_values::PieceValues;
use super::prefetch::prefetch;
use super::report::Report;
use super::score::{MATE, MAX_PLY, Score};
use super::task::{SharedTask, ThreadPart};
use super::tt::{TtEntry, TtMove, TtTable};
use crate::eval::{self, Cache, LIMIT, NetState, PawnCache};
use crate::movegen::{self, Filter, Guard, Outcome};
use crate::position::{Game, Move, MoveList, Position};
use crate::variant::Ending;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Target interval between checks of the clock. The cost of a node differs a thousandfold between games.
const CHECK_TIME: Duration = Duration::from_micros(500);
/// Maximum number of nodes between two checks of the clock, since slow nodes may follow fast ones.
const CHECK_INTERVAL: u32 = 128;
/// Share of the hard limit, as a divisor, within which the first iteration should end.
const FIRST_SHARE: u32 = 8;

/// Maximum number of nodes, for each line, that the first iteration may use beyond the node limit.
const MAX_EXCESS: u64 = 256;

/// Maximum number of evaluations in the cache: small enough for a core's cache.
const MAX_EVALUATIONS: usize = 1 << 14;
/// Number of them for each node of a search that is limited to few nodes.
const EVALUATIONS_PER_NODE: u64 = 8;
/// Maximum number of pawn structures in the cache.
const MAX_PAWN_STRUCTURES: usize = 1 << 12;

/// Number of slots of a cache. Where nodes are limited, clearing it must take less time than the search.
fn slots(most: usize, per_node: u64, limits: &Limits) -> usize {
    let wanted = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(per_node));
    usize::try_from(wanted).unwrap_or(most).min(most)
}

/// The move made at a ply.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MadeMove {
    /// None yet.
    #[default]
    None,
    /// A null move.
    Null,
    /// A move of the game.
    Move {
        /// Its history index.
        piece_to: u32,
        /// Whether it is neither capture nor promotion.
        quiet: bool,
    },
}

impl MadeMove {
    /// Returns its history index, if it has one.
    #[inline]
    const fn piece_to(self) -> HistoryIndex {
        match self {
            Self::Move { piece_to, .. } => Some(piece_to),
            Self::None | Self::Null => None,
        }
    }
}

/// Search state of a ply: of its node, and the move by which the search has left it.
#[derive(Clone, Copy, Default, Debug)]
pub struct StackEntry {
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Static evaluation, corrected by [`Corrections`](super::correction::Corrections), or only the piece-square score
    /// where reverse futility prunes; `None` in check.
    pub eval: Option<Score>,
    /// Static evaluation without correction; `None` in check or if unknown.
    pub raw_eval: Option<Score>,
    /// Cutoffs at this ply since its parent node was entered.
    pub cutoffs: u32,
    /// Quiet moves that refuted siblings.
    pub killers: [Option<TtMove>; 2],
    /// Whether only moves with priority are legal.
    pub forced: bool,
    /// A move excluded here (singularity test).
    pub excluded: Option<TtMove>,
    /// The move made here.
    pub made: MadeMove,
}

/// Receives the lines of thinking output.
pub type ReportSink<'a> = &'a mut dyn FnMut(&Report);

/// One search thread.
pub struct Worker<'a, const W: usize> {
    pub(super) game: &'a Game,
    pub(super) pos: Position,
    pub(super) table: TtTable<'a>,
    pub(super) history: &'a mut History,
    /// Recent static evaluations. Quiescence search reaches the same positions repeatedly, most of them not worth an entry
    /// in the transposition table.
    evaluations: Cache<Score>,
    pawns: PawnCache<W>,
    /// Hidden layers of the net along the current line, if the game has a net.
    accumulators: Option<NetState>,
    pub(super) values: PieceValues<'a>,
    pub(super) limits: &'a Limits,
    pub(super) params: SearchParams,
    stop: &'a AtomicBool,
    pub(super) report: ReportSink<'a>,
    pub(super) part: ThreadPart<'a>,
    start: Instant,
    /// Nodes: moves made.
    pub(super) nodes: u64,
    /// Nodes already added to the shared counter.
    shared_nodes: u64,
    /// Nodes until the next check of the clock.
    until_check: u32,
    /// Nodes between checks.
    interval: u32,
    /// Time of the last check, since the start.
    checked: Duration,
    /// Nodes that the first iteration may use beyond twice the limit, up to [`MAX_EXCESS`].
    pub(super) spare_nodes: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// Number of better root moves left out of this iteration.
    pub(super) rank: usize,
    /// The first iteration is complete: the node limit applies in full.
    pub(super) first_iteration_done: bool,
    /// The first iteration takes too long: quiescence is cut short.
    pub(super) short_quiescence: bool,
    /// Nodes when the current quiescence search began.
    pub(super) quiescence_start: u64,
    /// Whether enough time has passed that the first iteration should end.
    late: bool,
    /// `[ply]`
    pub(super) stack: Vec<StackEntry>,
    /// `[ply]`
    pickers: Vec<Picker>,
    /// `[ply]`: safety of the side to move.
    guards: Vec<Guard<'a, W>>,
    /// `[ply]`: the best line from that ply.
    pub(super) pv: Vec<Vec<Move>>,
    /// The game is already over by a rule that the GUI does not know (baring): play on until mate.
    pub(super) decided: bool,
    /// Reusable buffer for moves.
    scratch: MoveList,
    /// No null moves nearer the root than this ply (verification search).
    pub(super) min_null_move_ply: usize,
}

impl<'a, const W: usize> Worker<'a, W> {
    /// Creates a worker at a root position.
    pub fn new(
        task: SharedTask<'a>,
        history: &'a mut History,
        part: ThreadPart<'a>,
        report: ReportSink<'a>,
    ) -> Self {
        let SharedTask { game, position, table, limits, params, stop } = task;
        let plies = MAX_PLY + 4;
        Self {
            decided: movegen::outcome(game, position).is_some(),
            game,
            pos: position.clone(),
            table,
            history,
            evaluations: Cache::new(slots(MAX_EVALUATIONS, EVALUATIONS_PER_NODE, limits)),
            pawns: Cache::new(slots(MAX_PAWN_STRUCTURES, 1, limits)),
            accumulators: game.net.as_ref().map(|net| NetState::new(net, position)),
            values: PieceValues::new(game),
            limits,
            params,
            stop,
            report,
            part,
            start: Instant::now(),
            nodes: 0,
            shared_nodes: 0,
            until_check: 1,
            interval: 1,
            checked: Duration::ZERO,
            spare_nodes: 0,
            seldepth: 0,
            root_depth: 0,
            rank: 0,
            first_iteration_done: false,
            short_quiescence: false,
            quiescence_start: 0,
            late: false,
            stack: vec![StackEntry::default(); plies],
            pickers: std::iter::repeat_with(Picker::default).take(plies).collect(),
            guards: vec![Guard::of(game, position)],
            pv: vec![Vec::new(); plies],
            scratch: MoveList::new(),
            min_null_move_ply: 1,
        }
    }
    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
    /// Nodes searched by all threads.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.part.helped.load(Relaxed)
    }
    /// Enters a node.
    ///
    /// # Errors
    /// The search must stop, by request or at a limit.
    pub fn enter(&mut self, ply: usize) -> SearchResult<()> {
        self.seldepth = self.seldepth.max(ply);
        if let Some(most) = self.limits.nodes {
            // The first iteration may exceed the node limit a little to finish, with a shortened quiescence search; the
            // clock and a stop still apply. Checked at every node, so that a node limit gives reproducible results. Helpers
            // that are quicker than the leader do not use up its share.
            let nodes = self.all_nodes().min(self.nodes.saturating_mul(self.part.threads));
            self.short_quiescence = !self.first_iteration_done && (self.late || nodes >= most);
            let excess =
                most.saturating_add(self.spare_nodes).min(MAX_EXCESS * u64::from(self.limits.lines.max(1)));
            let most = if self.first_iteration_done { most } else { most.saturating_add(excess) };
            if nodes >= most {
                return Err(Stopped);
            }
        }
        self.poll()
    }
    /// Checks for a stop and now and then the clock. Also called after illegal moves, since hundreds of them may follow
    /// each other.
    pub fn poll(&mut self) -> SearchResult<()> {
        self.until_check -= 1;
        if self.until_check == 0 {
            self.check_clock()?;
        }
        if self.stop.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }
    /// Checks the clock and updates the shared node counter.
    fn check_clock(&mut self) -> SearchResult<()> {
        if !self.part.leads() {
            self.part.helped.fetch_add(self.nodes - self.shared_nodes, Relaxed);
            self.shared_nodes = self.nodes;
        }
        let elapsed = self.start.elapsed();
        let out_of_time = self.limits.hard.is_some_and(|hard| elapsed >= hard);
        self.late = self.limits.hard.is_some_and(|hard| elapsed >= hard / FIRST_SHARE);
        if self.limits.nodes.is_none() {
            self.short_quiescence = self.late && !self.first_iteration_done;
        }
        let slow = elapsed - self.checked > CHECK_TIME;
        let interval = if slow { self.interval / 4 } else { self.interval * 2 };
        self.interval = interval.clamp(1, CHECK_INTERVAL);
        (self.checked, self.until_check) = (elapsed, self.interval);
        if out_of_time { Err(Stopped) } else { Ok(()) }
    }
    /// The score of a finished game for the side to move, if it is over. Not used at the root.
    pub fn ended(&mut self, ply: usize) -> Option<Score> {
        let over = if self.decided { movegen::outcome_by_royals } else { movegen::outcome };
        if let Some(outcome) = over(self.game, &self.pos) {
            return Some(score_of(outcome, ply));
        }
        if let Some(outcome) = self.repeated(ply) {
            return Some(score_of(outcome, ply));
        }
        let by_history = if self.decided { movegen::by_count } else { movegen::by_history };
        let counted = by_history(self.game, &self.pos)?;
        Some(if self.is_stuck(ply) { self.no_moves(ply) } else { score_of(counted, ply) })
    }
    /// The outcome if the position is a repetition. One repetition within the tree counts as the full number, because the
    /// line can be repeated again. If a position of the game recurs, a draw counts at once, but a win or a loss only at the
    /// full number: until then the side that would lose can deviate.
    fn repeated(&self, ply: usize) -> Option<Outcome> {
        let occurrences = self.pos.occurrences(self.game);
        if occurrences < 2 {
            return None;
        }
        let outcome = movegen::repeated(self.game, &self.pos);
        let least = self.game.variant.ends.repetition;
        let decides =
            || least > 0 && occurrences >= least || self.pos.recent_occurrences(self.game, ply) >= 2;
        (outcome == Outcome::Drawn || decides()).then_some(outcome)
    }
    /// Whether the side to move has no legal move and that counts other than a draw. Only used where a move count ends
    /// the game.
    fn is_stuck(&mut self, ply: usize) -> bool {
        if !self.stack[ply].in_check && self.game.variant.ends.stalemate == Ending::Draw {
            return false;
        }
        let mut list = MoveList::new();
        self.guards[ply].moves(&self.pos, Filter::All, &mut list);
        !list.iter().any(|&mv| self.is_legal(mv, ply))
    }
    /// The score of a position without legal moves.
    pub fn no_moves(&self, ply: usize) -> Score {
        score_of(movegen::without_moves(self.game, &self.pos, self.stack[ply].in_check), ply)
    }
    /// Static evaluation, scaled down as a draw by move count comes near.
    pub fn evaluate(&mut self) -> Score {
        let (game, pos) = (self.game, &self.pos);
        let (accumulators, pawns) = (&mut self.accumulators, &mut self.pawns);
        let mut by_terms = || eval::evaluate_by_cached_terms(game, pos, pawns);
        let evaluate = || match (&game.net, accumulators) {
            (Some(net), Some(state)) => {
                eval::evaluate_with(game, pos, net, by_terms, || state.evaluate(net, pos))
            }
            _ => by_terms(),
        };
        let eval = self.evaluations.get(pos.key(), evaluate);
        let fade = |eval: Score, plies: u16, limit: u16, share: i64| match share * i64::from(limit) {
            0 => eval,
            all => (i64::from(eval) * (all - i64::from(plies.min(limit))) / all) as Score,
        };
        // A bare side's count is certain to end in a draw: fade to 0. Otherwise the count may still be reset: fade to
        // half.
        let count = self.pos.counters().count;
        let eval = fade(eval, self.pos.quiet_plies(), self.game.variant.ends.quiet_plies, 2);
        fade(eval, count.plies, count.limit, if count.bare { 1 } else { 2 })
    }
    /// Whether a net replaces the expensive terms. Its output is cheap, and may be far from the piece-square score.
    pub fn net_replaces_terms(&self) -> bool {
        self.game.net.as_ref().is_some_and(|net| !net.keeps_terms)
    }
    /// Like [`Self::evaluate`], without the costly terms; `None` if the rest may change it much: a net in place of the
    /// terms, checks that win, material too scarce to win, or a count that ends in a draw.
    pub fn lazy_eval(&self) -> Option<Score> {
        let certain = !self.net_replaces_terms()
            && self.pos.counters().count.limit == 0
            && self.pos.counters().checks == [0; 2]
            && !eval::scale::may_apply(self.game, &self.pos)
            && !eval::mop_up_may_apply(self.game, &self.pos);
        certain.then(|| eval::lazy_evaluate(self.game, &self.pos))
    }
    /// Whether a pseudo-legal move of the current position, at `ply`, is legal.
    #[inline]
    pub fn is_legal(&mut self, mv: Move, ply: usize) -> bool {
        self.may_choose(mv, ply) && self.guards[ply].allows(&mut self.pos, mv)
    }
    /// Whether the rules about forced moves allow the move.
    #[inline]
    fn may_choose(&self, mv: Move, ply: usize) -> bool {
        !self.stack[ply].forced || movegen::is_forced(self.game, &self.pos, mv)
    }
    /// Data for the picker of a ply.
    #[inline]
    pub fn picker_context(&self, ply: usize) -> PickerContext<'_, W> {
        PickerContext {
            pos: &self.pos,
            guard: &self.guards[ply],
            must_capture: self.stack[ply].forced && self.game.rules.forced.captures_first,
            values: &self.values,
            history: self.history,
        }
    }
    /// Makes a pseudo-legal move if it is legal, counts it, and records it and, for the next ply, whether it gives check.
    pub fn try_make(&mut self, candidate: &ScoredMove, ply: usize) -> bool {
        let mv = candidate.mv;
        if !self.may_choose(mv, ply) || !self.guards[ply].make(&mut self.pos, mv) {
            return false;
        }
        self.nodes += 1;
        self.stack[ply].made = MadeMove::Move { piece_to: candidate.piece_to, quiet: candidate.is_quiet() };
        self.enter_position(ply + 1);
        true
    }
    /// Makes a null move.
    pub fn make_null(&mut self, ply: usize) {
        self.pos.make_null(self.game);
        self.stack[ply].made = MadeMove::Null;
        self.enter_position(ply + 1);
    }
    /// Records check, safety and forced moves for the new side to move.
    pub fn enter_position(&mut self, ply: usize) {
        self.table.touch(self.pos.key());
        prefetch(self.evaluations.place(self.pos.key()));
        (self.guards.len()..=ply).for_each(|_| self.guards.push(self.guards[0].clone()));
        let guard = &mut self.guards[ply];
        guard.switch_to(&self.pos);
        self.stack[ply].in_check = guard.in_check();
        if self.game.rules.forced.any {
            let (stop, hard, start) = (self.stop, self.limits.hard, self.start);
            let halt = || stop.load(Relaxed) || hard.is_some_and(|hard| start.elapsed() >= hard);
            self.stack[ply].forced = guard.has_forced_moves(&mut self.pos, &mut self.scratch, halt);
            if self.game.rules.forced.by_list() && halt() {
                // The answer may be wrong: nothing may be concluded from it.
                self.until_check = 1;
            }
        }
    }
    /// Unmakes a move.
    pub fn unmake(&mut self) {
        self.pos.unmake(self.game);
    }
    /// The earlier moves used by the continuation history at a ply.
    pub fn before(&self, ply: usize) -> Earlier {
        PLIES_BACK.map(|back| self.stack[ply.checked_sub(back)?].made.piece_to())
    }
    /// Applies the correction history to a static evaluation.
    pub fn corrected(&self, eval: Score, ply: usize) -> Score {
        let correction = self.history.corrections.of(&self.pos, &self.before(ply));
        (eval + correction).clamp(-LIMIT, LIMIT)
    }
    /// Sets the best line of a ply to `mv` and the best line below it.
    pub fn set_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
    /// Calls `search` with the picker of a ply.
    #[inline]
    pub fn with_picker<T>(&mut self, ply: usize, search: impl FnOnce(&mut Self, &mut Picker) -> T) -> T {
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        let result = search(self, &mut picker);
        self.pickers[ply] = picker;
        result
    }
    /// Stores the result of a search at a ply, with the static evaluation.
    pub fn store(&self, ply: usize, entry: TtEntry) {
        let eval = self.stack[ply].raw_eval;
        self.table.store(self.pos.key(), ply, TtEntry { eval, ..entry });
    }
}

fn score_of(outcome: Outcome, ply: usize) -> Score {
    match outcome {
        Outcome::Won => MATE - ply as Score,
        Outcome::Lost => ply as Score - MATE,
        Outcome::Drawn => 0,
    }
}
