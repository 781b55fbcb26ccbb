//! One table of a match: it takes game after game, and keeps its engines from game to game.

use super::memory::MemoryTrace;
use super::{Contest, ContestError, EngineMemory, MatchState, Moved, first_is_white};
use crate::arena::engine::{self, EngineError, Player};
use crate::arena::openings::Judge;
use crate::arena::record::{Played, Record};
use crate::arena::referee;
use crate::board::Color;
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How often an engine that does not begin a game is started afresh.
const STARTS: usize = 3;

/// A table with its two engines.
pub(super) struct GameRunner<'a> {
    contest: &'a Contest<'a>,
    players: [Option<Box<dyn Player>>; 2],
    traces: [MemoryTrace; 2],
    judge: Judge,
}

impl<'a> GameRunner<'a> {
    pub(super) fn new(contest: &'a Contest<'a>) -> Self {
        Self { contest, players: [None, None], traces: [MemoryTrace::default(); 2], judge: Judge::default() }
    }
    /// Plays until there are no more games.
    pub(super) fn work(&mut self, hall: &Mutex<MatchState<'_>>) {
        loop {
            let Some(number) = lock(hall).next(self.contest) else { return };
            match self.play(number, hall) {
                Ok((names, record, memory)) => {
                    let names = [names[0].as_str(), names[1].as_str()];
                    lock(hall).finish(self.contest, number, names, &record, memory);
                }
                Err(error) => {
                    lock(hall).failure.get_or_insert(error);
                    return;
                }
            }
        }
    }
    /// Plays a game; the names are White's and Black's, the memory is that of the first engine and of the second.
    fn play(
        &mut self,
        number: usize,
        hall: &Mutex<MatchState<'_>>,
    ) -> Result<([String; 2], Record, [EngineMemory; 2]), ContestError> {
        let contest = self.contest;
        let opening = contest.openings.get(contest.game, &mut self.judge, number / 2);
        let white = usize::from(!first_is_white(number));
        let order = [white, 1 - white];
        let paces = order.map(|engine| contest.paces[engine]);
        let mut starts = 0;
        let record = loop {
            let names_and_players = self.seated()?;
            let [first, second] = names_and_players;
            let pair: [&mut dyn Player; 2] = if white == 0 { [first, second] } else { [second, first] };
            let mut watcher = |pos: &Position, played: Option<&Played>| {
                if contest.watched {
                    lock(hall).moved(&Moved { number, game: contest.game, pos, played });
                }
            };
            match referee::play(contest.game, pair, paces, &opening, &contest.adjudication, &mut watcher) {
                Ok(record) => break record,
                Err((side, error)) => {
                    let engine = order[side.index()];
                    self.players[engine] = None;
                    starts += 1;
                    if error.is_inability() || starts >= STARTS {
                        return Err(ContestError::Engine(engine, error));
                    }
                }
            }
        };
        let (names, memory) = (self.names(), self.memory());
        self.clear(&record, order);
        Ok((order.map(|engine| names[engine].clone()), record, memory))
    }
    /// Both engines, started where they are not running.
    fn seated(&mut self) -> Result<[&mut dyn Player; 2], ContestError> {
        for (number, player) in self.players.iter_mut().enumerate() {
            if player.is_none() {
                let started = engine::start(&self.contest.engines[number], self.contest.variant);
                self.traces[number] = MemoryTrace::default();
                *player = Some(started.map_err(|error| ContestError::Engine(number, error))?);
            }
        }
        match &mut self.players {
            [Some(first), Some(second)] => Ok([first.as_mut(), second.as_mut()]),
            _ => Err(ContestError::Engine(0, EngineError::Died)),
        }
    }
    /// The engines' names; where both have the same, with their numbers.
    fn names(&self) -> [String; 2] {
        let name =
            |engine: usize| self.players[engine].as_ref().map_or("engine", |player| player.name()).to_owned();
        let names = [name(0), name(1)];
        if names[0] == names[1] { [1, 2].map(|n| format!("{} #{n}", names[0])) } else { names }
    }
    /// Memory of the engines behind a game.
    fn memory(&mut self) -> [EngineMemory; 2] {
        [0, 1].map(|engine| {
            let kib = self.players[engine].as_ref().and_then(|player| player.memory());
            let of = |peak| EngineMemory { peak, growth: self.traces[engine].note(peak) };
            kib.map_or_else(EngineMemory::default, of)
        })
    }
    /// Ends engines that have broken the rules, or that must not play a second game.
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

fn lock<'a, 'b>(hall: &'a Mutex<MatchState<'b>>) -> MutexGuard<'a, MatchState<'b>> {
    // A worker that panicked has not left a game half counted.
    hall.lock().unwrap_or_else(PoisonError::into_inner)
}
