//! The search thread: takes one job after the other, reports what it finds.

use crate::position::{Game, Position};
use crate::search::{Found, Limits, Report, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What reaches the session: lines from the GUI, news from the search.
#[derive(Debug)]
pub enum Event {
    /// A line from the GUI, without its end.
    Line(String),
    /// The GUI is gone.
    Closed,
    /// The search of that number has found something.
    Report(u64, Report),
    /// The search of that number is over.
    Done(u64, Found),
}

/// A search in progress.
#[derive(Debug)]
pub struct Handle {
    /// Its number, never used again.
    pub id: u64,
    stop: Arc<AtomicBool>,
}

impl Handle {
    /// Ends the search soon; its result still comes.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

enum Task {
    Search { id: u64, game: Arc<Game>, position: Box<Position>, limits: Limits, stop: Arc<AtomicBool> },
    Clear,
    Resize(usize),
    Threads(usize),
}

/// The search thread, seen from the session.
#[derive(Debug)]
pub struct Thinker {
    tasks: Sender<Task>,
    last_id: u64,
}

/// Stack of the search thread, bytes: deep lines on large boards.
const STACK: usize = 64 << 20;

impl Thinker {
    /// Starts the thread with a hash table of `hash_mb` MiB; news go to `events`.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn start(hash_mb: usize, events: Sender<Event>) -> std::io::Result<Self> {
        let (tasks, inbox) = channel();
        let work = move || work(hash_mb, &inbox, &events);
        std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(work)?;
        Ok(Self { tasks, last_id: 0 })
    }

    /// Starts a search, once those before it are over.
    pub fn search(&mut self, game: &Arc<Game>, position: &Position, limits: Limits) -> Handle {
        self.last_id += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.send(Task::Search {
            id: self.last_id,
            game: game.clone(),
            position: Box::new(position.clone()),
            limits,
            stop: stop.clone(),
        });
        Handle { id: self.last_id, stop }
    }

    /// Forgets everything that was found so far.
    pub fn clear(&self) {
        self.send(Task::Clear);
    }

    /// Changes the size of the hash table, MiB.
    pub fn resize(&self, hash_mb: usize) {
        self.send(Task::Resize(hash_mb));
    }

    /// Changes the number of threads that search.
    pub fn set_threads(&self, threads: usize) {
        self.send(Task::Threads(threads));
    }

    fn send(&self, task: Task) {
        // The thread lives as long as this sender.
        if self.tasks.send(task).is_err() {
            log::error!("the search thread is gone");
        }
    }
}

fn work(mut hash_mb: usize, tasks: &Receiver<Task>, events: &Sender<Event>) {
    let (mut searcher, mut threads) = (Searcher::new(hash_mb), 1);
    while let Ok(task) = tasks.recv() {
        match task {
            Task::Clear => searcher.clear(),
            Task::Resize(size) => {
                hash_mb = size;
                searcher.resize(size);
            }
            Task::Threads(number) => {
                threads = number;
                searcher.set_threads(number);
            }
            Task::Search { id, game, position, limits, stop } => {
                let mut report = |report: &Report| {
                    // The session may be gone: then nobody listens.
                    let _ = events.send(Event::Report(id, report.clone()));
                };
                // A defect in the search must not cost the game: the session then plays any legal move.
                let search = || searcher.search(&game, &position, &limits, &stop, &mut report);
                let found = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                    log::error!("the search failed");
                    searcher = Searcher::new(hash_mb);
                    searcher.set_threads(threads);
                    Found::default()
                });
                if events.send(Event::Done(id, found)).is_err() {
                    return;
                }
            }
        }
    }
}
