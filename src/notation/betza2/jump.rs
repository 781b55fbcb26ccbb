//! Modifiers for what a path jumps over: `n`, `j`, `jj`, `p` and `g`.
//!
//! A path jumps over the pieces on squares that its leaps and slides pass, and over pieces that stay on its connection
//! squares.

use crate::notation::ast::Letter;
use crate::notation::error::{Result, check_count, check_legs};
use crate::notation::heading::Step;
use crate::notation::lattice::{Family, Lattice};
use crate::notation::legs::{Landing, Occupancy, PathRule, Reach};
use crate::notation::path::{LegRun, PathLeg, PathTurn};
use crate::notation::path_error::PathError;
use std::ops::Range;

/// Longest leap that replaces a slide that jumps over everything; no board has a longer line.
const LONGEST: i16 = 98;

const ONCE: (u16, Reach) = (1, Reach::Steps(1));

fn slides(leg: &PathLeg) -> bool {
    leg.range.1 != Reach::Steps(1)
}

/// Returns the path with leaps that cannot jump; with `riders` this includes the leaps of slides.
///
/// SPEC: Betza 2.0: "n: Cannot jump over occupied square".
pub(super) fn without(legs: &LegRun, riders: bool) -> LegRun {
    let mut legs = legs.clone();
    let leaps = legs.iter_mut().filter(|leg| leg.lattice.leap.1 > 1 && (riders || !slides(leg)));
    leaps.for_each(|leg| leg.path = PathRule::Free);
    legs
}

/// Returns the connection squares on which a piece stands and stays.
fn hops(path: &LegRun) -> Vec<usize> {
    let is_hop = |(index, pair): (usize, &[PathLeg])| {
        let [leg, next] = pair else { return None };
        let stays = leg.onward.take.is_empty() && !leg.onward.pass.intersects(Occupancy::EMPTY);
        (stays && !next.back).then_some(index)
    };
    path.windows(2).enumerate().filter_map(is_hop).collect()
}

/// Returns a path without optional ends for each square where a path may end.
fn ends(legs: &LegRun) -> impl Iterator<Item = LegRun> {
    let full =
        |end: usize| legs[..=end].iter().map(|leg| PathLeg { optional: false, ..leg.clone() }).collect();
    (0..legs.len()).filter(|&end| end + 1 == legs.len() || legs[end].optional).map(full)
}

/// Returns the paths that do not jump at all, not even on a connection square.
pub(super) fn never(legs: &LegRun) -> Vec<LegRun> {
    ends(legs).filter(|path| hops(path).is_empty()).map(|path| without(&path, false)).collect()
}

/// A modifier of a path that jumps over exactly one piece: `j` or `p` anywhere, `g` directly before its end.
pub(super) struct SingleJump<'s> {
    pub(super) letter: Letter,
    /// The whole path, for errors.
    pub(super) span: &'s Range<usize>,
}

impl SingleJump<'_> {
    fn is_last(&self) -> bool {
        self.letter.letter == 'g'
    }

    /// Returns the paths that jump over exactly one piece.
    ///
    /// SPEC: Betza 2.0: "j: Must jump exactly one"; "g: Must land directly behind first obstacle"; "R+R path (a once
    /// jumping Rook)".
    ///
    /// # Errors
    /// Leaps whose intermediate squares cannot be distinguished here; more paths than the limits allow.
    pub(super) fn paths(&self, legs: &LegRun) -> Result<Vec<LegRun>> {
        let mut found = Vec::new();
        for path in ends(legs) {
            let last = path.len() - 1;
            match hops(&path).as_slice() {
                [] => {
                    for index in if self.is_last() { last } else { 0 }..=last {
                        self.jump_in(&path, index, &mut found)?;
                    }
                }
                &[hop] if !self.is_last() || hop + 1 == last => {
                    let mut path = without(&path, false);
                    if self.is_last() {
                        path[last].range = ONCE;
                    }
                    found.push(path);
                }
                _ => {}
            }
            check_count(found.len(), self.span)?;
        }
        Ok(found)
    }

    /// Appends the path with each way in which part `index` jumps and the others do not.
    fn jump_in(&self, path: &LegRun, index: usize, found: &mut Vec<LegRun>) -> Result<()> {
        let (leg, next) = (&path[index], path.get(index + 1));
        // A step that stops at an obstacle has jumped over none.
        if leg.back || next.is_some_and(|next| next.back) {
            return Ok(());
        }
        let parts = self.parts(leg, path.len() == 1)?;
        if !parts.is_empty() && (leg.equal || next.is_some_and(|next| next.equal)) {
            return Err(PathError::OneStepOnly(self.letter.letter).at(self.letter.at));
        }
        for mut part in parts {
            if let Some(first) = part.first_mut().filter(|_| index > 0) {
                first.turn = leg.turn.clone();
            }
            if let Some(last) = part.last_mut() {
                last.onward = leg.onward;
            }
            check_legs(path.len() - 1 + part.len(), self.span)?;
            let mut all = without(path, false);
            // The leg directly after the jump stays as it is.
            all.splice(index..(index + 2).min(path.len()), part.into_iter().chain(next.cloned()));
            found.push(all);
        }
        Ok(())
    }

    /// Returns a part of a path in each way that jumps over exactly one piece; `whole`: it is the only part.
    fn parts(&self, leg: &PathLeg, whole: bool) -> Result<Vec<LegRun>> {
        let (near, far) = leg.lattice.leap;
        Ok(if slides(leg) {
            slide_over(leg, self.is_last())
        } else if far < 2 {
            Vec::new()
        } else if far == 2 {
            // Every path has one intermediate square.
            vec![vec![PathLeg { path: PathRule::Blocked, ..leg.clone() }]]
        } else if !whole && near != 0 && near != far {
            // King steps would turn the next leg differently than an oblique leap.
            return Err(PathError::OneStepOnly(self.letter.letter).at(self.letter.at));
        } else {
            self.leap_over(leg)?
        })
    }

    /// Returns a single leap as king steps over exactly one piece: along each shortest path, over each of its squares
    /// in turn or over the last one only.
    ///
    /// SPEC: XBetza, on oblique atoms: "all geometrically shortest paths to a destination indicated by the atom".
    fn leap_over(&self, leg: &PathLeg) -> Result<Vec<LegRun>> {
        let (near, far) = leg.lattice.leap;
        check_legs(far.unsigned_abs().into(), self.span)?;
        let targets = match leg.lattice.family {
            Family::Both => vec![(0, far), (far, far)],
            _ => vec![(near, far)],
        };
        check_count(
            targets.iter().map(|&(near, far)| Step::new(near, far).count_routes()).max().unwrap_or(0),
            self.span,
        )?;
        let mut found = Vec::new();
        for route in targets.iter().flat_map(|&(near, far)| Step::new(near, far).routes()) {
            let straight = route.iter().all(|step| *step == route[0]);
            // An oblique leap bends to the same side throughout; as king steps each side is a separate choice.
            for side in if straight { &['r'][..] } else { &['l', 'r'] } {
                let steps = king_steps(leg, &route, *side);
                let skipped = if self.is_last() { steps.len().saturating_sub(2) } else { 0 };
                for mount in (0..steps.len() - 1).skip(skipped) {
                    let mut legs = steps.clone();
                    legs[mount].onward = Landing::HOP;
                    found.push(legs);
                }
            }
            check_count(found.len(), self.span)?;
        }
        Ok(found)
    }
}

/// Returns a slide over exactly one piece: to the square directly after it, or any number of squares on. A limit then
/// applies to both parts together.
fn slide_over(leg: &PathLeg, to_next: bool) -> Vec<LegRun> {
    let hop = |mount, rest| {
        let first = PathLeg { range: mount, onward: Landing::HOP, ..leg.clone() };
        vec![first, PathLeg { range: rest, turn: PathTurn::Ahead, ..leg.clone() }]
    };
    match leg.range.1 {
        _ if to_next => vec![hop(leg.range, ONCE)],
        Reach::Steps(most) => {
            let at = |mount: u16| hop((mount, Reach::Steps(mount)), (1, Reach::Steps(most - mount)));
            (1..most).map(at).collect()
        }
        reach => vec![hop((1, reach), (1, reach))],
    }
}

/// Returns a route as single steps to empty squares, with diagonal ones to the `side` of the orthogonal ones.
fn king_steps(leg: &PathLeg, route: &[Step], side: char) -> LegRun {
    let other = if side == 'r' { 'l' } else { 'r' };
    let at = leg.span.start;
    let step = |(index, step): (usize, &Step)| {
        let lattice = Lattice::new(step.size(), false);
        let turn = match index.checked_sub(1).map(|before| route[before]) {
            Some(before) if before != *step => {
                let aside = if lattice.family == Family::Diagonal { side } else { other };
                PathTurn::Letters(vec![Letter { letter: 'f', at }, Letter { letter: aside, at }])
            }
            _ => PathTurn::Ahead,
        };
        let own = PathLeg::new(lattice, Reach::Steps(1), leg.span.clone());
        PathLeg { turn, wrap: leg.wrap, ..own }
    };
    route.iter().enumerate().map(step).collect()
}

/// Returns the paths with every slide replaced by a leap of each length.
///
/// SPEC: Betza 2.0: "jj: Can jump over any number of pieces".
///
/// # Errors
/// More paths than the limits allow.
pub(super) fn freely(legs: &LegRun, span: &Range<usize>) -> Result<Vec<LegRun>> {
    let mut found = vec![LegRun::new()];
    for leg in legs {
        let leaps = if slides(leg) { leaps(leg) } else { vec![leg.clone()] };
        check_count(found.len().saturating_mul(leaps.len()), span)?;
        let with = |before: &LegRun| {
            let before = before.clone();
            leaps.iter().map(move |leap| [&before[..], std::slice::from_ref(leap)].concat())
        };
        found = found.iter().flat_map(with).collect();
    }
    Ok(found)
}

/// Returns a slide as a single leap of each length that it can have on any board.
fn leaps(leg: &PathLeg) -> Vec<PathLeg> {
    let (near, far) = leg.lattice.leap;
    let board = LONGEST / far.max(1);
    let most = match leg.range.1 {
        Reach::Steps(most) => board.min(i16::try_from(most).unwrap_or(board)),
        _ => board,
    };
    let both = leg.lattice.family == Family::Both;
    let leap = |count| PathLeg {
        lattice: Lattice::new((near * count, far * count), both),
        range: ONCE,
        ..leg.clone()
    };
    (1..=most.max(1)).map(leap).collect()
}
