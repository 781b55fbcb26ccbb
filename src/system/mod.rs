//! The machine and its operating system: memory, processors, files, folders, signals, the log.

pub mod code_page;
pub mod files;
pub mod folders;
pub mod logger;
pub mod sigint;
pub mod stop;

/// Maximum size of the hash table that leaves room for everything else, MiB: three quarters of the memory, if the
/// system reports its size.
pub fn most_hash_mb() -> Option<usize> {
    kib(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:").map(|kib| (kib / 1024 / 4 * 3).max(1))
}

/// Maximum useful number of threads: two per processor. More would slow down each other and the main thread.
pub fn most_threads() -> usize {
    2 * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Resident memory of a process, KiB, if the system reports it.
pub fn resident_kib(process: u32) -> Option<usize> {
    kib(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmRSS:")
}

/// Peak memory of this process so far, KiB; `None` except on Linux.
pub fn peak_kib() -> Option<usize> {
    kib(&std::fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// Reads an amount of memory, KiB, from Linux's text about the machine or a process.
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
