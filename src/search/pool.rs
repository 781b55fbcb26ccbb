//! Lazy SMP: several threads on one position that share only the transposition table.
//!
//! The leader searches as it would alone, reports and decides. The helpers search the same position without limits
//! until the leader stops them; they help by filling the table. Every other helper starts one ply deeper, to spread
//! the work.

use super::history::History;
use super::limits::Limits;
use super::report::Found;
use super::task::{SharedTask, ThreadPart};
use super::worker::{ReportSink, Worker};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Stack of a helper thread in bytes, for deep lines on large boards.
const STACK: usize = 64 << 20;

/// Nodes of a thread for which its start is worth while.
const MIN_SHARE: u64 = 4096;

/// Searches with one thread per history, at least one; with fewer if a node limit gives each only few nodes, or if the
/// system cannot start more.
pub fn search<const W: usize>(
    task: SharedTask<'_>,
    histories: &mut [History],
    report: ReportSink<'_>,
) -> Found {
    let worth_while = |nodes: u64| usize::try_from(nodes / MIN_SHARE).unwrap_or(usize::MAX).max(1);
    let threads = task.limits.nodes.map_or(usize::MAX, worth_while).min(histories.len());
    let Some((own, others)) = histories[..threads].split_first_mut() else { return Found::default() };
    let (helped, done) = (AtomicU64::new(0), AtomicBool::new(false));
    let leader = ThreadPart { number: 0, threads: threads as u64, helped: &helped };
    let unlimited = Limits { exclude: task.limits.exclude.clone(), ..Limits::default() };
    std::thread::scope(|scope| {
        // Stops the helpers however the leader ends.
        let _stop_helpers = StopOnDrop(&done);
        for (index, history) in others.iter_mut().enumerate() {
            let part = ThreadPart { number: index + 1, ..leader };
            let task = SharedTask { limits: &unlimited, stop: &done, ..task };
            let help = move || {
                Worker::<W>::new(task, history, part, &mut |_| ()).run();
            };
            let thread = std::thread::Builder::new().name("helper".into()).stack_size(STACK);
            if let Err(error) = thread.spawn_scoped(scope, help) {
                log::warn!("continuing the search with {} threads: {error}", index + 1);
                break;
            }
        }
        Worker::<W>::new(task, own, leader, report).run()
    })
}

/// Sets a flag when it is dropped.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
