//! Styles of writing a movement's legs as text.

use super::courses::{Courses, offsets};
use super::leg::counted;
use crate::notation::heading::{Bend, Heading, Turn};
use crate::notation::legs::{Landing, Leg, MAX_LEGS, Reach, Wrap};
use fxhash::FxHashSet;

/// One style of writing a movement's legs.
#[derive(Clone, Copy, Default)]
pub(super) struct TextStyle {
    /// The last two legs are the two parts of a hop, written `p` or `g`.
    pub(super) hop: Option<char>,
    /// Legs with the fixed length of the last slide before them are written `i`.
    pub(super) iso: bool,
    /// The range to write, if it is not that of the first leg.
    pub(super) range: Option<Reach>,
    /// The bend letter of a first leg that is too short to show it.
    pub(super) bend: &'static str,
    /// Legs (one bit each) whose turns are written relative to the last turn: `q` and `z`.
    pub(super) turns: u64,
}

/// Returns the styles that may express the movement, the usual ones first.
pub(super) fn styles(legs: &[Leg], courses: &Courses) -> Vec<TextStyle> {
    let plain = TextStyle::default();
    let fixed = |leg: &Leg| matches!(leg.max, Reach::Steps(most) if most == leg.min && most > 1);
    let bent = legs[0].bend != Bend::Straight;
    // A single step may belong to a leg that bends when it is longer.
    let single = legs[0].max == Reach::Steps(1) && !courses.bends.is_empty();
    let turning = |styles: Vec<TextStyle>| -> Vec<TextStyle> {
        let follows = legs.len() > 1 && (bent || single || legs.iter().any(|leg| leg.fresh));
        let masks = if follows { turning_legs(legs) } else { vec![0] };
        let with = |turns: u64| styles.iter().map(move |style| TextStyle { turns, ..*style });
        masks.into_iter().flat_map(with).collect()
    };
    let hop = matches!(legs, [.., mount, off]
        if mount.landing == Landing::HOP && !off.fresh && mount.wrap == off.wrap);
    // Written out, the hop would exceed the leg limit or wrap on a non-final leg.
    let hidden = hop && (legs.len() > MAX_LEGS || legs.iter().any(|leg| leg.wrap == Wrap::Files));
    if !(bent || hidden || single || legs.iter().any(fixed)) {
        return turning(vec![plain]);
    }
    let hops = if hop { &[None, Some('p'), Some('g')][..] } else { &[None] };
    let bends = [""].into_iter().chain(courses.bends.iter().copied().filter(|_| single));
    let ranges = ranges(legs, courses);
    let mut found = Vec::new();
    for bend in bends {
        for &range in &ranges {
            for iso in [false, true] {
                found.extend(hops.iter().map(|&hop| TextStyle { hop, iso, range, bend, ..plain }));
            }
        }
    }
    turning(found)
}

/// Returns the ranges that the text may give; lengths expanded one by one share the range of the longest.
fn ranges(legs: &[Leg], courses: &Courses) -> Vec<Option<Reach>> {
    let mut ranges = vec![None, Some(Reach::Unlimited)];
    ranges.push(courses.longest.get(&legs.len()).copied().map(Reach::Steps));
    if let [.., mount, off] = legs {
        ranges.push(Some(Reach::Steps(counted(mount).saturating_add(counted(off)))));
    }
    ranges.extend(legs.iter().map(|leg| Some(leg.max)));
    let mut known = FxHashSet::default();
    ranges.retain(|range| known.insert(*range));
    ranges
}

/// Returns masks of the legs whose turns may be written `q` and `z`: none, all, then every subset if few legs turn.
fn turning_legs(legs: &[Leg]) -> Vec<u64> {
    const FEW: usize = 8;
    let (Some(offsets), before) = (offsets(legs), turns(legs)) else { return vec![0] };
    let aside = |&leg: &usize| before[leg].is_some() && Heading::new(offsets[leg]).sense().is_some();
    let bits: Vec<u64> = (1..legs.len().min(64)).filter(aside).map(|leg| 1 << leg).collect();
    let mut found = vec![0, u64::MAX];
    if bits.len() <= FEW {
        let subset = |mask: u64| {
            bits.iter().enumerate().filter(|(at, _)| mask & 1 << at != 0).map(|(_, bit)| *bit).sum::<u64>()
        };
        found.extend((1..(1 << bits.len()) - 1).map(subset));
    }
    found
}

/// Whether XBetza can express the leg's length: only a slide that skips squares has a minimum length.
pub(super) fn has_length(leg: &Leg) -> bool {
    leg.min == leg.skip + 1 || leg.max == Reach::Steps(leg.min) || leg.every > 1
}

/// Whether a leg has the fixed length of the last slide before it.
pub(super) fn copied(legs: &[Leg], index: usize) -> bool {
    let slide = |leg: &&Leg| leg.max != Reach::Steps(1);
    let (before, Some(leg)) = (&legs[..index], legs.get(index)) else { return false };
    let last = before.iter().rev().find(slide).or(before.last());
    last.is_some_and(|last| leg.max == Reach::Steps(leg.min) && last.max == leg.max && last.min == leg.min)
}

/// Replaces turns that repeat or reverse the last one by `q` and `z`.
pub(super) fn turned(letters: &str, last: Option<Turn>) -> String {
    let letter = |letter| match (letter, last) {
        ('r', Some(Turn::Right)) | ('l', Some(Turn::Left)) => 'q',
        ('l', Some(Turn::Right)) | ('r', Some(Turn::Left)) => 'z',
        (letter, _) => letter,
    };
    letters.chars().map(letter).collect()
}

/// Returns the last turn before each leg. SPEC: `xbetza-readings` 28.
pub(super) fn turns(legs: &[Leg]) -> Vec<Option<Turn>> {
    let Some(offsets) = offsets(legs) else { return Vec::new() };
    let (near, far) = legs[0].step.size();
    let oblique = near != 0 && near != far;
    let side = if offsets[0] % 2 == 1 { Turn::Left } else { Turn::Right };
    let mut last = match legs[0].bend {
        Bend::Circular(turn) if legs[0].min > 1 => Some(turn),
        Bend::Zigzag(turn) if legs[0].min > 1 => Some(if legs[0].min % 2 == 1 { turn.other() } else { turn }),
        _ => oblique.then_some(side),
    };
    let mut found = vec![None];
    for &offset in &offsets[1..] {
        found.push(last);
        last = Heading::new(offset).sense().or(last);
    }
    found
}
