//! Splits movements into chains of legs that the XBoard dialect can express.
//!
//! An XBetza leg may combine features (modes that exclude each other, lame oblique leaps, bent riders, minimum
//! ranges, leaps without an atom). It becomes several chains here; their union is the movement.

use super::link::{Chain, ChainPart, Link, Refusal, Room, captures};
use super::paths::{LegPosition, Paths};
use super::trail;
use crate::notation::legs::{Initial, Landing, Leg, Occupancy, Reach, Wrap};

/// Maximum number of chains that one movement may become.
const MOST_CHAINS: usize = 400;
/// SPEC: `xboard.md` 3.4, "at most two legs that capture in passing".
const MOST_LOCUSTS: usize = 2;

/// Splits a walk, for use on a board. A movement that is impossible on that board gives no chain.
///
/// # Errors
/// The feature that the dialect lacks.
pub fn chains(legs: &[Leg], initial: Initial, room: Room) -> Result<Vec<Chain>, Refusal> {
    let legs = &without_idle_iso(legs);
    let mut all: Vec<Vec<ChainPart>> = vec![Vec::new()];
    for i in 0..legs.len() {
        let variants = leg_variants(legs, i, room)?;
        let mut longer = Vec::new();
        for head in &all {
            for tail in &variants {
                longer.push([head.as_slice(), tail].concat());
            }
        }
        if longer.len() > MOST_CHAINS {
            return Err("too many cases");
        }
        all = longer;
    }
    let mut result = Vec::new();
    for stretches in all {
        if !trail::is_free(&stretches, room)? {
            continue;
        }
        let links: Vec<Link> = stretches.into_iter().map(|stretch| stretch.link).collect();
        let locusts = links.iter().rev().skip(1).filter(|link| captures(link)).count();
        if locusts > MOST_LOCUSTS {
            return Err("more than two locust captures");
        }
        result.push(Chain { initial: initial != Initial::Any, links });
    }
    Ok(result)
}

/// Replaces a leg that copies the length of the last slide by a single step if no earlier leg slides.
fn without_idle_iso(legs: &[Leg]) -> Vec<Leg> {
    let mut legs = legs.to_vec();
    let slides = |leg: &Leg| !leg.iso && leg.max != Reach::Steps(1);
    let first = legs.iter().position(slides).unwrap_or(legs.len());
    for leg in legs[..first].iter_mut().filter(|leg| leg.iso) {
        (leg.iso, leg.min, leg.max) = (false, 1, Reach::Steps(1));
    }
    legs
}

/// All ways to make a leg, each a list of links.
fn leg_variants(legs: &[Leg], index: usize, room: Room) -> Result<Vec<Vec<ChainPart>>, Refusal> {
    let leg = &legs[index];
    if leg.unload {
        return Err("unloading (u)");
    }
    if leg.excite {
        return Err("inducing or borrowing moves (x)");
    }
    if leg.off_board {
        return Err("a leg that ends off the board");
    }
    if leg.wrap == Wrap::Torus {
        return Err("a board that wraps top to bottom");
    }
    if leg.wrap == Wrap::Files && index > 0 && leg.max != Reach::Steps(1) {
        return Err("a slide round the edge after another leg");
    }
    let paths = Paths { leg, place: LegPosition::of(legs, index, room), room }.all()?;
    let modes = match legs.get(index + 1) {
        None => vec![final_modes(leg.landing)?],
        // If the range changes, each mode has its own letter for that.
        Some(next) => {
            let handed_on = legs[..=index].iter().rev().find(|leg| !leg.iso).map(|leg| leg.max);
            passing_modes(leg.landing, handed_on != Some(next.max) && !next.iso)?
        }
    };
    let mut variants = Vec::new();
    for path in paths {
        for mode in &modes {
            let mut stretches = path.clone();
            if let Some(last) = stretches.last_mut() {
                last.link.modes.clone_from(mode);
            }
            variants.push(stretches);
        }
    }
    Ok(variants)
}

/// Refusal for royal-only captures, which never happen in games where a royal piece may not be left en prise.
pub(super) const ROYALS_ONLY: Refusal = "a royal-only capture (k)";

/// Mode letters of a final leg. SPEC: `xboard.md` 3.4.
fn final_modes(landing: Landing) -> Result<String, Refusal> {
    if landing.pass.meets(Occupancy::OCCUPIED) {
        return Err("a last leg that stays on an occupied square");
    }
    let take = landing.take;
    let mut modes = String::new();
    if landing.pass.meets(Occupancy::EMPTY) {
        modes.push('m');
    }
    if take.meets(Occupancy::ENEMY) {
        modes.push('c');
    } else if take.meets(Occupancy::ENEMY_ROYAL) {
        let quiet = !modes.is_empty();
        return Err(if quiet { "royal-only captures (k) combined with quiet moves" } else { ROYALS_ONLY });
    }
    if take.meets(Occupancy::FRIEND) {
        modes.push('d');
    }
    if take.meets(Occupancy::EN_PASSANT) {
        modes.push('e');
    }
    if take.meets(Occupancy::ENEMY) && !take.meets(Occupancy::ENEMY_ROYAL) {
        modes.push('t');
    }
    if modes.is_empty() { Err("a last leg without a mode") } else { Ok(modes) }
}

/// Modes of a non-final leg: combined as far as the dialect allows, or separate if `apart`.
fn passing_modes(landing: Landing, apart: bool) -> Result<Vec<String>, Refusal> {
    let mut modes = Vec::new();
    let (pass, take) = (landing.pass, landing.take);
    if pass.meets(Occupancy::EMPTY) {
        modes.push("m");
    }
    let enemies = Occupancy(take.0 & Occupancy::ENEMIES.0);
    if enemies == Occupancy::ENEMIES {
        modes.push("c");
    } else if !enemies.is_empty() {
        return Err("a locust capture of some enemies only");
    }
    if take.meets(Occupancy::FRIEND) {
        modes.push("d");
    }
    let hops = Occupancy(pass.0 & Occupancy::OCCUPIED.0);
    if hops == Occupancy::OCCUPIED {
        modes.push("p");
    } else if !hops.is_empty() && hops != Occupancy::FRIEND {
        return Err("hopping over some pieces only");
    }
    if take.meets(Occupancy::EN_PASSANT) {
        return Err("an e.p. capture before the last leg");
    }
    let own = (hops == Occupancy::FRIEND).then(|| "tp".to_owned());
    let others = if apart {
        modes.into_iter().map(str::to_owned).collect()
    } else {
        vec![modes.concat()].into_iter().filter(|modes| !modes.is_empty()).collect::<Vec<_>>()
    };
    Ok(others.into_iter().chain(own).collect())
}
