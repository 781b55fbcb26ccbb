//! Betza 2.0 text to syntax tree.

use super::tree::{Base, Betza2Atom, Betza2Move, Exponent, Operand};
use crate::notation::ast::Letter;
use crate::notation::error::{ErrorKind, NotationError};
use crate::notation::lattice::{Family, Lattice};
use crate::notation::path::Leap;
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
pub(super) fn parse(text: &str) -> Result<Vec<Betza2Move>, NotationError> {
    let mut parser = Betza2Parser { text, at: 0, depth: 0 };
    let moves = parser.moves()?;
    match parser.peek() {
        Some(_) => Err(NotationError::at(ErrorKind::UnopenedGroup, parser.at)),
        None if moves.is_empty() => Err(NotationError::new(ErrorKind::Empty, 0..0)),
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
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Betza2Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Parses moves up to the end of the text or of the group.
    fn moves(&mut self) -> Result<Vec<Betza2Move>, NotationError> {
        let mut moves = Vec::new();
        while !matches!(self.peek(), None | Some(')')) {
            moves.push(self.one_move()?);
        }
        Ok(moves)
    }

    fn one_move(&mut self) -> Result<Betza2Move, NotationError> {
        let start = self.at;
        let prefix = self.letters();
        if let Some(operator) = prefix.iter().find(|letter| is_operator(letter)) {
            let error = if operator.at == start {
                PathError::NoStepBefore(operator.letter)
            } else {
                PathError::StrayOperator(operator.letter)
            };
            return Err(NotationError::at(error, operator.at));
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
                    let from = self.at;
                    let count = self.number()?;
                    if operand.exponent.is_some() {
                        return Err(NotationError::new(PathError::SecondExponent, from..self.at));
                    }
                    let first = link.iter().chain(&turn).map(|letter| letter.at).min().unwrap_or(from);
                    operand.exponent = Some(Exponent { link, turn, count, span: first..self.at });
                }
            }
        }
        chain.push(operand);
        Ok(Betza2Move { prefix, chain, span: start..self.at })
    }

    /// Reads all modifiers and operators at the current position.
    fn letters(&mut self) -> Vec<Letter> {
        let mut letters = Vec::new();
        while let Some(letter) = self.peek().filter(|c| OPERATORS.contains(*c) || MODIFIERS.contains(*c)) {
            letters.push(Letter { letter, at: self.at });
            self.at += 1;
        }
        letters
    }

    /// Reads the letters after a step, unless they belong to the next move.
    fn between(&mut self) -> Result<Between, NotationError> {
        let start = self.at;
        let letters = self.letters();
        let next = self.peek();
        let stray = letters.iter().skip(1).find(|letter| is_operator(letter));
        let (link, turn) = match letters.split_first() {
            Some((first, turn)) if is_operator(first) => (Some(*first), turn.to_vec()),
            _ => (None, letters.clone()),
        };
        if let Some(stray) = stray {
            return Err(NotationError::at(PathError::StrayOperator(stray.letter), stray.at));
        }
        if next.is_some_and(|c| c.is_ascii_digit()) {
            return Ok(Between::Exponent(link, turn));
        }
        let Some(link) = link else {
            // Modifiers of the next move.
            self.at = start;
            return Ok(Between::End);
        };
        if matches!(next, None | Some(')')) {
            return Err(NotationError::at(PathError::NoStepAfter(link.letter), link.at));
        }
        Ok(Between::Link(link, turn))
    }

    fn operand(
        &mut self,
        link: Option<Letter>,
        turn: Vec<Letter>,
        start: usize,
    ) -> Result<Operand, NotationError> {
        let base = match self.peek() {
            Some('(') => self.parenthesis()?,
            Some('A'..='Z') => Base::Atom(self.atom()?),
            None | Some(')') => return Err(NotationError::new(ErrorKind::NoAtom, start..self.at)),
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
        NotationError::new(kind, self.at..self.at + found.len_utf8())
    }

    /// Parses a group or a pair of coordinates.
    fn parenthesis(&mut self) -> Result<Base, NotationError> {
        let start = self.at;
        self.at += 1;
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.leap(start).map(Base::Atom);
        }
        if self.depth == MAX_DEPTH {
            return Err(NotationError::at(PathError::TooDeep, start));
        }
        self.depth += 1;
        let moves = self.moves()?;
        self.depth -= 1;
        if self.peek().is_none() {
            return Err(NotationError::at(PathError::UnclosedGroup, start));
        }
        self.at += 1;
        if moves.is_empty() {
            return Err(NotationError::new(PathError::EmptyGroup, start..self.at));
        }
        Ok(Base::Group(moves))
    }

    /// Parses the rest of `(4,1)`.
    fn leap(&mut self, start: usize) -> Result<Betza2Atom, NotationError> {
        let first = self.number()?;
        let comma = self.peek() == Some(',');
        self.at += usize::from(comma);
        if !comma || !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(NotationError::new(PathError::MalformedLeap, start..self.at));
        }
        let second = self.number()?;
        if self.peek() != Some(')') {
            return Err(NotationError::new(PathError::MalformedLeap, start..self.at));
        }
        self.at += 1;
        // Numbers have at most two digits.
        let size = (first.min(second) as i16, first.max(second) as i16);
        let leap = Leap { size, both: false };
        Ok(Betza2Atom { letter: '(', leap, slides: false, span: start..self.at })
    }

    /// Parses a number at the current position.
    fn number(&mut self) -> Result<u16, NotationError> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + digits;
        if digits > 2 {
            return Err(NotationError::new(ErrorKind::NumberTooLong, span));
        }
        self.at = span.end;
        self.text[span.clone()].parse().map_err(|_| NotationError::new(ErrorKind::StrayNumber, span))
    }

    fn atom(&mut self) -> Result<Betza2Atom, NotationError> {
        let at = self.at;
        let letter = self.peek().unwrap_or_default();
        let leap = match letter {
            'O' => Leap { size: (0, 0), both: false },
            _ => leap_of(letter).ok_or_else(|| NotationError::at(ErrorKind::UnknownAtom(letter), at))?,
        };
        self.at += 1;
        if self.peek() == Some(letter) {
            let kind = PathError::DoubledAtom(letter);
            return Err(NotationError::new(kind, at..self.at + 1));
        }
        Ok(Betza2Atom { letter, leap, slides: "BRQ".contains(letter), span: at..self.at })
    }
}

fn is_operator(letter: &Letter) -> bool {
    OPERATORS.contains(letter.letter)
}

/// SPEC: Betza 2.0, "The basic atoms" (the table has I, the picture H for the leap (3,0)) and the table of shortcuts.
fn leap_of(letter: char) -> Option<Leap> {
    let xbetza = if letter == 'I' { 'H' } else { letter };
    let lattice = Lattice::of(xbetza, 0, 0).filter(|_| !"ST".contains(letter))?;
    Some(Leap { size: lattice.leap(), both: lattice.family == Family::Both })
}
