//! The state of a node of the search.

use super::score::{INFINITE, Score, Window};
use super::tt::{TtEntry, TtMove};

/// The search was stopped; scores of unfinished nodes mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The result of a search that may be stopped.
pub type SearchResult<T = Score> = Result<T, Stopped>;

/// What is expected of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// An exact score.
    Pv,
    /// A cutoff.
    Cut,
    /// No move reaches alpha.
    All,
}

impl NodeKind {
    /// The kind with a window: a node is on a principal variation if the window is open.
    pub const fn within(self, window: Window) -> Self {
        match self {
            _ if window.is_open() => Self::Pv,
            Self::Cut => Self::Cut,
            _ => Self::All,
        }
    }
    /// The kind of a child searched with a null window.
    pub const fn child(self) -> Self {
        if matches!(self, Self::Cut) { Self::All } else { Self::Cut }
    }
}

/// State of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub struct NodeState {
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    pub kind: NodeKind,
    pub in_check: bool,
    /// Static evaluation, refined by the table; meaningless in check.
    pub eval: Score,
    /// Whether the evaluation is better than two plies ago.
    pub improving: bool,
    pub entry: Option<TtEntry>,
    /// Whether the position is or was on a principal variation.
    pub was_pv: bool,
    /// Whether the TT move is a capture.
    pub tt_capture: bool,
}

impl NodeState {
    /// The TT move.
    pub fn tt_move(&self) -> Option<TtMove> {
        self.entry.and_then(|entry| entry.mv)
    }
}

/// The best move of a node so far.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    pub score: Score,
    pub alpha: Score,
    /// The move that raised alpha, if one did.
    pub mv: Option<TtMove>,
    /// Whether it is a capture or a promotion.
    pub tactical: bool,
    /// Legal moves searched.
    pub legal: i32,
}

impl Best {
    /// No move yet.
    pub const fn above(alpha: Score) -> Self {
        Self { score: -INFINITE, alpha, mv: None, tactical: false, legal: 0 }
    }
}

/// The extension of a move, or a cutoff found while testing whether it is singular.
pub enum Extension {
    /// Extend the move by this many plies; a negative number reduces it.
    Plies(i32),
    /// Multi-cut: other moves beat beta too, so the node fails high with this score.
    Cutoff(Score),
}
