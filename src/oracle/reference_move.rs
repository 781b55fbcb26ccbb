//! A move of the reference generator and its effects.

use crate::board::{PieceType, Square};
use crate::oracle::board_state::ReferenceState;

/// A move and its effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceMove {
    /// Start square; for a drop, the square of the drop.
    pub from: Square,
    /// End square (the king's, in castling).
    pub to: Square,
    /// The type that the piece turns into.
    pub promotion: Option<PieceType>,
    /// The type dropped.
    pub dropped: Option<PieceType>,
    /// The type put down from the hand on the way.
    pub gated: Option<PieceType>,
    /// Where it is put, if a piece of the move left that square.
    pub(crate) gate: Option<Square>,
    /// Squares of captured pieces.
    pub victims: Vec<Square>,
    /// Whether a piece is captured en passant.
    pub en_passant: bool,
    /// The position after the move.
    pub after: ReferenceState,
    /// Squares of all pieces that disappear, possibly the mover.
    pub(crate) gone: Vec<Square>,
    /// Whether the piece must not be capturable where it arrives.
    pub(crate) needs_safety: bool,
    /// Whether the move takes priority over all others.
    pub(crate) goes_first: bool,
    /// For castling, whether it is towards the highest file.
    pub(crate) castled: Option<bool>,
    /// Whether `morph` does not apply to it.
    pub(crate) quoted: bool,
    /// Whether the changed piece must attack nothing and the move must not give check.
    pub(crate) must_not_threaten: bool,
    /// Squares on which a royal must not be attacked before the move: castling, initial moves.
    pub(crate) must_be_safe: Vec<Square>,
}

impl ReferenceMove {
    /// A move that captures nothing and is subject to no condition.
    pub(crate) fn new(from: Square, to: Square, after: ReferenceState) -> Self {
        Self {
            from,
            to,
            promotion: None,
            dropped: None,
            gated: None,
            gate: None,
            victims: Vec::new(),
            en_passant: false,
            after,
            gone: Vec::new(),
            needs_safety: false,
            goes_first: false,
            castled: None,
            quoted: false,
            must_not_threaten: false,
            must_be_safe: Vec::new(),
        }
    }
}

impl std::fmt::Display for ReferenceMove {
    /// Square numbers: `12-28x28`, `@5`, `=3` for a promotion to type 3.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.dropped {
            Some(piece) => return write!(f, "{}@{}", piece.0, self.to.0),
            None => write!(f, "{}-{}", self.from.0, self.to.0)?,
        }
        self.victims.iter().try_for_each(|victim| write!(f, "x{}", victim.0))?;
        self.gated.map_or(Ok(()), |piece| write!(f, "/{}", piece.0))?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "={}", piece.0))
    }
}
