//! Correction history: the mean error of the static evaluation in similar positions.
//!
//! CITE: introduced in Caissa and Stockfish (2023-24). Positions are similar when they share their pawn-like pieces,
//! the other pieces of a side, the hands, or the last two moves. Works in any variant: the only assumption is that
//! the evaluation errs alike in similar positions.

use super::score::Score;
use crate::board::Color;
use crate::position::{GROUPS, Position};

/// Slots per table; a power of two.
const SLOTS: usize = 1 << 14;
/// Largest absolute value of a counter.
const LIMIT: i32 = 1024;
/// Counter units per centipawn.
const SCALE: i32 = 16;
/// Largest change of a counter per update.
const MAX_BONUS: i32 = LIMIT / 4;

/// Number of tables: one for each group of pieces, one for the last two moves.
const TABLES: usize = GROUPS + 1;

/// Observed errors of the static evaluation.
#[derive(Debug)]
pub struct Corrections {
    /// `[table][side to move][slot]`
    counters: Box<[i16]>,
}

impl Default for Corrections {
    fn default() -> Self {
        Self { counters: vec![0; TABLES * 2 * SLOTS].into() }
    }
}

impl Corrections {
    /// Correction to add to the static evaluation of the position, in centipawns.
    pub fn of(&self, pos: &Position, before: &[Option<u32>]) -> Score {
        slots(pos, before).into_iter().map(|slot| i32::from(self.counters[slot])).sum::<i32>() / SCALE
    }
    /// Records how much the score of a search to `depth` differed from the static evaluation.
    pub fn update(&mut self, pos: &Position, before: &[Option<u32>], depth: i32, difference: Score) {
        let bonus = (difference * depth / 8).clamp(-MAX_BONUS, MAX_BONUS);
        for slot in slots(pos, before) {
            let old = i32::from(self.counters[slot]);
            self.counters[slot] = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
}

/// The slot of a position in each table.
fn slots(pos: &Position, before: &[Option<u32>]) -> [usize; TABLES] {
    let side = usize::from(pos.side() == Color::Black);
    let keys = pos.group_keys();
    let number = |piece_to: Option<u32>| piece_to.map_or(0, |t| u64::from(t) + 1);
    let moves = [number(before[0]), number(before[1])];
    let moves = (moves[0] << 32 | moves[1]).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    std::array::from_fn(|table| {
        let key = if table < GROUPS { keys[table] } else { moves };
        (table * 2 + side) * SLOTS + key as usize % SLOTS
    })
}
