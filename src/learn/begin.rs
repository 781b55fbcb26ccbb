//! The start of a run: a new one, or the rest of one that was interrupted.

use super::folder::{BEST, CANDIDATE, RIVAL, remove};
use super::games::GameFile;
use super::session::{Learning, LearningPlan, LearningStart, refuse};
use super::state::{self, ROUNDS};
use crate::net::{self, NetError, NetFile};
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::time::Instant;

/// Default time, hours: an evening.
const EVENING: f64 = 4.0;

impl Learning<'_> {
    /// Starts a new run if the last one is complete, or goes on with it.
    pub(super) fn begin(&mut self, file: &GameFile) -> io::Result<()> {
        self.note_removed_rounds(file);
        self.publish()?;
        self.note_removed_net();
        let state = &self.state;
        if state.goal_seconds == 0.0 && state.goal_games == 0 || state.stage >= ROUNDS {
            self.begin_run(file)?;
        } else {
            self.go_on(file);
        }
        // The state is not saved before the evaluation in use is known to fit.
        if let Some(best) = self.best() {
            let help = "remove it to go on without it";
            self.open_net(&best).map_err(|error| io::Error::other(format!("{error}\nhelp: {help}")))?;
        }
        self.clock = Instant::now();
        self.save()
    }
    /// Adapts the state to the games and to the files of the round, some of which may have been removed.
    fn note_removed_rounds(&mut self, file: &GameFile) {
        self.state.note_removed_games(file.games);
        let needed: &[&str] = match (&self.state.playoff, &self.state.pending) {
            (Some(_), _) => &[CANDIDATE, RIVAL],
            (_, Some(_)) => &[CANDIDATE],
            _ => &[],
        };
        if let Some(missing) = needed.iter().map(|name| self.path(name)).find(|path| !path.is_file()) {
            self.say(&format!("{} is missing: its round is repeated", missing.display()));
            (self.state.playoff, self.state.pending) = (None, None);
        }
    }
    /// Adapts the gain in the state to the evaluation in use, which may have been removed.
    fn note_removed_net(&mut self) {
        let (best, state) = (self.best(), &mut self.state);
        let has_gained = state.first_elo != [0.0; 2] || state.rounds.iter().any(|round| round.passed);
        match best {
            Some(best) if state.rounds.is_empty() => {
                state.first_elo = NetFile::open(&best).map_or([0.0; 2], |net| gained(&net));
            }
            None if has_gained => {
                state.restart_rounds([0.0; 2]);
                if let Some(round) = &mut state.pending {
                    // Its opponent is another one.
                    round.speed = 0.0;
                }
                let best = self.path(BEST);
                self.say(&format!("{} is missing: its gain is not counted any more", best.display()));
            }
            _ => {}
        }
    }
    fn begin_run(&mut self, file: &GameFile) -> io::Result<()> {
        let given = self.given()?;
        let start = &self.plan.start;
        // Results against an evaluation that is no longer used say nothing about the strength.
        if *start == LearningStart::Estimate {
            remove(&self.path(BEST))?;
            self.state.restart_rounds([0.0; 2]);
        }
        if let Some(given) = &given {
            state::write(&self.path(BEST), &given.write())?;
            self.state.restart_rounds(gained(given));
        }
        let fits = self.best().is_none();
        let state = &mut self.state;
        // A run that has something to start from goes on with nets.
        (state.seconds, state.stage, state.first_games, state.fits) = (0.0, 0, file.games, fits);
        (state.from, state.first_rounds) = (start.given(), state.rounds.len());
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
    fn given(&mut self) -> io::Result<Option<NetFile>> {
        match &self.plan.start {
            LearningStart::Estimate => Ok(None),
            LearningStart::File(path) => self.start_net(path).map(Some),
            LearningStart::Default if self.best().is_some() => Ok(None),
            LearningStart::Default => {
                let Ok(earlier) = self.open_net(&self.plan.out) else {
                    let (game, estimate) = (self.game.game_rules(), &self.game.weights);
                    let known = net::of_program(game, estimate);
                    known.iter().for_each(|net| self.say_source(net));
                    return Ok(known.map(Cow::into_owned));
                };
                self.say(&format!("learning starts from {}", self.plan.out.display()));
                Ok(Some(earlier))
            }
        }
    }
    /// The net that the user names: a file, or a game whose net is part of the program. A net of another game is adapted.
    fn start_net(&mut self, path: &Path) -> io::Result<NetFile> {
        let shipped = path.to_str().and_then(net::shipped_called);
        let file = match shipped.filter(|_| !path.exists()) {
            Some(shipped) => shipped.clone(),
            None => NetFile::open(path).map_err(|error| self.refuse_start(path, &error))?,
        };
        let (game, estimate) = (self.game.game_rules(), &self.game.weights);
        let Err(error) = net::with_learned(game, estimate, &file) else { return Ok(file) };
        let adapted = net::adapted(game, estimate, &file).ok_or_else(|| self.refuse_start(path, &error))?;
        self.say_source(&adapted);
        Ok(adapted)
    }
    /// The error for a net that the user names, with what could be meant instead.
    fn refuse_start(&self, path: &Path, error: &NetError) -> io::Error {
        let help = match error {
            NetError::Unreadable(_) => {
                let names: Vec<&str> = net::shipped_names().collect();
                format!("the program has nets of {}", names.join(", "))
            }
            NetError::OtherRules => {
                format!("nets of other games must be for the board of {}", self.game.variant.name)
            }
            _ => return refuse(path, error),
        };
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}\nhelp: {help}", path.display()))
    }
    /// Says if the net from which learning starts was made from that of another game.
    fn say_source(&mut self, net: &NetFile) {
        let name = &net.header.name;
        if *name != self.game.variant.name {
            let gain =
                if net.header.elo == 0 { "; Elo over the estimate do not include its gain" } else { "" };
            self.say(&format!("learning starts from the net of {name}{gain}"));
        }
    }
    /// Opens a net and checks that it fits the game.
    fn open_net(&self, path: &Path) -> io::Result<NetFile> {
        let net = NetFile::open(path).map_err(|error| refuse(path, &error))?;
        net::with_learned(self.game.game_rules(), &self.game.weights, &net)
            .map_err(|error| refuse(path, &error))?;
        Ok(net)
    }
}

/// Elo that a net has gained over the estimate, and its error.
fn gained(net: &NetFile) -> [f64; 2] {
    [net.header.elo, net.header.elo_error].map(|tenths| f64::from(tenths) / 10.0)
}
