//! The content of a square.

use crate::board::{Kind, PieceType};

/// Content of a square: empty, or a piece with its marks.
///
/// Bits 0-12: kind + 1 (0: empty). Bit 13: unmoved, where that matters. Bits 16-31: original type + 1, if that matters
/// and the piece has another type now (0: none).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cell(pub u32);

impl Cell {
    /// An empty square.
    pub const EMPTY: Self = Self(0);
    const KIND: u32 = 0x1FFF;
    const UNMOVED: u32 = 0x2000;

    /// A piece that has moved.
    #[inline]
    pub const fn new(kind: Kind) -> Self {
        Self(kind.0 as u32 + 1)
    }
    /// The same piece, marked as unmoved or not.
    #[inline]
    #[must_use]
    pub const fn with_unmoved(self, unmoved: bool) -> Self {
        if unmoved { Self(self.0 | Self::UNMOVED) } else { Self(self.0 & !Self::UNMOVED) }
    }
    /// The same piece with its original type. A piece that has this type again is like one that never changed.
    #[inline]
    #[must_use]
    pub const fn with_origin(self, origin: Option<PieceType>) -> Self {
        let bits = match (origin, self.kind()) {
            (Some(piece), Some(kind)) if piece.0 != kind.piece().0 => (piece.0 as u32 + 1) << 16,
            _ => 0,
        };
        Self(self.0 & 0xFFFF | bits)
    }
    /// Whether the square is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Kind + 1, or 0 when empty: the index into per-kind tables with a slot for "empty".
    #[inline]
    pub const fn slot(self) -> usize {
        (self.0 & Self::KIND) as usize
    }
    /// The piece, if there is one.
    #[inline]
    pub const fn kind(self) -> Option<Kind> {
        match self.0 & Self::KIND {
            0 => None,
            n => Some(Kind(n as u16 - 1)),
        }
    }
    /// Whether the piece is marked as unmoved.
    #[inline]
    pub const fn is_unmoved(self) -> bool {
        self.0 & Self::UNMOVED != 0
    }
    /// Original type of a piece that has changed its type; kept only where it matters (key `captureDemotes`).
    #[inline]
    pub const fn origin(self) -> Option<PieceType> {
        match self.0 >> 16 {
            0 => None,
            n => Some(PieceType(n as u16 - 1)),
        }
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            None => write!(f, "-"),
            Some(kind) => write!(f, "{kind:?}{}", if self.is_unmoved() { "v" } else { "" }),
        }
    }
}
