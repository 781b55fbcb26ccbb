//! Search: alpha-beta, transposition table, clock.

mod alphabeta;
pub mod clock;
mod correction;
mod eval_cache;
mod history;
mod learn;
mod params;
mod picker;
mod piece_values;
mod pool;
mod prefetch;
pub mod proof;
mod prune;
mod quiescence;
mod root;
mod see;
pub mod tt;
mod worker;

use crate::position::{Game, Move, Position};
use crate::with_width;
use history::History;
pub use params::SearchParams;
use pool::{SharedTask, search as search_of_width};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tt::TtMemory;

/// Score in centipawns for the side to move; from `MATE - MAX_PLY` it counts plies to mate.
pub type Score = i32;
/// Score of a game won at ply 0.
pub const MATE: Score = 32_000;
/// Longest line searched, in plies.
pub const MAX_PLY: usize = 120;

// Evaluations cannot be mistaken for forced wins.
const _: () = assert!(crate::eval::LIMIT < MATE - 2 * MAX_PLY as Score);

/// Whether a score is a forced win or loss.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE - 2 * MAX_PLY as Score
}

/// Limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth, plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Target time, after which no new iteration starts. Shortened if the best move is clear, extended up to `hard`
    /// if it is not.
    pub soft: Option<Duration>,
    /// Stop at this time.
    pub hard: Option<Duration>,
    /// Root moves not to search.
    pub exclude: Vec<Move>,
    /// Number of best root moves to find, each with its line; 0 counts as 1.
    pub lines: u16,
}

/// Relation of the true score to a search score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Equal.
    Exact,
    /// At least.
    Lower,
    /// At most.
    Upper,
}

/// A line of thinking output.
#[derive(Clone, Debug)]
pub struct Report {
    /// Iteration, plies.
    pub depth: u16,
    /// Deepest ply reached.
    pub seldepth: u16,
    /// Rank of the line, 1 for the best.
    pub rank: u16,
    /// Score.
    pub score: Score,
    /// Type of the score.
    pub bound: Bound,
    /// Share of the transposition table in use, per mille.
    pub hash_fill: u32,
    /// Time since the start.
    pub time: Duration,
    /// Nodes so far: moves made, including quiescence. Null moves and re-searches of a move do not count.
    pub nodes: u64,
    /// Principal variation.
    pub pv: Vec<Move>,
}

/// Result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// Expected reply.
    pub ponder: Option<Move>,
    /// Score of the best move.
    pub score: Score,
    /// Depth completed.
    pub depth: u16,
    /// Nodes searched: moves made, as in [`Report::nodes`].
    pub nodes: u64,
    /// Principal variation.
    pub pv: Vec<Move>,
    /// Lines of the last iteration that completed all of them, best first; empty if only one was requested.
    pub lines: Vec<PvLine>,
}

/// A root move and the moves expected after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// Score.
    pub score: Score,
    /// The moves, at least one.
    pub pv: Vec<Move>,
}

/// A searcher and its transposition table.
#[derive(Debug)]
pub struct Searcher {
    memory: TtMemory,
    /// One per thread.
    histories: Vec<History>,
    params: SearchParams,
}

impl Searcher {
    /// A searcher with one thread and a table of `hash_mb` MiB.
    pub fn new(hash_mb: usize) -> Self {
        Self {
            memory: TtMemory::new(hash_mb),
            histories: vec![History::default()],
            params: SearchParams::STANDARD,
        }
    }
    /// Sets the number of threads that share the table, at least one. With one thread, a search to a depth or a
    /// number of nodes is reproducible.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), History::default);
    }
    /// Sets the parameters of the following searches.
    pub fn set_params(&mut self, params: SearchParams) {
        self.params = params;
    }
    /// Clears everything, for a new game.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.histories.iter_mut().for_each(History::clear);
    }
    /// Stores a score of a position as if a search to that depth had found it.
    pub fn assume(&mut self, position: &Position, score: Score, depth: u16) {
        let (mv, eval, bound) = (tt::TtMove::NONE, tt::TtEntry::NO_EVAL, Bound::Exact);
        let score = score.clamp(-MATE + 1, MATE - 1);
        let entry = tt::TtEntry { mv, score, eval, depth: depth.into(), bound, pv: false };
        self.memory.next_search().store(position.key(), entry);
    }
    /// Resizes the table.
    pub fn resize(&mut self, hash_mb: usize) {
        // Free the old table before allocating the new one.
        self.memory = TtMemory::new(0);
        self.memory = TtMemory::new(hash_mb);
    }
    /// Searches a position, including its history for repetitions, until a limit is reached or `stop` is set.
    ///
    /// Returns a move whenever there is a legal one, however short the time.
    pub fn search(
        &mut self,
        game: &Game,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Found {
        let table = self.memory.next_search();
        for history in &mut self.histories {
            history.prepare(game.variant.pieces.len(), game.variant.board.len());
        }
        let task = SharedTask { game, position, table, limits, params: self.params, stop };
        with_width!(game.tables.forms().width, search_of_width(task, &mut self.histories, report))
    }
}
