//! Self-play between two rounds, in all threads.

use super::folder::GAMES;
use super::games::{GameFile, GameRecord};
use super::panic_flag::PanicFlag;
use super::play;
use super::session::Learning;
use super::state::duration;
use crate::random::{Rng, mix};
use crate::search::Searcher;
use crate::system::files::named;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time between two lines of progress.
const REPORT: Duration = Duration::from_secs(30);
/// Time between two looks at the games.
const LOOK: Duration = Duration::from_millis(200);
/// Number of consecutive games without a search after which a run ends.
const MAX_EMPTY: u32 = 2000;

/// The games of a run, while threads add to them.
struct SharedGames<'a> {
    file: &'a mut GameFile,
    path: PathBuf,
    /// Number of games in the file and of those being played.
    begun: u64,
    /// Number of games at which the next round is due, if it does not depend on the time.
    due: Option<u64>,
    /// Number of consecutive games without a search.
    empty: u32,
}

impl SharedGames<'_> {
    /// Counts a new game; false if none is needed.
    fn begin_game(&mut self) -> bool {
        let is_needed = self.due.is_none_or(|due| self.begun < due);
        self.begun += u64::from(is_needed);
        is_needed
    }
    /// Saves a finished game. One without a search teaches nothing.
    fn finish_game(&mut self, record: &GameRecord) -> io::Result<()> {
        if record.plies.iter().any(|ply| ply.score.is_some()) {
            self.empty = 0;
            return self.file.append(record).map_err(named(&self.path));
        }
        self.begun -= 1;
        self.empty += 1;
        if self.empty < MAX_EMPTY {
            return Ok(());
        }
        let why =
            format!("{MAX_EMPTY} games were over after their random openings: there is nothing to learn");
        Err(io::Error::other(why))
    }
}

impl Learning<'_> {
    /// Plays until the next round is due.
    pub(super) fn play(&mut self, file: &mut GameFile) -> io::Result<()> {
        let player = self.game_of(self.best().as_deref(), true)?;
        let nodes = self.play_nodes();
        let pool = self.pool()?;
        let (halt, stop, rules_hash) = (AtomicBool::new(false), self.stop, self.rules_hash);
        let (first, due, path) = (file.games, self.state.games_due(), self.path(GAMES));
        let shared = Mutex::new(SharedGames { file, path, begun: first, due, empty: 0 });
        let failure = Mutex::new(None);
        let work = |_: &rayon::Scope<'_>, context: rayon::BroadcastContext<'_>| -> () {
            let _flag = PanicFlag(&halt);
            let mut searcher = Searcher::new(play::HASH_MB);
            let mut rng = Rng(mix(rules_hash ^ mix(first) ^ context.index() as u64));
            while !halt.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                if !shared.lock().is_ok_and(|mut games| games.begin_game()) {
                    return;
                }
                let record = play::game(&player, &mut searcher, nodes, &mut rng, stop);
                if record.is_none() && stop.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(mut games) = shared.lock() else { return };
                let failed = || io::Error::other("the search returned no legal move");
                if let Err(error) = record.ok_or_else(failed).and_then(|record| games.finish_game(&record)) {
                    halt.store(true, Ordering::Relaxed);
                    if let Ok(mut failure) = failure.lock() {
                        *failure = Some(error);
                    }
                }
            }
        };
        let watched = pool.in_place_scope(|scope| {
            scope.spawn_broadcast(work);
            let watched = self.watch(&shared, &halt);
            halt.store(true, Ordering::Relaxed);
            watched
        });
        match failure.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => watched,
        }
    }
    /// Counts the time, saves it and reports until the next round is due or the games stop.
    fn watch(&mut self, games: &Mutex<SharedGames<'_>>, halt: &AtomicBool) -> io::Result<()> {
        let broken = || io::Error::other("a thread of self-play has failed");
        let first = games.lock().map_err(|_| broken())?.file.games;
        let (begun, mut told) = (Instant::now(), Instant::now());
        loop {
            std::thread::sleep(LOOK);
            let (share, games, plies) = {
                let games = games.lock().map_err(|_| broken())?;
                (self.share(games.file), games.file.games, games.file.plies)
            };
            let is_due = self.state.is_due(games, self.clock.elapsed().as_secs_f64());
            if is_due || self.is_stopped() || halt.load(Ordering::Relaxed) {
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
            self.state.stage + 1,
            games,
            plies,
            duration(left)
        );
        self.say(&text);
    }
}
