//! Engines as processes, seen from the GUI's side, whatever protocol they speak.

mod cecp;
mod process;
pub mod spec;
mod uci;
pub mod ucitext;

use super::time_limits::{SideClock, TimeLimits};
use crate::board::Color;
use crate::position::{Game, Move, Position};
use crate::protocol::names;
use crate::variant::Variant;
use process::Silence;
use spec::{EngineProtocol, EngineSpec};
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

/// How long an engine may take to answer a greeting, and to say that it has done what it was told.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take after it has asked for time.
const LOADING: Duration = Duration::from_secs(60);
/// How long an engine that has lost on time may take to say that it is still there.
const LAST_CHANCE: Duration = Duration::from_secs(3);
/// Scores from here up count moves to mate, as in CECP. SPEC: xboard notes, 1.6: "Mate in N: `100000+N`".
pub const MATE: i32 = 100_000;

/// Why an engine cannot be used.
#[derive(Debug)]
pub enum EngineError {
    /// The process cannot be started, or its input is closed.
    Io(io::Error),
    /// There is no command to start.
    NoCommand,
    /// It ended.
    Died,
    /// It does not answer.
    Silent(&'static str),
    /// It does not play the variant.
    NoSuchVariant(String),
    /// It cannot be told what the match asks for.
    Unable(&'static str),
    /// One of these, and the last lines that the engine wrote, a line break before each.
    Said(Box<EngineError>, String),
}

impl EngineError {
    /// Is it that the engine does not know the variant, or the means to play the match, rather than that it failed?
    pub const fn is_inability(&self) -> bool {
        matches!(self, Self::NoSuchVariant(_) | Self::Unable(_))
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "there is no such program: give its path, or put its folder into PATH")
            }
            Self::Io(error) => write!(f, "{error}"),
            Self::Said(error, said) => write!(f, "{error}; it said:{said}"),
            Self::NoCommand => write!(f, "there is no command"),
            Self::Died => write!(f, "the engine ended"),
            Self::Silent(command) => write!(f, "no answer to `{command}`"),
            Self::NoSuchVariant(variant) => write!(f, "the engine does not play `{variant}`"),
            Self::Unable(what) => write!(f, "the engine has no means to {what}"),
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

/// What an engine does when it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It moves, in its own words.
    Move(String),
    /// It gives up.
    Resigns,
    /// It claims a result (`1-0`, `0-1`, `1/2-1/2`), in these words.
    Claims {
        /// What it says.
        words: String,
        /// Did it say so before the opponent's last move, which is after its own?
        early: bool,
    },
    /// It calls the opponent's move illegal, in these words.
    Complains(String),
    /// It said nothing in time.
    Timeout,
    /// It ended.
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

/// What an engine said while it thought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineInfo {
    /// Centipawns from its own view; beyond [`MATE`] moves to mate.
    pub score: Option<i32>,
    /// Plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Did it offer a draw?
    pub offers_draw: bool,
}

/// An engine's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What it did.
    pub answer: Answer,
    /// What it said before.
    pub thought: EngineInfo,
    /// When it did it.
    pub at: Instant,
}

/// A game that begins.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The position it begins from, if not from the start of the variant.
    pub from: Option<&'a Position>,
    /// What bounds the engine's thinking.
    pub pace: TimeLimits,
}

/// An engine that takes part in games. Moves are those of Griffon; how they are written is the engine's affair.
pub trait Player: Send {
    /// The name given to it, or its own name for itself, or its command.
    fn name(&self) -> &str;
    /// Prepares a game.
    ///
    /// # Errors
    /// A variant that it does not play, or no answer.
    fn new_game(&mut self, beginning: GameStart<'_>) -> Result<(), EngineError>;
    /// Tells it a move of the opening or of the opponent, made in `pos`. What the engine itself has moved it knows:
    /// `own` are the words in which it said so.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn learn(&mut self, game: &Game, pos: &Position, mv: Move, own: Option<&str>) -> Result<(), EngineError>;
    /// The opponent has offered a draw.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn draw_offered(&mut self) -> Result<(), EngineError>;
    /// Asks for a move; `clocks` are White's and Black's.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn think(&mut self, side: Color, clocks: &[SideClock; 2]) -> Result<(), EngineError>;
    /// Waits for the engine's move, or for what it says instead, until `end`.
    fn answer(&mut self, asked: Instant, end: Instant) -> Reply;
    /// The move that it means, among the legal ones.
    ///
    /// # Errors
    /// Says why there is none.
    fn read(&self, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String>;
    /// Tells it to stop thinking, and whether it is still there.
    fn is_alive(&mut self) -> bool;
    /// The game is over.
    fn over(&mut self, score: &str, reason: &str);
    /// May it play another game?
    fn is_reusable(&self) -> bool;
    /// Resident memory of its process, KiB, where the system tells.
    fn memory(&self) -> Option<u64>;
}

/// Starts an engine and reads what it says of itself.
///
/// # Errors
/// A command that cannot be run, or that does not greet.
pub fn start(spec: &EngineSpec, variant: &str) -> Result<Box<dyn Player>, EngineError> {
    Ok(match spec.protocol {
        EngineProtocol::Cecp => Box::new(cecp::Cecp::start(spec, variant)?),
        EngineProtocol::Uci => Box::new(uci::Uci::start(spec, variant)?),
    })
}

/// Names under which an engine may know a variant, the likeliest first.
fn names_of(spec: &EngineSpec, variant: &Variant) -> Vec<String> {
    let own: Vec<&String> = std::iter::once(&variant.name).chain(&variant.aliases).collect();
    let given = own.iter().find_map(|name| spec.variant_name(name));
    match given {
        Some(name) => vec![name.to_owned()],
        None => own.into_iter().cloned().chain([names::offered(variant)]).collect(),
    }
}
