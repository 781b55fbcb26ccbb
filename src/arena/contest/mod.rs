//! A match: all games of two engines, in pairs with the same opening, several games in parallel. The variants of a
//! match alternate pair by pair, and their results are pooled.

mod memory;
mod tally;
mod worker;

use memory::EngineMemory;
pub use tally::{GameResult, MatchScore};
use worker::PlayedGame;

use super::engine::EngineError;
use super::engine::spec::EngineSpec;
use super::openings::{Generator, Judge, Opening};
use super::pgn::{self, Header};
use super::record::{Played, Record};
use super::referee::Adjudication;
use super::sprt::{Sprt, SprtVerdict};
use super::time_limits::TimeLimits;
use crate::board::Color;
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
    /// Stops the match early when a variant is lost by more than this, Elo; see [`Contest::losing`].
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
    /// Returns a variant that the first engine loses although the pooled test may pass: below `-guard` Elo, with
    /// significance. `scores` are those of [`Self::by_variant`].
    pub fn losing(&self, scores: &[MatchScore]) -> Option<&MatchVariant<'a>> {
        let guard = self.guard.filter(|_| self.variants.len() > 1)?;
        let lost = |score: &MatchScore| {
            let estimate = score.pairs.estimate().filter(|_| score.pairs.total() >= GUARD_PAIRS);
            estimate.is_some_and(|estimate| estimate.elo < -guard && estimate.los < GUARD_LOS)
        };
        self.variants.iter().zip(scores).find(|(_, score)| lost(score)).map(|(variant, _)| variant)
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
        let by_variant = self.by_variant(&tally);
        let state = Mutex::new(MatchState { next: 0, tally, by_variant, observer, failure: None });
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                scope.spawn(|| worker::GameRunner::new(self, halt).work(&state));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(state.tally), Err)
    }
    /// Returns the name of the match, a hash of engines, limits, openings and rules. A resumed match may have a
    /// different number of games and a different concurrency.
    pub fn event(&self) -> String {
        let mut hasher = fxhash::FxHasher64::default();
        for variant in &self.variants {
            variant.name.hash(&mut hasher);
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
        format!("{}{:016x}", pgn::EVENT, hasher.finish())
    }
    /// Collects the results of this match from the games of a file.
    pub fn resume(&self, games: &[pgn::Read]) -> MatchScore {
        let event = self.event();
        let mut tally = MatchScore::default();
        let number = |round: &str| {
            let (pair, side) = round.split_once('.')?;
            let (pair, side): (usize, usize) = (pair.parse().ok()?, side.parse().ok()?);
            (pair > 0 && (side == 1 || side == 2)).then(|| (pair - 1) * 2 + side - 1)
        };
        for game in games.iter().filter(|game| game.tag("Event") == Some(&event)) {
            if let (Some(number), Some(winner)) = (game.tag("Round").and_then(number), game.winner()) {
                tally.add(number, GameResult::new(first_is_white(number), winner, game.fault()));
            }
        }
        tally
    }
    fn write(&self, number: usize, names: [&str; 2], record: &Record) -> String {
        let order = if first_is_white(number) { [0, 1] } else { [1, 0] };
        let times = order.map(|engine| self.paces[engine].tag());
        let variant = &self.variant(number).game.variant;
        let first = record.fen.as_ref().map_or(variant.first, |fen| {
            let black = fen.split_ascii_whitespace().nth(1) == Some("b");
            if black { Color::Black } else { Color::White }
        });
        let header = Header {
            event: &self.event(),
            date: &pgn::date(std::time::SystemTime::now()),
            round: &format!("{}.{}", number / 2 + 1, number % 2 + 1),
            variant: &variant.name,
            names,
            times: times.each_ref().map(String::as_str),
            first,
        };
        pgn::write(&header, record)
    }
}

/// State shared by the workers.
struct MatchState<'a> {
    /// Number of the next game to start.
    next: usize,
    tally: MatchScore,
    /// The scores in each variant.
    by_variant: Vec<MatchScore>,
    observer: &'a mut dyn Observer,
    failure: Option<ContestError>,
}

impl MatchState<'_> {
    /// Returns the number of the next game to play; `None` if there is none or the match is decided.
    fn next(&mut self, contest: &Contest<'_>) -> Option<usize> {
        let decided = contest.sprt.is_some_and(|sprt| self.tally.verdict(&sprt) != SprtVerdict::Open);
        if self.failure.is_some() || decided || contest.losing(&self.by_variant).is_some() {
            return None;
        }
        let number = (self.next..).find(|&number| !self.tally.holds(number))?;
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
        self.tally.add(number, result);
        self.by_variant[contest.variant_index(number)].add(number, result);
        self.tally.measure(game.memory);
        let pgn = contest.write(number, names, record);
        let kept = self.observer.finished(&Finished { number, names, record, pgn: &pgn }, &self.tally);
        if let Err(error) = kept {
            self.failure.get_or_insert(ContestError::Io(error));
        }
    }
}
