//! Errors in move descriptions.

use super::path_error::PathError;
use std::fmt;
use std::ops::Range;

/// Why a move description was refused. `span` is a byte range of the description.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for NotationError {}

/// What is wrong with a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The description is empty.
    Empty,
    /// Blanks inside a description.
    Whitespace,
    /// A lowercase letter without a meaning.
    UnknownModifier(char),
    /// A capital that is not an atom.
    UnknownAtom(char),
    /// Any other character that the notation does not use.
    UnknownCharacter(char),
    /// Modifiers with no atom after them.
    NoAtom,
    /// Modifiers after the last atom; holds the first of them.
    ModifierAtEnd(char),
    /// A chaining operator of Betza 2.0.
    Operator(char),
    /// A leap in coordinates, as in Betza 2.0.
    Coordinates,
    /// A single direction that another one of the leg already includes.
    RepeatedDirection(char),
    /// `t` in a leg without modes.
    LoneT,
    /// The description ends in `uO-` or similar.
    UnloadAtEnd,
    /// `uW-` before a different atom.
    UnloadAtomDiffers(char, char),
    /// A second `-` in one move, or a `-` together with another `u`.
    SecondUnload,
    /// More than one move in the parentheses of `(iuO-N)`.
    EnclosedMoves,
    /// `:` after a move that cannot burn, or invalid flames.
    Flames(&'static str),
    /// The description ends in `a`.
    AgainAtEnd,
    /// A number or `*` that does not follow an atom, an `a` or a group.
    StrayNumber,
    /// A number of more than two digits.
    NumberTooLong,
    /// A range on an atom that has none.
    RangeNotAllowed(char),
    /// Range 0 on an atom for which "unlimited" has no meaning.
    RangeZero(char),
    /// Range `*` on an atom that needs a number.
    RangeStar(char),
    /// `X` or `Y` after an atom that cannot be extended.
    SuffixNotAllowed {
        /// The suffix.
        suffix: char,
        /// The atom before it.
        atom: char,
    },
    /// `X` or `Y` with no atom before it.
    StraySuffix(char),
    /// More than one quote on an atom.
    RepeatedQuote,
    /// A quote with no atom before it.
    StrayQuote,
    /// `(` without `)`.
    UnclosedGroup,
    /// `)` without `(`.
    UnopenedGroup,
    /// `()`.
    EmptyGroup,
    /// A group, or an `a` with a number, inside a group.
    NestedGroup,
    /// A group that holds no `a`.
    GroupWithoutAgain,
    /// A capital inside a group.
    AtomInGroup(char),
    /// A repeat count of 0.
    ZeroRepeats,
    /// `:` with no atom before it, or a second one.
    StrayBurn,
    /// `+` that is not the last character.
    StrayPromotion,
    /// `h` with no direction next to it.
    HalfAlone,
    /// `hr` or `hl` where the moves are not oblique.
    ChiralNotOblique,
    /// `q` or `z` as a turn of a later leg, but no earlier leg turns.
    NoEarlierTurn(char),
    /// `j` on a single step, which passes no square.
    StepCannotJump,
    /// Two modifiers of one leg that exclude each other.
    Contradiction(char, char),
    /// A modifier that means nothing for this atom.
    Meaningless {
        /// The modifier.
        modifier: char,
        /// The atom.
        atom: char,
    },
    /// `a` with an atom that has no legs.
    LegsNotAllowed(char),
    /// Well-formed, but no move fits it.
    NothingResults,
    /// Too many legs in one move.
    TooManyLegs {
        /// Maximum number of legs of one move.
        limit: usize,
        /// Number of legs of this move.
        count: usize,
    },
    /// Too many moves in one description.
    TooManyMovements {
        /// Maximum number of movements of one description.
        limit: usize,
        /// Number found when counting stopped.
        count: usize,
    },
    /// The range `*` where it would be toggled, or shared by the two parts of a hop.
    StarToggled,
    /// An error in Betza 2.0 or in a bracket.
    Path(PathError),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the move description is empty"),
            Self::Whitespace => f.write_str("blank inside a move description"),
            Self::UnknownModifier(c) => write!(f, "unknown modifier `{c}`"),
            Self::UnknownAtom(c) => write!(f, "unknown atom `{c}`"),
            Self::UnknownCharacter(c) => write!(f, "unexpected character `{}`", c.escape_debug()),
            Self::NoAtom => f.write_str("modifiers without an atom after them"),
            Self::ModifierAtEnd(c) => write!(f, "the modifier `{c}` stands after the atom"),
            Self::Operator(c) => write!(f, "`{c}` is a chaining operator of Betza 2.0"),
            Self::Coordinates => f.write_str("a leap in coordinates, which XBetza does not have"),
            Self::RepeatedDirection(c) => write!(f, "the direction `{c}` is given twice"),
            Self::LoneT => f.write_str("`t` without a mode beside it"),
            Self::UnloadAtEnd => f.write_str("`-` without a move after it"),
            Self::UnloadAtomDiffers(a, b) => write!(f, "`{a}` before `-` does not match `{b}` after it"),
            Self::SecondUnload => f.write_str("a move can unload from the hand only once"),
            Self::EnclosedMoves => f.write_str("parentheses around more than one move"),
            Self::Flames(why) => f.write_str(why),
            Self::AgainAtEnd => f.write_str("`a` without an atom after it"),
            Self::StrayNumber => f.write_str("a number must follow an atom, an `a` or a group"),
            Self::NumberTooLong => f.write_str("a number has at most two digits"),
            Self::RangeNotAllowed(c) => write!(f, "`{c}` has no range"),
            Self::RangeZero(c) => write!(f, "`{c}` needs a range of at least 1"),
            Self::RangeStar(c) => write!(f, "`{c}` cannot have the range `*`"),
            Self::SuffixNotAllowed { suffix, atom } => {
                write!(f, "`{atom}` cannot be extended by `{suffix}`")
            }
            Self::StraySuffix(c) => write!(f, "`{c}` is not an atom: it extends the leap before it"),
            Self::RepeatedQuote => f.write_str("a second quote on one atom"),
            Self::StrayQuote => f.write_str("a quote must follow an atom"),
            Self::UnclosedGroup => f.write_str("this `(` is never closed"),
            Self::UnopenedGroup => f.write_str("`)` without `(`"),
            Self::EmptyGroup => f.write_str("empty group"),
            Self::NestedGroup => f.write_str("repetition inside a group"),
            Self::GroupWithoutAgain => f.write_str("a repeated group must hold an `a`"),
            Self::AtomInGroup(c) => write!(f, "the atom `{c}` cannot stand inside a group"),
            Self::ZeroRepeats => f.write_str("0 repeats"),
            Self::StrayBurn => f.write_str("`:` must stand once, after an atom"),
            Self::StrayPromotion => f.write_str("`+` must be the last character"),
            Self::HalfAlone => f.write_str("`h` without a direction"),
            Self::ChiralNotOblique => f.write_str("`hr` and `hl` need an oblique atom"),
            Self::NoEarlierTurn(c) => write!(f, "`{c}` repeats a turn, but no earlier leg turns"),
            Self::StepCannotJump => f.write_str("`j` on a single step, which passes no square"),
            Self::Contradiction(a, b) => write!(f, "`{a}` and `{b}` contradict each other"),
            Self::Meaningless { modifier, atom } => {
                write!(f, "`{modifier}` means nothing on `{atom}`")
            }
            Self::LegsNotAllowed(c) => write!(f, "`{c}` cannot be a move of several legs"),
            Self::NothingResults => f.write_str("no move fits this description"),
            Self::TooManyLegs { limit, count } => {
                write!(f, "a move of {count} legs; the limit is {limit}")
            }
            Self::TooManyMovements { limit, count } => {
                write!(f, "expands to at least {count} different paths; the limit is {limit}")
            }
            Self::StarToggled => f.write_str(
                "the range `*` counts from one square: it cannot be toggled or shared by two legs",
            ),
            Self::Path(error) => error.fmt(f),
        }
    }
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
const LOOKALIKES: &[(char, char)] = &[
    ('\u{410}', 'A'),
    ('\u{412}', 'B'),
    ('\u{421}', 'C'),
    ('\u{41d}', 'H'),
    ('\u{41a}', 'K'),
    ('\u{41e}', 'O'),
    ('\u{422}', 'T'),
    ('\u{391}', 'A'),
    ('\u{392}', 'B'),
    ('\u{397}', 'H'),
    ('\u{39a}', 'K'),
    ('\u{39d}', 'N'),
    ('\u{39f}', 'O'),
    ('\u{3a4}', 'T'),
    ('\u{396}', 'Z'),
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
