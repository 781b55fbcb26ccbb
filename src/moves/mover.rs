//! A piece on its square, alone and in a position: what paths are followed from and moves are listed for.

use crate::board::{Kind, Square};
use crate::position::{Game, Position};

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceAt {
    pub kind: Kind,
    pub from: Square,
}

impl Kind {
    /// A piece of this kind on a square.
    #[inline(always)]
    pub(crate) fn at(self, from: Square) -> PieceAt {
        PieceAt { kind: self, from }
    }
}

/// A piece of a position, whose paths are followed or whose moves are listed.
// PERF: `griffon perft xiangqi 5`: methods take a reference. A copy would read fields together that have just been
// written one by one, which stalls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover<'a> {
    pub game: &'a Game,
    pub pos: &'a Position,
    pub kind: Kind,
    pub from: Square,
}

impl<'a> Mover<'a> {
    #[inline(always)]
    pub fn new(game: &'a Game, pos: &'a Position, PieceAt { kind, from }: PieceAt) -> Self {
        Self { game, pos, kind, from }
    }
}
