//! What the threads of a search work on.

use super::limits::Limits;
use super::params::SearchParams;
use super::tt::TtTable;
use crate::position::{Game, Position};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Role of a thread in a search.
#[derive(Clone, Copy, Debug)]
pub struct ThreadPart<'a> {
    /// 0 for the leader.
    pub number: usize,
    /// Number of threads of the search.
    pub threads: u64,
    /// Nodes searched by all helpers.
    pub helped: &'a AtomicU64,
}

impl ThreadPart<'_> {
    /// Whether this is the leader, which reports and decides.
    pub fn leads(self) -> bool {
        self.number == 0
    }
    /// Depth of the first iteration, in plies.
    pub fn first_depth(self) -> usize {
        1 + self.number % 2
    }
}

/// The task that all threads work on.
#[derive(Clone, Copy)]
pub struct SharedTask<'a> {
    pub game: &'a Game,
    pub position: &'a Position,
    pub table: TtTable<'a>,
    pub limits: &'a Limits,
    pub params: SearchParams,
    pub stop: &'a AtomicBool,
}
