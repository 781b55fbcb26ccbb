//! Worker of a match: plays one game after another and reuses its engines.

use super::memory::MemoryTrace;
use super::{Contest, ContestError, EngineMemory, MatchState, Moved, first_is_white};
use crate::arena::engine::spec::EngineSpec;
use crate::arena::engine::{self, EngineError, Player};
use crate::arena::openings::Judge;
use crate::arena::record::{Played, Record};
use crate::arena::referee;
use crate::board::Color;
use crate::position::Position;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Attempts to start a game before an engine failure ends the match.
const STARTS: usize = 3;

/// A game as it was played.
pub(super) struct PlayedGame {
    /// Names of White and Black.
    pub(super) names: [String; 2],
    pub(super) record: Record,
    /// Memory of the first and second engine.
    pub(super) memory: [EngineMemory; 2],
}

/// One worker with its engines.
pub(super) struct GameRunner<'a> {
    contest: &'a Contest<'a>,
    /// `[variant]`: an engine process plays one variant.
    engines: Vec<EnginePair<'a>>,
    judge: Judge,
    /// Whether each engine has started for this worker: before that, a failure is taken for a wrong command.
    have_started: [bool; 2],
    /// Ends the match.
    halt: &'a AtomicBool,
}

/// The two engines for a variant.
#[derive(Default)]
struct EnginePair<'a> {
    players: [Option<Box<dyn Player + 'a>>; 2],
    traces: [MemoryTrace; 2],
}

impl<'a> GameRunner<'a> {
    pub(super) fn new(contest: &'a Contest<'a>, halt: &'a AtomicBool) -> Self {
        let engines = contest.variants.iter().map(|_| EnginePair::default()).collect();
        Self { contest, engines, judge: Judge::default(), have_started: [false; 2], halt }
    }
    /// Plays games until none are left.
    pub(super) fn work(&mut self, state: &Mutex<MatchState<'_>>) {
        loop {
            let Some(number) = lock(state).next(self.contest) else { return };
            let played = self.play(number, state);
            // An engine that is stopped does not end its game as it should.
            let is_stopped = self.halt.load(Ordering::Relaxed);
            match if is_stopped { Err(ContestError::Io(io::ErrorKind::Interrupted.into())) } else { played } {
                Ok(played) => lock(state).finish(self.contest, number, &played),
                Err(error) => {
                    lock(state).failure.get_or_insert(error);
                    return;
                }
            }
        }
    }
    /// Plays a game.
    fn play(&mut self, number: usize, state: &Mutex<MatchState<'_>>) -> Result<PlayedGame, ContestError> {
        let contest = self.contest;
        let game = contest.variant(number).game;
        let opening = contest.opening(number, &mut self.judge);
        let pair = &mut self.engines[contest.variant_index(number)];
        let white = usize::from(!first_is_white(number));
        let order = [white, 1 - white];
        let paces = order.map(|engine| contest.paces[engine]);
        let mut starts = 0;
        let record = loop {
            let mut watcher = |pos: &Position, played: Option<&Played>| {
                if contest.watched {
                    lock(state).moved(&Moved { number, game, pos, played });
                }
            };
            let played = match pair.running_engines(contest, contest.variant(number).name, self.halt) {
                Ok([first, second]) => {
                    self.have_started = [true; 2];
                    let pair: [&mut dyn Player; 2] =
                        if white == 0 { [first, second] } else { [second, first] };
                    referee::play(game, pair, paces, &opening, &contest.adjudication, &mut watcher)
                        .map_err(|(side, error)| (order[side.index()], error))
                }
                Err((engine, error)) if !self.have_started[engine] => {
                    return Err(ContestError::Engine(engine, error));
                }
                Err(failure) => Err(failure),
            };
            match played {
                Ok(record) => break record,
                Err((engine, error)) => {
                    pair.players[engine] = None;
                    starts += 1;
                    if error.is_lasting() || starts >= STARTS {
                        return Err(ContestError::Engine(engine, error));
                    }
                }
            }
        };
        let (names, memory) = (pair.names(&contest.engines), pair.memory());
        pair.clear(&record, order);
        Ok(PlayedGame { names: order.map(|engine| names[engine].clone()), record, memory })
    }
}

impl<'a> EnginePair<'a> {
    /// Returns both engines, starting those that are not running.
    ///
    /// # Errors
    /// The number of an engine that does not start, and why.
    fn running_engines(
        &mut self,
        contest: &Contest<'_>,
        variant: &str,
        halt: &'a AtomicBool,
    ) -> Result<[&mut (dyn Player + 'a); 2], (usize, EngineError)> {
        for (number, player) in self.players.iter_mut().enumerate() {
            if player.is_none() {
                let started = engine::start(&contest.engines[number], variant, halt);
                self.traces[number] = MemoryTrace::default();
                *player = Some(started.map_err(|error| (number, error))?);
            }
        }
        match &mut self.players {
            [Some(first), Some(second)] => Ok([first.as_mut(), second.as_mut()]),
            _ => Err((0, EngineError::Died)),
        }
    }
    /// Returns the engines' names; if they are equal, the labels; if these are equal too, the names numbered.
    fn names(&self, engines: &[EngineSpec; 2]) -> [String; 2] {
        let name = |engine: usize| self.players[engine].as_ref().map_or("engine", |player| player.name());
        let names = [0, 1].map(|engine| engines[engine].numbered(name(engine)));
        let labels = engines.each_ref().map(EngineSpec::label);
        if names[0] != names[1] {
            names
        } else if labels[0] != labels[1] {
            labels
        } else {
            [1, 2].map(|n| format!("{} #{n}", names[0]))
        }
    }
    /// Measures the memory of the engines after a game.
    fn memory(&mut self) -> [EngineMemory; 2] {
        [0, 1].map(|engine| {
            let kib = self.players[engine].as_ref().and_then(|player| player.memory());
            let of = |peak| EngineMemory { peak, growth: self.traces[engine].note(peak) };
            kib.map_or_else(EngineMemory::default, of)
        })
    }
    /// Stops engines that broke the rules or cannot play a second game.
    fn clear(&mut self, record: &Record, order: [usize; 2]) {
        for color in Color::BOTH {
            let player = &mut self.players[order[color.index()]];
            let faulty = record.ended.fault.is_some_and(|(side, _)| side == color);
            if faulty || player.as_ref().is_some_and(|player| !player.is_reusable()) {
                *player = None;
            }
        }
    }
}

fn lock<'a, 'b>(state: &'a Mutex<MatchState<'b>>) -> MutexGuard<'a, MatchState<'b>> {
    // A worker that panics leaves no half-counted game.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
