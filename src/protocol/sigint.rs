//! SIGINT: in UCI, and before a GUI has made itself known, it ends the program; from XBoard it asks for attention only.
//!
//! XBoard interrupts engines that it takes to be thinking, unless they have said `sigint=0`, and a terminal interrupts all
//! programs that were started from it: the engine goes on, as the GUI does.

#[cfg(unix)]
use once_cell::sync::Lazy;
#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

/// Does the signal end the program?
#[cfg(unix)]
static ENDS: Lazy<Arc<AtomicBool>> = Lazy::new(|| Arc::new(AtomicBool::new(true)));

/// Gets ready to ignore the signal.
#[cfg(unix)]
pub fn install() {
    // Without it the signal ends the program in any case.
    let _ = signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, ENDS.clone());
}

/// From now on the signal does nothing.
#[cfg(unix)]
pub fn ignore() {
    ENDS.store(false, Ordering::Relaxed);
}

/// There are no such signals here.
#[cfg(not(unix))]
pub const fn install() {}

/// There are no such signals here.
#[cfg(not(unix))]
pub const fn ignore() {}
