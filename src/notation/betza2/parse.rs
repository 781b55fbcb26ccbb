//! Betza 2.0 text to syntax tree.

use super::tree::{Base, Betza2Atom, Betza2Move, Exponent, Operand};
use crate::notation::ast::{Letter, Letters};
use crate::notation::atoms;
use crate::notation::cursor::Cursor;
use crate::notation::error::{ErrorKind, NotationError, Result};
use crate::notation::lattice::Lattice;
use crate::notation::path_error::PathError;

/// The chaining operators.
const OPERATORS: &str = "t-+?!xdy";
/// Modifier letters, which exclude the operators.
const MODIFIERS: &str = "cmnjpgqzofblrsvahiek";
/// Maximum nesting of parentheses.
const MAX_DEPTH: usize = 16;

/// Parses a description.
///
/// # Errors
/// Text that is not Betza 2.0.
pub(super) fn parse(text: &str) -> Result<Vec<Betza2Move>> {
    let mut parser = Betza2Parser { cursor: Cursor { text, at: 0 }, depth: 0 };
    let moves = parser.moves()?;
    match parser.cursor.peek() {
        Some(_) => Err(ErrorKind::UnopenedGroup.at(parser.cursor.at)),
        None if moves.is_empty() => Err(ErrorKind::Empty.over(0..0)),
        None => Ok(moves),
    }
}

/// The part of a chain that follows a step.
enum Between {
    /// Operator and modifiers before a number.
    Exponent(Option<Letter>, Vec<Letter>),
    /// Operator and modifiers before another step of the chain.
    Link(Letter, Vec<Letter>),
    /// The end of the chain.
    End,
}

struct Betza2Parser<'t> {
    cursor: Cursor<'t>,
    depth: usize,
}

impl Betza2Parser<'_> {
    /// Parses moves up to the end of the text or of the group.
    fn moves(&mut self) -> Result<Vec<Betza2Move>> {
        let mut moves = Vec::new();
        while !matches!(self.cursor.peek(), None | Some(')')) {
            moves.push(self.one_move()?);
        }
        Ok(moves)
    }

    fn one_move(&mut self) -> Result<Betza2Move> {
        let start = self.cursor.at;
        let prefix = self.letters();
        if let Some(operator) = prefix.find(OPERATORS) {
            let first = operator.at == start;
            let error = if first { PathError::NoStepBefore } else { PathError::StrayOperator };
            return Err(error(operator.letter).at(operator.at));
        }
        let mut operand = self.operand(None, Vec::new(), start)?;
        let mut chain = Vec::new();
        loop {
            match self.between()? {
                Between::End => break,
                Between::Link(link, turn) => {
                    chain.push(operand);
                    operand = self.operand(Some(link), turn, link.at)?;
                }
                Between::Exponent(link, turn) => {
                    let from = self.cursor.at;
                    let count = self.number()?;
                    if operand.exponent.is_some() {
                        return Err(PathError::SecondExponent.over(from..self.cursor.at));
                    }
                    let first = link.iter().chain(&turn).map(|letter| letter.at).min().unwrap_or(from);
                    operand.exponent = Some(Exponent { link, turn, count, span: first..self.cursor.at });
                }
            }
        }
        chain.push(operand);
        Ok(Betza2Move { prefix, chain, span: start..self.cursor.at })
    }

    /// Reads all modifiers and operators at the current position.
    fn letters(&mut self) -> Vec<Letter> {
        let mut letters = Vec::new();
        while let Some(letter) =
            self.cursor.peek().filter(|c| OPERATORS.contains(*c) || MODIFIERS.contains(*c))
        {
            letters.push(Letter { letter, at: self.cursor.at });
            self.cursor.at += 1;
        }
        letters
    }

    /// Reads the letters after a step, unless they belong to the next move.
    fn between(&mut self) -> Result<Between> {
        let start = self.cursor.at;
        let letters = self.letters();
        let next = self.cursor.peek();
        let (link, turn) = match letters.split_first() {
            Some((first, turn)) if OPERATORS.contains(first.letter) => (Some(*first), turn),
            _ => (None, &letters[..]),
        };
        if let Some(stray) = letters.get(1..).and_then(|rest| rest.find(OPERATORS)) {
            return Err(PathError::StrayOperator(stray.letter).at(stray.at));
        }
        let turn = turn.to_vec();
        if next.is_some_and(|c| c.is_ascii_digit()) {
            return Ok(Between::Exponent(link, turn));
        }
        let Some(link) = link else {
            // Modifiers of the next move.
            self.cursor.at = start;
            return Ok(Between::End);
        };
        if matches!(next, None | Some(')')) {
            return Err(PathError::NoStepAfter(link.letter).at(link.at));
        }
        Ok(Between::Link(link, turn))
    }

    fn operand(&mut self, link: Option<Letter>, turn: Vec<Letter>, start: usize) -> Result<Operand> {
        let base = match self.cursor.peek() {
            Some('(') => self.parenthesis()?,
            Some('A'..='Z') => Base::Atom(self.atom()?),
            None | Some(')') => return Err(ErrorKind::NoAtom.over(start..self.cursor.at)),
            Some(other) => return Err(self.unexpected(other)),
        };
        Ok(Operand { link, turn, base, exponent: None })
    }

    fn unexpected(&self, found: char) -> NotationError {
        let kind = match found {
            c if c.is_whitespace() => ErrorKind::Whitespace,
            'a'..='z' => ErrorKind::UnknownModifier(found),
            '0'..='9' => ErrorKind::StrayNumber,
            _ => ErrorKind::UnknownCharacter(found),
        };
        kind.over(self.cursor.at..self.cursor.at + found.len_utf8())
    }

    /// Parses a group or a pair of coordinates.
    fn parenthesis(&mut self) -> Result<Base> {
        let start = self.cursor.at;
        self.cursor.at += 1;
        if self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.leap(start).map(Base::Atom);
        }
        if self.depth == MAX_DEPTH {
            return Err(PathError::TooDeep.at(start));
        }
        self.depth += 1;
        let moves = self.moves()?;
        self.depth -= 1;
        if self.cursor.eat(')').is_none() {
            return Err(PathError::UnclosedGroup.at(start));
        }
        if moves.is_empty() {
            return Err(PathError::EmptyGroup.over(start..self.cursor.at));
        }
        Ok(Base::Group(moves))
    }

    /// Parses the rest of `(4,1)`.
    fn leap(&mut self, start: usize) -> Result<Betza2Atom> {
        let first = self.number()?;
        let comma = self.cursor.eat(',');
        if comma.is_none() || !self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(PathError::MalformedLeap.over(start..self.cursor.at));
        }
        let second = self.number()?;
        if self.cursor.eat(')').is_none() {
            return Err(PathError::MalformedLeap.over(start..self.cursor.at));
        }
        // Numbers have at most two digits.
        let size = (first.min(second) as i16, first.max(second) as i16);
        let lattice = Lattice::new(size, false);
        Ok(Betza2Atom { letter: '(', lattice, slides: false, span: start..self.cursor.at })
    }

    /// Parses a number at the current position.
    fn number(&mut self) -> Result<u16> {
        let number = self.cursor.number()?;
        number.map(|number| number.value).ok_or_else(|| ErrorKind::StrayNumber.at(self.cursor.at))
    }

    fn atom(&mut self) -> Result<Betza2Atom> {
        let at = self.cursor.at;
        let letter = self.cursor.peek().unwrap_or_default();
        let lattice = lattice_of(letter).ok_or_else(|| ErrorKind::UnknownAtom(letter).at(at))?;
        self.cursor.at += 1;
        if self.cursor.peek() == Some(letter) {
            return Err(PathError::DoubledAtom(letter).over(at..self.cursor.at + 1));
        }
        let slides = atoms::walking(letter).is_some_and(|atom| atom.slides);
        Ok(Betza2Atom { letter, lattice, slides, span: at..self.cursor.at })
    }
}

/// SPEC: Betza 2.0, "The basic atoms" (the table has I, the picture H for the leap (3,0)) and the table of shortcuts.
fn lattice_of(letter: char) -> Option<Lattice> {
    match letter {
        'O' => Some(Lattice::new((0, 0), false)),
        'I' => Lattice::of('H', 0, 0),
        'S' | 'T' => None,
        _ => Lattice::of(letter, 0, 0),
    }
}
