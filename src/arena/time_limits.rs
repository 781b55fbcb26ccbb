//! Time limits of an engine: clock, time per move, depth, nodes.

use crate::search::clock::TimeControl;
use std::fmt;
use std::time::Duration;

/// Longest time of a clock, seconds: eleven days and a half.
const LONGEST: f64 = 1_000_000.0;

/// Limits of an engine's search. Without `control` there is no clock.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TimeLimits {
    /// The clock.
    pub control: Option<TimeControl>,
    /// Depth, plies.
    pub depth: Option<u16>,
    /// Nodes per move.
    pub nodes: Option<u64>,
}

impl TimeLimits {
    /// Whether there is any limit.
    pub fn is_set(&self) -> bool {
        *self != Self::default()
    }
    /// Formats the PGN tag `TimeControl`. SPEC: PGN standard, 9.6.1; `1/N` for a time per move.
    pub fn tag(&self) -> String {
        match self.control {
            None => String::from("-"),
            Some(TimeControl::PerMove(time)) => format!("1/{}", time.as_secs_f64()),
            Some(TimeControl::Level { moves, base, increment }) => {
                let session = if moves > 0 { format!("{moves}/") } else { String::new() };
                let gain = increment.as_secs_f64();
                let gain = if gain > 0.0 { format!("+{gain}") } else { String::new() };
                format!("{session}{}{gain}", base.as_secs_f64())
            }
        }
    }
}

/// Formats the clock, then depth and nodes: `5+0.05, nodes 2000`.
impl fmt::Display for TimeLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = match self.control {
            None => None,
            Some(TimeControl::PerMove(time)) => Some(format!("{} a move", time.as_secs_f64())),
            Some(_) => Some(self.tag()),
        };
        let depth = self.depth.map(|n| format!("depth {n}"));
        let nodes = self.nodes.map(|n| format!("nodes {n}"));
        let parts: Vec<String> = [clock, depth, nodes].into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "no limit" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// Reads `[MOVES/]BASE[+INCREMENT]` in seconds or `MIN:SEC`: `5+0.05`, `5`, `1:30+1`, `40/60+0.5`.
///
/// # Errors
/// A message with the expected format.
pub fn time_control(text: &str) -> Result<TimeControl, String> {
    let wrong = || {
        let range = format!("more than 0 and at most {LONGEST} seconds");
        format!("expected [MOVES/]SECONDS[+INCREMENT], such as 5+0.05 or 40/60, {range}")
    };
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (moves.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?, rest),
        None => (0, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (minutes, base) = base.split_once(':').unwrap_or(("0", base));
    let minutes: f64 = minutes.parse().map_err(|_| wrong())?;
    let base = minutes * 60.0 + base.parse::<f64>().map_err(|_| wrong())?;
    let base = duration(base).filter(|time| !time.is_zero()).ok_or_else(wrong)?;
    let increment = increment.parse().ok().and_then(duration);
    Ok(TimeControl::Level { moves, base, increment: increment.ok_or_else(wrong)? })
}

/// Reads a time in seconds.
///
/// # Errors
/// A message with the expected format.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(duration).filter(|time| !time.is_zero());
    time.ok_or_else(|| format!("expected seconds, more than 0 and at most {LONGEST}"))
}

fn duration(seconds: f64) -> Option<Duration> {
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The clock of one side.
#[derive(Clone, Copy, Debug)]
pub struct SideClock {
    control: Option<TimeControl>,
    left: Duration,
    played: u32,
}

impl SideClock {
    /// Creates a clock at the start of a game.
    pub fn new(pace: &TimeLimits) -> Self {
        let left = match pace.control {
            Some(TimeControl::Level { base, .. }) => base,
            Some(TimeControl::PerMove(time)) => time,
            None => Duration::ZERO,
        };
        Self { control: pace.control, left, played: 0 }
    }
    /// Returns the time left for the next move; `None` without a clock.
    pub fn left(&self) -> Option<Duration> {
        self.control.map(|_| self.left)
    }
    /// Returns the increment per move.
    pub fn increment(&self) -> Duration {
        match self.control {
            Some(TimeControl::Level { increment, .. }) => increment,
            _ => Duration::ZERO,
        }
    }
    /// Returns the moves left in the session; `None` if there is no move limit.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            Some(TimeControl::Level { moves, .. }) if moves > 0 => Some(moves - self.played % moves),
            _ => None,
        }
    }
    /// Records a move that took `used`. Returns false if it exceeded the time left by more than `margin`.
    pub fn press(&mut self, used: Duration, margin: Duration) -> bool {
        let Some(control) = self.control else { return true };
        if used > self.left + margin {
            return false;
        }
        self.played += 1;
        if let TimeControl::Level { moves, base, increment } = control {
            self.left = self.left.saturating_sub(used) + increment;
            if moves > 0 && self.played % moves == 0 {
                self.left += base;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_controls_are_in_seconds() {
        let level =
            |moves, base, increment| TimeControl::Level { moves, base: ms(base), increment: ms(increment) };
        let table = [
            ("5+0.05", level(0, 5000, 50)),
            ("5", level(0, 5000, 0)),
            ("40/1:30+1", level(40, 90_000, 1000)),
            ("0.5", level(0, 500, 0)),
        ];
        for (text, expected) in table {
            assert_eq!(time_control(text), Ok(expected), "{text}");
        }
        for bad in ["", "x", "0+1", "5+", "-1", "5+x", "nan", "1e99", "0/5", "5+-1", "1:2:3"] {
            assert!(time_control(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn tags_follow_pgn() {
        // PGN standard 9.6.1: "40/9000", "300", "4500+60", "-".
        for text in ["40/9000", "300", "4500+60"] {
            let pace = TimeLimits { control: time_control(text).ok(), ..TimeLimits::default() };
            assert_eq!(pace.tag(), text);
        }
        assert_eq!(TimeLimits { nodes: Some(9), ..TimeLimits::default() }.tag(), "-");
    }

    #[test]
    fn a_new_session_adds_time() {
        let pace = TimeLimits { control: time_control("2/1+0.1").ok(), ..TimeLimits::default() };
        let mut clock = SideClock::new(&pace);
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1000)), Some(2)));
        assert!(clock.press(ms(600), ms(0)));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(500)), Some(1)));
        assert!(clock.press(ms(550), ms(50)));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1100)), Some(2)));
        assert!(!clock.press(ms(1151), ms(50)));
    }

    #[test]
    fn time_per_move_is_reset() {
        let pace = TimeLimits { control: Some(TimeControl::PerMove(ms(100))), ..TimeLimits::default() };
        let mut clock = SideClock::new(&pace);
        assert!(clock.press(ms(90), ms(0)) && clock.press(ms(100), ms(0)) && !clock.press(ms(101), ms(0)));
    }
}
