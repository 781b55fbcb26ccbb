//! Moves of whole sets of pieces, for kinds that only have a few single steps, the same from every square.
//!
//! A pawn's moves are shifts of the set of all pawns. The steps are derived from the finished tables, square
//! by square, so edges, holes, forbidden squares and wrapping are reflected in the set of start squares.

use super::bitboards::{BatchStep, BitboardMoves, Conditional};
use super::info::KindInfo;
use crate::board::bits::{contains, insert, squares_of};
use crate::board::{Kind, Square};
use arrayvec::ArrayVec;

/// Kinds with more steps are faster to look up piece by piece.
const MAX_STEPS: usize = 8;

/// Returns the steps of each kind that moves only by a few steps; empty for other kinds.
pub(super) fn steps(forms: &BitboardMoves, infos: &[KindInfo]) -> Box<[Box<[BatchStep]>]> {
    let of = |(kind, info): (Kind, &KindInfo)| if info.trees { None } else { steps_of(forms, kind) };
    let kinds = (0..).map(Kind).zip(infos);
    kinds.map(|kind| of(kind).unwrap_or_default().into()).collect()
}

fn steps_of(forms: &BitboardMoves, kind: Kind) -> Option<Vec<BatchStep>> {
    let rides = &forms.rides[kind.index()];
    if !rides.is_empty() || forms.royal_captures[kind.index()] {
        return None;
    }
    let mut steps: Vec<BatchStep> = Vec::new();
    for from in (0..forms.squares as u16).map(Square) {
        let entries = entries(forms, kind, from)?;
        for step in &entries {
            let same = |other: &BatchStep| BatchStep { starts: Vec::new(), ..other.clone() } == *step;
            let place = steps.iter().position(same).unwrap_or_else(|| {
                steps.push(BatchStep { starts: vec![0; forms.width], ..step.clone() });
                steps.len() - 1
            });
            if steps.len() > MAX_STEPS {
                return None;
            }
            insert(&mut steps[place].starts, from.index());
        }
    }
    Some(steps)
}

/// Steps from one square; `None` if they are too many, two of them could be the same move, or one cannot be written as
/// a step.
fn entries(forms: &BitboardMoves, kind: Kind, from: Square) -> Option<Vec<BatchStep>> {
    let words = |n: usize| n * forms.width..(n + 1) * forms.width;
    let slot = words(forms.slot(kind, from));
    let (quiet, takes) = (&forms.quiet_leaps[slot.clone()], &forms.taking_leaps[slot]);
    let by = |to: usize| to as i32 - i32::from(from.0);
    let mut found: Vec<BatchStep> = Vec::new();
    for to in squares_of(&forms.enterable[words(kind.index())]) {
        let (quiet, takes) = (contains(quiet, to), contains(takes, to));
        if quiet || takes {
            found.push(BatchStep { by: by(to), quiet, takes, ..BatchStep::default() });
        }
    }
    for entry in forms.conditionals(kind, from) {
        let Conditional { to, quiet, takes, unmoved, trail, ways: (first, count), .. } = *entry;
        if count > 1 {
            return None;
        }
        let mut passed = ArrayVec::new();
        if count == 1 {
            let mut way = squares_of(&forms.ways[words(first as usize)]);
            way.try_for_each(|square| passed.try_push(by(square))).ok()?;
        }
        found.push(BatchStep { by: by(to.into()), quiet, takes, unmoved, trail, passed, starts: Vec::new() });
    }
    let together = |a: &BatchStep, b: &BatchStep| a.by == b.by && (a.quiet && b.quiet || a.takes && b.takes);
    let clashes = || (1..found.len()).any(|n| found[..n].iter().any(|other| together(&found[n], other)));
    (found.len() <= MAX_STEPS && !clashes()).then_some(found)
}
