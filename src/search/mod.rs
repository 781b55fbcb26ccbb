//! Search: alpha-beta, transposition table, clock.

use crate::position::{Game, Move, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Centipawns for the side to move; from `MATE - MAX_PLY` up it counts plies to mate.
pub type Score = i32;
/// Score of being about to have won.
pub const MATE: Score = 32_000;

/// When to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth, plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Start no further iteration after this time.
    pub soft: Option<Duration>,
    /// Stop at this time.
    pub hard: Option<Duration>,
    /// Root moves not to search.
    pub exclude: Vec<Move>,
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
    /// Score.
    pub score: Score,
    /// Kind of the score.
    pub bound: Bound,
    /// Time since the start.
    pub time: Duration,
    /// Nodes so far.
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
    /// Nodes searched.
    pub nodes: u64,
    /// Principal variation.
    pub pv: Vec<Move>,
}

/// A searcher with its transposition table.
#[derive(Debug)]
pub struct Searcher {}

impl Searcher {
    /// A searcher with a table of `hash_mb` MiB.
    pub fn new(hash_mb: usize) -> Self {
        let _ = hash_mb;
        todo!()
    }
    /// Forgets everything (new game).
    pub fn clear(&mut self) {
        todo!()
    }
    /// Changes the size of the table.
    pub fn resize(&mut self, hash_mb: usize) {
        let _ = hash_mb;
        todo!()
    }
    /// Searches a position (history for repetitions included) until a limit is reached or `stop` is set.
    pub fn search(
        &mut self,
        game: &Game,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Found {
        let _ = (game, position, limits, stop, report);
        todo!()
    }
}
