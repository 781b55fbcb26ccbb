//! What the inner loops of counting ask of a kind, in as few bytes as it takes.

use super::bitboards::{BitboardMoves, Conditionals};
use super::info::KindInfo;

/// The most fans of a kind that a [`ReplyProfile`] holds.
const FANS: usize = 2;

/// How the moves of a kind are counted.
#[derive(Clone, Copy, Debug)]
pub struct ReplyProfile {
    /// Leaps and rides only, that end on empty squares as well as capture and leave the piece what it is?
    pub simple: bool,
    /// Has a simple kind leaps?
    pub leaps: bool,
    /// Number of fans of a simple kind.
    pub riders: u8,
    /// Rows of [`BitboardMoves::fans`] of a simple kind's fans: to be added to the square.
    pub fans: [u32; FANS],
    /// From so many pieces on their moves are found together, by their steps.
    pub together: u32,
}

/// `[kind]`: profiles; the steps of the forms are known.
pub(super) fn profiles(forms: &BitboardMoves, kinds: &[KindInfo]) -> Box<[ReplyProfile]> {
    let of = |(kind, info): (usize, &KindInfo)| profile(forms, kind, info);
    kinds.iter().enumerate().map(of).collect()
}

fn profile(forms: &BitboardMoves, kind: usize, info: &KindInfo) -> ReplyProfile {
    let rides = &forms.rides[kind];
    let others = info.trees || info.promotes || info.becomes_royal || forms.hunts[kind];
    let conditional = forms.conditional_kinds[kind] != Conditionals::None;
    let row = forms.squares * forms.width;
    let leaps = forms.quiet_leaps[kind * row..(kind + 1) * row].iter().any(|&word| word != 0);
    let fan = |n: usize| rides.fans.get(n).map_or(0, |&fan| fan * forms.squares as u32);
    let steps = forms.steps[kind].len();
    ReplyProfile {
        simple: rides.uniform && !others && !conditional && rides.fans.len() <= FANS,
        leaps,
        riders: rides.fans.len().min(FANS) as u8,
        fans: [fan(0), fan(1)],
        // A step takes about as long as two lookups.
        together: if steps == 0 || info.becomes_royal { u32::MAX } else { steps.div_ceil(2) as u32 },
    }
}
