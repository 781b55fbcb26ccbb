//! The machine that the program runs on: how large a hash table, how many threads it has room for.

/// The largest hash table that leaves room for everything else, MiB: three quarters of the memory, where the system tells
/// how much that is.
pub fn most_hash_mb() -> Option<usize> {
    kib(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:").map(|kib| (kib / 1024 / 4 * 3).max(1))
}

/// The most threads that help each other: two for each processor. More keep each other, and the one that decides, waiting.
pub fn most_threads() -> usize {
    2 * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Resident memory of a process, KiB, where the system tells.
pub fn resident_kib(process: u32) -> Option<usize> {
    kib(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmRSS:")
}

/// An amount of memory, KiB, in what Linux says of the machine or of a process.
fn kib(text: &str, what: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(what))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_read() {
        assert_eq!(kib("MemTotal:       24683632 kB\nMemFree: 1 kB\n", "MemTotal:"), Some(24_683_632));
        assert_eq!(kib("", "MemTotal:"), None);
    }
}
