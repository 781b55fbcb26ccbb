//! Errors in move descriptions.

use super::path_error::PathError;
use std::ops::Range;
use thiserror::Error;

/// Why a move description was refused. `span` is a byte range of the description.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind}")]
pub struct NotationError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where.
    pub span: Range<usize>,
}

impl NotationError {
    pub(super) fn new(kind: ErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }
    /// Returns an error at one ASCII character.
    pub(super) fn at(kind: ErrorKind, at: usize) -> Self {
        Self { kind, span: at..at + 1 }
    }
    /// Returns a hint on how to fix the error, if there is one.
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

/// What is wrong with a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ErrorKind {
    #[error("the move description is empty")]
    Empty,
    #[error("blank inside a move description")]
    Whitespace,
    #[error("unknown modifier `{0}`")]
    UnknownModifier(char),
    #[error("unknown atom `{0}`")]
    UnknownAtom(char),
    #[error("unexpected character `{}`", .0.escape_debug())]
    UnknownCharacter(char),
    #[error("modifiers without an atom after them")]
    NoAtom,
    #[error("the modifier `{0}` stands after the atom")]
    ModifierAtEnd(char),
    #[error("`{0}` is a chaining operator of Betza 2.0")]
    Operator(char),
    #[error("a leap in coordinates, which XBetza does not have")]
    Coordinates,
    #[error("the direction `{0}` is given twice")]
    RepeatedDirection(char),
    #[error("`t` without a mode beside it")]
    LoneT,
    #[error("`-` without a move after it")]
    UnloadAtEnd,
    #[error("`{0}` before `-` does not match `{1}` after it")]
    UnloadAtomDiffers(char, char),
    #[error("a move can unload from the hand only once")]
    SecondUnload,
    #[error("parentheses around more than one move")]
    EnclosedMoves,
    #[error("{0}")]
    Flames(&'static str),
    #[error("`a` without an atom after it")]
    AgainAtEnd,
    #[error("a number must follow an atom, an `a` or a group")]
    StrayNumber,
    #[error("a number has at most two digits")]
    NumberTooLong,
    #[error("`{0}` has no range")]
    RangeNotAllowed(char),
    #[error("`{0}` needs a range of at least 1")]
    RangeZero(char),
    #[error("`{0}` cannot have the range `*`")]
    RangeStar(char),
    #[error("`{atom}` cannot be extended by `{suffix}`")]
    SuffixNotAllowed {
        /// The suffix.
        suffix: char,
        /// The atom before it.
        atom: char,
    },
    #[error("`{0}` is not an atom: it extends the leap before it")]
    StraySuffix(char),
    #[error("a second quote on one atom")]
    RepeatedQuote,
    #[error("a quote must follow an atom")]
    StrayQuote,
    #[error("this `(` is never closed")]
    UnclosedGroup,
    #[error("`)` without `(`")]
    UnopenedGroup,
    #[error("empty group")]
    EmptyGroup,
    #[error("repetition inside a group")]
    NestedGroup,
    #[error("a repeated group must hold an `a`")]
    GroupWithoutAgain,
    #[error("the atom `{0}` cannot stand inside a group")]
    AtomInGroup(char),
    #[error("0 repeats")]
    ZeroRepeats,
    #[error("`:` must stand once, after an atom")]
    StrayBurn,
    #[error("`+` must be the last character")]
    StrayPromotion,
    #[error("`h` without a direction")]
    HalfAlone,
    #[error("`hr` and `hl` need an oblique atom")]
    ChiralNotOblique,
    #[error("`{0}` repeats a turn, but no earlier leg turns")]
    NoEarlierTurn(char),
    #[error("`j` on a single step, which passes no square")]
    StepCannotJump,
    #[error("`{0}` and `{1}` contradict each other")]
    Contradiction(char, char),
    #[error("`{modifier}` means nothing on `{atom}`")]
    Meaningless {
        /// The modifier.
        modifier: char,
        /// The atom.
        atom: char,
    },
    #[error("`{0}` cannot be a move of several legs")]
    LegsNotAllowed(char),
    #[error("no move fits this description")]
    NothingResults,
    #[error("a move of {count} legs; the limit is {limit}")]
    TooManyLegs {
        /// Maximum number of legs of one move.
        limit: usize,
        /// Number of legs of this move.
        count: usize,
    },
    #[error("expands to at least {count} different paths; the limit is {limit}")]
    TooManyMovements {
        /// Maximum number of movements of one description.
        limit: usize,
        /// Number found when counting stopped.
        count: usize,
    },
    #[error("the range `*` counts from one square: it cannot be toggled or shared by two legs")]
    StarToggled,
    #[error("{0}")]
    Path(PathError),
}

impl ErrorKind {
    fn help(&self) -> Option<String> {
        let text = match self {
            Self::Empty => "write at least one atom, as in `N`",
            Self::Whitespace => "write the moves of a piece one after the other, as in `BN`",
            Self::UnknownModifier('w') => "`w` means nothing in XBetza; a new leg starts with `a`",
            Self::UnknownAtom(c) => return atom_help(*c),
            Self::UnknownCharacter(c) => return character_help(*c),
            Self::NoAtom => "modifiers stand before their atom: end with a capital letter, as in `mafsW`",
            Self::ModifierAtEnd(_) => "modifiers stand before the atom that they restrict, as in `fmW`",
            Self::Operator(_) => {
                "XBetza joins legs with `a`, as in `mafsW`; the operators of Betza 2.0 need `notation=betza2`"
            }
            Self::Coordinates => {
                "long leaps are extended atoms, such as `FX` for (4,1); coordinates need `notation=betza2`"
            }
            Self::RepeatedDirection(_) => {
                "letters combine in pairs from the left (`frb` is `fr` and `b`): leave one out, or double a letter to \
                 keep it by itself"
            }
            Self::LoneT => {
                "XBoard's `t` restricts the modes beside it, as in `mctR`; as an operator of Betza 2.0 it needs \
                 `notation=betza2`"
            }
            Self::UnloadAtEnd => "write the rest of the move after the `-`, as in `iuO-N`",
            Self::UnloadAtomDiffers(..) => "write the same atom on both sides, as in `uW-bW`",
            Self::SecondUnload => "write one move for each, as in `uO-NuO-B`",
            Self::EnclosedMoves => "one move in each pair of parentheses, as in `N(iuO-N)B(iuO-B)`",
            Self::Flames(_) => "flames are plain captures from where the move ends, as in `Q:cK`",
            Self::AgainAtEnd => "the last leg and the atom follow the `a`, as in `mafsW`",
            Self::RangeNotAllowed(_) => "leave the number out",
            Self::RangeZero('O') => "the range of `O` is the number of squares the king goes, as in `O2`",
            Self::RangeStar(_) => "write a number",
            Self::NumberTooLong => "0 means unlimited",
            Self::SuffixNotAllowed { .. } => "X and Y extend the leapers W F D A N H C L Z J G",
            Self::StraySuffix(_) => "write it after a leaper, as in `FX`",
            Self::EmptyGroup | Self::GroupWithoutAgain => "a group repeats legs, as in `(caf)R`",
            Self::NestedGroup => "write the inner repeats out",
            Self::UnclosedGroup => "close it before the atom, as in `(caf)R`",
            Self::AtomInGroup(_) => "close the group before the atom, as in `(caf)R`",
            Self::ZeroRepeats => "leave the group out, or only the number for unlimited repeats",
            Self::UnopenedGroup => "open it before the first leg that repeats, as in `(caf)R`",
            Self::StrayNumber => "as in `R3`, `spa2fcR` or `(caf)3R`",
            Self::Contradiction('u', 'x') => {
                "a piece from the hand is put down only by a move of the piece itself"
            }
            Self::Contradiction(..) => "leave one of them out",
            Self::StrayBurn => "as in `Q:cK`",
            Self::RepeatedQuote | Self::StrayQuote => "as in `D'`",
            Self::Meaningless { atom: 'O', .. } => "castling takes `i`, `l`, `r`, `s`, `j` and `p`",
            Self::Meaningless { atom: 'U', .. } => "`U` goes anywhere: it takes `i` and modes",
            Self::Meaningless { atom: '@', .. } => "drops take `m`, `c`, `f`, `s`, `b`, `j` and `n`",
            Self::Meaningless { atom: 'I', .. } => "the imitator takes `f`, `b` and modes",
            Self::Meaningless { atom: 'M', .. } => "the mirror takes `c`, `d` and `k`",
            Self::HalfAlone => {
                "`h` extends the direction before it (`fh`) or makes the chiral sets `hr` and `hl`"
            }
            Self::ChiralNotOblique => "did you mean `rh` or `lh`?",
            Self::NoEarlierTurn(_) => "name the direction: `l` or `r`",
            Self::StepCannotJump => "`j` is for leaps (`jD`) and sliders (`jR`)",
            Self::LegsNotAllowed(_) => "write it as a move of its own",
            Self::TooManyLegs { .. } => "repeat fewer legs",
            Self::TooManyMovements { .. } => {
                "give directions to the later legs, or put a number after the group"
            }
            Self::StarToggled => "write a number, or the legs as moves of their own",
            Self::StrayPromotion => "as a chaining operator of Betza 2.0 it needs `notation=betza2`",
            Self::Path(error) => return error.help(),
            _ => return None,
        };
        Some(text.to_owned())
    }
}

fn atom_help(letter: char) -> Option<String> {
    let text = match letter {
        'P' => "a pawn is `fmWfceFifmnD`",
        'E' => "did you mean `F` (ferz), `A` (alfil) or `FA` (elephant)?",
        'V' => "did you mean `W` (wazir)?",
        _ => "the atoms are W F D N A H C L Z J G, K B R Q S T, U I M O and @",
    };
    Some(text.to_owned())
}

/// Capitals of other alphabets that look like atoms, each with the atom.
#[rustfmt::skip]
const LOOKALIKES: &[(char, char)] = &[
    ('\u{410}', 'A'), ('\u{412}', 'B'), ('\u{421}', 'C'), ('\u{41d}', 'H'), ('\u{41a}', 'K'),
    ('\u{41e}', 'O'), ('\u{422}', 'T'), ('\u{391}', 'A'), ('\u{392}', 'B'), ('\u{397}', 'H'),
    ('\u{39a}', 'K'), ('\u{39d}', 'N'), ('\u{39f}', 'O'), ('\u{3a4}', 'T'), ('\u{396}', 'Z'),
];

fn character_help(character: char) -> Option<String> {
    if let Some((_, meant)) = LOOKALIKES.iter().find(|(other, _)| *other == character) {
        return Some(format!("it looks like the atom `{meant}`, but is a letter of another alphabet"));
    }
    let text = match character {
        '[' | ']' => "legs with atoms of their own are written as in `[F?R]`",
        '{' | '}' => "XBetza groups with `(` and `)`, and only to repeat legs",
        ',' | ';' | '/' => "write the moves of a piece one after the other, as in `BN`",
        '\u{2019}' | '`' | '"' => "the quote is `'`",
        _ => return None,
    };
    Some(text.to_owned())
}
