//! Errors in Betza 2.0 and bracket notation.

use super::error::NotationError;
use super::error_table::error_table;
use std::fmt;

error_table! {
    NotationError;
    /// An error in a move in Betza 2.0 or bracket notation.
    pub enum PathError {
        NoStepBefore(c: char): "`{c}` without a step before it",
            "operators chain two steps, as in `FtR` or `W-rW`";
        NoStepAfter(c: char): "`{c}` without a step after it", "operators chain two steps, as in `FtR` or `W-rW`";
        StrayOperator(c: char): "the operator `{c}` must directly follow a step",
            "operators chain two steps, as in `FtR` or `W-rW`";
        ModifierInside(c: char): "`{c}` must stand before the whole path",
            "as in `cR+R`; between the steps write only directions, `a` and `e`";
        NotBeforePath(c: char): "`{c}` belongs between two steps", "as in `RxebR`";
        DoubledAtom(c: char): "`{c}{c}` is the old way to write a rider";
        SliderExponent(c: char): "`{c}` already slides without limit",
            "limited slides are written with W and F, as in `W3`";
        EndlessExponent(c: char): "`{c}` must continue, so it cannot be repeated without limit",
            "write the number of steps, or repeat with `t`";
        SecondExponent: "a second exponent", "group with parentheses";
        MalformedLeap: "a leap has two coordinates", "as in `(4,1)`";
        TooDeep: "parentheses nested too deeply", "leave them out";
        UnclosedGroup: "this `(` is never closed";
        EmptyGroup: "nothing between the parentheses", "leave them out";
        UnclosedBracket: "this `[` is never closed", "as in `[F?R]` or `[W-sR]`";
        SingleLeg: "a bracket needs at least two legs", "as in `[F?R]` or `[W-sR]`";
        EmptyLeg: "a leg without an atom", "as in `[F?R]` or `[W-sR]`";
        SeveralAtoms: "a second atom in one leg of a bracket", "as in `[F?R]` or `[W-sR]`";
        NullMove: "the null move goes nowhere: it has no direction and no length",
            "as in `KO` or `RyO`; alone it takes only the modifiers `m`, `i` and `k`";
        OneStepOnly(c: char): "`{c}` before this chain leaves open where it jumps",
            "write the jump as an operator between two steps, as in `R+R`";
        NothingBends(c: char): "`{c}` bends a repeated step, and this chain has none",
            "repeat with turns, as in `Nrf8` or `(FtlF)r0`";
        EqualLength: "`e` after a step that cannot have the same length", "write the lengths, as in `W2-bD`";
        FirstLegDirection(c: char): "the direction `{c}` on the first leg of a bracket",
            "write it before the bracket, as in `v[F?R]`";
        Unsettled(feature: PathFeature): "{feature} has no settled meaning",
            "no published text defines it there; write this move in XBetza, outside brackets";
    }
}

/// A feature that is well-formed in a bracket but has no settled meaning there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PathFeature {
    /// A modifier before a bracket.
    Modifier(char),
    /// A modifier of a leg inside a bracket.
    LegModifier(char),
    /// A number after a bracket.
    BracketExponent,
}

impl fmt::Display for PathFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Modifier(c) => write!(f, "`{c}` before a bracket"),
            Self::LegModifier(c) => write!(f, "`{c}` on this leg of a bracket"),
            Self::BracketExponent => f.write_str("a number after a bracket"),
        }
    }
}

impl PathError {
    /// Returns a hint on how to fix the error, if there is one.
    pub(super) fn help(self) -> Option<String> {
        match self {
            Self::DoubledAtom('B' | 'R' | 'Q' | 'K') => Some("write it once".to_owned()),
            Self::DoubledAtom(c) => Some(format!("write `{c}0`")),
            _ => self.hint().map(str::to_owned),
        }
    }
}
