//! Splits movements into chains of legs that the XBoard dialect can express.
//!
//! An XBetza leg may combine features (modes that exclude each other, lame oblique leaps, bent riders, minimum
//! ranges, leaps without an atom). It becomes several chains here; their union is the movement.

use super::link::{Chain, ChainPart, Link, Refusal, Room, captures};
use super::paths::{LegPosition, Paths};
use super::trail;
use crate::notation::legs::{Initial, Landing, Leg, Occupancy, Reach, Wrap};

/// The reason to refuse a movement that puts down a piece from the hand.
pub const GATES: Refusal = "gating from the hand (uO-)";

/// Maximum number of chains that one movement may become.
const MAX_CHAINS: usize = 400;
/// SPEC: `xboard.md` 3.4, "at most two legs that capture in passing".
const MAX_LOCUSTS: usize = 2;

/// Splits a walk, for use on a board. A movement that is impossible on that board gives no chain.
///
/// # Errors
/// The feature that the dialect lacks.
pub fn chains(legs: &[Leg], initial: Initial, room: Room) -> Result<Vec<Chain>, Refusal> {
    if legs.iter().any(|leg| leg.gate) {
        return Err(GATES);
    }
    if legs.iter().any(|leg| leg.every > 1) {
        return Err("a leg after an unlimited zigzag rider");
    }
    let legs = &without_idle_iso(legs);
    let mut all: Vec<Vec<ChainPart>> = vec![Vec::new()];
    for i in 0..legs.len() {
        let variants = leg_variants(legs, i, room)?;
        let longer =
            |head: &Vec<_>| variants.iter().map(|tail| [&head[..], tail].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
        if all.len() > MAX_CHAINS {
            return Err("too many cases");
        }
    }
    let mut result = Vec::new();
    for stretches in all {
        if !trail::is_free(&stretches, room)? {
            continue;
        }
        let links: Vec<Link> = stretches.into_iter().map(|stretch| stretch.link).collect();
        let locusts = links.iter().rev().skip(1).filter(|link| captures(link)).count();
        if locusts > MAX_LOCUSTS {
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
    let slides_later = index > 0 && leg.max != Reach::Steps(1);
    let unknown = [
        (leg.unload, "unloading (u)"),
        (leg.induce, "inducing or borrowing moves (x)"),
        (leg.off_board, "a leg that ends off the board"),
        (leg.wrap == Wrap::Torus, "a board that wraps top to bottom"),
        (leg.wrap == Wrap::Files && slides_later, "a slide round the edge after another leg"),
    ];
    if let Some((_, refusal)) = unknown.into_iter().find(|(found, _)| *found) {
        return Err(refusal);
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
    for mut path in paths {
        for mode in &modes {
            path.last_mut().into_iter().for_each(|last| last.link.modes.clone_from(mode));
            variants.push(path.clone());
        }
    }
    Ok(variants)
}

/// Refusal for royal-only captures, which never happen in games where a royal piece may not be left en prise.
pub(super) const ROYALS_ONLY: Refusal = "a royal-only capture (k)";

/// Mode letters of a final leg. SPEC: `xboard.md` 3.4.
fn final_modes(landing: Landing) -> Result<String, Refusal> {
    let Landing { pass, take } = landing;
    let (quiet, royal) = (pass.intersects(Occupancy::EMPTY), take.intersects(Occupancy::ENEMY_ROYAL));
    let captures = take.intersects(Occupancy::ENEMY);
    if pass.intersects(Occupancy::OCCUPIED) {
        return Err("a last leg that stays on an occupied square");
    } else if royal && !captures {
        return Err(if quiet { "royal-only captures (k) combined with quiet moves" } else { ROYALS_ONLY });
    }
    let modes = letters(&[
        (quiet, "m"),
        (captures, "c"),
        (take.intersects(Occupancy::FRIEND), "d"),
        (take.intersects(Occupancy::EN_PASSANT), "e"),
        (captures && !royal, "t"),
    ]);
    if modes.is_empty() { Err("a last leg without a mode") } else { Ok(modes.concat()) }
}

fn letters(modes: &[(bool, &'static str)]) -> Vec<&'static str> {
    modes.iter().filter(|mode| mode.0).map(|mode| mode.1).collect()
}

/// Modes of a non-final leg: combined as far as the dialect allows, or separate if `apart`.
fn passing_modes(landing: Landing, apart: bool) -> Result<Vec<String>, Refusal> {
    let Landing { pass, take } = landing;
    let (enemies, hops) = (take & Occupancy::ENEMIES, pass & Occupancy::OCCUPIED);
    if !enemies.is_empty() && enemies != Occupancy::ENEMIES {
        return Err("a locust capture of some enemies only");
    } else if !hops.is_empty() && hops != Occupancy::OCCUPIED && hops != Occupancy::FRIEND {
        return Err("hopping over some pieces only");
    } else if take.intersects(Occupancy::EN_PASSANT) {
        return Err("an e.p. capture before the last leg");
    }
    let modes = letters(&[
        (pass.intersects(Occupancy::EMPTY), "m"),
        (enemies == Occupancy::ENEMIES, "c"),
        (take.intersects(Occupancy::FRIEND), "d"),
        (hops == Occupancy::OCCUPIED, "p"),
    ]);
    let combined = if modes.is_empty() { Vec::new() } else { vec![modes.concat()] };
    let mut all = if apart { modes.into_iter().map(str::to_owned).collect() } else { combined };
    all.extend((hops == Occupancy::FRIEND).then(|| "tp".to_owned()));
    Ok(all)
}
