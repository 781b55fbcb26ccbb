//! Lazy SMP: several threads on one position that share only the transposition table.
//!
//! The leader searches as it would alone and reports. The helpers search the same position without limits until the
//! leader stops them; they help by filling the table. Every other helper starts one ply deeper, to spread the work. The
//! thread that has searched deepest decides.

use super::history::History;
use super::limits::Limits;
use super::report::Found;
use super::score::{Score, is_mate};
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
        let stop_helpers = StopOnDrop(&done);
        let mut helpers = Vec::new();
        for (index, history) in others.iter_mut().enumerate() {
            let part = ThreadPart { number: index + 1, ..leader };
            let task = SharedTask { limits: &unlimited, stop: &done, ..task };
            let help = move || Worker::<W>::new(task, history, part, &mut |_| ()).run();
            let thread = std::thread::Builder::new().name("helper".into()).stack_size(STACK);
            match thread.spawn_scoped(scope, help) {
                Ok(helper) => helpers.push(helper),
                Err(error) => {
                    log::warn!("continuing the search with {} threads: {error}", index + 1);
                    break;
                }
            }
        }
        let mut worker = Worker::<W>::new(task, own, leader, report);
        let mut found = worker.run();
        drop(stop_helpers);
        // A helper that panicked has found nothing.
        let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
        let best = others.filter(|other| other.best.is_some()).max_by_key(reliability);
        // The leader alone knows the lines and the depth that were asked for.
        let may_replace = task.limits.lines <= 1 && task.limits.depth.is_none();
        if let Some(other) = best.filter(|other| may_replace && reliability(other) > reliability(&found)) {
            found = Found { nodes: found.nodes, ..other };
            worker.report_found(&found);
        }
        found
    })
}

/// Orders the results of threads: a win found, then the depth searched, then the score.
fn reliability(found: &Found) -> (Score, u16, Score) {
    let win = if is_mate(found.score) { found.score.max(0) } else { 0 };
    (win, found.depth, found.score)
}

/// Sets a flag when it is dropped.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::MATE;
    use super::*;

    #[test]
    fn results_are_ordered_by_win_depth_and_score() {
        let of = |depth, score| reliability(&Found { depth, score, ..Found::default() });
        let ascending =
            [of(9, 3 - MATE), of(9, -10), of(9, 20), of(10, -300), of(3, MATE - 7), of(2, MATE - 5)];
        assert!(ascending.is_sorted());
    }
}
