//! A match: all games of two engines, in pairs with the same opening, several games in parallel. The variants of a
//! match alternate pair by pair, and their results are pooled.

mod memory;
mod tally;
mod worker;

use memory::EngineMemory;
pub use tally::{GameResult, MatchDecision, MatchScore};
use worker::PlayedGame;

use super::engine::EngineError;
use super::engine::spec::EngineSpec;
use super::openings::{Generator, Judge, Opening};
use super::pgn::{self, Header};
use super::record::{Played, Record};
use super::referee::Adjudication;
use super::sprt::{Sprt, SprtVerdict};
use super::time_limits::TimeLimits;
use crate::position::{Game, Position};
use crate::variant::definition_hash;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use thiserror::Error;

/// Source of openings.
#[derive(Clone, Debug)]
pub enum Openings {
    /// A list, used in order and then from the start again.
    Given(Vec<Opening>),
    /// Generated on demand.
    Random(Generator),
}

impl Openings {
    /// Returns the number of different openings; `None` if it is not limited.
    pub fn count(&self, game: &Game) -> Option<usize> {
        match self {
            Self::Given(list) if !list.is_empty() => Some(list.len()),
            Self::Random(generator) if generator.plies.1 > 0 => None,
            _ => (!game.variant.shuffles()).then_some(1),
        }
    }
    /// Whether they can be as long as wanted.
    pub fn is_feasible(&self, game: &Game) -> bool {
        match self {
            Self::Given(_) => true,
            Self::Random(generator) => generator.is_feasible(game),
        }
    }
    /// Returns opening `number`.
    pub fn get(&self, game: &Game, judge: &mut Judge, number: usize) -> Cow<'_, Opening> {
        match self {
            Self::Given(list) if list.is_empty() => Cow::Owned(Opening::of_array(game, number as u64)),
            Self::Given(list) => Cow::Borrowed(&list[number % list.len()]),
            Self::Random(generator) => Cow::Owned(generator.opening(game, judge, number as u64)),
        }
    }
}

/// A variant of a match.
#[derive(Clone, Debug)]
pub struct MatchVariant<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The variant as named by the user.
    pub name: &'a str,
    /// Openings of the games. Several matches may share them.
    pub openings: Arc<Openings>,
}

/// A match between two engines.
#[derive(Debug)]
pub struct Contest<'a> {
    /// The variants, at least one. Pair `n` is played in variant `n` modulo their number.
    pub variants: Vec<MatchVariant<'a>>,
    pub engines: [EngineSpec; 2],
    /// Time limits of each engine.
    pub paces: [TimeLimits; 2],
    /// Number of games. Games `2n` and `2n + 1` share an opening; the first engine is White in game `2n`.
    pub games: usize,
    /// Number of games played in parallel.
    pub concurrency: usize,
    /// Rules of adjudication.
    pub adjudication: Adjudication,
    /// Stops the match early when the test decides.
    pub sprt: Option<Sprt>,
    /// Stops the match early when a variant is lost by more than this, Elo; see [`MatchDecision`].
    pub guard: Option<f64>,
    /// Whether to call [`Observer::moved`].
    pub watched: bool,
}

/// Error that ends a match.
#[derive(Debug, Error)]
pub enum ContestError {
    /// An engine failed: its index and the error.
    #[error("engine {number}: {1}", number = .0 + 1)]
    Engine(usize, EngineError),
    /// A result cannot be written.
    #[error("{0}")]
    Io(io::Error),
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished<'a> {
    /// Number of the game, from 0.
    pub number: usize,
    /// Names of White and Black.
    pub names: [&'a str; 2],
    /// The game.
    pub record: &'a Record,
    /// The game as PGN.
    pub pgn: &'a str,
}

/// A move made by an engine, or the position in which the engines start.
#[derive(Clone, Copy, Debug)]
pub struct Moved<'a> {
    /// Number of the game, from 0.
    pub number: usize,
    /// The rules.
    pub game: &'a Game,
    /// The position after the move.
    pub pos: &'a Position,
    /// The move; `None` for the first position.
    pub played: Option<&'a Played>,
}

/// Receives the games of a match.
pub trait Observer: Send {
    /// Called at the end of each game with the score so far.
    ///
    /// # Errors
    /// The result cannot be saved; the match ends.
    fn finished(&mut self, game: &Finished<'_>, tally: &MatchScore) -> io::Result<()>;
    /// Called after each move if [`Contest::watched`] is set.
    ///
    /// # Errors
    /// The move cannot be shown; the match ends.
    fn moved(&mut self, _: &Moved<'_>) -> io::Result<()> {
        Ok(())
    }
}

/// Minimum number of pairs of a variant for [`Contest::losing`].
const GUARD_PAIRS: u32 = 100;
/// Likelihood of superiority below which a variant counts as lost.
const GUARD_LOS: f64 = 0.05;

/// Whether the first engine is White in game `number`.
const fn first_is_white(number: usize) -> bool {
    number % 2 == 0
}

impl<'a> Contest<'a> {
    /// Returns the index of the variant of game `number`.
    pub fn variant_index(&self, number: usize) -> usize {
        number / 2 % self.variants.len()
    }
    /// Returns the variant of game `number`.
    fn variant(&self, number: usize) -> &MatchVariant<'a> {
        &self.variants[self.variant_index(number)]
    }
    /// Returns the opening of game `number`.
    pub fn opening(&self, number: usize, judge: &mut Judge) -> Cow<'_, Opening> {
        let variant = self.variant(number);
        variant.openings.get(variant.game, judge, number / 2 / self.variants.len())
    }
    /// Returns the score in each variant.
    pub fn by_variant(&self, tally: &MatchScore) -> Vec<MatchScore> {
        tally.split(self.variants.len(), |number| self.variant_index(number))
    }
    /// Returns the index of a variant that the first engine loses although the pooled test may pass: below `-guard`
    /// Elo, with significance. `scores` are those of [`Self::by_variant`].
    fn losing(&self, scores: &[MatchScore]) -> Option<usize> {
        let guard = self.guard.filter(|_| self.variants.len() > 1)?;
        let lost = |score: &MatchScore| {
            let estimate = score.pairs.estimate().filter(|_| score.pairs.total() >= GUARD_PAIRS);
            estimate.is_some_and(|estimate| estimate.elo < -guard && estimate.los < GUARD_LOS)
        };
        scores.iter().position(lost)
    }
    /// Plays the games not yet in `tally`.
    ///
    /// # Errors
    /// An engine cannot be started or does not play the variant, or a result cannot be written.
    pub fn run(&self, tally: MatchScore, observer: &mut dyn Observer) -> Result<MatchScore, ContestError> {
        self.run_until(tally, observer, &AtomicBool::new(false))
    }
    /// Like [`Self::run`], until `halt` is set: the searches of internal engines end at once, their games do not count.
    ///
    /// # Errors
    /// As before, or [`io::ErrorKind::Interrupted`] if the match was stopped.
    pub fn run_until(
        &self,
        tally: MatchScore,
        observer: &mut dyn Observer,
        halt: &AtomicBool,
    ) -> Result<MatchScore, ContestError> {
        let results = MatchResults { by_variant: self.by_variant(&tally), tally };
        let state = Mutex::new(MatchState { event: self.event(), next: 0, results, observer, failure: None });
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                scope.spawn(|| worker::GameRunner::new(self, halt).work(&state));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(state.results.tally), Err)
    }
    /// Returns the name of the match, a hash of engines, limits, openings and rules. A resumed match may have a
    /// different number of games and a different concurrency.
    pub fn event(&self) -> String {
        self.event_by(|variant| &variant.game.variant.name)
    }
    /// Returns the name of the match if its variants have these names.
    fn event_by<'b>(&'b self, name: impl Fn(&'b MatchVariant<'a>) -> &'b str) -> String {
        let mut hasher = fxhash::FxHasher64::default();
        for variant in &self.variants {
            name(variant).hash(&mut hasher);
            // The name says everything about a built-in variant, and keeps the events of earlier versions.
            if let Some(hash) = definition_hash(variant.name, &variant.game.variant) {
                hash.hash(&mut hasher);
            }
            match &*variant.openings {
                Openings::Given(list) => {
                    list.iter().for_each(|o| super::openings::write(variant.game, o).hash(&mut hasher));
                }
                Openings::Random(generator) => format!("{generator:?}").hash(&mut hasher),
            }
        }
        format!("{:?}", (&self.engines, &self.paces, &self.adjudication)).hash(&mut hasher);
        // Another net in the same file plays another match.
        let nets = self.engines.iter().filter_map(|engine| engine.net.as_ref());
        nets.for_each(|path| std::fs::read(path).unwrap_or_default().hash(&mut hasher));
        format!("{}{:016x}", pgn::EVENT, hasher.finish())
    }
    /// Collects the results of this match from the games of a file, in the order in which they ended.
    pub fn resume(&self, games: &[pgn::Read]) -> MatchScore {
        // Earlier versions named matches by the names that the user gave.
        let events = [self.event(), self.event_by(|variant| variant.name)];
        let mut results = MatchResults {
            tally: MatchScore::default(),
            by_variant: self.by_variant(&MatchScore::default()),
        };
        let number = |round: &str| {
            let (pair, side) = round.split_once('.')?;
            let (pair, side): (usize, usize) = (pair.parse().ok()?, side.parse().ok()?);
            (pair > 0 && (side == 1 || side == 2)).then(|| (pair - 1) * 2 + side - 1)
        };
        let is_own = |game: &&pgn::Read| {
            game.tag("Event").is_some_and(|event| events.iter().any(|known| known == event))
        };
        for game in games.iter().filter(is_own) {
            if let (Some(number), Some(winner)) = (game.tag("Round").and_then(number), game.winner()) {
                results.add(self, number, GameResult::new(first_is_white(number), winner, game.fault()));
            }
        }
        results.tally
    }
    fn write(&self, event: &str, number: usize, names: [&str; 2], record: &Record) -> String {
        let order = if first_is_white(number) { [0, 1] } else { [1, 0] };
        let times = order.map(|engine| self.paces[engine].tag());
        let header = Header {
            event,
            date: &pgn::date(std::time::SystemTime::now()),
            round: &format!("{}.{}", number / 2 + 1, number % 2 + 1),
            variant: &self.variant(number).game.variant.name,
            names,
            times: times.each_ref().map(String::as_str),
        };
        pgn::write(&header, record)
    }
}

/// Results so far.
struct MatchResults {
    tally: MatchScore,
    /// The scores in each variant.
    by_variant: Vec<MatchScore>,
}

impl MatchResults {
    /// Adds the result of a game, and decides the match if a stopping rule applies for the first time.
    fn add(&mut self, contest: &Contest<'_>, number: usize, result: GameResult) {
        self.tally.add(number, result);
        self.by_variant[contest.variant_index(number)].add(number, result);
        if self.tally.decision.is_none() {
            let verdict = contest.sprt.map_or(SprtVerdict::Open, |sprt| sprt.verdict(&self.tally.pairs));
            let lost = contest.losing(&self.by_variant);
            let is_decided = verdict != SprtVerdict::Open || lost.is_some();
            self.tally.decision = is_decided.then_some(MatchDecision { verdict, lost });
        }
    }
}

/// State shared by the workers.
struct MatchState<'a> {
    /// Name of the match, as [`Contest::event`].
    event: String,
    /// Number of the next game to start.
    next: usize,
    results: MatchResults,
    observer: &'a mut dyn Observer,
    failure: Option<ContestError>,
}

impl MatchState<'_> {
    /// Returns the number of the next game to play; `None` if there is none or the match is decided.
    fn next(&mut self, contest: &Contest<'_>) -> Option<usize> {
        let tally = &self.results.tally;
        if self.failure.is_some() || tally.decision.is_some() {
            return None;
        }
        let number = (self.next..).find(|&number| !tally.holds(number))?;
        self.next = number + 1;
        (number < contest.games).then_some(number)
    }
    fn moved(&mut self, moved: &Moved<'_>) {
        if let Err(error) = self.observer.moved(moved) {
            self.failure.get_or_insert(ContestError::Io(error));
        }
    }
    fn finish(&mut self, contest: &Contest<'_>, number: usize, game: &PlayedGame) {
        let (names, record) = (game.names.each_ref().map(String::as_str), &game.record);
        let ended = &record.ended;
        let result = GameResult::new(first_is_white(number), ended.winner, ended.fault);
        self.results.add(contest, number, result);
        self.results.tally.measure(game.memory);
        let pgn = contest.write(&self.event, number, names, record);
        let game = Finished { number, names, record, pgn: &pgn };
        let kept = self.observer.finished(&game, &self.results.tally);
        if let Err(error) = kept {
            self.failure.get_or_insert(ContestError::Io(error));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;
    use std::slice;

    fn contest<'a>(game: &'a Game, name: &'a str) -> Contest<'a> {
        let openings = Openings::Given(Vec::new());
        Contest {
            variants: vec![MatchVariant { game, name, openings: openings.into() }],
            engines: [EngineSpec::default(), EngineSpec::default()],
            paces: [TimeLimits::default(); 2],
            games: 100,
            concurrency: 2,
            adjudication: Adjudication::default(),
            sprt: Some(Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05 }),
            guard: None,
            watched: false,
        }
    }

    fn chess() -> Game {
        Game::new(catalogue::find("normal").expect("chess").variant.clone()).expect("tables")
    }

    /// Games that were in progress when the test decided do not change its verdict, nor when the match is resumed.
    #[test]
    fn the_first_decision_of_the_test_counts() {
        let game = chess();
        let contest = contest(&game, "normal");
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let played = |number: usize| {
            // The first engine loses twelve games, then wins.
            let is_won = (number >= 12) == first_is_white(number);
            let round = format!("{}.{}", number / 2 + 1, number % 2 + 1);
            let tags = vec![tag("Event", &contest.event()), tag("Round", &round)];
            let result = String::from(if is_won { "1-0" } else { "0-1" });
            pgn::Read { tags, result, ..pgn::Read::default() }
        };
        let games: Vec<_> = (0..60).map(played).collect();
        let verdict = |count: usize| contest.resume(&games[..count]).verdict();
        assert_eq!(
            (verdict(2), verdict(12), verdict(60)),
            (SprtVerdict::Open, SprtVerdict::H0, SprtVerdict::H0)
        );
        let tally = contest.resume(&games);
        assert_eq!(
            (tally.len(), contest.sprt.map(|sprt| sprt.verdict(&tally.pairs))),
            (60, Some(SprtVerdict::H1))
        );
    }

    /// The games of a variant belong together by whatever name it is called, also those of earlier versions.
    #[test]
    fn names_of_a_variant_are_equal() {
        let game = chess();
        let [first, second] = ["normal", "chess"].map(|name| contest(&game, name));
        assert_eq!(first.event(), second.event());
        let old = second.event_by(|variant| variant.name);
        assert_ne!(old, first.event());
        let tags = vec![(String::from("Event"), old), (String::from("Round"), String::from("1.1"))];
        let game = pgn::Read { tags, result: String::from("1-0"), ..pgn::Read::default() };
        assert_eq!(
            (first.resume(slice::from_ref(&game)).len(), second.resume(slice::from_ref(&game)).len()),
            (0, 1)
        );
    }
}
