//! Writes a piece's movements as the text of a `piece` command.
//!
//! SPEC: `xboard.md` section 3. The text is generated from the expanded movements, not from the author's notation, so
//! XBetza's shorthand, groups, toggles and defaults need no separate translation.

use super::chains::{ROYALS_ONLY, chains};
use super::compass::{self, Directions, cover};
use super::link::{Chain, Link, Range, Refusal, Room};
use crate::board::Geometry;
use crate::notation::Movement;
use crate::notation::legs::{MovementKind, Reach, Step};
use std::collections::BTreeMap;

/// Longest description, bytes; SPEC: `xboard.md` 3.1.
pub(super) const LONGEST: usize = 511;
/// Longest part of a move after its first `a`, bytes.
const LONGEST_CHAIN: usize = 79;

/// Description of a piece for XBoard, with the reasons for any gaps.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Description {
    /// Text for the `piece` command; empty if nothing could be described.
    pub text: String,
    /// Reasons why moves are missing.
    pub refusals: Vec<Refusal>,
    /// Harmless differences: XBoard allows more moves, or sees fewer checks. It neither refuses a legal move nor
    /// finds a mate where there is none.
    pub excess: Vec<Refusal>,
    /// True if the text is longer than XBoard reads.
    pub too_long: bool,
}

impl Description {
    /// Treats royal-only captures as a harmless difference: they never happen in games where a royal piece may not be
    /// left en prise.
    pub(super) fn without_royal_captures(mut self) -> Self {
        if self.refusals.contains(&ROYALS_ONLY) {
            self.refusals.retain(|refusal| *refusal != ROYALS_ONLY);
            self.excess.push("a royal-only capture (k): XBoard sees no check by it");
        }
        self
    }

    /// Whether the description is complete.
    pub fn is_complete(&self) -> bool {
        self.refusals.is_empty() && !self.too_long
    }
}

/// Describes a piece from its movements, for use on a board. Castling is not included: it depends on where the pieces
/// stand.
pub fn describe(movements: &[Movement], board: &Geometry) -> Description {
    let room = Room::of(board);
    let mut refusals = Vec::new();
    let mut all = Vec::new();
    let mut excess = Vec::new();
    for movement in movements {
        if !movement.flames.is_empty() {
            refusals.push("flames (:)");
        }
        if movement.initial.zone().is_some() {
            refusals.push("moves on some squares only (zoneMoves)");
            continue;
        }
        refusals.push(match &movement.kind {
            MovementKind::Walk(legs) => match chains(legs, movement.initial, room) {
                Ok(chains) => {
                    if legs.iter().any(|leg| leg.max == Reach::EnemyHalf) {
                        excess.push("a range up to the enemy half (*): XBoard allows more quiet moves");
                    }
                    all.extend(chains);
                    continue;
                }
                Err(refusal) => refusal,
            },
            MovementKind::Universal(_) => "the universal leaper (U)",
            MovementKind::Imitate(_) => "the imitator (I)",
            MovementKind::Mirror(_) => "the mirror (M)",
            // XBoard lets pieces in hand be dropped anywhere: more moves, never fewer.
            MovementKind::Castle(_) | MovementKind::Drop(_) => continue,
        });
    }
    let mut text = String::new();
    for (shape, paths) in grouped(&all) {
        match written(&shape, paths) {
            Ok(moves) => text += &moves,
            Err(refusal) => refusals.push(refusal),
        }
    }
    refusals.sort_unstable();
    refusals.dedup();
    let too_long = text.len() > LONGEST;
    Description { text, refusals, excess, too_long }
}

/// Step of a link of which the directions are known.
const NO_STEP: Step = Step::new(0, 0);

/// A chain without its directions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct ChainShape {
    initial: bool,
    atom: &'static str,
    links: Vec<Link>,
}

/// Directions of a chain: the first leg's, then each later leg's relative to the previous leg.
type ChainPath = Vec<u8>;

/// Groups chains that differ only in direction, in order of first appearance.
fn grouped(all: &[Chain]) -> Vec<(ChainShape, Vec<ChainPath>)> {
    let mut groups: Vec<(ChainShape, Vec<ChainPath>)> = Vec::new();
    for chain in all {
        let Some((shape, path)) = split(chain) else { continue };
        match groups.iter_mut().find(|g| g.0 == shape) {
            Some(group) if group.1.contains(&path) => {}
            Some(group) => group.1.push(path),
            None => groups.push((shape, vec![path])),
        }
    }
    groups
}

/// Separates the directions from everything else. The step of a later leg stays in the shape if it has no direction
/// relative to the previous leg; [`written`] refuses such shapes.
fn split(chain: &Chain) -> Option<(ChainShape, ChainPath)> {
    let first = chain.links.first()?.step;
    let atom = compass::atom(first)?;
    let mut path = vec![first.heading()];
    let mut links = chain.links.clone();
    for (i, pair) in chain.links.windows(2).enumerate() {
        let (from, to) = (compass::direction(pair[0].step), compass::direction(pair[1].step));
        if let (Some((from, length)), Some((to, same))) = (from, to)
            && length == same
            && (length == 1 || (from + to) % 2 == 0)
        {
            path.push((to + 8 - from) % 8);
            links[i + 1].step = NO_STEP;
        }
    }
    links[0].step = NO_STEP;
    Some((ChainShape { initial: chain.initial, atom, links }, path))
}

/// Writes all chains of one shape.
fn written(shape: &ChainShape, paths: Vec<ChainPath>) -> Result<String, Refusal> {
    let shape = &hopper(shape, &paths);
    let paths = if shape.links.len() == 1 { paths.into_iter().map(|p| vec![p[0]]).collect() } else { paths };
    if shape.links.iter().any(|link| link.step != NO_STEP) {
        return Err("legs of different leaps");
    }
    let toggles = toggles(&shape.links)?;
    let mut text = String::new();
    for sets in products(&paths) {
        for (prefix, letter) in first_legs(shape, sets[0]) {
            let king = matches!(letter, "K" | "Q");
            let mut tails = vec![String::new()];
            for (i, link) in shape.links.iter().enumerate().skip(1) {
                let last = i + 1 == shape.links.len();
                let modes = modes(link, last, toggles[i]);
                let iso = if link.iso { "i" } else { "" };
                let legs = compass::relative(sets[i], king);
                let longer = |tail: &String| {
                    legs.iter().map(|d| format!("{tail}a{iso}{d}{modes}")).collect::<Vec<_>>()
                };
                tails = tails.iter().flat_map(longer).collect();
            }
            for tail in tails {
                if tail.len() > LONGEST_CHAIN {
                    return Err("too many legs");
                }
                let initial = if shape.initial { "i" } else { "" };
                let modes = modes(&shape.links[0], shape.links.len() == 1, toggles[0]);
                text += &format!("{initial}{prefix}{modes}{tail}{letter}{}", range_text(shape, letter));
            }
        }
    }
    Ok(text)
}

/// Rewrites a slide that hops over one piece and continues straight on as a single leg with `p` or `g`, the usual
/// notation (`cpR`, `gQ`).
fn hopper(shape: &ChainShape, paths: &[ChainPath]) -> ChainShape {
    if let [onto, off] = shape.links.as_slice()
        && onto.modes == "p"
        && (onto.range, onto.skip, onto.middle) == (Range::Unlimited, 0, None)
        && (off.skip, off.iso) == (0, false)
        && onto.wraps == off.wraps
        && paths.iter().all(|path| path.len() == 2 && path[1] == 0)
        && (off.range == Range::Unlimited || off.range == Range::ONE)
    {
        let hop = if off.range == Range::Unlimited { "p" } else { "g" };
        // "Move or capture" stays implicit, as without a hop.
        let modes = if off.modes == "mc" { hop.to_owned() } else { format!("{}{hop}", off.modes) };
        return ChainShape { links: vec![Link { modes, ..onto.clone() }], ..shape.clone() };
    }
    shape.clone()
}

/// Marks the legs after which the range changes (`y`, `g`).
fn toggles(links: &[Link]) -> Result<Vec<bool>, Refusal> {
    let mut toggles = vec![false; links.len()];
    // A leg that copies a length passes on the range that it received.
    let mut current = links[0].range;
    for (i, pair) in links.windows(2).enumerate() {
        let (here, next) = (current, pair[1].range);
        if here == next || pair[1].iso {
            continue;
        }
        current = next;
        let plain = |r| matches!(r, Range::ONE | Range::Unlimited);
        if !plain(here) || !plain(next) {
            return Err("legs of different ranges");
        }
        if !matches!(pair[0].modes.as_str(), "m" | "p" | "tp") {
            return Err("a range that changes at a capture");
        }
        toggles[i] = true;
    }
    Ok(toggles)
}

/// Mode letters of a leg, omitting defaults, in the order that XBoard reads.
fn modes(link: &Link, last: bool, toggle: bool) -> String {
    let hop = |modes: &str| if toggle { modes.replace('p', "g") } else { modes.to_owned() };
    let (plain, fork) = match (link.modes.as_str(), last) {
        ("mc", true) => (String::new(), ""),
        ("m", false) => (String::new(), if toggle { "y" } else { "" }),
        (modes, true) => (modes.to_owned(), ""),
        (modes, false) => (hop(modes), ""),
    };
    let wraps = if link.wraps { "o" } else { "" };
    let lame = if link.middle == Some('n') { "n" } else { "" };
    let jump = if link.middle == Some('j') { "j".to_owned() } else { "j".repeat(usize::from(link.skip)) };
    format!("{plain}{wraps}{fork}{lame}{jump}")
}

/// Direction prefixes with their atoms.
fn first_legs(shape: &ChainShape, set: Directions) -> Vec<(&'static str, &'static str)> {
    let slides = shape.links[0].range == Range::Unlimited;
    let with = |prefixes: Vec<&'static str>, letter| prefixes.into_iter().map(move |p| (p, letter));
    let all = |table| with(cover(set, table), shape.atom).collect();
    match shape.atom {
        "K" => {
            let (eight, ranks, diagonals) = if slides { ("Q", "R", "B") } else { ("K", "W", "F") };
            if set == 0xFF {
                return vec![("", eight)];
            }
            let straight = with(cover(set & compass::ORTHOGONALS, compass::ORTHOGONAL), ranks);
            let diagonal = with(cover(set & compass::DIAGONALS, compass::DIAGONAL), diagonals);
            straight.chain(diagonal).collect()
        }
        "D" | "H" => all(compass::ORTHOGONAL),
        "A" | "G" => all(compass::DIAGONAL),
        _ => all(compass::OBLIQUE),
    }
}

/// The range after the atom.
fn range_text(shape: &ChainShape, letter: &str) -> String {
    match shape.links[0].range {
        Range::ONE => String::new(),
        Range::Steps(n) => n.to_string(),
        Range::Unlimited if matches!(letter, "R" | "B" | "Q") => String::new(),
        Range::Unlimited => "0".into(),
    }
}

/// Writes a set of paths as products of direction sets, one set per leg.
fn products(paths: &[ChainPath]) -> Vec<Vec<Directions>> {
    if paths.iter().any(Vec::is_empty) {
        return vec![Vec::new()];
    }
    let mut tails: BTreeMap<u8, Vec<ChainPath>> = BTreeMap::new();
    for path in paths {
        tails.entry(path[0]).or_default().push(path[1..].to_vec());
    }
    // Merge first directions with the same continuations.
    let mut merged: Vec<(Directions, Vec<ChainPath>)> = Vec::new();
    for (direction, mut tail) in tails {
        tail.sort();
        match merged.iter_mut().find(|m| m.1 == tail) {
            Some(m) => m.0 |= 1 << direction,
            None => merged.push((1 << direction, tail)),
        }
    }
    let mut result = Vec::new();
    for (set, tail) in merged {
        result.extend(products(&tail).into_iter().map(|rest| [vec![set], rest].concat()));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::compile;
    use std::collections::BTreeSet;

    fn chessboard() -> Geometry {
        Geometry::new(8, 8).unwrap()
    }

    fn all_chains(movements: &[Movement]) -> BTreeSet<Chain> {
        let walks = movements.iter().filter_map(|m| match &m.kind {
            MovementKind::Walk(legs) => Some(chains(legs, m.initial, Room::of(&chessboard())).unwrap()),
            _ => None,
        });
        walks.flatten().collect()
    }

    /// The text for XBoard has the same meaning in XBetza: combinations on which they differ are avoided.
    #[test]
    fn written_text_reads_back() {
        let all = "K QN fmWfceFifmnD FyafsF mRcpR gQ hrN fhN vN sN fsN frN rfN lN frlB flbrF brR \
                    KNADcaKcabKmabK mpcaKmcabK caibR nN nC nCnZ aK aaK asR RasR yafsF afafsK mafsW pafsR \
                    gabyabsR zB qW mfcafmF R4 N0 D3 jR oR fFfbblK hlNffC DX NX mR3cW2 fcafmF dK rifhNK \
                    avsW";
        for betza in all.split(' ') {
            let movements = compile(betza).unwrap();
            let described = describe(&movements, &chessboard());
            assert_eq!(described.refusals, Vec::<Refusal>::new(), "{betza}");
            let again =
                compile(&described.text).unwrap_or_else(|e| panic!("{betza}: {}: {e:?}", described.text));
            assert_eq!(all_chains(&movements), all_chains(&again), "{betza}: {}", described.text);
        }
    }
}
