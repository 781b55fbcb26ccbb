//! Syntax tree to movements: everything implied is written out.
//!
//! In the order of the work: [`unroll`] writes repeats out and splits a prefix into legs, [`plan`] gives each leg
//! its modes and range, [`walk`] follows the headings ([`directions`], [`lattice`]) from leg to leg.
//! [`special`] does the atoms that do not walk.

mod directions;
mod lattice;
mod paths;
mod plan;
mod special;
mod unroll;
mod walk;

use super::ast::{Ast, Item, Move, WrittenRange};
use super::error::{ErrorKind, Feature, NotationError};
use super::legs::{Initial, Kind, Movement, Reach};
use lattice::Lattice;
pub(super) use paths::{atom, compile_paths, landing, unite};
use std::collections::HashSet;
use std::ops::Range;

/// Most legs of one move. A repeat group without a number is written out up to this length.
pub const MAX_LEGS: usize = 64;
/// Most movements of one description, duplicates not counted.
pub const MAX_MOVEMENTS: usize = 4096;

/// Expands a move description into movements with fully specified legs, duplicates dropped.
///
/// ```
/// let legs = griffon::notation::compile("fcF").unwrap();
/// let lines: Vec<String> = legs.iter().map(|movement| movement.to_string()).collect();
/// assert_eq!(lines, ["leg (1,1) x1..1 take enemy", "leg (-1,1) x1..1 take enemy"]);
/// ```
///
/// # Errors
/// Those of [`parse`](super::parse()), descriptions that mean nothing, parts of the notation that are not played
/// yet, and expansions above [`MAX_LEGS`] or [`MAX_MOVEMENTS`]. Spans are byte ranges of `text`.
pub fn compile(text: &str) -> Result<Vec<Movement>, NotationError> {
    expand(&super::parse(text)?)
}

fn expand(ast: &Ast) -> Result<Vec<Movement>, NotationError> {
    let mut collector = Collector::default();
    for movement in &ast.moves {
        collector.begin(movement)?;
        if let Some(lattice) = lattice_of(movement) {
            expand_walk(movement, lattice, &mut collector)?;
        } else {
            special::expand(movement, &mut collector)?;
        }
        if let Some(burn) = &movement.burn {
            return Err(NotationError::at(ErrorKind::Unsupported(Feature::Burn), burn.at));
        }
    }
    match ast.promotion {
        Some(at) => Err(NotationError::at(ErrorKind::Unsupported(Feature::MandatoryPromotion), at)),
        None => Ok(collector.movements),
    }
}

fn lattice_of(movement: &Move) -> Option<Lattice> {
    let atom = &movement.atom;
    let count = |wanted| atom.suffixes.iter().filter(|suffix| suffix.letter == wanted).count();
    let boost = |wanted| i16::try_from(count(wanted)).ok().filter(|boost| *boost <= MAX_BOOST);
    Lattice::of(atom.letter.letter, boost('X')?, boost('Y')?)
}

/// Most suffixes of a kind: beyond it no board has the leap.
const MAX_BOOST: i16 = 99;

fn expand_walk(movement: &Move, lattice: Lattice, collector: &mut Collector) -> Result<(), NotationError> {
    let range = initial_range(movement);
    for legs in unroll::unroll(movement)? {
        let initial = plan::initial(&legs[0]);
        let plans = plan::plan(&legs, lattice, range, &movement.span)?;
        walk::walk(&plans, lattice, &movement.span, |legs| collector.add(Kind::Walk(legs), initial))?;
    }
    Ok(())
}

/// The range that the atom starts with.
fn initial_range(movement: &Move) -> plan::InitialRange {
    let atom = &movement.atom;
    let written = match &atom.range {
        Some(WrittenRange::Star(_)) => Some(Reach::EnemyHalf),
        Some(WrittenRange::Number(number)) if number.value == 0 => Some(Reach::Unlimited),
        Some(WrittenRange::Number(number)) => Some(Reach::Steps(number.value)),
        None if atom.doubled.is_some() => Some(Reach::Unlimited),
        None => None,
    };
    let default = if "BRQ".contains(atom.letter.letter) { Reach::Unlimited } else { Reach::Steps(1) };
    plan::InitialRange { reach: written.unwrap_or(default), written: written.is_some() }
}

/// Refuses `a` and groups in front of an atom that has no legs; gives its letters otherwise.
fn plain_letters(movement: &Move) -> Result<Vec<super::ast::Letter>, NotationError> {
    let atom = movement.atom.letter.letter;
    let letter = |item: &Item| match item {
        Item::Modifier(letter) => Ok(*letter),
        Item::Again { at, .. } => Err(NotationError::at(ErrorKind::LegsNotAllowed(atom), *at)),
        Item::Group { span, .. } => Err(NotationError::new(ErrorKind::LegsNotAllowed(atom), span.clone())),
    };
    movement.prefix.iter().map(letter).collect()
}

/// The movements found so far.
#[derive(Default)]
struct Collector {
    movements: Vec<Movement>,
    known: HashSet<(Kind, Initial, bool)>,
    /// Movements beyond the limit, counted but not kept.
    excess: usize,
    span: Range<usize>,
    quoted: bool,
}

impl Collector {
    /// How far movements beyond the limit are counted.
    const MAX_EXCESS: usize = 16 * MAX_MOVEMENTS;

    /// Turns to the next move of the description.
    fn begin(&mut self, movement: &Move) -> Result<(), NotationError> {
        self.check()?;
        self.span = movement.span.clone();
        self.quoted = movement.atom.quote.is_some();
        Ok(())
    }

    fn check(&self) -> Result<(), NotationError> {
        if self.excess == 0 {
            return Ok(());
        }
        let count = MAX_MOVEMENTS + self.excess;
        let kind = ErrorKind::TooManyMovements { limit: MAX_MOVEMENTS, count };
        Err(NotationError::new(kind, self.span.clone()))
    }

    fn add(&mut self, kind: Kind, initial: Initial) -> Result<(), NotationError> {
        let key = (kind, initial, self.quoted);
        if self.known.contains(&key) {
            return Ok(());
        }
        if self.movements.len() == MAX_MOVEMENTS {
            self.excess += 1;
            return if self.excess < Self::MAX_EXCESS { Ok(()) } else { self.check() };
        }
        let (kind, initial, quoted) = key.clone();
        self.known.insert(key);
        self.movements.push(Movement { kind, initial, quoted, span: self.span.clone() });
        Ok(())
    }
}
