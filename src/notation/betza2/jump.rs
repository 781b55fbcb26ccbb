//! Modifiers for what a path jumps over: `n`, `j`, `jj`, `p` and `g`.
//!
//! A path jumps over the pieces on squares that its leaps and slides pass, and over pieces that stay on its connection
//! squares.

use crate::notation::ast::Letter;
use crate::notation::error::{NotationError, check_count, check_legs};
use crate::notation::legs::{Landing, Occupancy, PathRule, Reach};
use crate::notation::path::{Leap, LegRun, PathLeg, PathTurn};
use crate::notation::path_error::PathError;
use std::ops::Range;

/// Longest leap that replaces a slide that jumps over everything; no board has a longer line.
const LONGEST: i16 = 98;

const ONCE: (u16, Reach) = (1, Reach::Steps(1));

/// Place of the single jump of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JumpPlace {
    /// Anywhere.
    Anywhere,
    /// Directly before the square where the path ends.
    Last,
}

fn slides(leg: &PathLeg) -> bool {
    leg.range.1 != Reach::Steps(1)
}

/// Returns the path with leaps that cannot jump; with `riders` this includes the leaps of slides.
///
/// SPEC: Betza 2.0: "n: Cannot jump over occupied square".
pub(super) fn without(legs: &LegRun, riders: bool) -> LegRun {
    let mut legs = legs.clone();
    let leaps = legs.iter_mut().filter(|leg| leg.leap.size.1 > 1 && (riders || !slides(leg)));
    leaps.for_each(|leg| leg.path = PathRule::Free);
    legs
}

/// Returns the connection squares on which a piece stands and stays.
fn hops(path: &LegRun) -> Vec<usize> {
    let is_hop = |(index, pair): (usize, &[PathLeg])| {
        let [leg, next] = pair else { return None };
        let stays = leg.onward.take.is_empty() && !leg.onward.pass.meets(Occupancy::EMPTY);
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

/// Returns the paths that jump over exactly one piece.
///
/// SPEC: Betza 2.0: "j: Must jump exactly one"; "g: Must land directly behind first obstacle"; "R+R path (a once
/// jumping Rook)".
///
/// # Errors
/// Leaps whose intermediate squares cannot be distinguished here; more paths than the limits allow.
pub(super) fn once(
    legs: &LegRun,
    place: JumpPlace,
    letter: Letter,
    span: &Range<usize>,
) -> Result<Vec<LegRun>, NotationError> {
    let mut found = Vec::new();
    for path in ends(legs) {
        let last = path.len() - 1;
        match hops(&path).as_slice() {
            [] => {
                let first = if place == JumpPlace::Last { last } else { 0 };
                for index in first..=last {
                    with_jump(&path, index, place, letter, span, &mut found)?;
                }
            }
            &[hop] if place == JumpPlace::Anywhere || hop + 1 == last => {
                let mut path = without(&path, false);
                if place == JumpPlace::Last {
                    path[last].range = ONCE;
                }
                found.push(path);
            }
            _ => {}
        }
        check_count(found.len(), span)?;
    }
    Ok(found)
}

/// Appends the path with each way in which part `index` jumps and the others do not.
fn with_jump(
    path: &LegRun,
    index: usize,
    place: JumpPlace,
    letter: Letter,
    span: &Range<usize>,
    found: &mut Vec<LegRun>,
) -> Result<(), NotationError> {
    let leg = &path[index];
    // A step that stops at an obstacle has jumped over none.
    if leg.back || path.get(index + 1).is_some_and(|next| next.back) {
        return Ok(());
    }
    let parts = jumps(leg, place, path.len() == 1, letter, span)?;
    if !parts.is_empty() && (leg.equal || path.get(index + 1).is_some_and(|next| next.equal)) {
        return Err(NotationError::at(PathError::OneStepOnly(letter.letter), letter.at));
    }
    for mut part in parts {
        if let Some(first) = part.first_mut().filter(|_| index > 0) {
            first.turn = leg.turn.clone();
        }
        if let Some(last) = part.last_mut() {
            last.onward = leg.onward;
        }
        let count = path.len() - 1 + part.len();
        check_legs(count, span)?;
        let mut all = path.clone();
        all.splice(index..=index, part);
        let others = (0..all.len()).filter(|at| !(index..=index + count + 1 - path.len()).contains(at));
        for at in others.collect::<Vec<_>>() {
            if all[at].leap.size.1 > 1 && !slides(&all[at]) {
                all[at].path = PathRule::Free;
            }
        }
        found.push(all);
    }
    Ok(())
}

/// Returns a part of a path in each way that jumps over exactly one piece.
fn jumps(
    leg: &PathLeg,
    place: JumpPlace,
    whole: bool,
    letter: Letter,
    span: &Range<usize>,
) -> Result<Vec<LegRun>, NotationError> {
    let (near, far) = leg.leap.size;
    Ok(match place {
        JumpPlace::Last if slides(leg) => {
            let mount = PathLeg { onward: Landing::HOP, ..leg.clone() };
            vec![vec![mount, PathLeg { range: ONCE, turn: PathTurn::Ahead, ..leg.clone() }]]
        }
        JumpPlace::Anywhere if slides(leg) => slide_over(leg),
        _ if far < 2 => Vec::new(),
        // Every path has one intermediate square.
        _ if far == 2 => vec![vec![PathLeg { path: PathRule::Blocked, ..leg.clone() }]],
        // King steps would turn the next leg differently than an oblique leap.
        _ if !whole && near != 0 && near != far => {
            return Err(NotationError::at(PathError::OneStepOnly(letter.letter), letter.at));
        }
        _ => leap_over(leg, place, span)?,
    })
}

/// Returns a slide over exactly one piece; a limit applies to both parts together.
fn slide_over(leg: &PathLeg) -> Vec<LegRun> {
    let hop = |mount, rest| {
        let first = PathLeg { range: mount, onward: Landing::HOP, ..leg.clone() };
        vec![first, PathLeg { range: rest, turn: PathTurn::Ahead, ..leg.clone() }]
    };
    match leg.range.1 {
        Reach::Steps(most) => {
            let at = |mount: u16| hop((mount, Reach::Steps(mount)), (1, Reach::Steps(most - mount)));
            (1..most).map(at).collect()
        }
        reach => vec![hop((1, reach), (1, reach))],
    }
}

/// Returns a single leap as king steps over exactly one piece: along each shortest path, over each of its squares in
/// turn or over the last one only.
///
/// SPEC: XBetza, on oblique atoms: "all geometrically shortest paths to a destination indicated by the atom".
fn leap_over(leg: &PathLeg, place: JumpPlace, span: &Range<usize>) -> Result<Vec<LegRun>, NotationError> {
    let (near, far) = (leg.leap.size.0.unsigned_abs(), leg.leap.size.1.unsigned_abs());
    check_legs(far.into(), span)?;
    let ways: Vec<Vec<bool>> = match (leg.leap.both, near) {
        // K, S, T: both orthogonal and diagonal.
        (true, _) => vec![vec![false; far.into()], vec![true; far.into()]],
        (false, near) => {
            check_count(ways(near, far), span)?;
            arrangements(near, far - near)
        }
    };
    let mut found = Vec::new();
    for way in ways {
        let straight = way.iter().all(|step| *step == way[0]);
        // An oblique leap bends to the same side throughout; as king steps each side is a separate choice.
        for side in if straight { &['r'][..] } else { &['l', 'r'] } {
            let steps = king_steps(leg, &way, *side);
            let mounts = 0..steps.len() - 1;
            let skipped = if place == JumpPlace::Last { steps.len().saturating_sub(2) } else { 0 };
            for mount in mounts.skip(skipped) {
                let mut legs = steps.clone();
                legs[mount].onward = Landing::HOP;
                found.push(legs);
            }
        }
        check_count(found.len(), span)?;
    }
    Ok(found)
}

/// Returns the number of orders of `near` diagonal steps among `far` steps.
fn ways(near: u16, far: u16) -> usize {
    let few = near.min(far - near);
    (0..usize::from(few))
        .fold(1_usize, |count, taken| count.saturating_mul(usize::from(far) - taken) / (taken + 1))
}

/// Returns all orders of the given numbers of diagonal (true) and orthogonal steps.
fn arrangements(diagonal: u16, orthogonal: u16) -> Vec<Vec<bool>> {
    let mut found = Vec::new();
    if diagonal == 0 || orthogonal == 0 {
        return vec![vec![diagonal > 0; usize::from(diagonal + orthogonal)]];
    }
    for (first, rest) in
        [(true, arrangements(diagonal - 1, orthogonal)), (false, arrangements(diagonal, orthogonal - 1))]
    {
        found.extend(rest.into_iter().map(|rest| [vec![first], rest].concat()));
    }
    found
}

/// Returns single steps to empty squares, with diagonal ones to the `side` of the orthogonal ones.
fn king_steps(leg: &PathLeg, way: &[bool], side: char) -> LegRun {
    let other = if side == 'r' { 'l' } else { 'r' };
    let at = leg.span.start;
    let step = |(index, &diagonal): (usize, &bool)| {
        let size = if diagonal { (1, 1) } else { (0, 1) };
        let turn = match index.checked_sub(1).map(|before| way[before]) {
            Some(before) if before != diagonal => {
                let aside = if diagonal { side } else { other };
                PathTurn::Letters(vec![Letter { letter: 'f', at }, Letter { letter: aside, at }])
            }
            _ => PathTurn::Ahead,
        };
        let own = PathLeg::new(Leap { size, both: false }, Reach::Steps(1), leg.span.clone());
        PathLeg { turn, wrap: leg.wrap, ..own }
    };
    way.iter().enumerate().map(step).collect()
}

/// Returns the paths with every slide replaced by a leap of each length.
///
/// SPEC: Betza 2.0: "jj: Can jump over any number of pieces".
///
/// # Errors
/// More paths than the limits allow.
pub(super) fn freely(legs: &LegRun, span: &Range<usize>) -> Result<Vec<LegRun>, NotationError> {
    let mut found = vec![LegRun::new()];
    for leg in legs {
        let leaps: Vec<PathLeg> = if slides(leg) {
            lengths(leg).map(|count| leap_of(leg, count)).collect()
        } else {
            vec![leg.clone()]
        };
        check_count(found.len().saturating_mul(leaps.len()), span)?;
        let with = |before: &LegRun| {
            let before = before.clone();
            leaps.iter().map(move |leap| [&before[..], std::slice::from_ref(leap)].concat())
        };
        found = found.iter().flat_map(with).collect();
    }
    Ok(found)
}

/// Returns the lengths that a slide can have on any board.
fn lengths(leg: &PathLeg) -> impl Iterator<Item = i16> + use<> {
    let board = LONGEST / leg.leap.size.1.max(1);
    let most = match leg.range.1 {
        Reach::Steps(most) => board.min(i16::try_from(most).unwrap_or(board)),
        _ => board,
    };
    1..=most.max(1)
}

/// Returns a slide of `count` steps as one leap.
fn leap_of(leg: &PathLeg, count: i16) -> PathLeg {
    let (near, far) = leg.leap.size;
    let leap = Leap { size: (near * count, far * count), both: leg.leap.both };
    PathLeg { leap, range: ONCE, ..leg.clone() }
}
