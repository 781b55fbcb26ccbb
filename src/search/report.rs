//! Reports and results of a search.

use super::score::{Bound, Score};
use crate::position::Move;
use std::time::Duration;

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
