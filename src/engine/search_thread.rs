//! The search thread: runs one task after another and reports results.

use crate::movegen;
use crate::perft;
use crate::position::{Game, Move, MoveList, Position};
use crate::search::{Found, Limits, Report, Score, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel};

/// A message of the search.
#[derive(Debug)]
pub enum SearchEvent {
    Report(Report),
    Done(Found),
    /// A root move and the number of leaves below it, of a count.
    Counted(Move, u64),
}

/// An event that a session waits for.
#[derive(Debug)]
pub enum SessionEvent {
    /// A line from the GUI, without its line end.
    Line(String),
    /// A line that is too long: its beginning.
    Overlong(String),
    /// The input has ended.
    Closed,
    /// A message of the search with this number.
    Search(u64, SearchEvent),
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

/// What the thread owns.
struct SearchWorker {
    searcher: Searcher,
    hash_mb: usize,
    threads: usize,
    events: SyncSender<SessionEvent>,
}

type Task = Box<dyn FnOnce(&mut SearchWorker) + Send>;

/// The engine's handle to the search thread.
#[derive(Debug)]
pub struct SearchThread {
    tasks: Sender<Task>,
    last_id: u64,
}

/// Stack of the search thread, bytes: lines get deep on large boards.
const STACK: usize = 64 << 20;

impl SearchThread {
    /// Starts the thread with a hash table of `hash_mb` MiB. It sends to `events`; if the queue is full, it drops
    /// outdated reports.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(hash_mb: usize, events: SyncSender<SessionEvent>) -> std::io::Result<Self> {
        let (tasks, inbox) = channel::<Task>();
        let work = move || {
            let mut worker = SearchWorker { searcher: Searcher::new(hash_mb), hash_mb, threads: 1, events };
            inbox.into_iter().for_each(|task| task(&mut worker));
        };
        std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(work)?;
        Ok(Self { tasks, last_id: 0 })
    }

    /// Queues a search.
    pub fn search(&mut self, game: &Arc<Game>, position: &Position, limits: Limits) -> Handle {
        let (game, position) = (game.clone(), position.clone());
        self.queue(move |worker, id, stop| worker.search(id, &game, &position, &limits, stop))
    }

    /// Starts counting the leaves of the legal move tree, root move by root move.
    pub fn count(&mut self, game: &Arc<Game>, position: &Position, depth: u32) -> Handle {
        let (game, mut position) = (game.clone(), position.clone());
        self.queue(move |worker, id, stop| {
            let send = |event| drop(worker.events.send(SessionEvent::Search(id, event)));
            let tell = |mv, nodes| send(SearchEvent::Counted(mv, nodes));
            let nodes = count(&game, &mut position, depth, &|| stop.load(Ordering::Relaxed), tell);
            send(SearchEvent::Done(Found { nodes, ..Found::default() }));
        })
    }

    /// Queues a task that can be stopped and is told its number.
    fn queue(&mut self, task: impl FnOnce(&mut SearchWorker, u64, &AtomicBool) + Send + 'static) -> Handle {
        self.last_id += 1;
        let (id, stop) = (self.last_id, Arc::new(AtomicBool::new(false)));
        let flag = stop.clone();
        self.send(move |worker| task(worker, id, &flag));
        Handle { id, stop }
    }

    /// Stores a score for a position, as if searched to that depth.
    pub fn assume(&self, position: &Position, score: Score, depth: u16) {
        let position = position.clone();
        self.send(move |worker| worker.searcher.assume(&position, score, depth));
    }

    /// Clears the hash table and other results of earlier searches.
    pub fn clear(&self) {
        self.send(|worker| worker.searcher.clear());
    }

    /// Changes the size of the hash table, MiB.
    pub fn resize(&self, hash_mb: usize) {
        self.send(move |worker| {
            worker.hash_mb = hash_mb;
            worker.searcher.resize(hash_mb);
        });
    }

    /// Changes the number of threads that search.
    pub fn set_threads(&self, threads: usize) {
        self.send(move |worker| {
            worker.threads = threads;
            worker.searcher.set_threads(threads);
        });
    }

    fn send(&self, task: impl FnOnce(&mut SearchWorker) + Send + 'static) {
        // The thread lives as long as this sender.
        if self.tasks.send(Box::new(task)).is_err() {
            log::error!("the search thread is gone");
        }
    }
}

impl SearchWorker {
    fn search(&mut self, id: u64, game: &Game, position: &Position, limits: &Limits, stop: &AtomicBool) {
        let mut news = News { id, events: &self.events, held: Vec::new() };
        // A panic in the search must not lose the game: the session then plays any legal move.
        let search = || self.searcher.search(game, position, limits, stop, &mut |report| news.tell(report));
        let found = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
            log::error!("the search failed");
            self.searcher = Searcher::new(self.hash_mb);
            self.searcher.set_threads(self.threads);
            Found::default()
        });
        news.tell_rest();
        let _ = self.events.send(SessionEvent::Search(id, SearchEvent::Done(found)));
    }
}

/// Sends reports to the session.
struct News<'a> {
    id: u64,
    events: &'a SyncSender<SessionEvent>,
    /// Reports for which there was no room: the latest of each line.
    held: Vec<Report>,
}

impl News<'_> {
    /// Sends a report. If there is no room, keeps it in place of an earlier one of the same line.
    fn tell(&mut self, report: &Report) {
        self.held.retain(|other| other.rank != report.rank);
        self.held.push(report.clone());
        // The session may be gone; errors are ignored.
        while let Some(report) = self.held.first() {
            let event = SessionEvent::Search(self.id, SearchEvent::Report(report.clone()));
            if self.events.try_send(event).is_err() {
                break;
            }
            self.held.remove(0);
        }
    }
    /// Sends the held reports, waiting for room.
    fn tell_rest(&mut self) {
        for report in self.held.drain(..) {
            let _ = self.events.send(SessionEvent::Search(self.id, SearchEvent::Report(report)));
        }
    }
}

/// Counts leaves below each root move until `halt` returns true.
fn count(
    game: &Game,
    pos: &mut Position,
    depth: u32,
    halt: &dyn Fn() -> bool,
    tell: impl Fn(Move, u64),
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut nodes, mut legal, mut buffer) = (0, MoveList::new(), MoveList::new());
    movegen::list_legal(game, pos, &mut legal);
    for mv in legal {
        let count = |pos: &mut Position| perft::perft_until(game, pos, depth - 1, &mut buffer, halt);
        let below = if depth > 1 { pos.after(game, mv, count) } else { 1 };
        if halt() {
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
        let (time, bound) = (std::time::Duration::ZERO, Bound::Exact);
        let report = |rank, depth| {
            let pv = Vec::new();
            Report { depth, seldepth: depth, rank, score: 0, bound, hash_fill: 0, time, nodes: 0, pv }
        };
        for depth in 0..10_000 {
            news.tell(&report(1 + depth % 2, depth));
        }
        assert_eq!(news.held.len(), 2);
        let waiting: Vec<SessionEvent> = events.try_iter().collect();
        assert_eq!(waiting.len(), 64);
        news.tell_rest();
        let depth = |event| match event {
            SessionEvent::Search(7, SearchEvent::Report(report)) => Some(report.depth),
            _ => None,
        };
        let depths: Vec<u16> = events.try_iter().filter_map(depth).collect();
        assert_eq!(depths, [9_998, 9_999]);
    }
}
