//! The search thread: runs one task after another and reports results.

use crate::movegen;
use crate::position::{Game, Move, MoveList, Position};
use crate::search::{Found, Limits, Report, Score, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};

/// A message of the search.
#[derive(Debug)]
pub enum SearchEvent {
    /// A report.
    Report(Report),
    /// The end of the search.
    Done(Found),
    /// A root move and the number of leaves below it, of a count.
    Counted(Move, u64),
}

/// A search in progress.
#[derive(Debug)]
pub struct Handle {
    /// Its number, never reused.
    pub id: u64,
    stop: Arc<AtomicBool>,
}

impl Handle {
    /// Requests the end of the search; its result still arrives.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

enum SearchTask {
    Search { id: u64, game: Arc<Game>, position: Box<Position>, limits: Limits, stop: Arc<AtomicBool> },
    Count { id: u64, game: Arc<Game>, position: Box<Position>, depth: u32, stop: Arc<AtomicBool> },
    Assume { position: Box<Position>, score: Score, depth: u16 },
    Clear,
    Resize(usize),
    Threads(usize),
}

/// The session's handle to the search thread.
#[derive(Debug)]
pub struct SearchThread {
    tasks: Sender<SearchTask>,
    last_id: u64,
}

/// Stack of the search thread, bytes: lines get deep on large boards.
const STACK: usize = 64 << 20;

impl SearchThread {
    /// Starts the thread with a hash table of `hash_mb` MiB. It sends to `events`, each message with the number of its
    /// search; if the queue is full, it drops outdated reports.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start<E>(hash_mb: usize, events: SyncSender<E>) -> std::io::Result<Self>
    where
        E: From<(u64, SearchEvent)> + Send + 'static,
    {
        let (tasks, inbox) = channel();
        let work = move || work(hash_mb, &inbox, &events);
        std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(work)?;
        Ok(Self { tasks, last_id: 0 })
    }

    /// Queues a search.
    pub fn search(&mut self, game: &Arc<Game>, position: &Position, limits: Limits) -> Handle {
        self.last_id += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.send(SearchTask::Search {
            id: self.last_id,
            game: game.clone(),
            position: Box::new(position.clone()),
            limits,
            stop: stop.clone(),
        });
        Handle { id: self.last_id, stop }
    }

    /// Starts counting the leaves of the legal move tree, root move by root move.
    pub fn count(&mut self, game: &Arc<Game>, position: &Position, depth: u32) -> Handle {
        self.last_id += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let (game, position) = (game.clone(), Box::new(position.clone()));
        self.send(SearchTask::Count { id: self.last_id, game, position, depth, stop: stop.clone() });
        Handle { id: self.last_id, stop }
    }

    /// Stores a score for a position, as if searched to that depth.
    pub fn assume(&self, position: &Position, score: Score, depth: u16) {
        self.send(SearchTask::Assume { position: Box::new(position.clone()), score, depth });
    }

    /// Clears the hash table and other results of earlier searches.
    pub fn clear(&self) {
        self.send(SearchTask::Clear);
    }

    /// Changes the size of the hash table, MiB.
    pub fn resize(&self, hash_mb: usize) {
        self.send(SearchTask::Resize(hash_mb));
    }

    /// Changes the number of threads that search.
    pub fn set_threads(&self, threads: usize) {
        self.send(SearchTask::Threads(threads));
    }

    fn send(&self, task: SearchTask) {
        // The thread lives as long as this sender.
        if self.tasks.send(task).is_err() {
            log::error!("the search thread is gone");
        }
    }
}

fn work<E: From<(u64, SearchEvent)>>(
    mut hash_mb: usize,
    tasks: &Receiver<SearchTask>,
    events: &SyncSender<E>,
) {
    let (mut searcher, mut threads) = (Searcher::new(hash_mb), 1);
    while let Ok(task) = tasks.recv() {
        match task {
            SearchTask::Clear => searcher.clear(),
            SearchTask::Resize(size) => {
                hash_mb = size;
                searcher.resize(size);
            }
            SearchTask::Threads(number) => {
                threads = number;
                searcher.set_threads(number);
            }
            SearchTask::Assume { position, score, depth } => searcher.assume(&position, score, depth),
            SearchTask::Count { id, game, mut position, depth, stop } => {
                let nodes = count(&game, &mut position, depth, &stop, |mv, nodes| {
                    let _ = events.send((id, SearchEvent::Counted(mv, nodes)).into());
                });
                if events.send((id, SearchEvent::Done(Found { nodes, ..Found::default() })).into()).is_err() {
                    return;
                }
            }
            SearchTask::Search { id, game, position, limits, stop } => {
                let mut news = News { id, events, held: Vec::new() };
                let mut report = |report: &Report| news.tell(report);
                // A panic in the search must not lose the game: the session then plays any legal move.
                let search = || searcher.search(&game, &position, &limits, &stop, &mut report);
                let found = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                    log::error!("the search failed");
                    searcher = Searcher::new(hash_mb);
                    searcher.set_threads(threads);
                    Found::default()
                });
                news.tell_rest();
                if events.send((id, SearchEvent::Done(found)).into()).is_err() {
                    return;
                }
            }
        }
    }
}

/// Sends reports to the session.
struct News<'a, E> {
    id: u64,
    events: &'a SyncSender<E>,
    /// Reports for which there was no room: the latest of each line.
    held: Vec<Report>,
}

impl<E: From<(u64, SearchEvent)>> News<'_, E> {
    /// Sends a report. If there is no room, keeps it in place of an earlier one of the same line.
    fn tell(&mut self, report: &Report) {
        self.held.retain(|other| other.rank != report.rank);
        self.held.push(report.clone());
        // The session may be gone; errors are ignored.
        while !self.held.is_empty()
            && self.events.try_send((self.id, SearchEvent::Report(self.held[0].clone())).into()).is_ok()
        {
            self.held.remove(0);
        }
    }
    /// Sends the held reports, waiting for room.
    fn tell_rest(&mut self) {
        for report in self.held.drain(..) {
            let _ = self.events.send((self.id, SearchEvent::Report(report)).into());
        }
    }
}

/// Counts leaves below each root move until `stop` is set.
fn count(
    game: &Game,
    pos: &mut Position,
    depth: u32,
    stop: &AtomicBool,
    mut tell: impl FnMut(Move, u64),
) -> u64 {
    let mut legal = MoveList::new();
    movegen::legal(game, pos, &mut legal);
    let (mut nodes, mut buffer) = (u64::from(depth == 0), MoveList::new());
    for mv in legal {
        if depth == 0 || stop.load(Ordering::Relaxed) {
            break;
        }
        pos.make(game, mv);
        let halt = || stop.load(Ordering::Relaxed);
        let below =
            if depth > 1 { movegen::perft_until(game, pos, depth - 1, &mut buffer, &halt) } else { 1 };
        pos.unmake(game);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        tell(mv, below);
        nodes += below;
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn a_busy_session_gets_the_last_report_of_each_line() {
        let (sender, events) = sync_channel(64);
        let mut news = News { id: 7, events: &sender, held: Vec::new() };
        let report = |rank, depth| Report {
            depth,
            seldepth: depth,
            rank,
            score: 0,
            bound: Bound::Exact,
            hash_fill: 0,
            time: std::time::Duration::ZERO,
            nodes: 0,
            pv: Vec::new(),
        };
        for depth in 0..10_000 {
            news.tell(&report(1 + depth % 2, depth));
        }
        assert_eq!(news.held.len(), 2);
        let waiting: Vec<(u64, SearchEvent)> = events.try_iter().collect();
        assert_eq!(waiting.len(), 64);
        news.tell_rest();
        let depths: Vec<u16> = events
            .try_iter()
            .filter_map(
                |event| if let (7, SearchEvent::Report(report)) = event { Some(report.depth) } else { None },
            )
            .collect();
        assert_eq!(depths, [9_998, 9_999]);
    }
}
