//! The syntax tree of Betza 2.0.

use crate::notation::ast::{Letter, Letters};
use crate::notation::lattice::Lattice;
use std::ops::Range;

/// A chain and its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Betza2Move {
    /// Modifiers of the whole chain.
    pub(super) prefix: Vec<Letter>,
    /// Operands in order; never empty.
    pub(super) chain: Vec<Operand>,
    /// Byte range in the text.
    pub(super) span: Range<usize>,
}

/// One operand of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Operand {
    /// The operator before it; none before the first.
    pub(super) link: Option<Letter>,
    /// Modifiers after the operator.
    pub(super) turn: Vec<Letter>,
    pub(super) base: Base,
    pub(super) exponent: Option<Exponent>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Base {
    Atom(Betza2Atom),
    Group(Vec<Betza2Move>),
}

/// A capital or a pair of coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Betza2Atom {
    /// The capital; `(` for coordinates.
    pub(super) letter: char,
    pub(super) lattice: Lattice,
    /// B, R and Q: unlimited by default.
    pub(super) slides: bool,
    pub(super) span: Range<usize>,
}

/// A repeat count after a base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Exponent {
    /// The operator between the repeats, if written.
    pub(super) link: Option<Letter>,
    /// Modifiers of every repeat but the first.
    pub(super) turn: Vec<Letter>,
    /// Number of factors; 0 is any number.
    pub(super) count: u16,
    pub(super) span: Range<usize>,
}

/// Whether some move has the letter in its prefix.
pub(super) fn any_prefix(moves: &[Betza2Move], letter: char) -> bool {
    moves.iter().any(|a_move| {
        let inside =
            |operand: &Operand| matches!(&operand.base, Base::Group(moves) if any_prefix(moves, letter));
        a_move.prefix.has(letter) || a_move.chain.iter().any(inside)
    })
}
