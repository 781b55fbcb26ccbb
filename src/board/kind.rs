//! Piece types, alone and with a colour.

use super::Color;

/// Index of a piece line, from 0, not counting holes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct PieceType(pub u16);

impl PieceType {
    /// Maximum number of types of a variant: a cell can distinguish no more.
    pub const MAX_COUNT: usize = 4095;

    /// The index as `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Piece type and colour as one number: `2 * type + colour`. Used as a table index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Kind(pub u16);

impl Kind {
    /// The kind of a type and colour.
    #[inline]
    pub const fn new(piece: PieceType, color: Color) -> Self {
        Self(piece.0 * 2 + color as u16)
    }
    /// Its type.
    #[inline]
    pub const fn piece(self) -> PieceType {
        PieceType(self.0 / 2)
    }
    /// Its colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kinds of a colour, in order: see [`crate::tables::Tables::kinds_of`].
///
/// PERF: `step_by` also counts what is left; every node of a search loops over kinds.
#[derive(Clone, Debug)]
pub struct KindsOf {
    next: u16,
    end: u16,
}

impl KindsOf {
    /// The kinds of a colour among `count` kinds.
    pub(crate) fn new(color: Color, count: usize) -> Self {
        Self { next: color.index() as u16, end: count as u16 }
    }
}

impl Iterator for KindsOf {
    type Item = Kind;

    #[inline(always)]
    fn next(&mut self) -> Option<Kind> {
        if self.next >= self.end {
            return None;
        }
        let kind = Kind(self.next);
        self.next += 2;
        Some(kind)
    }
}
