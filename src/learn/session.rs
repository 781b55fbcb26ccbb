//! A learning run: self-play, candidates, gates.

use super::games::GameFile;
use super::gate::{self, Gate};
use super::play;
use super::state::{LearningRound, LearningState, write_atomically};
use crate::arena::contest::MatchScore;
use crate::net::{self, Evaluation, FeatureSet, NetFile};
use crate::position::Game;
use crate::random::{Rng, mix};
use crate::search::Searcher;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Files in the folder of a run: games, evaluation in use, candidate, games of its gate; the other net of a playoff, and its
/// games.
pub(super) const GAMES: &str = "games.bin";
const BEST: &str = "best.gnn";
pub(super) const CANDIDATE: &str = "candidate.gnn";
pub(super) const GATE: &str = "gate.pgn";
pub(super) const RIVAL: &str = "rival.gnn";
pub(super) const PLAYOFF: &str = "playoff.pgn";
/// Share of the budget after which each round begins.
const STAGES: [f64; 4] = [0.10, 0.32, 0.60, 0.88];
/// Share of the time that a gate may take.
const GATE_SHARE: f64 = 0.09;
/// Time between two lines of progress.
const REPORT: Duration = Duration::from_secs(30);
/// Time between two looks at the games.
const LOOK: Duration = Duration::from_millis(200);
/// Stack of a thread that searches, bytes.
const STACK: usize = 64 << 20;
/// Runs shorter than this play faster games: seconds, games.
const SHORT: f64 = 3000.0;
const FEW_GAMES: u64 = 5000;
/// Games of a gate: fewest, most, and its share of the games of a run limited by games.
const GATE_GAMES: (u64, u64) = (40, 4000);
const GATE_GAMES_SHARE: u64 = 8;

/// What to do.
#[derive(Clone, Debug)]
pub struct LearningPlan {
    /// Name of the variant.
    pub name: String,
    /// Folder of the games and the state.
    pub folder: PathBuf,
    /// File for what was learned.
    pub out: PathBuf,
    /// What to start from.
    pub start: LearningStart,
    /// Time to spend, hours.
    pub hours: f64,
    /// Games to play, instead of a time.
    pub games: Option<u64>,
    /// Threads.
    pub threads: usize,
    /// Nodes per move of self-play; `None` for the usual number.
    pub nodes: Option<u64>,
}

/// What learning starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LearningStart {
    /// What earlier runs have learned, else the evaluation that is part of the program, else the estimate.
    Default,
    /// The estimate.
    Estimate,
    /// A file.
    File(PathBuf),
}

/// A learning run.
pub struct Learning<'a> {
    pub(super) plan: &'a LearningPlan,
    /// The rules with the weights of the estimate.
    pub(super) game: &'a Game,
    pub(super) features: FeatureSet,
    pub(super) rules_hash: u64,
    pub(super) state: LearningState,
    pub(super) stop: &'a AtomicBool,
    pub(super) say: &'a mut (dyn FnMut(&str) + Send),
    /// When the time in the state was last updated.
    clock: Instant,
}

impl<'a> Learning<'a> {
    /// Opens the folder of a run, or makes it. `game` has the weights of the estimate.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn open(
        plan: &'a LearningPlan,
        game: &'a Game,
        stop: &'a AtomicBool,
        say: &'a mut (dyn FnMut(&str) + Send),
    ) -> io::Result<Self> {
        std::fs::create_dir_all(&plan.folder)?;
        let features = FeatureSet::new(game.game_rules());
        let rules_hash = net::rules_hash(game.game_rules(), &features);
        let state = LearningState::read(&plan.folder)?.unwrap_or_default();
        Ok(Self { plan, game, features, rules_hash, state, stop, say, clock: Instant::now() })
    }
    /// Learns until the budget is spent or `stop` is set; what was learned so far is kept.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn run(&mut self) -> io::Result<()> {
        let mut file = GameFile::open(&self.path(GAMES), self.rules_hash)?;
        if file.cut > 0 && file.games > 0 {
            self.say(&format!("a torn game of {} bytes was cut off", file.cut));
        }
        self.begin(&file)?;
        while self.state.stage < STAGES.len() && !self.is_stopped() {
            if self.state.pending.is_none() {
                self.play(&mut file)?;
                if self.is_stopped() {
                    break;
                }
                self.make_candidate()?;
            }
            if self.state.pending.is_some() {
                self.test()?;
            }
            if self.is_stopped() {
                break;
            }
            self.state.stage += 1;
            self.save()?;
        }
        self.save()
    }
    /// Starts a new run if the last one is complete.
    fn begin(&mut self, file: &GameFile) -> io::Result<()> {
        let goal = self.plan.hours * 3600.0;
        let state = &mut self.state;
        if state.goal_seconds == 0.0 && state.goal_games == 0 || state.stage >= STAGES.len() {
            (state.seconds, state.stage, state.first_games) = (0.0, 0, file.games);
            (state.goal_seconds, state.goal_games) =
                (goal, self.plan.games.map_or(0, |games| file.games + games));
            if self.plan.start == LearningStart::Estimate {
                match std::fs::remove_file(self.path(BEST)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            let given = self.given()?;
            // A run that has something to start from goes on with nets.
            self.state.fits = given.is_none() && self.best().is_none();
            if let Some(given) = given {
                write_atomically(&self.path(BEST), &given.write())?;
            }
        } else {
            let done = 100.0 * self.share(file);
            let stage = self.state.stage;
            self.say(&format!("going on: {done:.0} % done, round {stage}, {} games", file.games));
        }
        self.clock = Instant::now();
        self.save()
    }
    /// The evaluation to start from; `None` for the estimate, or to go on with what earlier runs have learned.
    fn given(&self) -> io::Result<Option<NetFile>> {
        Ok(match &self.plan.start {
            LearningStart::Estimate => None,
            LearningStart::File(path) => {
                let given = NetFile::open(path).map_err(|error| refuse(path, &error))?;
                net::with_learned(self.game.game_rules(), &self.game.weights, &given)
                    .map_err(|error| refuse(path, &error))?;
                Some(given)
            }
            LearningStart::Default if self.best().is_some() => None,
            LearningStart::Default => net::shipped(self.game.game_rules()).cloned(),
        })
    }
    pub(super) fn say(&mut self, text: &str) {
        (self.say)(text);
    }
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
    /// The path of a file in the folder of the run.
    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.plan.folder.join(file)
    }
    /// The evaluation in use; `None` for the estimate.
    pub(super) fn best(&self) -> Option<PathBuf> {
        Some(self.path(BEST)).filter(|path| path.is_file())
    }
    /// Counts the time and writes the state.
    pub(super) fn save(&mut self) -> io::Result<()> {
        let now = Instant::now();
        self.state.seconds += (now - self.clock).as_secs_f64();
        self.clock = now;
        self.state.write(&self.plan.folder)
    }
    /// Number of games of a run that is limited by games.
    const fn games_of_run(&self) -> u64 {
        self.state.goal_games.saturating_sub(self.state.first_games)
    }
    /// Share of the budget that is spent.
    fn share(&self, file: &GameFile) -> f64 {
        let state = &self.state;
        if state.goal_games > 0 {
            return file.games.saturating_sub(state.first_games) as f64 / self.games_of_run().max(1) as f64;
        }
        (state.seconds + self.clock.elapsed().as_secs_f64()) / state.goal_seconds.max(1.0)
    }
    fn is_short(&self) -> bool {
        match self.state.goal_games {
            0 => self.state.goal_seconds < SHORT,
            _ => self.games_of_run() < FEW_GAMES,
        }
    }
    /// Nodes per move: self-play, gate.
    fn nodes(&self) -> [u64; 2] {
        let [play, gate] = if self.is_short() { [500, 2000] } else { [1000, 5000] };
        [self.plan.nodes.unwrap_or(play), gate]
    }
    /// The game with the evaluation in use.
    pub(super) fn game_of(&self, path: Option<&Path>, with_net: bool) -> io::Result<Game> {
        let weights = &self.game.weights;
        let evaluation = match path {
            Some(path) => {
                let learned = |file: NetFile| net::with_learned(self.game.game_rules(), weights, &file);
                let learned = NetFile::open(path).and_then(learned).map_err(|error| refuse(path, &error))?;
                Evaluation { net: learned.net.filter(|_| with_net), ..learned }
            }
            None => Evaluation { weights: weights.clone(), net: self.game.net.clone() },
        };
        Game::with_evaluation(self.game.variant.clone(), |_| evaluation)
            .map_err(|error| io::Error::other(error.message))
    }
    /// Threads to play and to learn.
    pub(super) fn pool(&self) -> io::Result<rayon::ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.plan.threads).stack_size(STACK);
        pool.build().map_err(io::Error::other)
    }
    /// Plays until the next round is due.
    fn play(&mut self, file: &mut GameFile) -> io::Result<()> {
        let due = STAGES[self.state.stage];
        let player = self.game_of(self.best().as_deref(), true)?;
        let nodes = self.nodes()[0];
        let pool = self.pool()?;
        let (halt, stop, rules_hash) = (AtomicBool::new(false), self.stop, self.rules_hash);
        let shared = Mutex::new(file);
        let work = |_: &rayon::Scope<'_>, context: rayon::BroadcastContext<'_>| -> () {
            let mut searcher = Searcher::new(play::HASH_MB);
            let first = shared.lock().map_or(0, |file| file.games);
            let mut rng = Rng(mix(rules_hash ^ mix(first) ^ context.index() as u64));
            while !halt.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                let Some(record) = play::game(&player, &mut searcher, nodes, &mut rng, stop) else { return };
                let kept = shared.lock().map(|mut file| file.append(&record));
                if !matches!(kept, Ok(Ok(()))) {
                    halt.store(true, Ordering::Relaxed);
                }
            }
        };
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(work);
            let watched = self.watch(&shared, due, &halt);
            halt.store(true, Ordering::Relaxed);
            watched
        })
    }
    /// Counts the time, saves it and reports until the next round is due or the games stop.
    fn watch(&mut self, file: &Mutex<&mut GameFile>, due: f64, halt: &AtomicBool) -> io::Result<()> {
        let broken = || io::Error::other("the games cannot be saved");
        let first = file.lock().map_err(|_| broken())?.games;
        let (begun, mut told) = (Instant::now(), Instant::now());
        loop {
            std::thread::sleep(LOOK);
            if halt.load(Ordering::Relaxed) {
                return Err(broken());
            }
            let (share, games, plies) = {
                let file = file.lock().map_err(|_| broken())?;
                (self.share(&file), file.games, file.plies)
            };
            if share >= due || self.is_stopped() {
                return self.save();
            }
            if told.elapsed() > REPORT {
                told = Instant::now();
                self.save()?;
                let an_hour = (games - first) as f64 / begun.elapsed().as_secs_f64() * 3600.0;
                self.report(share, games, plies, an_hour);
            }
        }
    }
    fn report(&mut self, share: f64, games: u64, plies: u64, an_hour: f64) {
        let left = match self.state.goal_games {
            0 => self.state.goal_seconds * (1.0 - share),
            goal => goal.saturating_sub(games) as f64 / an_hour.max(1.0) * 3600.0,
        };
        let (elo, error) = self.state.gained();
        let text = format!(
            "{:3.0} %  round {}  {} games, {} plies, {an_hour:.0} games an hour  {elo:+.0} ±{error:.0} Elo so far  {} left",
            100.0 * share,
            self.state.stage,
            games,
            plies,
            duration(left)
        );
        self.say(&text);
    }
    /// Notes how fast the first evaluation is, relative to the second (`None`: the estimate), and the nodes per move that
    /// take both the same time.
    pub(super) fn set_odds(&self, round: &mut LearningRound, files: [Option<&Path>; 2]) -> io::Result<()> {
        let games = [self.game_of(files[0], true)?, self.game_of(files[1], true)?];
        round.speed = gate::speed_ratio([&games[0], &games[1]], self.rules_hash, self.stop);
        let (base, odds) = (self.nodes()[1], round.speed.clamp(0.25, 4.0));
        round.nodes = [(base as f64 * odds).round() as u64, base];
        Ok(())
    }
    /// A match between two files, with the games and the time of a gate divided by `divisor`. `pgn` is the file of its games,
    /// `seed` that of its openings.
    pub(super) fn gate<'p>(
        &self,
        candidate: &'p Path,
        present: Option<&'p Path>,
        (pgn, seed): (&str, u64),
        divisor: u32,
    ) -> Gate<'p>
    where
        'a: 'p,
    {
        Gate {
            game: self.game,
            name: &self.plan.name,
            candidate,
            present,
            games: (self.gate_games() / u64::from(divisor)) as usize,
            threads: self.plan.threads,
            seed,
            pgn: self.path(pgn),
            deadline: Instant::now() + self.gate_time() / divisor,
        }
    }
    /// Longest time of a gate.
    fn gate_time(&self) -> Duration {
        match self.state.goal_games {
            0 => Duration::from_secs_f64((self.state.goal_seconds * GATE_SHARE).max(60.0)),
            _ => Duration::from_secs(3600),
        }
    }
    /// Most games of a gate.
    fn gate_games(&self) -> u64 {
        let (fewest, most) = GATE_GAMES;
        match self.state.goal_games {
            0 => most,
            _ => (self.games_of_run() / GATE_GAMES_SHARE).clamp(fewest, most),
        }
    }
    /// Plays the gate of the candidate, and uses it if it passes.
    fn test(&mut self) -> io::Result<()> {
        let Some(mut round) = self.state.pending.clone() else { return Ok(()) };
        let (candidate, present) = (self.path(CANDIDATE), self.best());
        if round.speed == 0.0 {
            self.set_odds(&mut round, [Some(&candidate), present.as_deref()])?;
            self.state.pending = Some(round.clone());
            self.save()?;
        }
        let text = format!(
            "gate: {:.2} times the nodes a second, {} nodes against {} of {}",
            round.speed,
            round.nodes[0],
            round.nodes[1],
            if present.is_some() { "the evaluation in use" } else { "the estimate" }
        );
        self.say(&text);
        let seed = mix(self.state.rounds.len() as u64 + 1);
        let gate = self.gate(&candidate, present.as_deref(), (GATE, seed), 1);
        let (stop, say) = (self.stop, &mut *self.say);
        let mut note = |tally: &MatchScore| {
            if tally.len() % 100 == 0
                && let Some(estimate) = tally.estimate()
            {
                say(&format!("  {} games: {:+.0} ±{:.0} Elo", tally.len(), estimate.elo, estimate.error()));
            }
        };
        if !gate.run(&mut round, stop, &mut note)? {
            return self.save();
        }
        let passed = round.passed;
        let verdict = if passed { "passed: it is used from now on" } else { "not passed" };
        self.say(&format!(
            "gate: {} games, {:+.1} ±{:.1} Elo: {verdict}",
            round.gate_games, round.elo, round.error
        ));
        self.state.rounds.push(round);
        if passed {
            self.adopt(&candidate)?;
        }
        self.state.pending = None;
        self.save()
    }
    /// Uses a candidate that has passed.
    fn adopt(&mut self, candidate: &Path) -> io::Result<()> {
        let mut file = NetFile::open(candidate).map_err(|error| refuse(candidate, &error))?;
        let (elo, error) = self.state.gained();
        (file.header.elo, file.header.elo_error) =
            ((elo * 10.0).round() as i32, (error * 10.0).round() as i32);
        let bytes = file.write();
        write_atomically(&self.path(BEST), &bytes)?;
        if let Some(folder) = self.plan.out.parent() {
            std::fs::create_dir_all(folder)?;
        }
        write_atomically(&self.plan.out, &bytes)?;
        let text =
            format!("written to {}: {elo:+.0} ±{error:.0} Elo over the estimate", self.plan.out.display());
        self.say(&text);
        Ok(())
    }
}

fn refuse(path: &Path, error: &net::NetError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
}

/// Formats a time.
pub(crate) fn duration(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    if minutes < 60 {
        format!("{minutes} min")
    } else {
        format!("{} h {:02} min", minutes / 60, minutes % 60)
    }
}
