//! Search: alpha-beta, transposition table, clock.

mod alphabeta;
pub mod clock;
mod correction;
mod eval_cache;
mod history;
mod learn;
mod picker;
mod piece_values;
mod pool;
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
use pool::{SharedTask, search as search_of_width};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tt::TtMemory;

/// Centipawns for the side to move; from `MATE - MAX_PLY` up it counts plies to mate.
pub type Score = i32;
/// Score of being about to have won.
pub const MATE: Score = 32_000;
/// Longest line that is looked at, plies.
pub const MAX_PLY: usize = 120;

// No evaluation is taken for a forced win.
const _: () = assert!(crate::eval::LIMIT < MATE - 2 * MAX_PLY as Score);

/// Is a score that of a forced win or loss?
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE - 2 * MAX_PLY as Score
}

/// When to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth, plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Start no further iteration after this time. Shorter when the best move is clear, up to `hard` when it
    /// is not.
    pub soft: Option<Duration>,
    /// Stop at this time.
    pub hard: Option<Duration>,
    /// Root moves not to search.
    pub exclude: Vec<Move>,
    /// How many of the best root moves to find, each with its line; 0 counts as 1.
    pub lines: u16,
}

/// Which side of the truth a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Exact.
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
    /// Which of the best lines it is, from 1 for the best.
    pub rank: u16,
    /// Score.
    pub score: Score,
    /// Kind of the score.
    pub bound: Bound,
    /// How full the transposition table is, per mille.
    pub hash_fill: u32,
    /// Time since the start.
    pub time: Duration,
    /// Nodes so far: moves made, those of quiescence included, null moves and repeated searches of one not.
    pub nodes: u64,
    /// Principal variation.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Best move; `None` when there is no legal one.
    pub best: Option<Move>,
    /// Expected reply.
    pub ponder: Option<Move>,
    /// Its score.
    pub score: Score,
    /// Depth completed.
    pub depth: u16,
    /// Nodes searched: moves made, as in [`Report::nodes`].
    pub nodes: u64,
    /// Principal variation.
    pub pv: Vec<Move>,
    /// The best lines of the last iteration that went through them all, the best first; empty when no more than one was
    /// asked for.
    pub lines: Vec<PvLine>,
}

/// A root move with the play that follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// Score.
    pub score: Score,
    /// The moves, at least one.
    pub pv: Vec<Move>,
}

/// A searcher with its transposition table.
#[derive(Debug)]
pub struct Searcher {
    memory: TtMemory,
    /// One a thread.
    histories: Vec<History>,
}

impl Searcher {
    /// A searcher with one thread and a table of `hash_mb` MiB.
    pub fn new(hash_mb: usize) -> Self {
        Self { memory: TtMemory::new(hash_mb), histories: vec![History::default()] }
    }
    /// Changes the number of threads, at least one, that share the table. With one thread a search to a depth or a number
    /// of nodes always finds the same.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), History::default);
    }
    /// Forgets everything (new game).
    pub fn clear(&mut self) {
        self.memory.clear();
        self.histories.iter_mut().for_each(History::clear);
    }
    /// Remembers a score of a position as if a search to that depth had found it.
    pub fn assume(&mut self, position: &Position, score: Score, depth: u16) {
        let (mv, eval, bound) = (tt::TtMove::NONE, tt::TtEntry::NO_EVAL, Bound::Exact);
        let score = score.clamp(-MATE + 1, MATE - 1);
        let entry = tt::TtEntry { mv, score, eval, depth: depth.into(), bound, pv: false };
        self.memory.next_search().store(position.key(), entry);
    }
    /// Changes the size of the table.
    pub fn resize(&mut self, hash_mb: usize) {
        // Not both at a time.
        self.memory = TtMemory::new(0);
        self.memory = TtMemory::new(hash_mb);
    }
    /// Searches a position (history for repetitions included) until a limit is reached or `stop` is set.
    ///
    /// With a legal move on the board one is always returned, however short the time.
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
        let task = SharedTask { game, position, table, limits, stop };
        with_width!(game.tables.forms().width, search_of_width(task, &mut self.histories, report))
    }
}
