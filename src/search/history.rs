//! What earlier nodes tell about the order in which moves should be tried.

use super::tt::Fingerprint;
use crate::position::Move;
use crate::position::cell::Kind;

/// Largest absolute value of a history counter.
const HISTORY_LIMIT: i32 = 16_384;
/// Most slots of a table that is indexed by two moves; larger games share slots.
const PAIR_SLOTS: usize = 1 << 20;

/// A move as tables see it: kind of the mover and target square, as one index. `None` after a null move.
pub type Trace = Option<u32>;

/// What earlier nodes tell about moves. All counters move towards their limits ever more slowly.
#[derive(Debug, Default)]
pub struct History {
    squares: usize,
    pieces: usize,
    /// `[trace]`
    quiet: Vec<i16>,
    /// `[trace of an earlier move][trace]`, folded.
    continuation: Vec<i16>,
    /// `[trace][victim type]`, folded.
    capture: Vec<i16>,
    /// `[trace of the opponent's move]`
    counter: Vec<Fingerprint>,
}

impl History {
    /// Makes room for a game; counters of the same shape are kept.
    pub fn prepare(&mut self, pieces: usize, squares: usize) {
        if (self.pieces, self.squares) == (pieces, squares) {
            return;
        }
        let traces = pieces * 2 * squares;
        let pairs = (traces * traces).min(PAIR_SLOTS).next_power_of_two();
        *self = Self {
            squares,
            pieces,
            quiet: vec![0; traces],
            continuation: vec![0; pairs],
            capture: vec![0; (traces * pieces).min(PAIR_SLOTS).next_power_of_two()],
            counter: vec![Fingerprint::NONE; traces],
        };
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
    /// Makes old knowledge weigh less than new.
    pub fn fade(&mut self) {
        let tables = [&mut self.quiet, &mut self.continuation, &mut self.capture];
        tables.into_iter().flatten().for_each(|counter| *counter /= 2);
    }
    /// The index of a move.
    pub fn trace(&self, mover: Kind, mv: Move) -> u32 {
        (mover.index() * self.squares + mv.to().index()) as u32
    }
    fn pair(&self, earlier: u32, trace: u32) -> usize {
        (earlier as usize * self.quiet.len() + trace as usize) & (self.continuation.len() - 1)
    }
    fn capture_slot(&self, trace: u32, victim: usize) -> usize {
        (trace as usize * self.pieces + victim) & (self.capture.len() - 1)
    }
    /// How well a quiet move did, given the moves one and two plies before.
    pub fn quiet_score(&self, trace: u32, before: [Trace; 2]) -> i32 {
        let own = i32::from(self.quiet[trace as usize]);
        let follow = |t: &Trace| t.map_or(0, |t| i32::from(self.continuation[self.pair(t, trace)]));
        own + before.iter().map(follow).sum::<i32>()
    }
    /// How well a capture did.
    pub fn capture_score(&self, trace: u32, victim: usize) -> i32 {
        i32::from(self.capture[self.capture_slot(trace, victim)])
    }
    /// Rewards (or, when negative, punishes) a quiet move.
    pub fn reward_quiet(&mut self, trace: u32, before: [Trace; 2], bonus: i32) {
        nudge(&mut self.quiet[trace as usize], bonus);
        for earlier in before.into_iter().flatten() {
            let slot = self.pair(earlier, trace);
            nudge(&mut self.continuation[slot], bonus);
        }
    }
    /// Rewards (or punishes) a capture.
    pub fn reward_capture(&mut self, trace: u32, victim: usize, bonus: i32) {
        let slot = self.capture_slot(trace, victim);
        nudge(&mut self.capture[slot], bonus);
    }
    /// The move that last refuted a move.
    pub fn counter(&self, before: Trace) -> Fingerprint {
        before.map_or(Fingerprint::NONE, |t| self.counter[t as usize])
    }
    /// Remembers a refutation.
    pub fn set_counter(&mut self, before: Trace, mv: Fingerprint) {
        if let Some(before) = before {
            self.counter[before as usize] = mv;
        }
    }
}

fn nudge(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    *counter = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_limits() {
        let mut counter = 0;
        for _ in 0..1000 {
            nudge(&mut counter, 3000);
        }
        assert!(i32::from(counter) <= HISTORY_LIMIT && counter > 10_000);
        for _ in 0..1000 {
            nudge(&mut counter, -3000);
        }
        assert!(i32::from(counter) >= -HISTORY_LIMIT && counter < -10_000);
    }

    #[test]
    fn history_of_a_large_game_stays_small() {
        let mut history = History::default();
        history.prepare(100, 256);
        assert!(history.continuation.len() <= PAIR_SLOTS);
        let trace = (100 * 2 * 256 - 1) as u32;
        history.reward_quiet(trace, [Some(trace), None], 100);
        assert_eq!(history.quiet_score(trace, [Some(trace), None]), 200);
    }
}
