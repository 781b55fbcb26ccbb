//! Which moves to generate, and helpers to add moves to a list and remove them.

use crate::board::{Bits, Move, MoveList, Square};

/// Facts about the end of a move that promotion and the filter need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrivalContext {
    /// Whether it captures nothing.
    pub quiet: bool,
    /// Whether `morph` does not apply to it.
    pub quoted: bool,
    /// Which moves are wanted.
    pub filter: Filter,
}

impl ArrivalContext {
    /// The end of a capture.
    #[inline(always)]
    pub fn capture(filter: Filter) -> Self {
        Self { quiet: false, quoted: false, filter }
    }
}

/// Keeps the moves from `start` on that satisfy the test.
#[inline(always)]
pub(crate) fn retain(start: usize, list: &mut MoveList, test: impl FnMut(Move) -> bool) {
    if !retain_some(start, list, test) {
        list.truncate(start);
    }
}

/// Keeps the moves from `start` on that satisfy the test; if none does, leaves the list unchanged and returns false.
#[inline(always)]
pub(crate) fn retain_some(start: usize, list: &mut MoveList, mut test: impl FnMut(Move) -> bool) -> bool {
    let mut kept = start;
    for index in start..list.len() {
        let mv = list[index];
        if test(mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    if kept > start {
        list.truncate(kept);
    }
    kept > start
}

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filter {
    /// All moves.
    All,
    /// Captures and promotions; not changes of type that moves can undo.
    Tactical,
    /// All moves but those of [`Self::Tactical`].
    Quiet,
}

impl Filter {
    /// Whether the filter accepts a move without promotion.
    #[inline(always)]
    pub(crate) fn wants(self, quiet: bool) -> bool {
        match self {
            Self::All => true,
            Self::Tactical => !quiet,
            Self::Quiet => quiet,
        }
    }
    /// Squares where such moves of a piece that does not promote end.
    #[inline(always)]
    pub(crate) fn ends<const W: usize>(self, enemies: Bits<W>) -> Bits<W> {
        match self {
            Self::All => Bits::ALL,
            Self::Tactical => enemies,
            Self::Quiet => Bits::ALL.without(enemies),
        }
    }
}

/// Appends a move to each square.
#[inline(always)]
pub(crate) fn append<const W: usize>(list: &mut MoveList, squares: Bits<W>, mv: impl Fn(Square) -> Move) {
    // PERF: not `extend`, which fetches one square at a time and so searches for its word each time.
    squares.for_each(|to| list.push(mv(to)));
}
