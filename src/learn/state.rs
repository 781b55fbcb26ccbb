//! What a learning run remembers between two starts.

use crate::system::files::{self, FileMode, named};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// Share of the time after which each round begins; the last games are those before the last round.
pub(super) const STAGES: [f64; ROUNDS] = [0.10, 0.32, 0.60, 0.88];
/// Rounds of a run.
pub const ROUNDS: usize = 4;

/// A round: a candidate and its gate.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct LearningRound {
    /// Number of hidden values; 0 for a linear fit.
    pub hidden: usize,
    /// Games it was learned from.
    pub games: u64,
    /// Positions it was learned from.
    pub positions: u64,
    /// Mean square error on the held-out games: of the estimate and of the fit, or after a net's first and best pass.
    pub loss: [f32; 2],
    /// `[epoch]`: error on the training games and on the held-out games.
    pub curve: Vec<[f32; 2]>,
    /// Nodes a second relative to the present evaluation.
    pub speed: f64,
    /// Nodes per move in the gate: candidate, present evaluation.
    pub nodes: [u64; 2],
    /// Games of the gate.
    pub gate_games: usize,
    /// Elo of the candidate against the present evaluation.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
    /// Whether it is used since.
    pub passed: bool,
}

/// The state of a learning run.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct LearningState {
    /// Hash of the rules; 0 if an earlier version of the program wrote the state.
    #[serde(default)]
    pub rules_hash: u64,
    /// Time to spend, seconds.
    pub goal_seconds: f64,
    /// Games to play in all; 0: limited by the time.
    pub goal_games: u64,
    /// Games that there were when the run began.
    pub first_games: u64,
    /// Time spent, seconds.
    pub seconds: f64,
    /// Rounds of this run that are complete.
    pub stage: usize,
    /// Whether the run began with a linear fit.
    pub fits: bool,
    /// Number of the rounds that are of earlier runs.
    #[serde(default)]
    pub first_rounds: usize,
    /// Elo over the estimate of the evaluation that the first of the rounds had to beat, and its error.
    #[serde(default)]
    pub first_elo: [f64; 2],
    /// The file that the run began with, as it was given.
    #[serde(default)]
    pub from: Option<PathBuf>,
    /// The nets of a playoff that is not over: added to the terms, in place of them. The first has the odds of the match.
    #[serde(default)]
    pub playoff: Option<[LearningRound; 2]>,
    /// The round whose candidate waits for its gate.
    pub pending: Option<LearningRound>,
    /// Whether the candidate of the last round has passed, but is not in all its files yet.
    #[serde(default)]
    pub unpublished: bool,
    /// All rounds since learning began from the estimate or a given file.
    pub rounds: Vec<LearningRound>,
}

impl LearningState {
    /// Reads the state in a folder; `None` if nothing was learned yet.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        let path = file(folder);
        let damaged = |error: serde_json::Error| {
            let why = format!("{error}\nhelp: without this file a new run begins, with the games so far");
            io::Error::new(io::ErrorKind::InvalidData, why)
        };
        match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(damaged).map_err(named(&path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(named(&path)(error)),
        }
    }
    /// Writes the state.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        write(&file(folder), &serde_json::to_vec_pretty(self)?)
    }
    /// The rounds of this run that had a candidate.
    pub fn rounds_of_run(&self) -> &[LearningRound] {
        self.rounds.get(self.first_rounds..).unwrap_or_default()
    }
    /// Forgets all rounds. Later gains are added to this one and its error, Elo.
    pub fn restart_rounds(&mut self, first_elo: [f64; 2]) {
        self.rounds.clear();
        (self.first_rounds, self.first_elo) = (0, first_elo);
    }
    /// Adapts the numbers of games to this number in the file, if some were removed.
    pub fn note_removed_games(&mut self, games: u64) {
        let removed = self.first_games.saturating_sub(games);
        self.first_games -= removed;
        self.goal_games = self.goal_games.saturating_sub(removed);
    }
    /// Number of games at which the next round is due; `None` if the run is limited by the time.
    pub fn games_due(&self) -> Option<u64> {
        let games = (self.games_of_run() as f64 * self.share_of_games()).ceil() as u64;
        (self.goal_games > 0).then(|| self.first_games + games)
    }
    /// Whether the next round is due, with this number of games in the file and further seconds.
    pub fn is_due(&self, games: u64, seconds: f64) -> bool {
        match self.games_due() {
            Some(due) => games >= due,
            None => STAGES.get(self.stage).is_none_or(|&due| self.share(games, seconds) >= due),
        }
    }
    /// Number of games that the whole run is going to have, with this number of games in the file when a round begins.
    pub fn expected_games(&self, games: u64) -> u64 {
        if self.goal_games > 0 {
            return self.games_of_run();
        }
        (games.saturating_sub(self.first_games) as f64 / self.share_of_games()) as u64
    }
    /// Share of the games of the run after which the next round is due.
    fn share_of_games(&self) -> f64 {
        let last = STAGES[ROUNDS - 1];
        STAGES.get(self.stage).unwrap_or(&last) / last
    }
    /// Number of games of a run that is limited by games.
    pub const fn games_of_run(&self) -> u64 {
        self.goal_games.saturating_sub(self.first_games)
    }
    /// Share of the budget that is spent, at most 1, with this number of games in the file and further seconds.
    pub fn share(&self, games: u64, seconds: f64) -> f64 {
        if self.goal_games > 0 {
            let played = games.saturating_sub(self.first_games) as f64;
            return (played / self.games_of_run().max(1) as f64).min(1.0);
        }
        ((self.seconds + seconds) / self.goal_seconds.max(1.0)).min(1.0)
    }
    /// The budget as text.
    pub fn goal(&self) -> String {
        match self.goal_games {
            0 => duration(self.goal_seconds),
            _ => format!("{} games", self.games_of_run()),
        }
    }
    /// Elo gained over the estimate, and its error.
    pub fn gained(&self) -> (f64, f64) {
        let passed = || self.rounds.iter().filter(|round| round.passed);
        let [elo, error] = self.first_elo;
        let square = passed().map(|round| round.error * round.error).sum::<f64>() + error * error;
        (elo + passed().map(|round| round.elo).sum::<f64>(), square.sqrt())
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("state.json")
}

/// Writes a file so that it is whole at every moment. Errors name it.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    files::write(path, bytes, FileMode::Data).map_err(named(path))
}

/// Formats a time.
pub fn duration(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    if seconds < 60.0 {
        format!("{seconds:.0} s")
    } else if minutes < 60 {
        format!("{minutes} min")
    } else {
        format!("{} h {:02} min", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_began_with_counts_as_gained() {
        let round = |elo, passed| LearningRound { elo, error: 4.0, passed, ..LearningRound::default() };
        let rounds = vec![round(20.0, true), round(70.0, false)];
        let state = LearningState { first_elo: [100.0, 3.0], rounds, ..LearningState::default() };
        assert_eq!(state.gained(), (120.0, 5.0));
    }

    #[test]
    fn rounds_are_due_by_games_or_time() {
        let mut state = LearningState { goal_games: 340, first_games: 100, ..LearningState::default() };
        let due = |state: &LearningState| {
            [0, 1, 2, 3].map(|stage| LearningState { stage, ..state.clone() }.games_due().unwrap_or(0))
        };
        assert_eq!(due(&state), [128, 188, 264, 340]);
        assert!(!state.is_due(127, 0.0) && state.is_due(128, 0.0));
        // Some games were removed.
        state.note_removed_games(40);
        assert_eq!(due(&state), [68, 128, 204, 280]);
        let state = LearningState { goal_seconds: 100.0, stage: 1, ..LearningState::default() };
        assert_eq!((state.games_due(), state.share(0, 500.0)), (None, 1.0));
        assert_eq!(state.expected_games(32), 88);
        assert!(!state.is_due(9999, 31.0) && state.is_due(0, 33.0));
    }

    #[test]
    fn a_damaged_state_is_named() {
        let place = tempfile::tempdir().expect("a folder");
        assert_eq!(LearningState::read(place.path()).expect("nothing is fine"), None);
        std::fs::write(place.path().join("state.json"), "").expect("writes");
        let error = LearningState::read(place.path()).expect_err("empty").to_string();
        assert!(error.contains("state.json: ") && error.contains("help: "), "{error}");
    }
}
