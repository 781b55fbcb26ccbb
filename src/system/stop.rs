//! The signals that end a program, as requests to stop: a command that asks for them ends in its own way.

use once_cell::sync::Lazy;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The flag, once a command has asked for it.
static STOP: Lazy<Arc<AtomicBool>> = Lazy::new(|| {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // If this fails, the signal ends the program, which loses at most the games being played.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, EXIT_CODE.into(), stop.clone());
        let _ = signal_hook::flag::register(signal, stop.clone());
    }
    stop
});

/// Exit code of a program that was interrupted: 128 and the number of SIGINT.
pub const EXIT_CODE: u8 = 130;

/// Returns a flag that Ctrl-C sets. From then on the first signal does not end the program; the second one does.
pub fn flag() -> Arc<AtomicBool> {
    STOP.clone()
}

/// Whether the command stops by the flag.
#[cfg(unix)]
pub fn is_handled() -> bool {
    Lazy::get(&STOP).is_some()
}
