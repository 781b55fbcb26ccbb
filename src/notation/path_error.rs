//! Errors in Betza 2.0 and bracket notation.

use std::fmt;

/// An error in a move in Betza 2.0 or bracket notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PathError {
    /// A chaining operator with no step before it.
    NoStepBefore(char),
    /// A chaining operator with no step after it.
    NoStepAfter(char),
    /// A chaining operator among modifiers.
    StrayOperator(char),
    /// A modifier of the whole path before a single leg.
    ModifierInside(char),
    /// A modifier that only makes sense between legs.
    NotBeforePath(char),
    /// `WW` of the old notation.
    DoubledAtom(char),
    /// A number after B, R or Q.
    SliderExponent(char),
    /// Unlimited repeats joined by an operator that must continue: `W-0`.
    EndlessExponent(char),
    /// A second exponent.
    SecondExponent,
    /// A malformed leap such as `(4,1`.
    MalformedLeap,
    /// Parentheses nested too deeply.
    TooDeep,
    /// `(` without `)`.
    UnclosedGroup,
    /// `()`.
    EmptyGroup,
    /// `[` without `]`.
    UnclosedBracket,
    /// A bracket with fewer than two legs.
    SingleLeg,
    /// Nothing between two separators.
    EmptyLeg,
    /// Two atoms in one leg.
    SeveralAtoms,
    /// The null move with a direction, a length or a modifier that does not apply to it.
    NullMove,
    /// `j`, `p` or `g` before a chain that leaves open where the jump is.
    OneStepOnly(char),
    /// `q` or `z` before a chain without a slide.
    NothingBends(char),
    /// `e` where the lengths cannot be equal.
    EqualLength,
    /// A direction on the first leg inside a bracket.
    FirstLegDirection(char),
    /// Well-formed, but no published text settles its meaning.
    Unsettled(PathFeature),
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

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStepBefore(c) => write!(f, "`{c}` without a step before it"),
            Self::NoStepAfter(c) => write!(f, "`{c}` without a step after it"),
            Self::StrayOperator(c) => write!(f, "the operator `{c}` must directly follow a step"),
            Self::ModifierInside(c) => write!(f, "`{c}` must stand before the whole path"),
            Self::NotBeforePath(c) => write!(f, "`{c}` belongs between two steps"),
            Self::DoubledAtom(c) => write!(f, "`{c}{c}` is the old way to write a rider"),
            Self::SliderExponent(c) => write!(f, "`{c}` already slides without limit"),
            Self::EndlessExponent(c) => {
                write!(f, "`{c}` must continue, so it cannot be repeated without limit")
            }
            Self::SecondExponent => f.write_str("a second exponent"),
            Self::MalformedLeap => f.write_str("a leap has two coordinates"),
            Self::TooDeep => f.write_str("parentheses nested too deeply"),
            Self::UnclosedGroup => f.write_str("this `(` is never closed"),
            Self::EmptyGroup => f.write_str("nothing between the parentheses"),
            Self::UnclosedBracket => f.write_str("this `[` is never closed"),
            Self::SingleLeg => f.write_str("a bracket needs at least two legs"),
            Self::EmptyLeg => f.write_str("a leg without an atom"),
            Self::NullMove => f.write_str("the null move goes nowhere: it has no direction and no length"),
            Self::OneStepOnly(c) => write!(f, "`{c}` before this chain leaves open where it jumps"),
            Self::NothingBends(c) => {
                write!(f, "`{c}` bends a repeated step, and this chain has none")
            }
            Self::EqualLength => f.write_str("`e` after a step that cannot have the same length"),
            Self::SeveralAtoms => f.write_str("a second atom in one leg of a bracket"),
            Self::FirstLegDirection(c) => write!(f, "the direction `{c}` on the first leg of a bracket"),
            Self::Unsettled(feature) => write!(f, "{feature} has no settled meaning"),
        }
    }
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
