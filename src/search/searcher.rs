//! A searcher and what it keeps between searches.

use super::history::History;
use super::limits::Limits;
use super::params::SearchParams;
use super::pool::search as search_of_width;
use super::report::{Found, Report};
use super::score::{Bound, MATE, Score};
use super::task::SharedTask;
use super::tt::{TtEntry, TtMemory};
use crate::position::{Game, Position};
use crate::with_width;
use std::sync::atomic::AtomicBool;

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
        let score = score.clamp(-MATE + 1, MATE - 1);
        let (depth, bound) = (depth.into(), Bound::Exact);
        let entry = TtEntry { mv: None, score, eval: None, depth, bound, pv: false };
        self.memory.next_search().store(position.key(), 0, entry);
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
