//! Engines from the GUI's side, independent of the protocol.

mod cecp;
mod internal;
mod process;
pub mod spec;
mod uci;
pub mod ucitext;

use super::time_limits::{SideClock, TimeLimits};
use crate::position::{EvalParams, Game, Move, Position};
use crate::search::SearchParams;
use crate::variant::{Variant, nearest};
use crate::variant_names;
use process::Silence;
use spec::{EngineProtocol, EngineSpec};
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

/// Time for an engine to start up and to acknowledge commands.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time to start up for an engine that asks for more.
const LOADING: Duration = Duration::from_secs(60);
/// Time for an engine that lost on time to show that it still responds.
const LAST_CHANCE: Duration = Duration::from_secs(3);
/// Scores from here up count moves to mate, as in CECP. SPEC: xboard notes, 1.6: "Mate in N: `100000+N`".
pub const MATE: i32 = 100_000;

/// Failure of an engine.
#[derive(Debug)]
pub enum EngineError {
    /// The process cannot be started, or its input is closed.
    Io(io::Error),
    /// The command is empty.
    NoCommand,
    /// The process ended.
    Died,
    /// It did not answer this command.
    Silent(&'static str),
    /// It does not play the variant.
    NoSuchVariant(String),
    /// It has no parameter of this name.
    NoSuchParameter(String),
    /// Its learned evaluation cannot be used.
    Net(String),
    /// It lacks a capability that the match needs.
    Unable(&'static str),
    /// An error with the last lines of output, each preceded by a line break.
    Said(Box<EngineError>, String),
}

impl EngineError {
    /// Whether the engine does not support the variant or the match, rather than failed.
    pub const fn is_inability(&self) -> bool {
        matches!(self, Self::NoSuchVariant(_) | Self::NoSuchParameter(_) | Self::Net(_) | Self::Unable(_))
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "there is no such program; give its path or add its folder to PATH")
            }
            Self::Io(error) => write!(f, "{error}"),
            Self::Said(error, said) => write!(f, "{error}; last output:{said}"),
            Self::NoCommand => write!(f, "the command is empty"),
            Self::Died => write!(f, "the engine ended"),
            Self::Silent(command) => write!(f, "no answer to `{command}`"),
            Self::NoSuchVariant(variant) => write!(f, "the engine does not play `{variant}`"),
            Self::NoSuchParameter(name) => {
                let names = SearchParams::NAMES.iter().chain(EvalParams::NAMES).copied();
                write!(f, "no parameter is called `{name}`")?;
                nearest::nearest(name, names).map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
            Self::Net(why) => write!(f, "{why}"),
            Self::Unable(what) => write!(f, "the engine cannot {what}"),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Died,
            _ => Self::Io(error),
        }
    }
}

/// An engine's reaction when it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It moves, in its own notation.
    Move(String),
    /// It resigns.
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

impl From<Silence> for Answer {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Timeout => Self::Timeout,
            Silence::Ended => Self::Died,
        }
    }
}

/// Thinking output of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineInfo {
    /// Centipawns from its own point of view; beyond [`MATE`] it counts moves to mate.
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
    /// The answer.
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
}

/// An engine that plays games. Moves are Griffon's; each implementation translates them to the engine's notation.
pub trait Player: Send {
    /// Returns its configured name, or the name it reports, or its command.
    fn name(&self) -> &str;
    /// Prepares a game.
    ///
    /// # Errors
    /// The engine does not play the variant or does not answer.
    fn new_game(&mut self, beginning: GameStart<'_>) -> Result<(), EngineError>;
    /// Records a move made in `pos`, and sends it to the engine unless it is the engine's own: `own` is then the
    /// engine's text.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn learn(&mut self, game: &Game, pos: &Position, mv: Move, own: Option<&str>) -> Result<(), EngineError>;
    /// Passes on a draw offer of the opponent.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn draw_offered(&mut self) -> Result<(), EngineError>;
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
    fn is_alive(&mut self) -> bool;
    /// Sends the result of the game.
    fn over(&mut self, score: &str, reason: &str);
    /// Whether the process may play another game.
    fn is_reusable(&self) -> bool;
    /// Returns the resident memory of its process, KiB, if the system reports it.
    fn memory(&self) -> Option<u64>;
}

/// Starts an engine and reads its features or options.
///
/// # Errors
/// The command cannot be run, or the engine does not answer.
pub fn start(spec: &EngineSpec, variant: &str) -> Result<Box<dyn Player>, EngineError> {
    Ok(match spec.protocol {
        EngineProtocol::Cecp => Box::new(cecp::Cecp::start(spec, variant)?),
        EngineProtocol::Internal => Box::new(internal::Internal::start(spec)?),
        EngineProtocol::Uci => Box::new(uci::Uci::start(spec, variant)?),
    })
}

/// Returns names by which an engine may know a variant, the likeliest first.
fn names_of(spec: &EngineSpec, variant: &Variant) -> Vec<String> {
    let own: Vec<&String> = std::iter::once(&variant.name).chain(&variant.aliases).collect();
    let given = own.iter().find_map(|name| spec.variant_name(name));
    match given {
        Some(name) => vec![name.to_owned()],
        None => own.into_iter().cloned().chain([variant_names::offered(variant)]).collect(),
    }
}
