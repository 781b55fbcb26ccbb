//! The syntax tree: the text as written, not interpreted.

use super::legs::Reach;
use std::ops::Range;

/// A move description. Its `Display` is the exact text it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ast {
    /// The moves, in order; never empty.
    pub moves: Vec<MoveAst>,
    /// Position of a `+` at the end.
    pub promotion: Option<usize>,
}

/// One atom with its prefix: `fcafmF`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAst {
    /// Modifiers, `a`s and groups before the atom.
    pub prefix: Vec<Item>,
    /// The atom.
    pub atom: Atom,
    /// Flames at the destination: `:cK`.
    pub burn: Option<Box<Burn>>,
    /// Whether it has parentheses of its own, as in `N(iuO-N)`.
    pub enclosed: bool,
    /// Byte range in the text, including burn and parentheses.
    pub span: Range<usize>,
}

/// `:` and the move of the flames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Burn {
    /// Position of the `:`.
    pub at: usize,
    /// Whether a backslash precedes it, as in a definition, where a bare colon ends the field.
    pub escaped: bool,
    /// The move after it; has no burn itself.
    pub flames: MoveAst,
}

/// One element of a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A modifier letter other than `a`.
    Modifier(Letter),
    /// `a`, optionally followed by a number.
    Again {
        /// Position of the `a`.
        at: usize,
        /// Maximum number of times the previous leg is made.
        count: Option<Number>,
    },
    /// An atom and `-`: the legs before it use that atom and lead to a square where a piece from the hand is put down
    /// (`uW-bW`); with `O` this is the piece's start (`uO-N`).
    Unload {
        /// The atom.
        atom: Box<Atom>,
        /// Position of the `-`.
        at: usize,
    },
    /// `(…)`, optionally followed by a number.
    Group {
        /// The contents: modifiers and `a`s.
        items: Vec<Item>,
        /// Maximum number of repeats.
        count: Option<Number>,
        /// Byte range from `(` to `)` or to the end of the number.
        span: Range<usize>,
    },
}

/// A letter and its position in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Letter {
    /// The letter.
    pub letter: char,
    /// Its byte position.
    pub at: usize,
}

/// Questions about the letters of a prefix.
pub(super) trait Letters {
    /// Returns the first of the `wanted` letters.
    fn find(&self, wanted: &str) -> Option<Letter>;
    /// Returns the first letter that is not in `allowed`.
    fn other_than(&self, allowed: &str) -> Option<Letter>;
    fn count(&self, wanted: char) -> usize;
    fn has(&self, wanted: char) -> bool {
        self.count(wanted) > 0
    }
}

impl Letters for [Letter] {
    fn find(&self, wanted: &str) -> Option<Letter> {
        self.iter().copied().find(|letter| wanted.contains(letter.letter))
    }
    fn other_than(&self, allowed: &str) -> Option<Letter> {
        self.iter().copied().find(|letter| !allowed.contains(letter.letter))
    }
    fn count(&self, wanted: char) -> usize {
        self.iter().filter(|letter| letter.letter == wanted).count()
    }
}

/// A number of one or two digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its value, 0 to 99.
    pub value: u16,
    /// Its byte range, including a leading zero.
    pub span: Range<usize>,
}

/// A range as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenRange {
    /// A number; 0 is unlimited.
    Number(Number),
    /// `*`, at this position.
    Star(usize),
}

impl WrittenRange {
    /// Returns its meaning after an atom.
    pub(super) fn reach(&self) -> Reach {
        match self {
            Self::Star(_) => Reach::EnemyHalf,
            Self::Number(number) if number.value == 0 => Reach::Unlimited,
            Self::Number(number) => Reach::Steps(number.value),
        }
    }
}

/// Position of an atom's quote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quote {
    /// Before the range.
    BeforeRange,
    /// After the range.
    AfterRange,
}

/// An atom with its suffixes, range and quote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The capital, or `@`.
    pub letter: Letter,
    /// `X` and `Y`, in order.
    pub suffixes: Vec<Letter>,
    /// Position of the second letter of a doubled atom.
    pub doubled: Option<usize>,
    /// The range.
    pub range: Option<WrittenRange>,
    /// The quote `'`.
    pub quote: Option<Quote>,
}
