//! Courses: the headings of the movements of a description.

use super::leg::{self, counted};
use super::names::Mask;
use crate::notation::expand::key;
use crate::notation::flames::Flames;
use crate::notation::heading::{Bend, Heading, Turn};
use crate::notation::legs::{Initial, Leg, Movement, MovementKind};
use fxhash::{FxHashMap, FxHashSet};

/// Heading of a leg without directions.
const FREE: u8 = u8::MAX;

/// A movement without its headings. Movements of equal shape may be images of each other.
pub(super) type DraftShape = (Vec<Leg>, Initial, bool, Flames);

/// Headings of the legs: the first is absolute, the others are relative to the previous leg.
pub(super) type UnheadedMovement = Vec<u8>;

/// The courses of all movements of a description, by shape.
#[derive(Default)]
pub(super) struct Courses {
    by_shape: FxHashMap<DraftShape, FxHashSet<UnheadedMovement>>,
    /// Maximum step limit of a first leg, by the number of legs.
    pub(super) longest: FxHashMap<usize, u16>,
    /// Letters of the bends of first legs.
    pub(super) bends: FxHashSet<&'static str>,
}

impl Courses {
    pub(super) fn of(movements: &[Movement]) -> Self {
        let mut courses = Self::default();
        for movement in movements {
            let MovementKind::Walk(legs) = &movement.kind else { continue };
            let longest = courses.longest.entry(legs.len()).or_default();
            *longest = legs.first().map_or(0, counted).max(*longest);
            courses.bends.extend(legs.first().map(leg::bend).filter(|bend| !bend.is_empty()));
            if let Some(course) = course(legs) {
                courses.by_shape.entry(shape(movement, legs)).or_default().insert(course);
            }
        }
        courses
    }

    /// Returns a set of headings for each leg such that all combinations exist, widening `course` leg by leg in the
    /// given order.
    pub(super) fn widened(
        &self,
        shape: &DraftShape,
        course: &UnheadedMovement,
        order: &[usize],
    ) -> Vec<Mask> {
        let all = &self.by_shape[shape];
        let mut sets: Vec<Mask> = course.iter().map(|&h| if h == FREE { 0 } else { 1 << h }).collect();
        for &index in order.iter().filter(|&&index| course[index] != FREE) {
            for heading in 0..8 {
                let mut more = sets.clone();
                more[index] = 1 << heading;
                if sets[index] & 1 << heading == 0 && holds(all, &more, &mut Vec::new()) {
                    sets[index] |= 1 << heading;
                }
            }
        }
        sets
    }
}

fn holds(all: &FxHashSet<UnheadedMovement>, sets: &[Mask], begun: &mut UnheadedMovement) -> bool {
    let Some(&set) = sets.get(begun.len()) else { return all.contains(begun) };
    let headings = (0..8).filter(|heading| set & 1 << heading != 0);
    let headings: Vec<u8> = if set == 0 { vec![FREE] } else { headings.collect() };
    headings.into_iter().all(|heading| {
        begun.push(heading);
        let held = holds(all, sets, begun);
        begun.pop();
        held
    })
}

pub(super) fn shape(movement: &Movement, legs: &[Leg]) -> DraftShape {
    let mut legs = legs.to_vec();
    for leg in &mut legs {
        let (dx, dy) = leg.step.size();
        // Orthogonal and diagonal leaps of the same length share a shape.
        leg.step.dx = if dx == dy { 0 } else { dx };
        leg.step.dy = dy;
        leg.bend = match leg.bend {
            Bend::Straight => Bend::Straight,
            Bend::Circular(_) => Bend::Circular(Turn::Left),
            Bend::Zigzag(_) => Bend::Zigzag(Turn::Left),
        };
    }
    let (_, initial, quoted, flames) = key(movement);
    (legs, initial, quoted, flames)
}

/// Returns the course as written in text: legs without directions are [`FREE`].
pub(super) fn course(legs: &[Leg]) -> Option<UnheadedMovement> {
    let mut course = offsets(legs)?;
    let free = course.iter_mut().zip(legs).skip(1).filter(|(_, leg)| leg.fresh);
    free.for_each(|(heading, _)| *heading = FREE);
    Some(course)
}

/// Returns the headings of the legs; `None` if they do not share an atom.
pub(super) fn offsets(legs: &[Leg]) -> Option<UnheadedMovement> {
    let size = |leg: &Leg| leg.step.size();
    let oblique = |(near, far): (i16, i16)| near != 0 && near != far;
    let first = size(legs.first()?);
    let mut result = Vec::with_capacity(legs.len());
    let mut last = Heading::new(0);
    for leg in legs {
        let own = size(leg);
        let same_atom = if oblique(first) { own == first } else { !oblique(own) && own.1 == first.1 };
        if !same_atom || own == (0, 0) {
            return None;
        }
        let heading = Heading::new(leg.step.heading());
        result.push(heading.relative_to(last).0);
        // The heading of the last step. If its number varies, no leg follows the bent one.
        last = heading.turned(leg.bend.eighths(i32::from(leg.min) - 1));
    }
    Some(result)
}
