//! The process groups of the running engines on Unix, one for each engine.
//!
//! A terminal interrupts the programs of its own group only, so a signal that ends this program ends the others here.

use once_cell::sync::Lazy;
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Time between two looks for a signal.
const LOOK: Duration = Duration::from_millis(50);

static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Starts the thread that waits for signals.
static WATCH: Lazy<()> = Lazy::new(|| {
    let flags = [SIGINT, SIGTERM].map(|signal| {
        let flag = Arc::new(AtomicBool::new(false));
        // If this fails, the signal ends the program, and engines that do not notice it run on.
        let _ = signal_hook::flag::register(signal, flag.clone());
        (signal, flag)
    });
    thread::spawn(move || {
        loop {
            thread::sleep(LOOK);
            if let Some((signal, _)) = flags.iter().find(|(_, flag)| flag.load(Ordering::Relaxed)) {
                groups().iter().for_each(|&group| kill(group));
                let _ = signal_hook::low_level::emulate_default_handler(*signal);
            }
        }
    });
});

fn groups() -> MutexGuard<'static, Vec<Pid>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes the group of an engine that has started.
pub(super) fn add(group: Pid) {
    Lazy::force(&WATCH);
    groups().push(group);
}

/// Forgets the group of an engine that has ended.
pub(super) fn remove(group: Pid) {
    groups().retain(|&other| other != group);
}

/// Ends all programs of a group.
pub(super) fn kill(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}
