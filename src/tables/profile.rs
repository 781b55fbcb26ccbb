//! Compact data about a kind for the inner loops of move counting.

use super::bitboards::{BitboardMoves, Conditionals, FANS, ReplyProfile};
use super::info::KindInfo;
use crate::board::Kind;

/// Returns the profile of each kind; the steps of `forms` must be known. `judged` says whether more than occupancy
/// decides what the pieces of a kind may capture or hop over.
pub(super) fn profiles(
    forms: &BitboardMoves,
    kinds: &[KindInfo],
    judged: impl Fn(Kind) -> bool,
) -> Box<[ReplyProfile]> {
    let of = |(kind, info): (usize, &KindInfo)| match profile(forms, kind, info) {
        plain if !judged(Kind(kind as u16)) => plain,
        profile => ReplyProfile { simple: false, together: u32::MAX, ..profile },
    };
    kinds.iter().enumerate().map(of).collect()
}

fn profile(forms: &BitboardMoves, kind: usize, info: &KindInfo) -> ReplyProfile {
    let rides = &forms.rides[kind];
    let others = info.trees || info.checks_arrivals || info.becomes_royal || forms.royal_captures[kind];
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
