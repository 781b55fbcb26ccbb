//! Tells other threads of a panic, which they would wait for otherwise.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Sets a flag when a panic drops it.
pub(super) struct PanicFlag<'a>(pub(super) &'a AtomicBool);

impl Drop for PanicFlag<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_panic_sets_the_flag() {
        let flag = AtomicBool::new(false);
        drop(PanicFlag(&flag));
        assert!(!flag.load(Ordering::Relaxed));
        let panicked = thread::scope(|scope| {
            let work = || {
                let _flag = PanicFlag(&flag);
                panic!("as expected");
            };
            scope.spawn(work).join().is_err()
        });
        assert!(panicked && flag.load(Ordering::Relaxed));
    }
}
