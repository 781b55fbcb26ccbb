//! The gate: a match that a candidate must win against the present evaluation before it is used.
//!
//! Both play at fixed nodes, the faster evaluation with more of them: what counts is strength at equal time.

use super::panic_flag::PanicFlag;
use super::state::LearningRound;
use crate::arena::contest::{Contest, ContestError, Finished, MatchScore, MatchVariant, Observer, Openings};
use crate::arena::engine::spec::EngineSpec;
use crate::arena::openings::Generator;
use crate::arena::pgn::PgnFile;
use crate::arena::referee::{Adjudication, Threshold};
use crate::arena::sprt::{Sprt, SprtVerdict};
use crate::arena::time_limits::TimeLimits;
use crate::position::{Game, Position};
use crate::random::{Rng, mix};
use crate::search::{Limits, Searcher};
use crate::system::files::named;
use crate::{load, movegen};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The test of a gate, Elo.
const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
/// Without a decision of the test, the candidate must be better with this likelihood. More games taught it than its
/// opponent, so that it is better more often than not.
const LIKELY: f64 = 0.8;
/// Fewest and most games of a gate; fewer than these decide nothing without the test.
const FEWEST: u64 = 60;
const MOST: u64 = 4000;
/// Share of the nodes of all games of the run, or of its time, that a gate may take. With the playoffs, the four gates take
/// up to a third of a run.
const SHARE: f64 = 0.06;
/// Number of games that a gate should have, if the nodes per move are within [`NODES`].
const WANTED: f64 = 200.0;
/// Fewest and most nodes per move.
const NODES: (f64, f64) = (400.0, 5000.0);
/// Shortest time limit of a gate, seconds.
const MIN_TIME: f64 = 20.0;
/// How many times as long a gate may take if it has fewer games than [`FEWEST`].
const OVERTIME: u32 = 4;
/// Error of the Elo where it is not known.
const MAX_ERROR: f64 = 9999.0;
/// Nodes of a search that measures the speed.
const SPEED_NODES: u64 = 15_000;
/// Pairs of such searches.
const SPEED_RUNS: usize = 15;
/// Time between two looks at the clock.
const LOOK: Duration = Duration::from_millis(20);

/// The size of a gate, by that of the run: a short run has a gate of short games, so that most of its work is self-play.
///
/// PERF: euroshogi, 220 seconds on one core, against a net of two rounds without gates: -21 ± 66 Elo after 3,603 games of
/// self-play; -131 ± 77 with gates of 2,000 nodes and 60 seconds, which left time for 952.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GateSize {
    /// Nodes per move of the slower evaluation.
    pub nodes: u64,
    /// Most games.
    pub games: u64,
    /// Longest time.
    pub time: Duration,
}

impl GateSize {
    /// The size for a run whose self-play has games with the product `work` of their number and the nodes per move, and that
    /// takes `seconds`, if its time is limited.
    pub fn new(work: u64, seconds: Option<f64>) -> Self {
        let work = work as f64 * SHARE;
        let nodes = (work / WANTED).clamp(NODES.0, NODES.1);
        let (games, seconds) = match seconds {
            Some(seconds) => (MOST, (seconds * SHARE).max(MIN_TIME)),
            None => ((work / nodes) as u64, 3600.0),
        };
        let (nodes, games) = (nodes as u64, games.clamp(FEWEST, MOST));
        Self { nodes, games, time: Duration::from_secs_f64(seconds) }
    }
}

/// A match to play.
#[derive(Debug)]
pub struct Gate<'a> {
    /// The rules, with the weights of the estimate for the openings.
    pub game: &'a Game,
    /// Name of the variant.
    pub name: &'a str,
    /// File of the candidate.
    pub candidate: &'a Path,
    /// File of the present evaluation; `None` for the estimate.
    pub present: Option<&'a Path>,
    /// Most games.
    pub games: usize,
    /// Games played at the same time.
    pub threads: usize,
    /// Seed of the openings.
    pub seed: u64,
    /// File of the games, from which an interrupted match goes on.
    pub pgn: PathBuf,
    /// Longest time, and four times that while there are too few games; after it the results so far decide.
    pub time: Duration,
}

impl Gate<'_> {
    /// Plays the match and notes its result in the round of the candidate; false if it was stopped.
    ///
    /// # Errors
    /// An engine fails, or the games cannot be saved.
    pub fn run(
        &self,
        round: &mut LearningRound,
        stop: &AtomicBool,
        note: &mut (dyn FnMut(&MatchScore) + Send),
    ) -> io::Result<bool> {
        let engine = |path: Option<&Path>| {
            let mut spec = EngineSpec::read("proto=internal", &[]).map_err(io::Error::other)?;
            spec.net = path.map(Path::to_path_buf);
            Ok::<_, io::Error>(spec)
        };
        let openings = Generator { plies: (5, 8), seed: self.seed, window: Some((0, 150)), nodes: 2000 };
        let variant =
            MatchVariant { game: self.game, name: self.name, openings: Openings::Random(openings).into() };
        let resign = Some(Threshold { score: 1500, moves: 4 });
        let contest = Contest {
            variants: vec![variant],
            engines: [engine(Some(self.candidate))?, engine(self.present)?],
            paces: round.nodes.map(|nodes| TimeLimits { nodes: Some(nodes), ..TimeLimits::default() }),
            games: self.games,
            concurrency: self.threads,
            adjudication: Adjudication { resign, most_plies: 400, ..Adjudication::default() },
            sprt: Some(SPRT),
            guard: None,
            watched: false,
        };
        let (file, games) = PgnFile::open(&self.pgn).map_err(named(&self.pgn))?;
        let tally = contest.resume(&games);
        let games = AtomicU64::new(tally.len() as u64);
        let mut watcher = GateWatcher { file, tally: tally.clone(), games: &games, note };
        let tally = match self.play(&contest, tally, &mut watcher, stop) {
            Ok(tally) => tally,
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(false),
            Err(ContestError::Io(error)) if error.kind() == io::ErrorKind::Interrupted => watcher.tally,
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        note_result(&tally, round);
        Ok(true)
    }
    /// Plays until the match is decided, `stop` is set or the time is over; games are then not finished.
    fn play(
        &self,
        contest: &Contest<'_>,
        tally: MatchScore,
        watcher: &mut GateWatcher<'_>,
        stop: &AtomicBool,
    ) -> Result<MatchScore, ContestError> {
        let (halt, ended) = (AtomicBool::new(false), AtomicBool::new(false));
        let (begun, games) = (Instant::now(), watcher.games);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) && !halt.load(Ordering::Relaxed) {
                    std::thread::sleep(LOOK);
                    let are_few = games.load(Ordering::Relaxed) < FEWEST;
                    let time = if are_few { self.time * OVERTIME } else { self.time };
                    let is_over = stop.load(Ordering::Relaxed) || begun.elapsed() > time;
                    halt.fetch_or(is_over, Ordering::Relaxed);
                }
            });
            let _flag = PanicFlag(&ended);
            let played = contest.run_until(tally, watcher, &halt);
            ended.store(true, Ordering::Relaxed);
            played
        })
    }
}

fn note_result(tally: &MatchScore, round: &mut LearningRound) {
    let estimate = tally.estimate();
    let likely = estimate.is_some_and(|estimate| estimate.los >= LIKELY) && tally.len() as u64 >= FEWEST;
    round.gate_games = tally.len();
    round.elo = estimate.map_or(0.0, |estimate| estimate.elo);
    round.error = estimate.map_or(f64::INFINITY, |estimate| estimate.error()).min(MAX_ERROR);
    round.passed = match tally.verdict() {
        SprtVerdict::H1 => true,
        SprtVerdict::H0 => false,
        SprtVerdict::Open => likely,
    };
}

/// Saves the games.
struct GateWatcher<'a> {
    file: PgnFile,
    /// The score so far.
    tally: MatchScore,
    /// Their number.
    games: &'a AtomicU64,
    note: &'a mut (dyn FnMut(&MatchScore) + Send),
}

impl Observer for GateWatcher<'_> {
    fn finished(&mut self, game: &Finished<'_>, tally: &MatchScore) -> io::Result<()> {
        self.file.append(game.pgn)?;
        (self.note)(tally);
        self.tally = tally.clone();
        self.games.store(tally.len() as u64, Ordering::Relaxed);
        Ok(())
    }
}

/// Measures how many nodes a second the first game searches per node of the second. The searches alternate, so that
/// other programs on the machine slow both down; the median counts. `None` if `stop` was set.
pub fn speed_ratio(games: [&Game; 2], seed: u64, stop: &AtomicBool) -> Option<f64> {
    let limits = Limits { nodes: Some(SPEED_NODES), ..Limits::default() };
    let mut searchers = [Searcher::new(super::play::HASH_MB), Searcher::new(super::play::HASH_MB)];
    let mut ratios = Vec::new();
    for run in 0..SPEED_RUNS {
        let mut speeds = [0.0; 2];
        for which in [run % 2, 1 - run % 2] {
            let pos = random_position(games[which], seed ^ mix(run as u64));
            searchers[which].clear();
            let start = Instant::now();
            let found = searchers[which].search(games[which], &pos, &limits, stop, &mut |_| ());
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            speeds[which] = found.nodes as f64 / start.elapsed().as_secs_f64().max(1e-6);
        }
        ratios.push(speeds[0] / speeds[1].max(1e-6));
    }
    ratios.sort_by(f64::total_cmp);
    Some(ratios[SPEED_RUNS / 2])
}

/// A position after some random moves, the same for all weights.
fn random_position(game: &Game, seed: u64) -> Position {
    let mut rng = Rng(seed);
    let mut pos = load::shuffled_start(game, rng.next_number());
    for _ in 0..6 + rng.below(16) {
        let Some((_, mv)) = movegen::random_move(game, &mut pos, &mut rng) else { break };
        let mut next = pos.clone();
        next.make(game, mv);
        if movegen::result(game, &mut next).is_some() {
            break;
        }
        pos = next;
    }
    pos
}
