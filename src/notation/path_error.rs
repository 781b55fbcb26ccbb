//! What can be wrong with a path: errors of Betza 2.0 and of bracket notation.

use std::fmt;

/// Ways in which a move of Betza 2.0 or of bracket notation can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PathError {
    /// A chaining operator with no step before it.
    NoStepBefore(char),
    /// A chaining operator with no step behind it.
    NoStepAfter(char),
    /// A chaining operator among modifiers.
    StrayOperator(char),
    /// A modifier of the whole path that stands before one of its legs.
    ModifierInside(char),
    /// A modifier that only makes sense between legs.
    NotBeforePath(char),
    /// `WW` of the old notation.
    DoubledAtom(char),
    /// A number behind B, R or Q.
    SliderExponent(char),
    /// `W-0`.
    EndlessExponent(char),
    /// A second exponent.
    SecondExponent,
    /// `(4,1` or the like.
    MalformedLeap,
    /// Parentheses within parentheses within ...
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
    /// The null move with a direction or a length, or with a modifier that says nothing of it.
    NullMove,
    /// `j`, `p` or `g` before a chain in which it is not clear what is jumped.
    OneStepOnly(char),
    /// `q` or `z` before a chain without a slide.
    NothingBends(char),
    /// `e` where no length is equal.
    EqualLength,
    /// A direction on the first leg inside a bracket.
    FirstLegDirection(char),
    /// Well formed, but nothing published settles what it means.
    Unsettled(PathFeature),
}

/// What is well formed in a bracket, but has no settled meaning there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PathFeature {
    /// A modifier before a bracket.
    Modifier(char),
    /// A modifier of a leg inside a bracket.
    LegModifier(char),
    /// A number behind a bracket.
    BracketExponent,
}

impl fmt::Display for PathFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Modifier(c) => write!(f, "`{c}` before a bracket"),
            Self::LegModifier(c) => write!(f, "`{c}` on this leg of a bracket"),
            Self::BracketExponent => f.write_str("a number behind a bracket"),
        }
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStepBefore(c) => write!(f, "`{c}` without a step before it"),
            Self::NoStepAfter(c) => write!(f, "`{c}` without a step behind it"),
            Self::StrayOperator(c) => write!(f, "the operator `{c}` must stand right behind a step"),
            Self::ModifierInside(c) => write!(f, "`{c}` must stand before the whole path"),
            Self::NotBeforePath(c) => write!(f, "`{c}` belongs between two steps"),
            Self::DoubledAtom(c) => write!(f, "`{c}{c}` is the old way to write a rider"),
            Self::SliderExponent(c) => write!(f, "`{c}` slides without limit already"),
            Self::EndlessExponent(c) => {
                write!(f, "`{c}` must go on, so that it cannot be repeated without end")
            }
            Self::SecondExponent => f.write_str("a second exponent"),
            Self::MalformedLeap => f.write_str("a leap has two coordinates"),
            Self::TooDeep => f.write_str("too many parentheses within each other"),
            Self::UnclosedGroup => f.write_str("this `(` is never closed"),
            Self::EmptyGroup => f.write_str("nothing between the parentheses"),
            Self::UnclosedBracket => f.write_str("this `[` is never closed"),
            Self::SingleLeg => f.write_str("a bracket needs at least two legs"),
            Self::EmptyLeg => f.write_str("a leg without an atom"),
            Self::NullMove => f.write_str("the null move goes nowhere: it has no direction and no length"),
            Self::OneStepOnly(c) => write!(f, "`{c}` before this chain does not say where it jumps"),
            Self::NothingBends(c) => {
                write!(f, "`{c}` bends what repeats a step, which nothing in this chain does")
            }
            Self::EqualLength => f.write_str("`e` behind what never has the same length"),
            Self::SeveralAtoms => f.write_str("a second atom in one leg of a bracket"),
            Self::FirstLegDirection(c) => write!(f, "the direction `{c}` on the first leg of a bracket"),
            Self::Unsettled(feature) => write!(f, "{feature} has no settled meaning"),
        }
    }
}

impl PathError {
    /// What to do about it, when that can be said.
    pub(super) fn help(self) -> Option<String> {
        let text = match self {
            Self::NoStepBefore(_) | Self::NoStepAfter(_) | Self::StrayOperator(_) => {
                "operators chain two steps, as in `FtR` or `W-rW`"
            }
            Self::ModifierInside(_) => {
                "as in `cR+R`; between the steps only directions, `a` and `e` can stand"
            }
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
            Self::NullMove => "as in `KO` or `RyO`; alone, of the modifiers only `m`, `i` and `k` go with it",
            Self::NothingBends(_) => "repeat with turns, as in `Nrf8` or `(FtlF)r0`",
            Self::OneStepOnly(_) => "name what stands between the steps, as in `R+R`",
            Self::EqualLength => "write the lengths, as in `W2-bD`",
            Self::Unsettled(_) => {
                "nothing published says what it does there; write this move in XBetza, outside brackets"
            }
            _ => return None,
        };
        Some(text.to_owned())
    }
}
