//! Time management: how long to think.

use super::limits::Limits;
use std::time::Duration;

/// A time control as set by the `level` and `st` commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// `level MOVES BASE INCREMENT`.
    Level {
        /// Moves per session; 0: the whole game.
        moves: u32,
        /// Time per session.
        base: Duration,
        /// Time added per move.
        increment: Duration,
    },
    /// `st SECONDS`: exactly this time per move.
    PerMove(Duration),
}

impl Default for TimeControl {
    fn default() -> Self {
        Self::Level { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO }
    }
}

/// Default time reserved per move for delays outside the engine: pipes, a busy machine, centiseconds truncated by
/// the GUI.
pub const OVERHEAD: Duration = Duration::from_millis(10);
/// Longest time that a protocol may set (about three years), so that sums of times do not overflow.
pub const LONGEST_TIME: Duration = Duration::from_secs(100_000_000);
/// Maximum number of remaining moves to plan for; assumed if the time is for the whole game.
const HORIZON: u32 = 28;
/// Largest share of the remaining time for one move, in per cent.
const MAX_PER_CENT: u32 = 40;
/// Factor by which a move may exceed its fair share in a difficult position.
const HARD_FACTOR: u32 = 5;

/// Returns the time limits of the next move.
///
/// `remaining` is the time on the engine's clock (`time`), `played` the number of moves it has made since the clock was
/// set, `overhead` the time lost per move. With a [`TimeControl::Level`] the hard limit stays below `remaining`.
pub fn limits(control: TimeControl, remaining: Duration, played: u32, overhead: Duration) -> Limits {
    let (soft, hard) = match control {
        TimeControl::PerMove(time) => {
            let time = usable(time, overhead);
            (time, time)
        }
        TimeControl::Level { moves, increment, .. } => level(moves, increment, remaining, played, overhead),
    };
    Limits { soft: Some(soft), hard: Some(hard), ..Limits::default() }
}

/// Time left after the overhead, at least half of `time`.
fn usable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2)
}

fn level(
    moves: u32,
    increment: Duration,
    remaining: Duration,
    played: u32,
    overhead: Duration,
) -> (Duration, Duration) {
    let left = match moves {
        0 => HORIZON,
        session => (session - played % session).min(HORIZON),
    };
    // Reserve time for the overhead of the remaining moves, but never all of it.
    let usable = remaining.saturating_sub(overhead * (left / 4 + 2)).max(remaining / 8);
    let bonus = increment.saturating_sub(overhead);
    let share = usable / (left + 1) + bonus;
    // The last move before the time control may use more, since new time follows.
    let most = if left == 1 { usable * 3 / 4 } else { usable * MAX_PER_CENT / 100 };
    let hard = (share * HARD_FACTOR).min(most).min(remaining / 2 + remaining / 4);
    (share.min(hard), hard)
}

/// How clear the choice of a move is after an iteration.
pub(super) struct Certainty {
    /// Share of the nodes that the best move took.
    pub share: f64,
    /// Number of iterations in which it has stayed the best.
    pub stable: u32,
    /// Fall of its score in the last iteration (cp).
    pub fall: i32,
}

impl Certainty {
    /// Smallest and largest share that count.
    const SHARES: [f64; 2] = [0.1, 0.95];
    /// A share of half of the nodes leaves the time as it is.
    const CLEAR: f64 = 1.5;
    /// Factor for a new best move.
    const NEW: f64 = 1.25;
    /// How much the factor falls with each further iteration.
    const LESS_IF_STABLE: f64 = 0.06;
    /// Number of iterations that count.
    const STABLE: u32 = 8;
    /// Largest rise and fall of the score that count (cp).
    const FALLS: [i32; 2] = [-20, 80];
    /// Smallest and largest factor in all.
    const FACTORS: [f64; 2] = [0.3, 2.5];
    /// Part of the planned time in which iterations start: one takes longer than all those before it.
    const LAST_START: f64 = 0.85;

    /// Time after which no further iteration starts: later if the best move keeps changing or its score falls, sooner if
    /// it takes nearly all nodes.
    pub fn last_start(&self, soft: Duration, hard: Duration) -> Duration {
        let clear = Self::CLEAR - self.share.clamp(Self::SHARES[0], Self::SHARES[1]);
        let steady = Self::NEW - Self::LESS_IF_STABLE * f64::from(self.stable.min(Self::STABLE));
        let falling = 1.0 + f64::from(self.fall.clamp(Self::FALLS[0], Self::FALLS[1])) / 100.0;
        let factor = (clear * steady * falling).clamp(Self::FACTORS[0], Self::FACTORS[1]);
        soft.mul_f64(factor).min(hard).mul_f64(Self::LAST_START)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn never_exceeds_the_clock(
            moves in 0u32..80, left in 0u64..10_000_000, increment in 0u64..60_000, played in 0u32..500,
        ) {
            let increment = Duration::from_millis(increment);
            let control = TimeControl::Level { moves, base: Duration::from_secs(60), increment };
            let remaining = Duration::from_micros(left * 100);
            let limits = limits(control, remaining, played, OVERHEAD);
            let (soft, hard) = (limits.soft.unwrap(), limits.hard.unwrap());
            prop_assert!(soft <= hard);
            prop_assert!(hard <= remaining * 3 / 4);
            // Above a fifth of a second there is room for the overhead.
            prop_assert!(remaining < Duration::from_millis(200) || hard + OVERHEAD <= remaining);
        }

        #[test]
        fn a_whole_session_fits(moves in 1u32..60, base in 200u64..600_000) {
            let control = TimeControl::Level { moves, base: Duration::from_millis(base), increment: Duration::ZERO };
            let mut remaining = Duration::from_millis(base);
            for played in 0..moves {
                let limits = limits(control, remaining, played, OVERHEAD);
                let hard = limits.hard.unwrap();
                prop_assert!(hard < remaining);
                remaining -= hard;
            }
        }
    }

    #[test]
    fn a_fixed_time_is_almost_used_up() {
        let limits = limits(TimeControl::PerMove(Duration::from_secs(2)), Duration::ZERO, 0, OVERHEAD);
        assert_eq!(limits.hard, Some(Duration::from_millis(1990)));
        assert_eq!(limits.soft, limits.hard);
    }

    #[test]
    fn bullet_games_do_not_lose_on_time() {
        let control = TimeControl::Level {
            moves: 0,
            base: Duration::from_secs(5),
            increment: Duration::from_millis(50),
        };
        let mut remaining = Duration::from_secs(5);
        for played in 0..300 {
            let spent =
                limits(control, remaining, played, OVERHEAD).soft.unwrap() + Duration::from_millis(10);
            assert!(spent < remaining, "move {played}");
            remaining = remaining - spent + Duration::from_millis(50);
        }
    }
}
