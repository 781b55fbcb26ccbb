//! Errors in Betza 2.0 and bracket notation.

use thiserror::Error;

/// An error in a move in Betza 2.0 or bracket notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PathError {
    #[error("`{0}` without a step before it")]
    NoStepBefore(char),
    #[error("`{0}` without a step after it")]
    NoStepAfter(char),
    #[error("the operator `{0}` must directly follow a step")]
    StrayOperator(char),
    #[error("`{0}` must stand before the whole path")]
    ModifierInside(char),
    #[error("`{0}` belongs between two steps")]
    NotBeforePath(char),
    #[error("`{0}{0}` is the old way to write a rider")]
    DoubledAtom(char),
    #[error("`{0}` already slides without limit")]
    SliderExponent(char),
    #[error("`{0}` must continue, so it cannot be repeated without limit")]
    EndlessExponent(char),
    #[error("a second exponent")]
    SecondExponent,
    #[error("a leap has two coordinates")]
    MalformedLeap,
    #[error("parentheses nested too deeply")]
    TooDeep,
    #[error("this `(` is never closed")]
    UnclosedGroup,
    #[error("nothing between the parentheses")]
    EmptyGroup,
    #[error("this `[` is never closed")]
    UnclosedBracket,
    #[error("a bracket needs at least two legs")]
    SingleLeg,
    #[error("a leg without an atom")]
    EmptyLeg,
    #[error("a second atom in one leg of a bracket")]
    SeveralAtoms,
    #[error("the null move goes nowhere: it has no direction and no length")]
    NullMove,
    #[error("`{0}` before this chain leaves open where it jumps")]
    OneStepOnly(char),
    #[error("`{0}` bends a repeated step, and this chain has none")]
    NothingBends(char),
    #[error("`e` after a step that cannot have the same length")]
    EqualLength,
    #[error("the direction `{0}` on the first leg of a bracket")]
    FirstLegDirection(char),
    #[error("{0} has no settled meaning")]
    Unsettled(PathFeature),
}

/// A feature that is well-formed in a bracket but has no settled meaning there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PathFeature {
    #[error("`{0}` before a bracket")]
    Modifier(char),
    #[error("`{0}` on this leg of a bracket")]
    LegModifier(char),
    #[error("a number after a bracket")]
    BracketExponent,
}

impl PathError {
    /// Returns a hint on how to fix the error, if there is one.
    pub(super) fn help(self) -> Option<String> {
        let text = match self {
            Self::NoStepBefore(_) | Self::NoStepAfter(_) | Self::StrayOperator(_) => {
                "operators chain two steps, as in `FtR` or `W-rW`"
            }
            Self::ModifierInside(_) => "as in `cR+R`; between the steps write only directions, `a` and `e`",
            Self::NotBeforePath(_) => "as in `RxebR`",
            Self::DoubledAtom('B' | 'R' | 'Q' | 'K') => "write it once",
            Self::DoubledAtom(c) => return Some(format!("write `{c}0`")),
            Self::SliderExponent(_) => "limited slides are written with W and F, as in `W3`",
            Self::EndlessExponent(_) => "write the number of steps, or repeat with `t`",
            Self::SecondExponent => "group with parentheses",
            Self::MalformedLeap => "as in `(4,1)`",
            Self::TooDeep | Self::EmptyGroup => "leave them out",
            Self::UnclosedBracket | Self::SingleLeg | Self::EmptyLeg | Self::SeveralAtoms => {
                "as in `[F?R]` or `[W-sR]`"
            }
            Self::FirstLegDirection(_) => "write it before the bracket, as in `v[F?R]`",
            Self::NullMove => "as in `KO` or `RyO`; alone it takes only the modifiers `m`, `i` and `k`",
            Self::NothingBends(_) => "repeat with turns, as in `Nrf8` or `(FtlF)r0`",
            Self::OneStepOnly(_) => "write the jump as an operator between two steps, as in `R+R`",
            Self::EqualLength => "write the lengths, as in `W2-bD`",
            Self::Unsettled(_) => {
                "no published text defines it there; write this move in XBetza, outside brackets"
            }
            _ => return None,
        };
        Some(text.to_owned())
    }
}
