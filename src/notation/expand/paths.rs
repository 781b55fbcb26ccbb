//! Paths to movements: legs that each have their own atom.
//!
//! The heading of a leg is relative to the previous step, which counts as forward. Directions before the whole path
//! select among its images by their displacement.

use super::collector::Collector;
use super::leg_walk::CIRCLE;
use super::plan::initial_range;
use crate::notation::ast::{Letter, MoveAst};
use crate::notation::directions::{Direction, absolute, combine, relative};
use crate::notation::error::{ErrorKind, Result};
use crate::notation::heading::{Bend, Heading, Headings, Step};
use crate::notation::lattice::{Family, Lattice};
use crate::notation::legs::{Leg, MAX_MOVEMENTS, Movement, MovementKind, Reach};
use crate::notation::path::{Betza2Path, PathLeg, PathTurn};
use crate::notation::path_error::PathError;

/// Maximum number of legs tried for one description.
const MAX_NODES: usize = 1 << 18;
/// Maximum number of steps along a line of any board.
const LONGEST: u16 = 98;
/// Length assumed for an unlimited slide in the displacement of a path.
const FAR: i32 = 1000;

/// Expands paths into movements, duplicates dropped.
///
/// # Errors
/// Directions that contradict the atoms, lengths that cannot be compared, no path at all, expansions above the limit.
pub(in super::super) fn compile_paths(paths: &[Betza2Path]) -> Result<Vec<Movement>> {
    let mut collector = Collector::default();
    let mut nodes = 0;
    for path in paths {
        collector.check()?;
        collector.span = path.span.clone();
        let (select, legs, unequal) = (plain_directions(&path.select)?, Vec::new(), None);
        let mut walker =
            PathWalker { path, select, legs, unequal, nodes: &mut nodes, collector: &mut collector };
        if !walker.go(0, None)? {
            return Err(match walker.unequal {
                Some(leg) => PathError::EqualLength.over(path.legs[leg].span.clone()),
                None => ErrorKind::NothingResults.over(path.span.clone()),
            });
        }
    }
    collector.check()?;
    Ok(collector.movements)
}

/// Combines direction letters; refuses `hr` and `hl`.
fn plain_directions(letters: &[Letter]) -> Result<Vec<Direction>> {
    let directions = combine(letters, false)?;
    let chiral = directions.iter().find_map(|direction| match direction {
        Direction::Chiral(_, at) => Some(*at),
        _ => None,
    });
    chiral.map_or(Ok(directions), |at| Err(ErrorKind::HalfAlone.at(at)))
}

/// Merges the movements of several parts of one description, duplicates dropped.
///
/// # Errors
/// More than [`MAX_MOVEMENTS`].
pub(in super::super) fn unite(parts: Vec<Movement>) -> Result<Vec<Movement>> {
    let mut collector = Collector::default();
    for movement in parts {
        (collector.span, collector.quoted) = (movement.span, movement.quoted);
        collector.flames = movement.flames;
        collector.add(movement.kind, movement.initial)?;
    }
    collector.check()?;
    Ok(collector.movements)
}

/// Returns the geometry and range of an XBetza atom; `None` if it does not walk.
pub(in super::super) fn atom(movement: &MoveAst) -> Option<(Lattice, Reach)> {
    Some((Lattice::of_atom(&movement.atom)?, initial_range(&movement.atom)))
}

/// The last step of the path so far.
#[derive(Clone, Copy)]
struct Last {
    lattice: Lattice,
    heading: Heading,
}

struct PathWalker<'w> {
    path: &'w Betza2Path,
    select: Vec<Direction>,
    legs: Vec<Leg>,
    /// Index of a leg that cannot have the length of the previous leg.
    unequal: Option<usize>,
    nodes: &'w mut usize,
    collector: &'w mut Collector<'static>,
}

impl PathWalker<'_> {
    /// Tries all choices for the legs from `index` on. Returns whether the directions select a complete path.
    fn go(&mut self, index: usize, last: Option<Last>) -> Result<bool> {
        let path = self.path;
        let Some(leg) = path.legs.get(index) else { return self.selected() };
        *self.nodes += 1;
        if *self.nodes > MAX_NODES {
            return Err(ErrorKind::TooManyMovements { limit: MAX_MOVEMENTS, count: MAX_MOVEMENTS }
                .over(path.span.clone()));
        }
        let lattice = leg.lattice;
        let mut found = false;
        for heading in headings(leg, last)?.each() {
            for &bend in &leg.bends {
                for length in self.lengths(index, bend) {
                    let mut built = self.leg(leg, lattice.step(heading), bend, length);
                    if let (true, Some(before), Some(last)) = (leg.equal, self.legs.last(), last)
                        && make_equal(&mut built, lattice, before, last.lattice).is_none()
                    {
                        self.unequal = Some(index);
                        continue;
                    }
                    let end =
                        Last { lattice, heading: heading.turned(bend.eighths(i32::from(length.0) - 1)) };
                    found |= self.on(index, built, if leg.back { last } else { Some(end) })?;
                }
            }
        }
        Ok(found)
    }

    /// Continues after a leg, or ends the path there.
    fn on(&mut self, index: usize, mut built: Leg, last: Option<Last>) -> Result<bool> {
        let path = self.path;
        let leg = &path.legs[index];
        let ends_path = index + 1 == path.legs.len();
        built.landing = if ends_path { leg.last } else { leg.onward };
        self.legs.push(built);
        let mut ends = self.go(index + 1, last)?;
        // The path may end here even if no next leg can have the same length.
        ends |= leg.optional && path.legs.get(index + 1).is_some_and(|next| next.equal) && self.selected()?;
        if ends && (ends_path || leg.optional) {
            if let Some(built) = self.legs.last_mut() {
                built.landing = leg.last;
            }
            self.collector.add(MovementKind::Walk(self.legs.clone()), path.initial)?;
        }
        self.legs.pop();
        Ok(ends)
    }

    /// Returns the ranges of length (min, max, every) of a leg that need separate movements: lengths differ if the leg
    /// bends and the next heading depends on it, or if a later leg has the same length in steps of another size.
    fn lengths(&self, index: usize, bend: Bend) -> Vec<(u16, Reach, u16)> {
        let legs = &self.path.legs;
        let (leg, follows) = (&legs[index], index + 1 < legs.len());
        let (min, max) = leg.range;
        // SPEC: readings 27: a circular rider stops before its own starting square.
        let max = max.at_most(matches!(bend, Bend::Circular(_)).then_some(CIRCLE));
        let each = |most: u16| (min..=most).map(|length| (length, Reach::Steps(length), 1)).collect();
        let unit = |leg: &PathLeg| leg.lattice.far();
        let mut equal = legs[index + 1..].iter().take_while(|next| next.equal);
        let other = |next: &PathLeg| unit(next) != unit(leg) || matches!(next.range.1, Reach::Steps(_));
        let compared = equal.any(other);
        match (bend, max) {
            (_, Reach::Steps(most)) if most == min => vec![(min, max, 1)],
            (Bend::Straight, _) if !compared => vec![(min, max, 1)],
            (Bend::Straight, Reach::Steps(most)) => each(most),
            (Bend::Straight, _) => each(LONGEST / unit(leg).max(1)),
            _ if !follows => vec![(min, max, 1)],
            (_, Reach::Steps(most)) => each(most),
            (_, max) => vec![(min, max, 2), (min + 1, max, 2)],
        }
    }

    fn leg(&self, leg: &PathLeg, step: Step, bend: Bend, (min, max, every): (u16, Reach, u16)) -> Leg {
        Leg {
            induce: false,
            every,
            gate: false,
            step,
            min,
            max,
            skip: 0,
            bend: if max == Reach::Steps(1) { Bend::Straight } else { bend },
            path: leg.path,
            wrap: leg.wrap,
            landing: leg.last,
            unload: false,
            iso: false,
            fresh: false,
            trail: false,
            off_board: false,
        }
    }

    /// Whether the directions before the path select the path made of the current legs.
    ///
    /// SPEC: Betza 2.0: "the 'c' prefix applies to the complete R+R path"; "when directional modifiers apply to a path
    /// that results in a return to the starting square, they will be referenced to the direction of the first step".
    fn selected(&self) -> Result<bool> {
        let (Some(first), false) = (self.legs.first(), self.select.is_empty()) else { return Ok(true) };
        let bent = self.legs.iter().any(|leg| leg.bend != Bend::Straight);
        let whole = if bent { (0, 0) } else { self.displacement() };
        let (x, y) =
            if whole == (0, 0) { (i32::from(first.step.dx), i32::from(first.step.dy)) } else { whole };
        let family = match (x.abs(), y.abs()) {
            (0, _) | (_, 0) => Family::Orthogonal,
            (a, b) if a == b => Family::Diagonal,
            _ => Family::Oblique,
        };
        let own = Heading::new(Step::new(x as i16, y as i16).heading());
        Ok(absolute(&self.select, family)?.each().any(|heading| heading == own))
    }

    /// Returns the displacement of the path, with all slides taken as long and equally long.
    fn displacement(&self) -> (i32, i32) {
        let (mut x, mut y, mut count) = (0, 0, 0);
        for leg in &self.legs {
            count = match leg.max {
                _ if leg.iso => count,
                Reach::Steps(most) if most == leg.min => i32::from(most),
                _ => FAR,
            };
            x += count * i32::from(leg.step.dx);
            y += count * i32::from(leg.step.dy);
        }
        (x, y)
    }
}

/// Gives a leg the length of the previous leg; `None` if the two cannot be compared.
///
/// SPEC: Betza 2.0: "equal in length to previous step, measured in board steps".
fn make_equal(leg: &mut Leg, lattice: Lattice, before: &Leg, last: Lattice) -> Option<()> {
    let (unit, unit_before) = (lattice.far(), last.far());
    match before.max {
        Reach::Steps(most) if most == before.min => {
            let steps =
                (most * unit_before).checked_div(unit).filter(|steps| steps * unit == most * unit_before)?;
            let fits = !matches!(leg.max, Reach::Steps(limit) if limit < steps) && leg.min <= steps;
            (leg.min, leg.max) = (steps, Reach::Steps(steps));
            fits.then_some(())
        }
        _ if unit == unit_before && leg.max != Reach::Steps(1) => {
            leg.iso = true;
            Some(())
        }
        _ => None,
    }
}

/// Returns the possible headings of a leg.
fn headings(leg: &PathLeg, last: Option<Last>) -> Result<Headings> {
    let lattice = leg.lattice;
    let all = lattice.family.headings();
    let Some(last) = last else { return Ok(all) };
    if leg.back {
        return Ok(Headings::from_iter([last.heading.turned(4)]));
    }
    let directions = match &leg.turn {
        PathTurn::All => return Ok(all),
        PathTurn::Ahead => vec![Direction::Single(Letter { letter: 'f', at: leg.span.start })],
        PathTurn::Letters(letters) => plain_directions(letters)?,
    };
    let forward = i32::from(last.heading.0);
    if last.lattice.family != Family::Oblique {
        // SPEC: Betza 2.0: "The continuation steps are to be described in a coordinate system relative to the
        // previous step": after a diagonal step orthogonal leaps look diagonal and the other way round.
        let family = match (lattice.family, last.heading.is_odd()) {
            (Family::Orthogonal, true) => Family::Diagonal,
            (Family::Diagonal, true) => Family::Orthogonal,
            (family, _) => family,
        };
        return Ok(absolute(&directions, family)?.turned(forward));
    }
    if lattice == last.lattice {
        return Ok(relative(&directions, None)?.turned(forward));
    }
    let ahead = directions.iter().all(|d| matches!(d, Direction::Single(Letter { letter: 'f', .. })));
    if ahead {
        return Ok(nearest(all, lattice, last.lattice.step(last.heading)));
    }
    // The longer coordinate of the previous leap points forward.
    Ok(absolute(&directions, lattice.family)?.turned(forward + forward % 2))
}

/// Returns the headings closest to the direction of `step`.
///
/// SPEC: Betza 2.0: "Chaining implies continuation in the most similar direction."
fn nearest(all: Headings, lattice: Lattice, step: Step) -> Headings {
    // Signed square of the cosine as a fraction, which avoids rounding.
    let likeness = |heading: Heading| {
        let other = lattice.step(heading);
        let (ax, ay) = (i64::from(step.dx), i64::from(step.dy));
        let (bx, by) = (i64::from(other.dx), i64::from(other.dy));
        let dot = ax * bx + ay * by;
        (dot * dot.abs(), bx * bx + by * by)
    };
    let less =
        |a: (i64, i64), b: (i64, i64)| i128::from(a.0) * i128::from(b.1) < i128::from(b.0) * i128::from(a.1);
    let beaten = |heading: &Heading| all.each().any(|other| less(likeness(*heading), likeness(other)));
    all.each().filter(|heading| !beaten(heading)).collect()
}
