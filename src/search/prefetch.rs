//! Asks the processor to fetch memory that will be read soon.

/// Starts to load the cache line of a value.
///
/// PERF: `griffon search kingofthehill`: a write would fetch the line, too, but waits for the translation of its address and
/// makes the line dirty.
#[inline(always)]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch neither reads nor writes as far as the program can tell, and SSE is part of every x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
