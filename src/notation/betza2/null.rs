//! Null moves in a chain: nothing moves, but the operators' conditions on the square apply.

use crate::notation::error::Result;
use crate::notation::legs::{Landing, Occupancy, Reach};
use crate::notation::path::{LegRun, PathLeg, PathTurn};
use crate::notation::path_error::PathError;

/// Whether the leg is the null move, repeated or not.
pub(super) fn is_null(leg: &PathLeg) -> bool {
    leg.lattice.leap == (0, 0)
}

/// Refuses a direction, `e` or `y` on a null move, and a direction or `e` on the first real step after it.
///
/// # Errors
/// An error at that step.
pub(super) fn refuse(legs: &LegRun) -> Result<()> {
    let bare = |leg: &PathLeg| leg.turn == PathTurn::Ahead && !leg.equal && !leg.back;
    let mut moved = false;
    for (index, leg) in legs.iter().enumerate() {
        let next = legs.get(index + 1);
        let fits = match is_null(leg) {
            true => bare(leg) && next.is_none_or(|next| !next.equal && !next.back),
            false => moved || index == 0 || bare(leg),
        };
        if !fits {
            return Err(PathError::NullMove.over(leg.span.clone()));
        }
        moved |= !is_null(leg);
    }
    Ok(())
}

/// Combines the landing of a step with that of a null move after it on the same square: a captured piece is gone, and a
/// piece left in place may be captured now.
fn both(arrives: Landing, stays: Landing) -> Landing {
    let taken = if stays.pass.intersects(Occupancy::EMPTY) { arrives.take } else { Occupancy::empty() };
    Landing {
        pass: arrives.pass.intersection(stays.pass),
        take: taken | arrives.pass.intersection(stays.take),
    }
}

fn either(one: Landing, other: Landing) -> Landing {
    Landing { pass: one.pass | other.pass, take: one.take | other.take }
}

/// Returns the paths of a chain without its null moves; a path that goes nowhere stays a null move.
///
/// SPEC: Betza 2.0: "O (0,0) Null move"; the operators put their usual conditions on the connection square. For a null
/// move at the start it is the piece's own square, which counts as empty.
pub(super) fn without(legs: &LegRun) -> Vec<LegRun> {
    let nothing = Landing::default();
    let (mut found, mut kept) = (Vec::new(), LegRun::new());
    for (index, leg) in legs.iter().enumerate() {
        if !is_null(leg) {
            kept.push(leg.clone());
            continue;
        }
        let last = index + 1 == legs.len();
        let ends = if last || leg.optional { leg.last } else { nothing };
        let Some(before) = kept.last_mut() else {
            if ends.pass.intersects(Occupancy::EMPTY) {
                let range = (1, Reach::Steps(1));
                found.push(vec![PathLeg { range, last: Landing::MOVE, optional: false, ..leg.clone() }]);
            }
            if !last && !leg.onward.pass.intersects(Occupancy::EMPTY) {
                return found;
            }
            continue;
        };
        let arrives = before.onward;
        let own = if before.optional { before.last } else { nothing };
        before.last = either(own, both(arrives, ends));
        before.onward = if last { nothing } else { both(arrives, leg.onward) };
        before.optional = before.last != nothing;
        if before.onward == nothing {
            found.extend(before.optional.then_some(kept));
            return found;
        }
    }
    found.extend((!kept.is_empty()).then_some(kept));
    found
}
