//! Move ordering statistics from earlier nodes.

use super::correction::Corrections;
use super::tt::TtMove;
use crate::board::Kind;
use crate::position::Move;
use arrayvec::ArrayVec;

/// Largest absolute value of a history counter.
const COUNTER_LIMIT: i32 = 16_384;
/// Maximum number of slots in a table indexed by two moves; in larger games, moves share slots.
const PAIR_SLOTS: usize = 1 << 22;

/// Index of a move in the tables, from the mover's kind and the target square. `None` after a null move.
pub type HistoryIndex = Option<u32>;

/// Distances, in plies, of the earlier moves used by the continuation history.
pub const PLIES_BACK: [usize; 4] = [1, 2, 4, 6];
/// The earlier moves at the distances of [`PLIES_BACK`].
pub type Earlier = [HistoryIndex; PLIES_BACK.len()];
/// Weights of the continuation history in the score of a move, in halves; one for each of [`PLIES_BACK`].
const WEIGHTS: [i32; PLIES_BACK.len()] = [4, 2, 2, 1];

/// History tables. Updates get smaller as a counter nears its limit.
#[derive(Debug, Default)]
pub struct History {
    squares: usize,
    pieces: usize,
    /// `[piece_to]`
    quiet: Vec<i16>,
    /// `[piece_to of an earlier move][piece_to]`, hashed if too large.
    continuation: Vec<i16>,
    /// `[piece_to]`: all zeros, used where there is no earlier move. Empty if the continuation table is hashed.
    nothing: Vec<i16>,
    /// `[piece_to][victim type]`, modulo the size of the table.
    capture: Vec<i16>,
    /// `[piece_to of the opponent's move]`
    counter: Vec<Option<TtMove>>,
    /// Corrections of the static evaluation.
    pub corrections: Corrections,
}

impl History {
    /// Allocates the tables for a game; keeps counters of the same shape.
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
            nothing: if traces * traces <= pairs { vec![0; traces] } else { Vec::new() },
            capture: vec![0; (traces * pieces).min(PAIR_SLOTS).next_power_of_two()],
            counter: vec![None; traces],
            corrections: Corrections::default(),
        };
    }
    /// Clears all tables.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
    /// Returns the index of a move.
    pub fn piece_to(&self, mover: Kind, mv: Move) -> u32 {
        (mover.index() * self.squares + mv.to().index()) as u32
    }
    fn pair(&self, earlier: u32, piece_to: u32) -> usize {
        let index = earlier as usize * self.quiet.len() + piece_to as usize;
        if !self.nothing.is_empty() {
            return index;
        }
        // The table is smaller than the index range: hash the index.
        slot(spread(index), self.continuation.len())
    }
    fn capture_slot(&self, piece_to: u32, victim: usize) -> usize {
        (piece_to as usize * self.pieces + victim) & (self.capture.len() - 1)
    }
    /// Returns the scores of quiet moves, given the moves before them.
    pub fn quiet_scores(&self, before: Earlier) -> QuietScores<'_> {
        let traces = self.quiet.len();
        let row = |earlier: HistoryIndex| match earlier {
            Some(earlier) if !self.nothing.is_empty() => {
                &self.continuation[earlier as usize * traces..(earlier as usize + 1) * traces]
            }
            _ => &self.nothing[..],
        };
        let hash =
            |(earlier, weight): (HistoryIndex, i32)| Some((spread(earlier? as usize * traces), weight));
        let hashed = match self.nothing.is_empty() {
            true => before.into_iter().zip(WEIGHTS).filter_map(hash).collect(),
            false => ArrayVec::new(),
        };
        QuietScores { history: self, rows: before.map(row), hashed }
    }
    /// Score of a capture.
    pub fn capture_score(&self, piece_to: u32, victim: usize) -> i32 {
        i32::from(self.capture[self.capture_slot(piece_to, victim)])
    }
    /// Rewards a quiet move, or penalises it if `bonus` is negative.
    pub fn reward_quiet(&mut self, piece_to: u32, before: Earlier, bonus: i32) {
        nudge(&mut self.quiet[piece_to as usize], bonus);
        self.reward_continuation(piece_to, before, bonus);
    }
    /// Like [`Self::reward_quiet`], but only in the continuation history.
    pub fn reward_continuation(&mut self, piece_to: u32, before: Earlier, bonus: i32) {
        for earlier in before.into_iter().flatten() {
            let slot = self.pair(earlier, piece_to);
            nudge(&mut self.continuation[slot], bonus);
        }
    }
    /// Rewards a capture, or penalises it if `bonus` is negative.
    pub fn reward_capture(&mut self, piece_to: u32, victim: usize, bonus: i32) {
        let slot = self.capture_slot(piece_to, victim);
        nudge(&mut self.capture[slot], bonus);
    }
    /// Returns the last move that refuted a move.
    pub fn counter(&self, before: HistoryIndex) -> Option<TtMove> {
        self.counter[before? as usize]
    }
    /// Records a refutation.
    pub fn set_counter(&mut self, before: HistoryIndex, mv: TtMove) {
        if let Some(before) = before {
            self.counter[before as usize] = Some(mv);
        }
    }
}

/// Scores of the quiet moves of one node.
#[derive(Clone, Debug)]
pub struct QuietScores<'a> {
    history: &'a History,
    /// For each earlier move, `[piece_to]`: the continuation history. Empty if that table is hashed.
    rows: [&'a [i16]; PLIES_BACK.len()],
    /// For each earlier move, the hash of the first index of its row, and its weight. Empty if that table is not hashed.
    hashed: ArrayVec<(u64, i32), { PLIES_BACK.len() }>,
}

impl QuietScores<'_> {
    /// Score of a move.
    #[inline]
    pub fn of(&self, piece_to: u32) -> i32 {
        let mut sum = i32::from(self.history.quiet[piece_to as usize]);
        let [a, b, c, d] = WEIGHTS;
        let half = |weight: i32, counter: i16| weight * i32::from(counter) / 2;
        let counter = |n: usize| self.rows[n].get(piece_to as usize).copied();
        if let (Some(first), Some(second), Some(third), Some(fourth)) =
            (counter(0), counter(1), counter(2), counter(3))
        {
            return sum + half(a, first) + half(b, second) + half(c, third) + half(d, fourth);
        }
        // PERF: `griffon search shogi`: the hash of a sum is the sum of the hashes.
        let (own, continuation) = (spread(piece_to as usize), &self.history.continuation);
        for &(row, weight) in &self.hashed {
            sum += half(weight, continuation[slot(row.wrapping_add(own), continuation.len())]);
        }
        sum
    }
}

/// Hash of an index.
fn spread(index: usize) -> u64 {
    (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Slot of a hash in a table of 2^n slots.
fn slot(hash: u64, slots: usize) -> usize {
    (hash >> 40) as usize & (slots - 1)
}

fn nudge(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    let bonus = bonus.clamp(-COUNTER_LIMIT, COUNTER_LIMIT);
    *counter = (old + bonus - old * bonus.abs() / COUNTER_LIMIT) as i16;
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
        assert!(i32::from(counter) <= COUNTER_LIMIT && counter > 10_000);
        for _ in 0..1000 {
            nudge(&mut counter, -3000);
        }
        assert!(i32::from(counter) >= -COUNTER_LIMIT && counter < -10_000);
    }

    #[test]
    fn history_of_a_large_game_stays_small() {
        let mut history = History::default();
        history.prepare(100, 256);
        assert!(history.continuation.len() <= PAIR_SLOTS);
        let piece_to = (100 * 2 * 256 - 1) as u32;
        let before = [Some(piece_to), None, None, None];
        history.reward_quiet(piece_to, before, 100);
        assert_eq!(history.quiet_scores(before).of(piece_to), 300);
    }
}
