//! Syntax tree to movements, with everything implied written out.
//!
//! In order: [`unroll`] expands repeats and splits a prefix into legs, [`plan`] gives each leg its modes and range, and
//! [`leg_walk`] chooses the headings ([`directions`], [`lattice`]) leg by leg. [`special`] expands the atoms that do
//! not walk.

pub(super) mod directions;
pub(super) mod lattice;
mod leg_walk;
mod paths;
mod plan;
mod special;
mod unroll;

use super::ast::{Ast, Burn, Item, Letter, MoveAst, WrittenRange};
use super::error::{ErrorKind, NotationError};
use super::flames::Flames;
use super::legs::{Initial, Landing, Leg, Movement, MovementKind, Occupancy, Reach};
use fxhash::{FxHashMap, FxHashSet};
use lattice::Lattice;
pub(super) use paths::{atom, compile_paths, landing, unite};
use std::ops::Range;

/// Maximum number of legs of one move. A repeat group without a number is expanded up to this length.
pub const MAX_LEGS: usize = 64;
/// Maximum number of movements of one description, duplicates not counted, and of captures of all its flames.
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
/// Those of [`parse`](super::parse()), descriptions without a meaning, unsupported parts of the notation, and
/// expansions above [`MAX_LEGS`] or [`MAX_MOVEMENTS`]. Spans are byte ranges of `text`.
pub fn compile(text: &str) -> Result<Vec<Movement>, NotationError> {
    expand(&super::parse(text)?)
}

fn expand(ast: &Ast) -> Result<Vec<Movement>, NotationError> {
    let mut collector = Collector::default();
    collect(ast, &mut collector)?;
    // SPEC: XBetza of 2020, "Ideas for the future": "It could be indicated that a move must promote (e.g. as a + suffix
    // behind the entire description)".
    let must_promote = ast.promotion.is_some();
    collector.movements.iter_mut().for_each(|movement| movement.must_promote = must_promote);
    Ok(collector.movements)
}

/// Returns the numbers of the movements of a text; `None` if the text is invalid or has a movement not in `numbered`.
///
/// Stops at the first movement not in `numbered`, so its size bounds the cost.
pub(super) fn among(text: &str, numbered: &Numbered) -> Option<Vec<usize>> {
    let mut collector = Collector { among: Some(numbered), ..Collector::default() };
    collect(&super::parse(text).ok()?, &mut collector).ok()?;
    collector.movements.iter().map(|movement| numbered.get(&key(movement)).copied()).collect()
}

fn collect(ast: &Ast, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    let mut burning = 0;
    for movement in &ast.moves {
        collector.begin(movement)?;
        if let Some(burn) = &movement.burn {
            collector.flames = flames(movement, burn)?;
            burning += collector.flames.len();
            if burning > MAX_MOVEMENTS {
                let kind = ErrorKind::TooManyMovements { limit: MAX_MOVEMENTS, count: burning };
                return Err(NotationError::new(kind, burn.at..burn.flames.span.end));
            }
        }
        expand_one(movement, collector)?;
        if let Some(burn) = &movement.burn {
            refuse_unloading_flames(&collector.movements, burn)?;
        }
    }
    Ok(())
}

fn expand_one(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    match lattice_of(movement) {
        Some(lattice) => expand_walk(movement, lattice, collector),
        None => special::expand(movement, collector),
    }
}

/// Refuses flames after a move that unloads: no source says whether they would burn the piece just put down.
fn refuse_unloading_flames(movements: &[Movement], burn: &Burn) -> Result<(), NotationError> {
    let unloads = |movement: &Movement| match &movement.kind {
        MovementKind::Walk(legs) => {
            !movement.flames.is_empty() && legs.iter().any(|leg| leg.unload || leg.gate)
        }
        _ => false,
    };
    if movements.iter().any(unloads) {
        return Err(NotationError::at(ErrorKind::Flames("a move that unloads cannot burn"), burn.at));
    }
    Ok(())
}

/// Returns the captures of a burn descriptor.
///
/// SPEC: XBetza, "Ideas for the future": "describing the move of 'flames' emitted by a piece from its destination,
/// which then evaporate after they made their capture".
fn flames(movement: &MoveAst, burn: &Burn) -> Result<Flames, NotationError> {
    let refuse = |why| Err(NotationError::new(ErrorKind::Flames(why), burn.at..burn.flames.span.end));
    let walks = |movement: &MoveAst| lattice_of(movement).is_some() || movement.atom.letter.letter == 'U';
    if !walks(movement) {
        return refuse("only a move that goes somewhere can burn");
    }
    if !walks(&burn.flames) {
        return refuse("flames with an atom that does not go anywhere");
    }
    let mut collector = Collector::default();
    collector.begin(&burn.flames)?;
    expand_one(&burn.flames, &mut collector)?;
    let odd = |leg: &Leg| {
        let passing = leg.landing.take.meets(Occupancy::EN_PASSANT);
        leg.excite || leg.unload || leg.gate || leg.trail || passing
    };
    let takes = |landing: Landing| !landing.take.is_empty();
    let legs = |movement: &Movement| match &movement.kind {
        MovementKind::Walk(legs) => (legs.iter().any(odd), legs.iter().any(|leg| takes(leg.landing))),
        MovementKind::Universal(landing) => (landing.take.meets(Occupancy::EN_PASSANT), takes(*landing)),
        MovementKind::Castle(_)
        | MovementKind::Drop(_)
        | MovementKind::Imitate(_)
        | MovementKind::Mirror(_) => (true, false),
    };
    if collector.movements.iter().any(|m| m.initial != Initial::Any || legs(m).0) {
        return refuse("flames with `i`, `e`, `n`, `u` or `x`");
    }
    if !collector.movements.iter().any(|m| legs(m).1) {
        return refuse("flames that capture nothing");
    }
    Ok(collector.movements.into())
}

fn lattice_of(movement: &MoveAst) -> Option<Lattice> {
    let atom = &movement.atom;
    let count = |wanted| atom.suffixes.iter().filter(|suffix| suffix.letter == wanted).count();
    let boost = |wanted| i16::try_from(count(wanted)).ok().filter(|boost| *boost <= MAX_BOOST);
    Lattice::of(atom.letter.letter, boost('X')?, boost('Y')?)
}

/// Marks a leg whose start square receives a piece from the hand (`uO-`, `uW-`); not a modifier of the notation.
const GATE: char = '@';

/// Maximum number of suffixes of one kind; longer leaps fit no board.
const MAX_BOOST: i16 = 99;

fn expand_walk(
    movement: &MoveAst,
    lattice: Lattice,
    collector: &mut Collector<'_>,
) -> Result<(), NotationError> {
    let range = initial_range(movement);
    unroll::unroll(movement, |legs| {
        let initial = plan::initial(&legs[0]);
        let plans = plan::plan(legs, lattice, range, &movement.span)?;
        leg_walk::walk(&plans, lattice, &movement.span, |legs| {
            collector.add(MovementKind::Walk(legs), initial)
        })
    })
}

/// Returns the atom's initial range. A written range takes precedence over a doubled letter.
///
/// SPEC: XBetza, "Basics": "The capital can optionally be followed by a number indicating the maximum number of times a
/// step can be repeated"; "Riders with unlimited range can be indicated by doubling the letter".
fn initial_range(movement: &MoveAst) -> plan::InitialRange {
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

/// Returns the letters before an atom that has no legs; refuses `a` and groups.
fn plain_letters(movement: &MoveAst) -> Result<Vec<Letter>, NotationError> {
    let atom = movement.atom.letter.letter;
    let letter = |item: &Item| match item {
        Item::Modifier(letter) => Ok(*letter),
        Item::Unload { atom, at } if atom.letter.letter == 'O' => Ok(Letter { letter: GATE, at: *at }),
        Item::Unload { at, .. } => Err(NotationError::at(ErrorKind::LegsNotAllowed(atom), *at)),
        Item::Again { at, .. } => Err(NotationError::at(ErrorKind::LegsNotAllowed(atom), *at)),
        Item::Group { span, .. } => Err(NotationError::new(ErrorKind::LegsNotAllowed(atom), span.clone())),
    };
    let mut letters: Vec<Letter> = movement.prefix.iter().map(letter).collect::<Result<_, _>>()?;
    if let Some(gate) = letters.iter().position(|letter| letter.letter == GATE) {
        // `iuO-isO2`: the first `u` belongs to the `-`, and `i` on both sides is one condition.
        let count = |part: &[Letter]| part.iter().filter(|letter| letter.letter == 'i').count();
        let mut spare = count(&letters[..gate]).min(count(&letters[gate..]));
        let mut used = false;
        letters.retain(|letter| {
            let drop = match letter.letter {
                'u' => !std::mem::replace(&mut used, true),
                'i' if spare > 0 => {
                    spare -= 1;
                    true
                }
                _ => false,
            };
            !drop
        });
    }
    Ok(letters)
}

/// A movement without its span and `must_promote`.
pub(super) type MovementKey = (MovementKind, Initial, bool, Flames);

/// Movements and their numbers.
pub(super) type Numbered = FxHashMap<MovementKey, usize>;

/// Returns the key that identifies a movement.
pub(super) fn key(movement: &Movement) -> MovementKey {
    (movement.kind.clone(), movement.initial, movement.quoted, movement.flames.clone())
}

/// The movements found so far.
#[derive(Default)]
struct Collector<'k> {
    movements: Vec<Movement>,
    known: FxHashSet<MovementKey>,
    /// If set, any movement outside this set ends the expansion.
    among: Option<&'k Numbered>,
    /// Movements beyond the limit, counted but not kept.
    excess: usize,
    span: Range<usize>,
    quoted: bool,
    flames: Flames,
}

impl Collector<'_> {
    /// Maximum number of excess movements that are counted.
    const MAX_EXCESS: usize = 16 * MAX_MOVEMENTS;

    /// Starts the next move of the description.
    fn begin(&mut self, movement: &MoveAst) -> Result<(), NotationError> {
        self.check()?;
        self.span = movement.span.clone();
        self.quoted = movement.atom.quote.is_some();
        self.flames = Flames::default();
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

    fn add(&mut self, kind: MovementKind, initial: Initial) -> Result<(), NotationError> {
        let key = (kind, initial, self.quoted, self.flames.clone());
        if self.known.contains(&key) {
            return Ok(());
        }
        if self.among.is_some_and(|wanted| !wanted.contains_key(&key)) {
            return Err(NotationError::new(ErrorKind::NothingResults, self.span.clone()));
        }
        if self.movements.len() == MAX_MOVEMENTS {
            self.excess += 1;
            return if self.excess < Self::MAX_EXCESS { Ok(()) } else { self.check() };
        }
        let (kind, initial, quoted, _) = key.clone();
        self.known.insert(key);
        let (flames, span) = (self.flames.clone(), self.span.clone());
        self.movements.push(Movement { kind, initial, quoted, must_promote: false, flames, span });
        Ok(())
    }
}
