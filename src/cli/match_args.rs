//! Arguments that `match` and `gauntlet` share.

use super::files::{self, FileMode};
use super::output::{CliError, CliResult};
use crate::arena::contest::{Contest, ContestError, Openings};
use crate::arena::engine::spec::{self, EngineSpec};
use crate::arena::openings::{self, Generator, Judge};
use crate::arena::referee::{Adjudication, Threshold};
use crate::arena::sprt::Sprt;
use crate::arena::time_limits::{self, TimeLimits};
use crate::eval;
use crate::position::Game;
use crate::search::clock::TimeControl;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Nodes of the search that judges whether an opening is balanced.
const BALANCE_NODES: u64 = 2_000;

/// The clock of games when nothing else is said.
const TIME_CONTROL: TimeControl =
    TimeControl::Level { moves: 0, base: Duration::from_secs(5), increment: Duration::from_millis(50) };

/// How games are played.
#[derive(clap::Args, Clone, Debug)]
pub struct Playing {
    /// Settings of all engines: `hash=64`, `threads=1` and others
    #[arg(long, value_name = "KEY=VALUE", value_parser = spec::setting)]
    each: Vec<(String, String)>,
    /// Moves, time and increment, seconds [default: 5+0.05]
    #[arg(long, value_name = "[MOVES/]S[+INC]", value_parser = time_limits::time_control)]
    tc: Option<TimeControl>,
    /// Time for each move instead, seconds
    #[arg(long, value_name = "S", value_parser = time_limits::seconds)]
    st: Option<Duration>,
    /// Depth instead of a clock, plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Nodes for each move instead of a clock
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Random moves at the start, the same for both games of a pair
    #[arg(long, default_value_t = 6, value_name = "PLIES")]
    random: usize,
    /// Chooses the random moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Keep random openings only if a short search says at most so much for either side; 0: all
    #[arg(long, default_value_t = 150, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    balance: i32,
    /// Openings from a file instead: FEN, EPD or moves, one a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Overstepping the clock by less is forgiven, milliseconds
    #[arg(long, default_value_t = 100, value_name = "MS")]
    margin: u64,
    /// An engine without a clock has to move in this time, seconds
    #[arg(long, default_value = "120", value_name = "S", value_parser = time_limits::seconds)]
    patience: Duration,
    /// A game is over when both engines say so: centipawns, and for how many moves
    #[arg(long, value_name = "CP:MOVES", value_parser = threshold)]
    resign: Option<Threshold>,
    /// A game is drawn when both engines say so: centipawns, and for how many moves
    #[arg(long, value_name = "CP:MOVES", value_parser = threshold)]
    draw: Option<Threshold>,
    /// Draws by score from this move on
    #[arg(long, default_value_t = 40, value_name = "MOVE")]
    draw_from: u32,
    /// A longer game is a draw, plies
    #[arg(long, default_value_t = 800, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
}

/// Where games are kept.
#[derive(clap::Args, Clone, Debug)]
pub struct Keeping {
    /// Append the games to this file; `-`: print them
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Go on with what the file holds of it
    #[arg(long, requires = "pgn")]
    pub resume: bool,
}

impl Keeping {
    /// Are the games printed?
    pub fn prints(&self) -> bool {
        self.pgn.as_deref() == Some(Path::new("-"))
    }
}

/// Reads `CENTIPAWNS:MOVES`.
fn threshold(text: &str) -> Result<Threshold, String> {
    let numbers =
        text.split_once(':').and_then(|(score, moves)| Some((score.parse().ok()?, moves.parse().ok()?)));
    let valid = numbers.filter(|&(score, moves): &(i32, u32)| score >= 0 && (1..=1000).contains(&moves));
    let (score, moves) = valid.ok_or("expected CENTIPAWNS:MOVES, such as 600:4")?;
    Ok(Threshold { score, moves })
}

/// Reads `ELO0,ELO1[,ALPHA,BETA]`.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    let wrong = "expected ELO0,ELO1[,ALPHA,BETA] with ELO0 < ELO1, such as 0,5 or -3,1,0.05,0.05";
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
        Ok(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
        Ok(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
        _ => return Err(wrong.to_owned()),
    };
    let rate = |rate: f64| rate > 0.0 && rate < 0.5;
    let valid = elo0 < elo1 && elo0 > -1000.0 && elo1 < 1000.0 && rate(alpha) && rate(beta);
    if valid { Ok(Sprt { elo0, elo1, alpha, beta }) } else { Err(wrong.to_owned()) }
}

impl Playing {
    /// Settings of all engines.
    pub fn each(&self) -> &[(String, String)] {
        &self.each
    }
    /// An engine with the common settings.
    pub fn engine(&self, text: &str) -> CliResult<EngineSpec> {
        EngineSpec::read(text, &self.each).map_err(|why| CliError::input(format_args!("--engine: {why}")))
    }
    /// Is anything said here of what bounds the thinking?
    pub fn is_paced(&self) -> bool {
        self.tc.is_some() || self.st.is_some() || self.depth.is_some() || self.nodes.is_some()
    }
    /// What bounds the thinking of an engine: its own limits, else the common ones.
    pub fn pace(&self, spec: &EngineSpec) -> TimeLimits {
        if spec.pace.is_set() {
            return spec.pace;
        }
        let unclocked = self.depth.is_some() || self.nodes.is_some();
        let control = match self.st {
            Some(time) => Some(TimeControl::PerMove(time)),
            None => self.tc.or((!unclocked).then_some(TIME_CONTROL)),
        };
        TimeLimits { control, depth: self.depth, nodes: self.nodes }
    }
    /// A match of two engines.
    pub fn contest<'a>(
        &self,
        game: &'a Game,
        variant: &'a str,
        engines: [EngineSpec; 2],
        games: usize,
    ) -> CliResult<Contest<'a>> {
        Ok(Contest {
            game,
            variant,
            paces: [self.pace(&engines[0]), self.pace(&engines[1])],
            engines,
            games,
            openings: self.openings(game)?,
            concurrency: usize::from(self.concurrency),
            adjudication: self.adjudication(),
            sprt: None,
            watched: false,
        })
    }
    fn adjudication(&self) -> Adjudication {
        Adjudication {
            margin: Duration::from_millis(self.margin),
            patience: self.patience,
            resign: self.resign,
            draw: self.draw,
            draw_from: self.draw_from,
            most_plies: self.max_plies as usize,
        }
    }
    fn openings(&self, game: &Game) -> CliResult<Openings> {
        let Some(path) = &self.openings else {
            return Ok(Openings::Random(Generator {
                plies: self.random,
                seed: self.seed,
                balance: (self.balance > 0).then_some(self.balance),
                nodes: BALANCE_NODES,
            }));
        };
        let told = |why: &dyn std::fmt::Display| CliError::input(format_args!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| told(&error))?;
        openings::read(game, &text).map(Openings::Given).map_err(|why| told(&why))
    }
}

/// Writes the openings of a match to a file, one a line.
pub fn save_openings(contest: &Contest<'_>, path: &Path) -> CliResult {
    let mut judge = Judge::default();
    let mut text = String::new();
    for number in 0..contest.games.div_ceil(2) {
        let opening = contest.openings.get(contest.game, &mut judge, number);
        text += &openings::write(contest.game, &opening);
        text.push('\n');
    }
    files::write(path, text.as_bytes(), FileMode::Data)
}

/// A variant as engines play it: with the array that XBoard sets up, and with weights for the searches that judge openings.
pub fn game(name: &str) -> CliResult<Game> {
    let game = super::load::build(super::load::variant(name)?.in_xboard())?;
    Ok(eval::weighed(game))
}

/// A failure with the name of the engine.
pub fn failure(error: ContestError, engines: &[EngineSpec; 2]) -> CliError {
    match error {
        ContestError::Io(error) => CliError::Io(error),
        ContestError::Engine(number, error) => {
            let label = engines.get(number).map_or_else(String::new, EngineSpec::label);
            CliError::input(format_args!("{label}: {error}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_the_test() {
        let found = sprt("0,5").expect("reads");
        assert_eq!((found.elo0, found.elo1, found.alpha, found.beta), (0.0, 5.0, 0.05, 0.05));
        assert_eq!(sprt("-3, 1, 0.01, 0.1").expect("reads").beta, 0.1);
        for bad in ["", "5", "5,0", "0,5,0.05", "0,5,0,0.05", "0,5,1,1", "nan,5", "0,inf"] {
            assert!(sprt(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn thresholds() {
        assert_eq!(threshold("600:4"), Ok(Threshold { score: 600, moves: 4 }));
        for bad in ["600", "600:0", "-1:3", "a:b", "9:-1"] {
            assert!(threshold(bad).is_err(), "{bad}");
        }
    }
}
