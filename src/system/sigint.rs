//! SIGINT ends the program in UCI and until a GUI has identified itself; from XBoard it is only a request for
//! attention.
//!
//! XBoard interrupts engines that it believes are thinking unless they have sent `sigint=0`, and a terminal
//! interrupts all programs started from it. The engine keeps running, as the GUI does.

use once_cell::sync::Lazy;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the signal ends the program.
static ENDS: Lazy<Arc<AtomicBool>> = Lazy::new(|| Arc::new(AtomicBool::new(true)));

/// Installs the handler that allows the signal to be ignored, on platforms that have it.
pub fn install() {
    // If this fails, the signal always ends the program.
    #[cfg(unix)]
    let _ = signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, ENDS.clone());
}

/// Ignores the signal from now on.
pub fn ignore() {
    ENDS.store(false, Ordering::Relaxed);
}
