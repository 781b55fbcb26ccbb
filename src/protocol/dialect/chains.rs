//! Movements taken apart into chains of legs that the XBoard dialect has words for.
//!
//! Whatever a leg of XBetza says in one breath (modes that exclude each other, lame oblique leaps, bent riders,
//! minimum ranges, leaps without an atom) becomes several chains here; their union is the movement.

use super::compass::{self, Atom};
use crate::board::Geometry;
use crate::notation::legs::{Bend, Initial, Landing, Leg, Occupancy, PathRule, Reach, Step, Turn, Wrap};

/// How far a leg goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Range {
    /// At most this many steps.
    Steps(u16),
    /// Until something stops it.
    Unlimited,
}

impl Range {
    /// A single step.
    pub const ONE: Self = Self::Steps(1);
}

/// A leg of a chain.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Link {
    /// Its first step.
    pub step: (i16, i16),
    /// Its range.
    pub range: Range,
    /// Squares skipped at the start of a slide (`j`).
    pub skip: u16,
    /// `n`: the middle of the leap must be empty; `j`: occupied.
    pub middle: Option<char>,
    /// Mode letters in the dialect's order, `m` and `mc` written out; not yet `y` or `g`.
    pub modes: String,
    /// `o`.
    pub wraps: bool,
    /// `i`: as long as the last slide.
    pub iso: bool,
}

/// Legs made one after the other, and whether only before the piece has moved.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Chain {
    /// `i`.
    pub initial: bool,
    /// The legs; never empty.
    pub links: Vec<Link>,
}

/// Why something cannot be said in the dialect.
pub type Refusal = &'static str;

/// The most chains that one movement may become.
const MOST_CHAINS: usize = 400;
/// SPEC: `xboard.md` 3.4, "at most two legs that capture in passing".
const MOST_LOCUSTS: usize = 2;

/// What of the board matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// The longer side.
    longest: u16,
    /// Are there holes?
    holes: bool,
}

impl Room {
    /// What matters of a board.
    pub fn of(board: &Geometry) -> Self {
        let holes = board.squares().any(|square| board.is_hole(square));
        Self { longest: board.files().max(board.ranks()), holes }
    }
}

/// Takes a walk apart. Bent riders are written out up to the size of the board.
/// A movement that exists on a board in no position gives no chain.
///
/// # Errors
/// What the dialect lacks.
pub fn chains(legs: &[Leg], initial: Initial, room: Room) -> Result<Vec<Chain>, Refusal> {
    let mut all: Vec<Vec<Link>> = vec![Vec::new()];
    for (i, leg) in legs.iter().enumerate() {
        let place = Place { last: i + 1 == legs.len(), alone: legs.len() == 1 };
        let variants = leg_variants(leg, place, room)?;
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
    let free_to_return = legs.iter().skip(1).all(|leg| !leg.fresh);
    let mut result = Vec::new();
    for links in all {
        if !free_to_return && revisits(&links)? {
            continue;
        }
        if links.len() > 1
            && links.iter().rev().skip(1).filter(|l| "cd".contains(l.modes.as_str())).count() > MOST_LOCUSTS
        {
            return Err("more than two captures in passing");
        }
        result.push(Chain { initial: initial != Initial::Any, links });
    }
    Ok(result)
}

/// Does a chain of single steps come back to a square that it visited?
fn revisits(links: &[Link]) -> Result<bool, Refusal> {
    let single = links.iter().all(|l| l.range == Range::ONE);
    if single {
        let mut at = (0, 0);
        let mut seen = vec![at];
        for link in links {
            at = (at.0 + link.step.0, at.1 + link.step.1);
            if seen.contains(&at) {
                return Ok(true);
            }
            seen.push(at);
        }
        return Ok(false);
    }
    // A slide straight back meets its own trail at once; other slides can only meet it after three legs.
    let turned = |w: &[Link]| (w[0].step.0, w[0].step.1) == (-w[1].step.0, -w[1].step.1);
    if links.windows(2).any(turned) {
        return Ok(true);
    }
    if links.len() > 2 { Err("slides that may not cross their own trail") } else { Ok(false) }
}

/// Where in its movement a leg stands.
#[derive(Clone, Copy)]
struct Place {
    last: bool,
    alone: bool,
}

/// The ways to make one leg, each a list of links.
fn leg_variants(leg: &Leg, place: Place, room: Room) -> Result<Vec<Vec<Link>>, Refusal> {
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
    let paths = paths(leg, place, room)?;
    let modes = if place.last { vec![final_modes(leg.landing)?] } else { passing_modes(leg.landing)? };
    let mut variants = Vec::new();
    for path in paths {
        for mode in &modes {
            let mut links = path.clone();
            if let Some(link) = links.last_mut() {
                link.modes.clone_from(mode);
            }
            variants.push(links);
        }
    }
    Ok(variants)
}

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
        return Err("a capture of royal pieces only (k)");
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

/// Modes of a leg that is not the last, one each.
fn passing_modes(landing: Landing) -> Result<Vec<String>, Refusal> {
    let mut modes = Vec::new();
    let (pass, take) = (landing.pass, landing.take);
    if pass.meets(Occupancy::EMPTY) {
        modes.push("m".to_owned());
    }
    let hops = Occupancy(pass.0 & Occupancy::OCCUPIED.0);
    if hops == Occupancy::OCCUPIED {
        modes.push("p".to_owned());
    } else if hops == Occupancy::FRIEND {
        modes.push("tp".to_owned());
    } else if !hops.is_empty() {
        return Err("hopping over some pieces only");
    }
    let enemies = Occupancy(take.0 & Occupancy::ENEMIES.0);
    if enemies == Occupancy::ENEMIES {
        modes.push("c".to_owned());
    } else if !enemies.is_empty() {
        return Err("capture in passing of some enemies only");
    }
    if take.meets(Occupancy::FRIEND) {
        modes.push("d".to_owned());
    }
    if take.meets(Occupancy::EN_PASSANT) {
        return Err("capture of a passed piece in passing");
    }
    Ok(modes)
}

/// A link that passes over an empty square.
fn step_over(step: Step, leg: &Leg) -> Link {
    Link {
        step: (step.dx, step.dy),
        range: Range::ONE,
        skip: 0,
        middle: None,
        modes: "m".into(),
        wraps: leg.wrap == Wrap::Files,
        iso: false,
    }
}

/// The ways a leg can go, modes of the last link still open.
fn paths(leg: &Leg, place: Place, room: Room) -> Result<Vec<Vec<Link>>, Refusal> {
    let range = match leg.max {
        Reach::Steps(n) => Range::Steps(n),
        Reach::Unlimited => Range::Unlimited,
        Reach::EnemyHalf => return Err("a range up to the enemy half (*)"),
    };
    let single = range == Range::ONE;
    if leg.bend != Bend::Straight {
        return bent(leg, range, room);
    }
    let atom = Atom::of(leg.step);
    // Oblique atoms work neither as continuation nor with one, and `n`, `j` not at all on them.
    if single && atom.is_none_or(|a| a.is_oblique() && (leg.path != PathRule::Any || !place.alone)) {
        return broken_leap(leg);
    }
    let Some(atom) = atom else { return Err("a long rider") };
    let middle = match (leg.path, atom) {
        (PathRule::Any, _) | (_, Atom::King) => None,
        (PathRule::Free, Atom::Dabbaba | Atom::Alfil) => Some('n'),
        (PathRule::Blocked, Atom::Dabbaba | Atom::Alfil) => Some('j'),
        _ if single => return broken_leap(leg),
        _ => return Err("a lame long rider"),
    };
    if leg.iso && leg.skip > 0 || leg.skip > 2 || leg.skip > 0 && range != Range::Unlimited {
        return Err("a ski slide of limited range");
    }
    let slide = Link { range, skip: leg.skip, middle, iso: leg.iso, ..step_over(leg.step, leg) };
    // A ski slider's least range is implied by the squares that it skips.
    let least = leg.min.saturating_sub(leg.skip).max(1);
    let lead = vec![step_over(leg.step, leg); usize::from(least - 1)];
    if least > 1 && (leg.skip > 0 || leg.iso || middle.is_some() || least > room.longest) {
        return Err("a minimum range");
    }
    let rest = match range {
        Range::Steps(n) if n < least => return Err("an empty range"),
        Range::Steps(n) => Range::Steps(n - (least - 1)),
        Range::Unlimited => Range::Unlimited,
    };
    Ok(vec![[lead, vec![Link { range: rest, ..slide }]].concat()])
}

/// A leap as king's steps: lame ones along each shortest path, others along one path over anything.
fn broken_leap(leg: &Leg) -> Result<Vec<Vec<Link>>, Refusal> {
    const LONGEST: i16 = 5;
    if leg.iso || leg.step.dx.abs().max(leg.step.dy.abs()) > LONGEST {
        return Err("a long leap");
    }
    let routes = routes((leg.step.dx, leg.step.dy));
    let lead = |route: &[(i16, i16)], modes: &[&str]| -> Vec<Link> {
        let links = route
            .iter()
            .zip(modes)
            .map(|(&(dx, dy), mode)| Link { modes: (*mode).into(), ..step_over(Step::new(dx, dy), leg) });
        links.collect()
    };
    let inner = routes[0].len() - 1;
    let mut result = Vec::new();
    match leg.path {
        PathRule::Free => result.extend(routes.iter().map(|route| lead(route, &vec!["m"; inner + 1]))),
        PathRule::Blocked if inner == 1 => result.extend(routes.iter().map(|route| lead(route, &["p", "m"]))),
        PathRule::Blocked => return Err("a long leap that must jump"),
        PathRule::Any => {
            for bits in 0..1u32 << inner {
                let modes: Vec<_> = (0..=inner).map(|i| if bits >> i & 1 == 1 { "p" } else { "m" }).collect();
                result.push(lead(&routes[0], &modes));
            }
        }
    }
    Ok(result)
}

/// All shortest king's paths of a leap: diagonal steps towards the target, orthogonal ones along the longer
/// coordinate, in any order. SPEC: reading 24.
fn routes((dx, dy): (i16, i16)) -> Vec<Vec<(i16, i16)>> {
    if (dx, dy) == (0, 0) {
        return vec![Vec::new()];
    }
    let diagonal = (dx.signum(), dy.signum());
    let along = if dx.abs() > dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) };
    let mut all = Vec::new();
    let mut add = |step: (i16, i16)| {
        for tail in routes((dx - step.0, dy - step.1)) {
            all.push([vec![step], tail].concat());
        }
    };
    if dx.abs() != dy.abs() {
        add(along);
    }
    if dx != 0 && dy != 0 {
        add(diagonal);
    }
    all
}

/// A bent rider, written out step by step for each length up to the board's size.
fn bent(leg: &Leg, range: Range, room: Room) -> Result<Vec<Vec<Link>>, Refusal> {
    let Some((start, length)) = compass::direction(leg.step) else {
        return Err("a bent rider of oblique leaps");
    };
    if length > 1 || leg.iso || leg.skip > 0 {
        return Err("a bent rider of leaps");
    }
    // A circle of eight steps closes before it comes back to its first square; a zigzag along diagonals gains a
    // rank or file with each step, one along ranks and files with every other.
    let longest = match leg.bend {
        Bend::Circular(_) => 7,
        _ if start % 2 == 1 => room.longest.saturating_sub(1),
        _ => room.longest.saturating_sub(1) * 2,
    };
    let longest = if let Range::Steps(n) = range { n.min(longest) } else { longest };
    let direction_at = |at: u16| -> i16 {
        let start = i16::from(start);
        let signed = |sense: Turn, by: i16| if sense == Turn::Right { by } else { -by };
        match leg.bend {
            Bend::Straight => start,
            Bend::Circular(sense) => start + signed(sense, at as i16),
            Bend::Zigzag(sense) => start + signed(sense, 2 * (at as i16 % 2)),
        }
    };
    let step_at = |at: u16| {
        let (dx, dy) = compass::KING_STEPS[direction_at(at).rem_euclid(8) as usize];
        step_over(Step::new(dx, dy), leg)
    };
    let walk = |n: u16| (0..n).map(step_at).collect::<Vec<_>>();
    Ok((leg.min.max(1)..=longest).map(walk).collect())
}
