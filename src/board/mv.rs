//! Moves and move lists.

use super::{PieceType, Square};

/// A move of a given position. Its locust captures and other side effects are in the tables: `path` is the node of
/// the mover's trajectory tree where the move ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) path: u32,
    /// Type after the move (promotion) or type dropped, + 1; 0: no change.
    pub(crate) becomes: u16,
    /// Type gated from the hand, + 1; 0: none.
    pub(crate) gated: u16,
}

/// Moves of one position. The buffer grows as needed and is reused.
pub type MoveList = Vec<Move>;

impl Move {
    /// First of the `path` values that are not tree nodes.
    pub(crate) const SPECIAL: u32 = 0xFFFF_0000;
    /// `path` of a drop.
    pub(crate) const DROP: u32 = 0xFFFF_FFFF;
    /// `path` of a compiled move: the piece goes to its square and captures the piece there.
    pub(crate) const PLAIN: u32 = 0xFFFF_FFFE;
    /// `path` of a compiled en passant capture.
    pub(crate) const PASSING: u32 = 0xFFFF_FFFD;
    /// `path` of a pass.
    pub(crate) const PASS: u32 = 0xFFFF_FFFC;
    /// `path` of castling rule 0; rule `n` is `CASTLE + n`.
    pub(crate) const CASTLE: u32 = Self::SPECIAL;

    /// A move along the tree to a node.
    #[inline]
    pub(crate) const fn walk(from: Square, to: Square, node: u32) -> Self {
        Self { from: from.0, to: to.0, path: node, becomes: 0, gated: 0 }
    }
    /// A compiled move.
    #[inline]
    pub(crate) const fn plain(from: Square, to: Square) -> Self {
        Self { from: from.0, to: to.0, path: Self::PLAIN, becomes: 0, gated: 0 }
    }
    /// A compiled en passant capture.
    #[inline]
    pub(crate) const fn en_passant(from: Square, to: Square) -> Self {
        Self { from: from.0, to: to.0, path: Self::PASSING, becomes: 0, gated: 0 }
    }
    /// A drop.
    pub(crate) const fn drop(piece: PieceType, to: Square) -> Self {
        Self { from: to.0, to: to.0, path: Self::DROP, becomes: piece.0 + 1, gated: 0 }
    }
    /// A pass, written as a move of a piece to its own square.
    pub(crate) const fn pass(square: Square) -> Self {
        Self { from: square.0, to: square.0, path: Self::PASS, becomes: 0, gated: 0 }
    }
    /// Castling by a rule in the position's list: the king goes from `from` to `to`.
    pub(crate) const fn castle(from: Square, to: Square, rule: usize) -> Self {
        Self { from: from.0, to: to.0, path: Self::CASTLE + rule as u32, becomes: 0, gated: 0 }
    }
    /// The same move with a promotion.
    #[must_use]
    pub(crate) const fn into(self, piece: PieceType) -> Self {
        Self { becomes: piece.0 + 1, ..self }
    }
    /// The same move with a piece gated from the hand.
    #[must_use]
    pub(crate) const fn gating(self, piece: PieceType) -> Self {
        Self { gated: piece.0 + 1, ..self }
    }
    /// Type gated from the hand.
    #[inline]
    pub const fn gated(self) -> Option<PieceType> {
        if self.gated == 0 { None } else { Some(PieceType(self.gated - 1)) }
    }
    /// Start square; for a drop, the square of the drop.
    #[inline]
    pub const fn from(self) -> Square {
        Square(self.from)
    }
    /// Final square of the piece (the king's, in castling).
    #[inline]
    pub const fn to(self) -> Square {
        Square(self.to)
    }
    /// Whether the move is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.path == Self::DROP
    }
    /// Whether the move is a pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.path == Self::PASS
    }
    /// Index of the castling rule, if the move castles.
    #[inline]
    pub const fn castling(self) -> Option<usize> {
        match self.path {
            Self::CASTLE..Self::PASS => Some((self.path - Self::CASTLE) as usize),
            _ => None,
        }
    }
    /// Whether the move is compiled: it has no effect outside its two squares. It may put a piece from the hand on the
    /// square that it leaves.
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.path == Self::PLAIN
    }
    /// Whether the move is compiled, keeps the type of the piece, and takes nothing from the hand.
    #[inline]
    pub const fn is_plain_only(self) -> bool {
        self.is_plain() && self.becomes == 0 && self.gated == 0
    }
    /// Whether the move is a compiled en passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.path == Self::PASSING
    }
    /// Node of the mover's tree, if the move follows one.
    #[inline]
    pub const fn node(self) -> Option<u32> {
        if self.path < Self::SPECIAL { Some(self.path) } else { None }
    }
    /// Type that the piece promotes to, if any; `None` for a drop.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.becomes == 0 || self.is_drop() { None } else { Some(PieceType(self.becomes - 1)) }
    }
    /// Type dropped, if the move is a drop.
    #[inline]
    pub const fn dropped(self) -> Option<PieceType> {
        if self.is_drop() { Some(PieceType(self.becomes - 1)) } else { None }
    }
}
