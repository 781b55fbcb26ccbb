//! Arguments shared by `match` and `gauntlet`.

use super::files::{self, FileMode};
use super::openings as books;
use super::output::{CliError, CliResult, complain};
use crate::arena::contest::{
    Contest, ContestError, Finished, MatchScore, MatchVariant, Moved, Observer, Openings,
};
use crate::arena::engine::spec::{self, EngineSpec};
use crate::arena::openings::{self, Generator, Judge};
use crate::arena::pgn::{self, PgnFile};
use crate::arena::referee::Adjudication;
use crate::arena::sprt::Sprt;
use crate::arena::time_limits::{self, TimeLimits};
use crate::position::Game;
use crate::search::clock::TimeControl;
use crate::system::stop;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Nodes of the search that scores an opening.
const BALANCE_NODES: u64 = 2_000;

/// Default time control.
const TIME_CONTROL: TimeControl =
    TimeControl::Level { moves: 0, base: Duration::from_secs(5), increment: Duration::from_millis(50) };

/// Settings of the games.
#[derive(clap::Args, Clone, Debug)]
pub struct Playing {
    /// Setting for all engines, such as `hash=64` or `threads=1`; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = spec::checked_setting)]
    pub each: Vec<(String, String)>,
    /// Time control in seconds: moves per session, time, increment [default: 5+0.05]
    #[arg(long, value_name = "[MOVES/]S[+INC]", value_parser = time_limits::time_control)]
    tc: Option<TimeControl>,
    /// Time per move, seconds, instead of a time control
    #[arg(long, value_name = "S", value_parser = time_limits::seconds, conflicts_with = "tc")]
    st: Option<Duration>,
    /// Search depth, plies, instead of a clock
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Nodes per move, instead of a clock
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Random plies at the start, the same in both games of a pair
    #[arg(long, default_value_t = 6, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(..=1000))]
    random: u16,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Reject random openings with a larger score for either side in a short search; 0 accepts all
    #[arg(long, default_value_t = 150, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    balance: i32,
    /// Take openings from a file instead: PGN, or FEN, EPD or moves such as `e2e4`, one per line; or from VARIANT.txt in a
    /// folder
    #[arg(long, value_name = "PATH", conflicts_with_all = ["random", "seed", "balance"])]
    openings: Option<PathBuf>,
    /// Take only the first moves of each opening from the file
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u16).range(1..))]
    opening_plies: Option<u16>,
    /// Take openings from the standard book of each variant, 2,000 lines made on first use (see `griffon openings`)
    #[arg(long, conflicts_with_all = ["openings", "random", "seed", "balance"])]
    book: bool,
    /// Number of games played in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    #[command(flatten)]
    adjudication: Adjudication,
}

/// Storage of the games.
#[derive(clap::Args, Clone, Debug)]
pub struct Keeping {
    /// Append the games to this file; in a match `-` prints them
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Continue from the games in the file
    #[arg(long, requires = "pgn")]
    pub resume: bool,
}

impl Keeping {
    /// Opens the file of games, unless they are printed, and returns the games in it.
    pub fn open(&self) -> CliResult<(Option<PgnFile>, Vec<pgn::Read>)> {
        if self.resume && self.prints() {
            return Err(CliError::input("`--pgn -` has no games to resume; give a file"));
        }
        let Some(path) = self.pgn.as_ref().filter(|_| !self.prints()) else { return Ok((None, Vec::new())) };
        let (file, games) = PgnFile::open(path).map_err(files::fault(path))?;
        Ok((Some(file), games))
    }
    /// Checks `known`, the number of saved games that are of this `contest` (match or gauntlet): without `--resume` there
    /// must be none. Warns if `--resume` continues none of them.
    pub fn check_resume(&self, contest: &str, saved: usize, known: usize) -> CliResult {
        if self.resume && known == 0 && saved != 0 {
            complain(format_args!(
                "warning: no game is resumed: the {saved} games of the file have other engines, settings, rules or openings"
            ));
        }
        match &self.pgn {
            Some(path) if known != 0 && !self.resume => Err(CliError::input(format_args!(
                "{} already contains {known} games of this {contest}; continue with `--resume` or use another file",
                path.display()
            ))),
            _ => Ok(()),
        }
    }
    /// The end of a match or gauntlet, which a signal may have interrupted.
    pub fn check_end(&self, is_interrupted: bool) -> CliResult {
        if !is_interrupted {
            return Ok(());
        }
        let has_file = self.pgn.is_some() && !self.prints();
        complain(if has_file { "interrupted; `--resume` continues" } else { "interrupted" });
        Err(CliError::Interrupted)
    }
    /// Whether the games are printed to standard output.
    pub fn prints(&self) -> bool {
        self.pgn.as_deref() == Some(Path::new("-"))
    }
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
    /// Reads an engine, with the common settings as defaults.
    pub fn engine(&self, text: &str) -> CliResult<EngineSpec> {
        EngineSpec::read(text, &self.each).map_err(|why| CliError::input(format_args!("--engine: {why}")))
    }
    /// Whether the arguments set a time limit.
    pub fn is_paced(&self) -> bool {
        self.tc.is_some() || self.st.is_some() || self.depth.is_some() || self.nodes.is_some()
    }
    /// Returns the time limits of an engine: its own, or else the common ones.
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
    /// Prepares a variant, given by name and rules, with its openings.
    pub fn variant<'a>(&self, name: &'a str, game: &'a Game) -> CliResult<MatchVariant<'a>> {
        Ok(MatchVariant { game, name, openings: self.openings(name, game)?.into() })
    }
    /// Sets up a match between two engines.
    pub fn contest<'a>(
        &self,
        variants: Vec<MatchVariant<'a>>,
        engines: [EngineSpec; 2],
        games: usize,
    ) -> Contest<'a> {
        Contest {
            variants,
            paces: [self.pace(&engines[0]), self.pace(&engines[1])],
            engines,
            games,
            concurrency: usize::from(self.concurrency),
            adjudication: self.adjudication,
            sprt: None,
            guard: None,
            watched: false,
        }
    }
    /// Returns the source of openings for a variant. If `--openings` is a folder, the variant has its own file in it.
    fn openings(&self, variant: &str, game: &Game) -> CliResult<Openings> {
        if self.book {
            return books::cached(variant, game).map(Openings::Given);
        }
        let Some(given) = &self.openings else {
            let plies = usize::from(self.random);
            return Ok(Openings::Random(Generator {
                plies: (plies, plies),
                seed: self.seed,
                window: (self.balance > 0).then_some((0, self.balance)),
                nodes: BALANCE_NODES,
            }));
        };
        let path = &if given.is_dir() { given.join(books::file_name(game)?) } else { given.clone() };
        let text = pgn::decode(&std::fs::read(path).map_err(files::fault(path))?);
        let plies = self.opening_plies.map_or(usize::MAX, usize::from);
        openings::read_first(game, &text, plies).map(Openings::Given).map_err(files::fault(path))
    }
}

/// Warns of openings that are shorter than wanted, or that repeat within the given number of games.
pub fn warn_of_openings(variants: &[MatchVariant<'_>], games: usize) {
    let pairs = games.div_ceil(2).div_ceil(variants.len());
    for MatchVariant { game, name, openings } in variants {
        if let Some(count) = openings.count(game).filter(|&count| count < pairs) {
            complain(format_args!(
                "warning: `{name}` has more pairs of games ({pairs}) than openings ({count}); games may repeat"
            ));
        }
        if !openings.is_feasible(game) {
            complain(format_args!(
                "warning: games of `{name}` end within the random plies; openings are shorter"
            ));
        }
    }
}

/// Writes the openings of a match, one per line: to a file or, with several variants, to VARIANT.txt in a folder.
pub fn save_openings(contest: &Contest<'_>, path: &Path) -> CliResult {
    let paths = match contest.variants.as_slice() {
        [_] => vec![path.to_owned()],
        several => {
            let named = several.iter().map(|variant| (variant.name, variant.game));
            books::distinct_paths(named, |_, game| Ok(path.join(books::file_name(game)?)))?
        }
    };
    for (variant, path) in contest.variants.iter().zip(&paths) {
        books::check_overwrite(variant.game, path)?;
    }
    let mut judge = Judge::default();
    let mut texts = vec![String::new(); contest.variants.len()];
    for number in (0..contest.games).step_by(2) {
        let index = contest.variant_index(number);
        let opening = contest.opening(number, &mut judge);
        texts[index] += &(openings::write(contest.variants[index].game, &opening) + "\n");
    }
    if let [text] = texts.as_slice() {
        return files::write(path, text.as_bytes(), FileMode::Data);
    }
    for (path, text) in paths.iter().zip(&texts).filter(|(_, text)| !text.is_empty()) {
        files::write_with_folder(path, text.as_bytes(), FileMode::Data)?;
    }
    Ok(())
}

/// How a match ended.
pub struct EndedMatch {
    /// The score.
    pub tally: MatchScore,
    /// Whether a signal ended it.
    pub is_interrupted: bool,
}

/// Plays a match until it ends or a signal ends it.
///
/// # Errors
/// An engine failed, or a game could not be saved.
pub fn play(
    contest: &Contest<'_>,
    tally: MatchScore,
    observer: &mut dyn Observer,
) -> Result<EndedMatch, ContestError> {
    let mut watcher = ScoreWatcher { tally: tally.clone(), observer };
    match contest.run_until(tally, &mut watcher, &stop::flag()) {
        Ok(tally) => Ok(EndedMatch { tally, is_interrupted: false }),
        Err(ContestError::Io(error)) if error.kind() == io::ErrorKind::Interrupted => {
            Ok(EndedMatch { tally: watcher.tally, is_interrupted: true })
        }
        Err(error) => Err(error),
    }
}

/// Keeps the score of a match that may be interrupted.
struct ScoreWatcher<'a> {
    tally: MatchScore,
    observer: &'a mut dyn Observer,
}

impl Observer for ScoreWatcher<'_> {
    fn finished(&mut self, game: &Finished<'_>, tally: &MatchScore) -> io::Result<()> {
        self.tally = tally.clone();
        self.observer.finished(game, tally)
    }
    fn moved(&mut self, moved: &Moved<'_>) -> io::Result<()> {
        self.observer.moved(moved)
    }
}

/// Adds the name of the engine to an error.
pub fn failure(error: ContestError, contest: &Contest<'_>) -> CliError {
    match error {
        ContestError::Io(error) => CliError::Io(error),
        ContestError::Engine(number, error) => {
            CliError::input(format_args!("{}: {error}", contest.engines[number].label()))
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
}
