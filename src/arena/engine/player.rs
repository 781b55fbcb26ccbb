//! An engine from the GUI's side, independent of the protocol.

use super::error::EngineError;
use crate::arena::time_limits::{SideClock, TimeLimits};
use crate::position::{Game, Move, Position};
use std::time::{Duration, Instant};

/// Time for an engine to start up and to acknowledge commands.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Time to start up for an engine that asks for more.
pub(super) const LOADING: Duration = Duration::from_secs(60);

/// Time for an engine that lost on time to show that it still responds.
pub(super) const LAST_CHANCE: Duration = Duration::from_secs(3);

/// Scores from here up count moves to mate, as in CECP. SPEC: xboard notes, 1.6: "Mate in N: `100000+N`".
pub const ENGINE_MATE: i32 = 100_000;

/// An engine's reaction when it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It moves, in its own notation.
    Move(String),
    Resigns,
    /// It claims a result: `1-0`, `0-1` or `1/2-1/2`.
    Claims {
        /// The line it wrote.
        words: String,
        /// Whether the line arrived before the opponent's last move was sent.
        early: bool,
    },
    /// It calls the opponent's move illegal, with this line.
    Complains(String),
    /// It did not answer in time.
    Timeout,
    /// Its process ended.
    Died,
}

/// Thinking output of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineInfo {
    /// Centipawns from its own point of view; beyond [`ENGINE_MATE`] it counts moves to mate.
    pub score: Option<i32>,
    /// Depth, plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether it offered a draw.
    pub offers_draw: bool,
}

/// An engine's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    pub answer: Answer,
    /// Thinking output before it.
    pub thought: EngineInfo,
    /// Time of the answer.
    pub at: Instant,
}

/// Start of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The start position, if not that of the variant.
    pub from: Option<&'a Position>,
    /// Time limits of the engine.
    pub pace: TimeLimits,
    /// Time limit of a move for an engine without a clock.
    pub patience: Duration,
}

/// Whether `theirs`, the start position that an engine reports, differs from ours.
pub(super) fn is_other_start(game: &Game, theirs: &str) -> bool {
    let theirs = Position::from_fen(game, theirs);
    theirs.is_ok_and(|pos| pos.cells() != Position::start(game).cells())
}

/// An engine that plays games. Moves are Griffon's; each implementation translates them to the engine's notation.
pub trait Player: Send {
    /// Returns its configured name, or the name it reports, or its command.
    fn name(&self) -> &str;
    /// Prepares a game.
    ///
    /// # Errors
    /// The engine does not play the variant or does not answer.
    fn new_game(&mut self, start: GameStart<'_>) -> Result<(), EngineError>;
    /// Records a move made in `pos`, and sends it to the engine unless it is the engine's own: `own` is then the
    /// engine's text.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn record_move(
        &mut self,
        game: &Game,
        pos: &Position,
        mv: Move,
        own: Option<&str>,
    ) -> Result<(), EngineError>;
    /// Passes on a draw offer of the opponent, if the protocol has a command for it.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn draw_offered(&mut self) -> Result<(), EngineError> {
        Ok(())
    }
    /// Starts the engine's search of the position; `clocks` are White's and Black's.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn think(&mut self, game: &Game, pos: &Position, clocks: &[SideClock; 2]) -> Result<(), EngineError>;
    /// Waits until `end` for the engine's move or another answer.
    fn answer(&mut self, asked: Instant, end: Instant) -> Reply;
    /// Parses move text from the engine into a legal move.
    ///
    /// # Errors
    /// The reason why the text is not a legal move.
    fn read(&self, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String>;
    /// Stops its search, and checks whether it still responds.
    fn is_alive(&mut self) -> bool {
        true
    }
    /// Sends the result of the game, if the protocol has a command for it.
    fn over(&mut self, _score: &str, _reason: &str) {}
    /// Whether the process may play another game.
    fn is_reusable(&self) -> bool {
        true
    }
    /// Returns the resident memory of its process, KiB, if the system reports it.
    fn memory(&self) -> Option<u64> {
        None
    }
}
