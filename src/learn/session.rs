//! A learning run: self-play, candidates, gates.

use super::folder::{self, BEST, CANDIDATE, GAMES, GATE};
use super::games::GameFile;
use super::gate::{self, Gate, GateSize};
use super::state::{LearningRound, LearningState, ROUNDS};
use crate::arena::contest::MatchScore;
use crate::arena::referee::{self, OCCURRENCES};
use crate::net::{self, Evaluation, FeatureSet, NetFile};
use crate::position::{Game, Position};
use crate::random::mix;
use crate::system::files::named;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Nodes per move of self-play. Shallow games give more positions in the same time.
const PLAY_NODES: u64 = 150;
/// Stack of a thread that searches, bytes.
const STACK: usize = 64 << 20;

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
    /// What earlier runs have learned; else the output file; else the net of the program, for this game or
    /// a similar one; else the estimate.
    Default,
    /// The estimate.
    Estimate,
    /// A file.
    File(PathBuf),
}

impl LearningStart {
    /// The file as it was given; `-` for the estimate.
    pub(super) fn given(&self) -> Option<PathBuf> {
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
    pub(super) clock: Instant,
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
        folder::check_rules(&plan.folder, rules_hash)?;
        let mut state = LearningState::read(&plan.folder)?.unwrap_or_default();
        state.rules_hash = rules_hash;
        Ok(Self { plan, game, features, rules_hash, state, stop, say, clock: Instant::now(), _lock: lock })
    }
    /// Learns until the budget is spent or `stop` is set; what was learned so far is kept.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn run(&mut self) -> io::Result<()> {
        if referee::winner(self.game, &mut Position::start(self.game), OCCURRENCES).is_some() {
            return Err(io::Error::other(
                "the game is over in the start position: there is nothing to learn",
            ));
        }
        let games = self.path(GAMES);
        let mut file = GameFile::open(&games, self.rules_hash).map_err(named(&games))?;
        if file.cut > 0 {
            self.say(&format!("a torn game of {} bytes at the end was cut off", file.cut));
        }
        if file.damaged > 0 {
            self.say(&format!("{}: {} damaged bytes are skipped", games.display(), file.damaged));
        }
        self.begin(&file)?;
        while self.state.stage < ROUNDS && !self.is_stopped() {
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
                self.play_gate()?;
            } else if !self.is_stopped() {
                // Nothing came of this round.
                self.state.stage += 1;
                self.save()?;
            }
        }
        self.save()
    }
    pub(super) fn say(&mut self, text: &str) {
        (self.say)(text);
    }
    pub(super) fn is_stopped(&self) -> bool {
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
    pub(super) fn share(&self, file: &GameFile) -> f64 {
        self.state.share(file.games, self.clock.elapsed().as_secs_f64())
    }
    /// Nodes per move of self-play.
    pub(super) fn play_nodes(&self) -> u64 {
        self.plan.nodes.unwrap_or(PLAY_NODES)
    }
    /// The size of the gate of a round.
    fn gate_size(&self, round: &LearningRound) -> GateSize {
        let state = &self.state;
        let time = (state.goal_games == 0).then_some(state.goal_seconds);
        GateSize::new(state.expected_games(round.games) * self.play_nodes(), time)
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
    /// Notes how fast the first evaluation is, relative to the second (`None`: the estimate), and the nodes per move that
    /// take both the same time; false if it was stopped.
    pub(super) fn set_odds(&self, round: &mut LearningRound, files: [Option<&Path>; 2]) -> io::Result<bool> {
        let games = [self.game_of(files[0], true)?, self.game_of(files[1], true)?];
        let speed = gate::speed_ratio([&games[0], &games[1]], self.rules_hash, self.stop);
        let Some(speed) = speed else { return Ok(false) };
        round.speed = speed;
        let (base, odds) = (self.gate_size(round).nodes, round.speed.clamp(0.25, 4.0));
        round.nodes = [(base as f64 * odds).round() as u64, base];
        Ok(true)
    }
    /// A match between two files, with the games and the time of the gate of a round divided by `divisor`. `pgn` is the file of
    /// its games, `seed` that of its openings.
    pub(super) fn gate<'p>(
        &self,
        round: &LearningRound,
        candidate: &'p Path,
        present: Option<&'p Path>,
        (pgn, seed): (&str, u64),
        divisor: u32,
    ) -> Gate<'p>
    where
        'a: 'p,
    {
        let size = self.gate_size(round);
        Gate {
            game: self.game,
            name: &self.plan.name,
            candidate,
            present,
            games: (size.games / u64::from(divisor)) as usize,
            threads: self.plan.threads,
            seed,
            pgn: self.path(pgn),
            time: size.time / divisor,
        }
    }
    /// Plays the gate of the candidate, and uses it if it passes.
    fn play_gate(&mut self) -> io::Result<()> {
        let Some(mut round) = self.state.pending.clone() else { return Ok(()) };
        let (candidate, present) = (self.path(CANDIDATE), self.best());
        if round.speed == 0.0 {
            if !self.set_odds(&mut round, [Some(&candidate), present.as_deref()])? {
                return self.save();
            }
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
        let gate = self.gate(&round, &candidate, present.as_deref(), (GATE, seed), 1);
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
        let verdict = if round.passed { "passed: it is used from now on" } else { "not passed" };
        self.say(&format!(
            "gate: {} games, {:+.1} ±{:.1} Elo: {verdict}",
            round.gate_games, round.elo, round.error
        ));
        self.conclude(round)
    }
}

pub(super) fn refuse(path: &Path, error: &net::NetError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
}
