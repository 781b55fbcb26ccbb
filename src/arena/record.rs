//! Record of a played game: moves, result, faults.

use super::engine::{ENGINE_MATE, EngineInfo};
use crate::board::Color;
use crate::movegen::pgn_result;
use std::fmt;
use std::time::Duration;

/// Ways in which an engine can break the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineFault {
    /// It made an illegal move, or none.
    Illegal,
    /// It claimed a wrong result.
    Claim,
    /// It called a legal move illegal.
    Complaint,
    /// It moved too late.
    Time,
    /// It stopped responding.
    Hang,
    /// Its process ended.
    Crash,
}

impl EngineFault {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Illegal, Self::Claim, Self::Complaint, Self::Time, Self::Hang, Self::Crash];
    /// Returns the keyword.
    pub const fn word(self) -> &'static str {
        ["illegal", "claim", "complaint", "time", "hang", "crash"][self as usize]
    }
    /// Returns the fault of a keyword.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.word() == word)
    }
}

/// Faults of an engine by kind, in the order of [`EngineFault::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Faults([u32; EngineFault::ALL.len()]);

impl Faults {
    /// Counts a fault.
    pub fn add(&mut self, fault: EngineFault) {
        self.0[fault as usize] += 1;
    }
    /// Returns the keywords of the faults that occurred, and how often.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u32)> {
        EngineFault::ALL.map(EngineFault::word).into_iter().zip(self.0).filter(|&(_, count)| count > 0)
    }
    /// Returns the number of faults.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }
}

/// Formats `2 time, 1 crash`, or `none`.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.counts().map(|(word, count)| format!("{count} {word}")).collect();
        f.write_str(if words.is_empty() { "none" } else { "" })?;
        f.write_str(&words.join(", "))
    }
}

/// End of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    pub reason: String,
    /// The side whose engine broke the rules, and how.
    pub fault: Option<(Color, EngineFault)>,
    /// Whether the referee ended the game because of the engines' scores or its length.
    pub adjudicated: bool,
}

impl Ended {
    pub fn draw(reason: impl Into<String>) -> Self {
        Self { winner: None, reason: reason.into(), fault: None, adjudicated: false }
    }
    pub fn win(winner: Color, reason: impl Into<String>) -> Self {
        Self { winner: Some(winner), ..Self::draw(reason) }
    }
    /// A loss for a fault.
    pub fn forfeit(loser: Color, fault: EngineFault, reason: impl Into<String>) -> Self {
        Self { fault: Some((loser, fault)), ..Self::win(loser.other(), reason) }
    }
    /// Marks the end as adjudicated by the referee.
    #[must_use]
    pub fn adjudicated(self) -> Self {
        Self { adjudicated: true, ..self }
    }
    /// Returns `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self) -> &'static str {
        pgn_result(self.winner)
    }
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// PGN text: see [`crate::movetext::san`].
    pub text: String,
    /// Thinking output and time; `None` for moves of the opening.
    pub thought: Option<(EngineInfo, Duration)>,
}

impl Played {
    /// Returns the PGN comment: `+0.35/12 0.52s`, `+M5/…` for a mate in five, `book` for moves of the opening.
    pub fn comment(&self) -> String {
        let Some((thought, time)) = self.thought else { return String::from("book") };
        let seconds = time.as_secs_f64();
        match thought.score {
            Some(score) => format!("{}/{} {seconds:.2}s", words_of(score), thought.depth),
            None => format!("{seconds:.2}s"),
        }
    }
}

/// Formats a score in pawns or moves to mate.
fn words_of(score: i32) -> String {
    match score.saturating_abs() {
        mate if mate >= ENGINE_MATE => {
            format!("{}M{}", if score < 0 { '-' } else { '+' }, mate - ENGINE_MATE)
        }
        _ => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The start position, if not that of the variant.
    pub fen: Option<String>,
    /// Plies before it: even if White moves first.
    pub first_ply: usize,
    /// The moves, opening included.
    pub moves: Vec<Played>,
    /// The end.
    pub ended: Ended,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_listed_by_kind() {
        let mut faults = Faults::default();
        assert_eq!(faults.to_string(), "none");
        for fault in [EngineFault::Time, EngineFault::Crash, EngineFault::Time] {
            faults.add(fault);
        }
        assert_eq!((faults.to_string().as_str(), faults.total()), ("2 time, 1 crash", 3));
        assert!(EngineFault::ALL.iter().all(|&fault| EngineFault::from_word(fault.word()) == Some(fault)));
    }

    #[test]
    fn comments_say_score_depth_and_time() {
        let played = |score, depth| Played {
            text: String::new(),
            thought: Some((EngineInfo { score, depth, ..EngineInfo::default() }, Duration::from_millis(520))),
        };
        assert_eq!(played(Some(35), 12).comment(), "+0.35/12 0.52s");
        assert_eq!(played(Some(-ENGINE_MATE - 3), 9).comment(), "-M3/9 0.52s");
        assert_eq!(played(None, 0).comment(), "0.52s");
    }
}
