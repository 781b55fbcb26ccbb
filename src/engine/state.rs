//! The state of the engine.

use super::book::Book;
use super::level;
use super::library::{self, Convention, Library, Ready};
use super::move_choice::Variety;
use super::options::Settings;
use super::search_thread::{Handle, SearchThread};
use crate::movegen;
use crate::position::{Move, MoveList, Position};
use crate::random::Rng;
use crate::search::clock::{self, TimeControl};
use crate::search::{Bound, Found, Limits, Report};
use std::time::{Duration, Instant};

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchPurpose {
    /// The engine is on move.
    Move,
    /// The opponent is on move; the search assumes the expected reply.
    Ponder,
    /// Analysis for the user.
    Analyze,
    /// A hint for the user.
    Hint,
    /// Perft instead of a search.
    Count,
}

/// The search in progress.
#[derive(Debug)]
pub struct RunningSearch {
    pub handle: Handle,
    pub purpose: SearchPurpose,
    pub root: Position,
    pub started: Instant,
    /// When the engine's clock began to run for it: at the start, or at the ponder hit.
    pub on_clock: Instant,
    /// Depth limit, plies.
    pub depth: Option<u16>,
    /// Whether it has a limit of depth, nodes or time, at which it ends by itself.
    pub is_limited: bool,
    /// After a ponder hit: the first report after this time ends the search.
    pub(super) soft: Option<Instant>,
    /// After a ponder hit: the search ends at this time.
    pub(super) hard: Option<Instant>,
    pub last: Option<Report>,
    /// How its move is chosen.
    pub(super) variety: Variety,
    /// Legal moves excluded from the search.
    pub(super) excluded: Vec<Move>,
    /// The result of a finished search that waits for a ponder hit or `stop`.
    pub finished: Option<Found>,
}

impl RunningSearch {
    /// Creates the state of a search that has just started.
    pub(super) fn new(handle: Handle, purpose: SearchPurpose, root: Position) -> Self {
        let now = Instant::now();
        Self {
            handle,
            purpose,
            root,
            started: now,
            on_clock: now,
            depth: None,
            is_limited: false,
            soft: None,
            hard: None,
            last: None,
            variety: Variety::NONE,
            excluded: Vec::new(),
            finished: None,
        }
    }

    /// Builds a report from the result, for a search that has ended without sending one.
    pub fn summary(&self, found: &Found, pv: Vec<Move>) -> Report {
        let (time, bound) = (self.started.elapsed(), Bound::Exact);
        let &Found { depth, score, nodes, .. } = found;
        Report { depth, seldepth: depth, rank: 1, score, bound, hash_fill: 0, time, nodes, pv }
    }
}

/// The clock as the GUI sets it.
#[derive(Clone, Debug, Default)]
pub struct GuiClock {
    pub control: TimeControl,
    /// The engine's time left; `None` until the GUI sends it.
    pub remaining: Option<Duration>,
    /// Time already used for the move, before a pause.
    pub spent: Duration,
    /// Depth limit, plies.
    pub depth: Option<u16>,
    /// Number of nodes that counts as one second; 0: real time.
    pub rate: u64,
}

impl GuiClock {
    /// Limits for the engine's next move, if it has made `played` moves since its first session began. `overhead`: the time
    /// that a move takes beside the search.
    pub fn limits(&self, played: u32, overhead: Duration) -> Limits {
        let (control, full) = match self.control {
            TimeControl::PerMove(time) => (TimeControl::PerMove(time.saturating_sub(self.spent)), time),
            control @ TimeControl::Level { base, .. } => (control, base),
        };
        let remaining = self.remaining.unwrap_or(full).saturating_sub(self.spent);
        let limits = Limits { depth: self.depth, ..clock::limits(control, remaining, played, overhead) };
        if self.rate == 0 {
            return limits;
        }
        // This many nodes stand for a second of the engine's time.
        let nodes = limits.soft.unwrap_or_default().as_secs_f64() * self.rate as f64;
        Limits { nodes: Some((nodes as u64).max(1)), soft: None, hard: None, ..limits }
    }
    /// Charges the engine for its last move, number `played` of its own, for GUIs that do not send the time left.
    pub fn charge(&mut self, started: Instant, played: u32) {
        let TimeControl::Level { moves, base, increment } = self.control else { return };
        if let Some(left) = &mut self.remaining {
            *left = left.saturating_sub(started.elapsed() + self.spent) + increment;
            if moves > 0 && played % moves == 0 {
                *left += base;
            }
        }
    }
}

/// A message for the user or the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The answer to a request.
    Info(String),
    /// An error in a request, in one or several lines.
    Fault(String),
    /// A number was limited to what the machine can handle.
    Limited(String),
    /// The list of variants has changed.
    Variants,
}

/// The engine.
#[derive(Debug)]
pub struct Engine {
    pub search_thread: SearchThread,
    /// The search in progress.
    pub search: Option<RunningSearch>,
    pub library: Library,
    pub ready: Ready,
    pub position: Position,
    /// Moves made since the position was set up.
    pub record: Vec<Move>,
    pub clock: GuiClock,
    pub settings: Settings,
    /// Value of a centipawn of chess in the current game.
    pub(super) scale: f64,
    /// The user's book, indexed for the variant.
    pub book: Book,
    pub(super) rng: Rng,
    /// Messages that the protocol has not sent yet.
    pub notices: Vec<Notice>,
}

impl Engine {
    /// Creates an engine that plays the first variant of the library.
    ///
    /// # Errors
    /// A message for the user if the variant cannot be played.
    pub fn new(search_thread: SearchThread, mut library: Library) -> Result<Self, String> {
        let ready = library.home(Convention::XBoard)?;
        Ok(Self {
            search_thread,
            search: None,
            library,
            position: Position::start(&ready.game),
            record: Vec::new(),
            clock: GuiClock::default(),
            settings: Settings::default(),
            scale: level::scale(&ready.game),
            ready,
            book: Book::default(),
            rng: Rng(library::chance()),
            notices: Vec::new(),
        })
    }

    /// Makes a legal move.
    pub fn make(&mut self, mv: Move) {
        self.position.make(&self.ready.game, mv);
        self.record.push(mv);
    }

    /// Number of moves that the side to move has made since the position was set up.
    pub fn moves_made(&self) -> u32 {
        (self.record.len() / 2) as u32
    }

    /// The position after a legal move.
    pub fn after(&self, mv: Move) -> Position {
        let mut position = self.position.clone();
        position.make(&self.ready.game, mv);
        position
    }

    /// The position before the last move; `None` if no move was made since a position was set up.
    pub fn before(&self) -> Option<Position> {
        self.record.last()?;
        let mut position = self.position.clone();
        position.unmake(&self.ready.game);
        Some(position)
    }

    /// Takes back the last move, if any.
    pub fn take_back(&mut self) {
        if self.record.pop().is_some() {
            self.position.unmake(&self.ready.game);
        }
    }

    /// Sets up a position without earlier moves.
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
        self.record.clear();
    }

    /// Legal moves.
    pub fn legal_moves(&mut self) -> MoveList {
        movegen::legal_moves(&self.ready.game, &mut self.position)
    }

    /// Legal moves, even if the game is over by a rule that the GUI may not know.
    pub fn playable(&mut self) -> MoveList {
        let mut moves = MoveList::new();
        movegen::list_continuations(&self.ready.game, &mut self.position, &mut moves);
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Time that was used before a pause is no longer there after it.
    #[test]
    fn time_spent_counts() {
        let second = Duration::from_secs(1);
        let limits = |clock: GuiClock| clock.limits(0, Duration::ZERO);
        let per_move =
            |spent| GuiClock { control: TimeControl::PerMove(4 * second), spent, ..GuiClock::default() };
        let (full, rest) = (limits(per_move(Duration::ZERO)), limits(per_move(3 * second)));
        assert_eq!((full.hard, rest.hard), (Some(4 * second), Some(second)));
        let control = TimeControl::Level { moves: 0, base: 60 * second, increment: Duration::ZERO };
        let level = |spent| GuiClock { control, remaining: Some(60 * second), spent, ..GuiClock::default() };
        let (full, rest) = (limits(level(Duration::ZERO)), limits(level(59 * second)));
        assert!(rest.hard <= Some(second) && full.soft > rest.soft, "{full:?}, {rest:?}");
        let mut clock = level(50 * second);
        clock.charge(Instant::now(), 1);
        assert!(clock.remaining <= Some(10 * second), "{clock:?}");
    }
}
