//! What a learning run remembers between two starts.

use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// A round: a candidate and its gate.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct LearningRound {
    /// Number of hidden values; 0 for a linear fit.
    pub hidden: usize,
    /// Games it was learned from.
    pub games: u64,
    /// Positions it was learned from.
    pub positions: u64,
    /// Mean square error on the held-out games before and after.
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
    /// The round whose candidate waits for its gate.
    pub pending: Option<LearningRound>,
    /// All rounds so far.
    pub rounds: Vec<LearningRound>,
}

impl LearningState {
    /// Reads the state in a folder; `None` if nothing was learned yet.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        match std::fs::read(file(folder)) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(io::Error::other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
    /// Writes the state.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        write_atomically(&file(folder), &serde_json::to_vec_pretty(self)?)
    }
    /// Elo gained over the estimate by the rounds that passed, and its error.
    pub fn gained(&self) -> (f64, f64) {
        let passed = || self.rounds.iter().filter(|round| round.passed);
        let sum = |of: fn(&LearningRound) -> f64| passed().map(of).fold(0.0, |sum, part| sum + part);
        (sum(|round| round.elo), sum(|round| round.error * round.error).sqrt())
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("state.json")
}

/// Writes a file so that it is whole at every moment.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("new");
    std::fs::write(&draft, bytes)?;
    std::fs::rename(&draft, path)
}
