//! Several threads on one position, which share the transposition table and nothing else.
//!
//! The leader searches as it would alone, reports and decides. The others search the same position without limits of
//! their own until it stops them; what they write into the table is their help. Every other one starts a ply deeper, so
//! that they do not all do the same at the same time.

use super::history::History;
use super::tt::TtTable;
use super::worker::Worker;
use super::{Found, Limits, Report};
use crate::position::{Game, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Stack of a thread that helps, bytes: deep lines on large boards.
const STACK: usize = 64 << 20;

/// What a thread is among the threads of a search.
#[derive(Clone, Copy, Debug)]
pub struct ThreadPart<'a> {
    /// 0 for the leader.
    pub number: usize,
    /// Moves made by all that help.
    pub helped: &'a AtomicU64,
}

impl ThreadPart<'_> {
    /// Is it the one that reports and decides?
    pub fn leads(self) -> bool {
        self.number == 0
    }
    /// Depth of the first iteration, plies.
    pub fn first_depth(self) -> usize {
        1 + self.number % 2
    }
}

/// What all threads search, and with what.
#[derive(Clone, Copy)]
pub struct SharedTask<'a> {
    pub game: &'a Game,
    pub position: &'a Position,
    pub table: TtTable<'a>,
    pub limits: &'a Limits,
    pub stop: &'a AtomicBool,
}

/// Searches with as many threads as there are histories, at least one; a thread that the system has no room for is
/// done without.
pub fn search<const W: usize>(
    task: SharedTask<'_>,
    histories: &mut [History],
    report: &mut dyn FnMut(&Report),
) -> Found {
    let Some((own, others)) = histories.split_first_mut() else { return Found::default() };
    let (helped, done) = (AtomicU64::new(0), AtomicBool::new(false));
    let leader = ThreadPart { number: 0, helped: &helped };
    let unlimited = Limits { exclude: task.limits.exclude.clone(), ..Limits::default() };
    std::thread::scope(|scope| {
        // Stops the others however the leader ends.
        let _dismissed = StopOnDrop(&done);
        for (index, history) in others.iter_mut().enumerate() {
            let part = ThreadPart { number: index + 1, helped: &helped };
            let task = SharedTask { limits: &unlimited, stop: &done, ..task };
            let help = move || {
                Worker::<W>::new(task, history, part).run(&mut |_| ());
            };
            let thread = std::thread::Builder::new().name("helper".into()).stack_size(STACK);
            if let Err(error) = thread.spawn_scoped(scope, help) {
                log::warn!("the search goes on with {} threads: {error}", index + 1);
                break;
            }
        }
        Worker::<W>::new(task, own, leader).run(report)
    })
}

/// Raises a flag when it goes out of scope.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
