//! Resident memory of the engines, measured after every game.

/// Memory history of one process.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MemoryTrace {
    games: u32,
    /// KiB after [`SETTLED`] games.
    settled: u64,
}

/// Number of games, one with each colour, after which memory use should no longer grow.
const SETTLED: u32 = 2;

impl MemoryTrace {
    /// Records the memory after a game, KiB. Returns the growth since game [`SETTLED`], KiB.
    pub(super) fn note(&mut self, kib: u64) -> u64 {
        self.games += 1;
        if self.games <= SETTLED {
            self.settled = kib;
        }
        kib.saturating_sub(self.settled)
    }
}

/// Memory of all processes of one engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineMemory {
    /// Largest size of a process after a game, KiB; 0 if unknown.
    pub peak: u64,
    /// Largest growth of a process after its second game, KiB.
    pub growth: u64,
}

impl EngineMemory {
    /// Merges another measurement: keeps the larger values.
    pub fn join(&mut self, other: Self) {
        self.peak = self.peak.max(other.peak);
        self.growth = self.growth.max(other.growth);
    }
    /// Whether the memory was measured.
    pub fn is_known(self) -> bool {
        self.peak > 0
    }
}

/// Formats `12.3 MiB, grown by 0.4 MiB`.
impl std::fmt::Display for EngineMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [peak, growth] = [self.peak, self.growth].map(|kib| kib as f64 / 1024.0);
        write!(f, "{peak:.1} MiB, grown by {growth:.1} MiB")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_counts_from_the_second_game() {
        let mut trace = MemoryTrace::default();
        let growth: Vec<u64> = [100, 900, 850, 950, 940].into_iter().map(|kib| trace.note(kib)).collect();
        assert_eq!(growth, [0, 0, 0, 50, 40]);
        let mut memory = EngineMemory::default();
        assert!(!memory.is_known());
        memory.join(EngineMemory { peak: 2048, growth: 0 });
        memory.join(EngineMemory { peak: 1024, growth: 512 });
        assert_eq!(memory.to_string(), "2.0 MiB, grown by 0.5 MiB");
    }
}
