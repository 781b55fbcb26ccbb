//! Limits of a search.

use crate::position::Move;
use std::time::Duration;

/// Limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth, plies.
    pub depth: Option<u16>,
    /// Nodes of all threads together. Several threads exceed it until the first one has searched its share.
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

impl Limits {
    /// Whether depth, nodes or time are limited.
    pub fn any(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.soft.is_some() || self.hard.is_some()
    }
}
