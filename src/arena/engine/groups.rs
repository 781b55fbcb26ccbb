//! The process groups of the running engines on Unix, one for each engine.
//!
//! A terminal interrupts the programs of its own group only, so a signal that ends this program ends the others here.

use crate::system::stop;
use once_cell::sync::Lazy;
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
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
                // No engine starts before the program ends, or the match does.
                let groups = groups();
                groups.iter().for_each(|&group| kill(group));
                if !stop::is_handled() {
                    let _ = signal_hook::low_level::emulate_default_handler(*signal);
                }
            }
        }
    });
});

fn groups() -> MutexGuard<'static, Vec<Pid>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts an engine in a group of its own, and notes the group. A signal waits until that is done.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    Lazy::force(&WATCH);
    let mut groups = groups();
    let child = command.process_group(0).spawn()?;
    groups.extend(group_of(&child));
    Ok(child)
}

/// The process group of an engine, which has the number of its first process.
pub(super) fn group_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Forgets the group of an engine that has ended.
pub(super) fn remove(group: Pid) {
    groups().retain(|&other| other != group);
}

/// Ends all programs of a group.
pub(super) fn kill(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}
