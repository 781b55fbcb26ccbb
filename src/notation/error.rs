//! Errors in move descriptions.

use super::error_table::error_table;
use super::legs::{MAX_LEGS, MAX_MOVEMENTS};
use super::path_error::PathError;
use std::ops::Range;

/// Why a move description was refused. `span` is a byte range of the description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct NotationError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where.
    pub span: Range<usize>,
}

/// The result of reading a move description.
pub(super) type Result<T, E = NotationError> = std::result::Result<T, E>;

impl NotationError {
    /// Returns the error of a text that begins `by` bytes later.
    pub(super) fn shifted(self, by: usize) -> Self {
        Self { span: self.span.start + by..self.span.end + by, ..self }
    }
    /// Returns a hint on how to fix the error, if there is one.
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

error_table! {
    NotationError;
    /// What is wrong with a description.
    pub enum ErrorKind {
        Empty: "the move description is empty", "write at least one atom, as in `N`";
        Whitespace: "blank inside a move description",
            "write the moves of a piece one after the other, as in `BN`";
        UnknownModifier(c: char): "unknown modifier `{c}`";
        UnknownAtom(c: char): "unknown atom `{c}`";
        UnknownCharacter(c: char): "unexpected character `{}`" (c.escape_debug());
        NoAtom: "modifiers without an atom after them",
            "modifiers stand before their atom: end with a capital letter, as in `mafsW`";
        ModifierAtEnd(c: char): "the modifier `{c}` stands after the atom",
            "modifiers stand before the atom that they restrict, as in `fmW`";
        Operator(c: char): "`{c}` is a chaining operator of Betza 2.0",
            "XBetza joins legs with `a`, as in `mafsW`; the operators of Betza 2.0 need `notation=betza2`";
        Coordinates: "a leap in coordinates, which XBetza does not have",
            "long leaps are extended atoms, such as `FX` for (4,1); coordinates need `notation=betza2`";
        RepeatedDirection(c: char): "the direction `{c}` is given twice",
            "letters combine in pairs from the left (`frb` is `fr` and `b`): leave one out, or double a letter to \
             keep it by itself";
        LoneT: "`t` without a mode beside it",
            "XBoard's `t` restricts the modes beside it, as in `mctR`; as an operator of Betza 2.0 it needs \
             `notation=betza2`";
        UnloadAtEnd: "`-` without a move after it", "write the rest of the move after the `-`, as in `iuO-N`";
        UnloadAtomDiffers(a: char, b: char): "`{a}` before `-` does not match `{b}` after it",
            "write the same atom on both sides, as in `uW-bW`";
        UnloadFormDiffers(c: char): "`{c}` before `-` and `{c}` after it differ in suffix, range or quote",
            "write the same atom on both sides, as in `uR2-bR2`";
        SecondUnload: "a move can unload from the hand only once", "write one move for each, as in `uO-NuO-B`";
        EnclosedMoves: "parentheses around more than one move",
            "one move in each pair of parentheses, as in `N(iuO-N)B(iuO-B)`";
        Flames(why: &'static str): "{why}", "flames are plain captures from where the move ends, as in `Q:cK`";
        AgainAtEnd: "`a` without an atom after it", "the last leg and the atom follow the `a`, as in `mafsW`";
        StrayNumber: "a number must follow an atom, an `a` or a group", "as in `R3`, `spa2fcR` or `(caf)3R`";
        SecondRange: "an atom has only one range", "as in `R4` or `R*`";
        NumberTooLong: "a number has at most two digits", "0 means unlimited";
        RangeNotAllowed(c: char): "`{c}` has no range", "leave the number out";
        RangeZero(c: char): "`{c}` needs a range of at least 1";
        RangeStar(c: char): "`{c}` cannot have the range `*`", "write a number";
        SuffixNotAllowed { suffix: char, atom: char }: "`{atom}` cannot be extended by `{suffix}`",
            "X and Y extend the leapers W F D A N H C L Z J G";
        StraySuffix(c: char): "`{c}` is not an atom: it extends the leap before it",
            "write it after a leaper, as in `FX`";
        RepeatedQuote: "a second quote on one atom", "as in `D'`";
        StrayQuote: "a quote must follow an atom", "as in `D'`";
        UnclosedGroup: "this `(` is never closed", "close it before the atom, as in `(caf)R`";
        UnopenedGroup: "`)` without `(`", "open it before the first leg that repeats, as in `(caf)R`";
        EmptyGroup: "empty group", "a group repeats legs, as in `(caf)R`";
        NestedGroup: "repetition inside a group", "write the inner repeats out";
        GroupWithoutAgain: "a repeated group must hold an `a`", "a group repeats legs, as in `(caf)R`";
        AtomInGroup(c: char): "the atom `{c}` cannot stand inside a group",
            "close the group before the atom, as in `(caf)R`";
        ZeroRepeats: "0 repeats", "leave the group out, or only the number for unlimited repeats";
        StrayBurn: "`:` must stand once, after an atom", "as in `Q:cK`";
        StrayPromotion: "`+` must be the last character",
            "as a chaining operator of Betza 2.0 it needs `notation=betza2`";
        HalfAlone: "`h` without a direction",
            "`h` extends the direction before it (`fh`) or makes the chiral sets `hr` and `hl`";
        ChiralNotOblique: "`hr` and `hl` need an oblique atom", "did you mean `rh` or `lh`?";
        NoEarlierTurn(c: char): "`{c}` repeats a turn, but no earlier leg turns",
            "name the direction: `l` or `r`";
        StepCannotJump: "`j` on a single step, which passes no square",
            "`j` is for leaps (`jD`) and sliders (`jR`)";
        Contradiction(a: char, b: char): "`{a}` and `{b}` contradict each other", "leave one of them out";
        Meaningless { modifier: char, atom: char }: "`{modifier}` means nothing on `{atom}`";
        LegsNotAllowed(c: char): "`{c}` cannot be a move of several legs", "write it as a move of its own";
        NothingResults: "no move fits this description";
        TooManyLegs { limit: usize, count: usize }: "a move of {count} legs; the limit is {limit}",
            "repeat fewer legs";
        TooManyMovements { limit: usize, count: usize }:
            "expands to at least {count} different paths; the limit is {limit}",
            "give directions to the later legs, or put a number after the group";
        StarToggled: "the range `*` depends on the square: it cannot be toggled or shared by two legs",
            "write a number, or separate moves";
        Path(error: PathError): "{error}";
    }
}

/// Refuses more legs of one move than the limit allows.
pub(super) fn check_legs(count: usize, span: &Range<usize>) -> Result<()> {
    let kind = ErrorKind::TooManyLegs { limit: MAX_LEGS, count };
    if count > MAX_LEGS { Err(kind.over(span.clone())) } else { Ok(()) }
}

/// Refuses more movements, or paths, than the limit allows.
pub(super) fn check_count(count: usize, span: &Range<usize>) -> Result<()> {
    let kind = ErrorKind::TooManyMovements { limit: MAX_MOVEMENTS, count };
    if count > MAX_MOVEMENTS { Err(kind.over(span.clone())) } else { Ok(()) }
}

impl From<PathError> for ErrorKind {
    fn from(error: PathError) -> Self {
        Self::Path(error)
    }
}

impl ErrorKind {
    fn help(self) -> Option<String> {
        let text = match self {
            Self::UnknownModifier('w') => "`w` means nothing in XBetza; a new leg starts with `a`",
            Self::UnknownAtom(c) => atom_help(c),
            Self::UnknownCharacter(c) => return character_help(c),
            Self::RangeZero('O') => "the range of `O` is the number of squares the king goes, as in `O2`",
            Self::Contradiction('u', 'x') => {
                "a piece from the hand is put down only by a move of the piece itself"
            }
            Self::Meaningless { atom: 'O', .. } => "castling takes `i`, `l`, `r`, `s`, `j` and `p`",
            Self::Meaningless { atom: 'U', .. } => "`U` goes anywhere: it takes `i`, `u` and modes",
            Self::Meaningless { atom: '@', .. } => "drops take `m`, `c`, `k`, `f`, `s`, `b`, `j` and `n`",
            Self::Meaningless { atom: 'I', .. } => "the imitator takes `f`, `b` and modes",
            Self::Meaningless { atom: 'M', .. } => "the mirror takes `c`, `d` and `k`",
            Self::Path(error) => return error.help(),
            _ => self.hint()?,
        };
        Some(text.to_owned())
    }
}

const fn atom_help(letter: char) -> &'static str {
    match letter {
        'P' => "a pawn is `fmWfceFifmnD`",
        'E' => "did you mean `F` (ferz), `A` (alfil) or `FA` (elephant)?",
        'V' => "did you mean `W` (wazir)?",
        _ => "the atoms are W F D N A H C L Z J G, K B R Q S T, U I M O and @",
    }
}

/// Capitals of other alphabets that look like atoms, and the atoms.
const LOOKALIKES: [&str; 2] = [
    "\u{410}\u{412}\u{421}\u{41d}\u{41a}\u{41e}\u{422}\u{391}\u{392}\u{397}\u{39a}\u{39d}\u{39f}\u{3a4}\u{396}",
    "ABCHKOTABHKNOTZ",
];

fn character_help(character: char) -> Option<String> {
    let [others, atoms] = LOOKALIKES.map(str::chars);
    if let Some((_, meant)) = others.zip(atoms).find(|(other, _)| *other == character) {
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
