//! The state of a CECP session beyond the engine's.

use crate::board::{Color, Square};
use crate::engine::Engine;
use crate::position::Move;
use crate::search::Score;
use crate::session::Connection;

/// A session in CECP.
pub struct CecpSession {
    pub(super) gui: Connection,
    pub(super) engine: Engine,
    /// The engine's side; `None` in force and analyze mode.
    pub(super) side: Option<Color>,
    pub(super) analysis: AnalyzeMode,
    /// Set between `edit` and `.`, when lines are not commands.
    pub(super) editing: Option<EditedPosition>,
    /// Set between `pause` and `resume`; true if the engine is on move.
    pub(super) paused: Option<bool>,
    /// True if the GUI may not have read the `setup` of this game yet, since it has sent nothing but `force`.
    pub(super) is_setup_unread: bool,
    /// True if the game has ended.
    pub(super) over: bool,
    /// Whether to send thinking lines.
    pub(super) post: bool,
    pub(super) opponent: Opponent,
    pub(super) trend: ScoreTrend,
    pub(super) pondering: Pondering,
    pub(super) entry: MoveEntry,
    /// Pings to be answered after the move.
    pub(super) pings: Vec<String>,
    /// Warnings already shown to the user.
    pub(super) warned: Vec<String>,
}

/// Analyze mode.
#[derive(Debug, Default)]
pub(super) struct AnalyzeMode {
    pub(super) on: bool,
    /// Root moves excluded from analysis.
    pub(super) excluded: Vec<Move>,
}

/// The opponent as far as the GUI describes it.
#[derive(Debug, Default)]
pub(super) struct Opponent {
    pub(super) is_engine: bool,
    pub(super) offers_draw: bool,
}

/// Scores of the engine's moves, from its view.
#[derive(Debug, Default)]
pub(super) struct ScoreTrend {
    /// Score of the last move.
    pub(super) last: Option<Score>,
    /// Consecutive moves with a hopeless score.
    pub(super) hopeless: u32,
    /// Consecutive moves with a nearly even score.
    pub(super) even: u32,
}

/// Thinking on the opponent's time.
#[derive(Debug, Default)]
pub(super) struct Pondering {
    pub(super) on: bool,
    /// The reply that the engine expects.
    pub(super) expected: Option<Move>,
}

/// A position being set up.
#[derive(Clone, Debug)]
pub(super) struct EditedPosition {
    /// `[square]`: the piece as in a FEN.
    pub(super) cells: Vec<Option<String>>,
    /// Pieces in hand as in a FEN, without the brackets.
    pub(super) hand: String,
    /// The colour of the pieces that follow.
    pub(super) color: Color,
}

/// A move being entered.
#[derive(Clone, Default, Debug)]
pub(super) struct MoveEntry {
    /// The square of the lifted piece; `None`: nothing is lifted.
    pub(super) from: Option<Square>,
    /// Squares of victims or castling partners on which the piece was put down, in order.
    pub(super) via: Vec<Square>,
    /// The last of these squares, until it is lifted there again to continue the move.
    pub(super) put: Option<Square>,
}

impl CecpSession {
    /// Starts a session.
    pub fn new(gui: Connection, engine: Engine) -> Self {
        Self {
            gui,
            engine,
            side: Some(Color::Black),
            analysis: AnalyzeMode::default(),
            editing: None,
            paused: None,
            is_setup_unread: false,
            over: false,
            post: false,
            opponent: Opponent::default(),
            trend: ScoreTrend::default(),
            pondering: Pondering::default(),
            entry: MoveEntry::default(),
            pings: Vec::new(),
            warned: Vec::new(),
        }
    }
}
