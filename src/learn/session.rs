//! A learning run: self-play, candidates, gates.

use super::folder::{self, BEST, CANDIDATE, GAMES, GATE, remove};
use super::games::GameFile;
use super::gate::{self, Gate};
use super::play;
use super::state::{self, LearningRound, LearningState, ROUNDS, duration};
use crate::arena::contest::MatchScore;
use crate::net::{self, Evaluation, FeatureSet, NetFile};
use crate::position::Game;
use crate::random::{Rng, mix};
use crate::search::Searcher;
use crate::system::files::named;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Default time, hours: an evening.
const EVENING: f64 = 4.0;
/// Share of the budget after which each round begins.
const STAGES: [f64; ROUNDS] = [0.10, 0.32, 0.60, 0.88];
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
const GATE_GAMES: (u64, u64) = (gate::FEWEST as u64, 4000);
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
    /// Time to spend, hours; `None` for an evening, or what is left of an unfinished run.
    pub hours: Option<f64>,
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

impl LearningStart {
    /// The file as it was given; `-` for the estimate.
    fn given(&self) -> Option<PathBuf> {
        match self {
            Self::Default => None,
            Self::Estimate => Some(PathBuf::from("-")),
            Self::File(path) => Some(path.clone()),
        }
    }
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
    /// Keeps other runs from the folder.
    _lock: File,
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
        std::fs::create_dir_all(&plan.folder).map_err(named(&plan.folder))?;
        let lock = folder::lock(&plan.folder)?;
        folder::check_out(&plan.out)?;
        let features = FeatureSet::new(game.game_rules());
        let rules_hash = net::rules_hash(game.game_rules(), &features);
        let state = LearningState::read(&plan.folder)?.unwrap_or_default();
        Ok(Self { plan, game, features, rules_hash, state, stop, say, clock: Instant::now(), _lock: lock })
    }
    /// Learns until the budget is spent or `stop` is set; what was learned so far is kept.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn run(&mut self) -> io::Result<()> {
        let games = self.path(GAMES);
        let mut file = GameFile::open(&games, self.rules_hash).map_err(named(&games))?;
        if file.cut > 0 {
            self.say(&format!("a torn game of {} bytes at the end was cut off", file.cut));
        }
        if file.damaged > 0 {
            self.say(&format!("{}: {} damaged bytes are skipped", games.display(), file.damaged));
        }
        self.begin(&file)?;
        while self.state.stage < STAGES.len() && !self.is_stopped() {
            if self.state.pending.is_none() && self.state.playoff.is_none() {
                self.play(&mut file)?;
                if self.is_stopped() {
                    break;
                }
                self.learn()?;
            }
            if self.state.playoff.is_some() {
                self.play_off()?;
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
    /// Starts a new run if the last one is complete, or goes on with it.
    fn begin(&mut self, file: &GameFile) -> io::Result<()> {
        let state = &self.state;
        if state.goal_seconds == 0.0 && state.goal_games == 0 || state.stage >= STAGES.len() {
            self.begin_run(file)?;
        } else {
            self.go_on(file);
        }
        self.clock = Instant::now();
        self.save()
    }
    fn begin_run(&mut self, file: &GameFile) -> io::Result<()> {
        let given = self.given()?;
        let start = &self.plan.start;
        // Rounds against what is not used any more say nothing of the strength.
        if *start == LearningStart::Estimate {
            remove(&self.path(BEST))?;
            self.state.rounds.clear();
            self.state.first_elo = [0.0; 2];
        }
        if let Some(given) = &given {
            state::write(&self.path(BEST), &given.write())?;
            self.state.rounds.clear();
            self.state.first_elo =
                [given.header.elo, given.header.elo_error].map(|tenths| f64::from(tenths) / 10.0);
        }
        let fits = self.best().is_none();
        let state = &mut self.state;
        // A run that has something to start from goes on with nets.
        (state.seconds, state.stage, state.first_games, state.fits) = (0.0, 0, file.games, fits);
        state.from = start.given();
        (state.goal_seconds, state.goal_games) = (EVENING * 3600.0, 0);
        self.set_goal();
        Ok(())
    }
    /// Sets the budget to what the user wants, if that is known. Returns whether it has changed.
    fn set_goal(&mut self) -> bool {
        let LearningPlan { hours, games, .. } = self.plan;
        let state = &mut self.state;
        let old = (state.goal_seconds, state.goal_games);
        if let Some(games) = games {
            state.goal_games = state.first_games.saturating_add(*games);
        } else if let Some(hours) = hours {
            (state.goal_seconds, state.goal_games) = (hours * 3600.0, 0);
        }
        old != (state.goal_seconds, state.goal_games)
    }
    /// Goes on with an unfinished run.
    fn go_on(&mut self, file: &GameFile) {
        let is_new = self.set_goal();
        let done = 100.0 * self.share(file);
        let stage = self.state.stage;
        self.say(&format!("going on: {done:.0} % done, round {}, {} games", stage + 1, file.games));
        if is_new {
            let goal = self.state.goal();
            self.say(&format!("the budget of the run is now {goal}"));
        }
        let from = self.plan.start.given();
        if from.is_some() && from != self.state.from {
            let folder = self.plan.folder.display();
            self.say(&format!(
                "`--from` is not used, because this run is not complete: it counts for the next one, or for a new one in \
                 another folder (`--data`) than {folder}"
            ));
        }
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
    /// Share of the budget that is spent.
    fn share(&self, file: &GameFile) -> f64 {
        self.state.share(file.games, self.clock.elapsed().as_secs_f64())
    }
    fn is_short(&self) -> bool {
        match self.state.goal_games {
            0 => self.state.goal_seconds < SHORT,
            _ => self.state.games_of_run() < FEW_GAMES,
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
        let (shared, failure) = (Mutex::new(file), Mutex::new(None));
        let work = |_: &rayon::Scope<'_>, context: rayon::BroadcastContext<'_>| -> () {
            let mut searcher = Searcher::new(play::HASH_MB);
            let first = shared.lock().map_or(0, |file| file.games);
            let mut rng = Rng(mix(rules_hash ^ mix(first) ^ context.index() as u64));
            while !halt.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                let Some(record) = play::game(&player, &mut searcher, nodes, &mut rng, stop) else { return };
                let Ok(mut file) = shared.lock() else { return };
                if let Err(error) = file.append(&record) {
                    halt.store(true, Ordering::Relaxed);
                    if let Ok(mut failure) = failure.lock() {
                        *failure = Some(error);
                    }
                }
            }
        };
        let watched = pool.in_place_scope(|scope| {
            scope.spawn_broadcast(work);
            let watched = self.watch(&shared, due, &halt);
            halt.store(true, Ordering::Relaxed);
            watched
        });
        match failure.into_inner() {
            Ok(Some(error)) => Err(named(&self.path(GAMES))(error)),
            _ => watched,
        }
    }
    /// Counts the time, saves it and reports until the next round is due or the games stop.
    fn watch(&mut self, file: &Mutex<&mut GameFile>, due: f64, halt: &AtomicBool) -> io::Result<()> {
        let broken = || io::Error::other("a thread of self-play has failed");
        let first = file.lock().map_err(|_| broken())?.games;
        let (begun, mut told) = (Instant::now(), Instant::now());
        loop {
            std::thread::sleep(LOOK);
            let (share, games, plies) = {
                let file = file.lock().map_err(|_| broken())?;
                (self.share(&file), file.games, file.plies)
            };
            if share >= due || self.is_stopped() || halt.load(Ordering::Relaxed) {
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
            _ => (self.state.games_of_run() / GATE_GAMES_SHARE).clamp(fewest, most),
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
        state::write(&self.path(BEST), &bytes)?;
        state::write(&self.plan.out, &bytes)?;
        let text =
            format!("written to {}: {elo:+.0} ±{error:.0} Elo over the estimate", self.plan.out.display());
        self.say(&text);
        Ok(())
    }
}

fn refuse(path: &Path, error: &net::NetError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
}
