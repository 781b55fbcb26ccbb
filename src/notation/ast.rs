//! The syntax tree: what stands in the text, nothing interpreted.

use std::ops::Range;

/// A move description. Its `Display` is the text it was read from, character by character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ast {
    /// The moves, in order; never empty.
    pub moves: Vec<MoveAst>,
    /// `+` at the end: position of the character.
    pub promotion: Option<usize>,
}

/// One atom with what stands before it: `fcafmF`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAst {
    /// Modifiers, `a`s and groups before the atom.
    pub prefix: Vec<Item>,
    /// The atom.
    pub atom: Atom,
    /// What is burned at the destination: `:cK`.
    pub burn: Option<Box<Burn>>,
    /// Does it stand in parentheses of its own, as in `N(iuO-N)`?
    pub enclosed: bool,
    /// Bytes of the text, the burn and the parentheses included.
    pub span: Range<usize>,
}

/// `:` and the move of the flames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Burn {
    /// Position of the `:`.
    pub at: usize,
    /// Does a backslash stand before it, as in a definition, where a bare colon ends the field?
    pub escaped: bool,
    /// What follows it; has no burn of its own.
    pub flames: MoveAst,
}

/// One element of a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A modifier letter other than `a`.
    Modifier(Letter),
    /// `a`, perhaps with a number behind it.
    Again {
        /// Position of the `a`.
        at: usize,
        /// How often the leg before it may be made.
        count: Option<Number>,
    },
    /// An atom and `-`: the legs before have that atom, and on the square where they lead a piece is put down from
    /// the hand (`uW-bW`); behind `O` on the piece's start (`uO-N`).
    Unload {
        /// The atom.
        atom: Box<Atom>,
        /// Position of the `-`.
        at: usize,
    },
    /// `(…)`, perhaps with a number behind it.
    Group {
        /// What stands between the parentheses: modifiers and `a`s.
        items: Vec<Item>,
        /// Most repeats.
        count: Option<Number>,
        /// Bytes from `(` to `)` or to the end of the number.
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

/// A number of one or two digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its value, 0 to 99.
    pub value: u16,
    /// Its bytes; a leading zero counts.
    pub span: Range<usize>,
}

/// A range as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenRange {
    /// A number; 0 is unlimited.
    Number(Number),
    /// `*`; its position.
    Star(usize),
}

/// Where the quote of an atom stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quote {
    /// Before the range.
    BeforeRange,
    /// Behind the range.
    AfterRange,
}

/// An atom with all that may stand behind it.
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
    /// `'`.
    pub quote: Option<Quote>,
}
