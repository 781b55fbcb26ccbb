//! Syntax tree to movements, with everything implied written out.
//!
//! In order: [`unroll`] expands repeats and splits a prefix into legs, [`plan`] gives each leg its modes and range, and
//! [`leg_walk`] chooses the headings ([`directions`](super::directions)) leg by leg. [`special`] expands the atoms that do
//! not walk.

mod collector;
mod leg_walk;
mod paths;
mod plan;
mod special;
mod unroll;

use super::ast::{Ast, Burn, MoveAst};
use super::error::{ErrorKind, Result, check_count};
use super::flames::Flames;
use super::lattice::Lattice;
use super::legs::{Initial, Leg, Movement, MovementKind, Occupancy};
use collector::Collector;
pub(super) use collector::{MovementKey, Numbered, key};
pub(super) use paths::{atom, compile_paths, unite};
pub(super) use plan::{initial, landing};

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
/// expansions above [`MAX_LEGS`](super::MAX_LEGS) or [`MAX_MOVEMENTS`](super::MAX_MOVEMENTS). Spans are byte ranges of `text`.
pub fn compile(text: &str) -> Result<Vec<Movement>> {
    expand(&super::parse(text)?)
}

fn expand(ast: &Ast) -> Result<Vec<Movement>> {
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

fn collect(ast: &Ast, collector: &mut Collector<'_>) -> Result<()> {
    let mut burning = 0;
    for movement in &ast.moves {
        collector.begin(movement)?;
        if let Some(burn) = &movement.burn {
            collector.flames = flames(movement, burn)?;
            burning += collector.flames.len();
            check_count(burning, &(burn.at..burn.flames.span.end))?;
        }
        expand_one(movement, collector)?;
        let unloads = |movement: &Movement| !movement.flames.is_empty() && movement.unloads();
        if let Some(burn) = movement.burn.as_ref().filter(|_| collector.movements.iter().any(unloads)) {
            // No source says whether the flames would burn the piece just put down.
            return Err(ErrorKind::Flames("a move that unloads cannot burn").at(burn.at));
        }
    }
    Ok(())
}

fn expand_one(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<()> {
    let Some(lattice) = Lattice::of_atom(&movement.atom) else { return special::expand(movement, collector) };
    unroll::unroll(movement, |legs| {
        let initial = plan::initial(&legs[0]);
        let plans = plan::plan(legs, lattice, movement)?;
        leg_walk::walk(&plans, lattice, &movement.span, |legs| {
            collector.add(MovementKind::Walk(legs), initial)
        })
    })
}

/// Returns the captures of a burn descriptor.
///
/// SPEC: XBetza, "Ideas for the future": "describing the move of 'flames' emitted by a piece from its destination,
/// which then evaporate after they made their capture".
fn flames(movement: &MoveAst, burn: &Burn) -> Result<Flames> {
    let refuse = |why| Err(ErrorKind::Flames(why).over(burn.at..burn.flames.span.end));
    let walks =
        |movement: &MoveAst| Lattice::of_atom(&movement.atom).is_some() || movement.atom.letter.letter == 'U';
    if !walks(movement) {
        return refuse("only a move that goes somewhere can burn");
    }
    if !walks(&burn.flames) {
        return refuse("flames with an atom that does not go anywhere");
    }
    let mut collector = Collector::default();
    collector.begin(&burn.flames)?;
    expand_one(&burn.flames, &mut collector)?;
    let takes = |movement: &Movement, some: fn(Occupancy) -> bool| match &movement.kind {
        MovementKind::Universal(leap) => some(leap.landing.take),
        _ => movement.legs().iter().any(|leg| some(leg.landing.take)),
    };
    let odd = |movement: &Movement| {
        let special = |leg: &Leg| leg.induce || leg.trail;
        let en_passant = takes(movement, |take| take.intersects(Occupancy::EN_PASSANT));
        let displaces = movement.unloads() || movement.borrows();
        movement.initial != Initial::Any || en_passant || displaces || movement.legs().iter().any(special)
    };
    if collector.movements.iter().any(odd) {
        return refuse("flames with `i`, `e`, `n`, `u` or `x`");
    }
    if !collector.movements.iter().any(|movement| takes(movement, |take| !take.is_empty())) {
        return refuse("flames that capture nothing");
    }
    Ok(collector.movements.into())
}
