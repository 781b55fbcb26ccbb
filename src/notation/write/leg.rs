//! The letters of one leg, except its directions.

use crate::notation::legs::{Bend, Initial, Landing, Leg, Occupancy, PathRule, Reach, Wrap};

/// Returns the mode letters of a landing.
///
/// SPEC: `xbetza-readings` 33: `k` royals only, `kc` others only; xboard notes, 3.4: `t` beside `p` lets only friends
/// be mounts, and spares royals.
pub(super) fn modes(landing: Landing) -> Option<String> {
    let Landing { pass, take } = landing;
    if landing.is_empty() {
        // `k` takes only royals, and `t` spares them.
        return Some("kt".to_owned());
    }
    let hop = match pass - Occupancy::EMPTY {
        hop if hop.is_empty() => "",
        Occupancy::OCCUPIED => "p",
        Occupancy::FRIEND if !take.intersects(Occupancy::ENEMY_ROYAL) => "tp",
        _ => return None,
    };
    let enemies = match take & Occupancy::ENEMIES {
        Occupancy::ENEMIES => "c",
        Occupancy::ENEMY => "kc",
        Occupancy::ENEMY_ROYAL => "k",
        _ => "",
    };
    let quiet = if pass.intersects(Occupancy::EMPTY) { "m" } else { "" };
    let friends = if take.intersects(Occupancy::FRIEND) { "d" } else { "" };
    let en_passant = if take.intersects(Occupancy::EN_PASSANT) { "e" } else { "" };
    Some([quiet, hop, enemies, friends, en_passant].concat())
}

/// Returns the modes of a leg, empty if they are the default.
pub(super) fn modes_of(leg: &Leg, last: bool) -> Option<String> {
    if leg.off_board {
        return Some("o".to_owned());
    }
    if leg.induce {
        return Some("x".to_owned());
    }
    let default = if last { Landing::MOVE_OR_CAPTURE } else { Landing::MOVE };
    if leg.landing == default { Some(String::new()) } else { modes(leg.landing) }
}

/// Returns the `n` and `j` of a leg: the rule for the squares it passes and its en passant marks. `marks`: `in` leaves
/// marks, as on a first leg, but not on the part after a mount. `hidden` is the second part of a hop.
pub(super) fn path(leg: &Leg, marks: bool, hidden: Option<&Leg>) -> Option<String> {
    if leg.step.size().1 == 1 {
        let trail = if leg.trail { "n" } else { "" };
        let skip = "j".repeat(leg.skip.into());
        return (leg.path == PathRule::Any).then(|| format!("{trail}{skip}"));
    }
    let marks_on = hidden.is_some_and(|leg| leg.trail);
    let text = match (leg.path, leg.trail) {
        (PathRule::Any, false) => "",
        (PathRule::Blocked, false) => "j",
        (PathRule::Free, false) if !marks => "n",
        (PathRule::Free, true) if marks && !marks_on => "n",
        (PathRule::Free, true) => "nn",
        _ => return None,
    };
    (leg.skip == 0).then(|| text.to_owned())
}

/// Returns `o` or `oo` for a leg that wraps around edges.
pub(super) fn wrap(leg: &Leg, last: bool) -> Option<&'static str> {
    match leg.wrap {
        Wrap::None => Some(""),
        Wrap::Torus => Some("oo"),
        Wrap::Files if last => Some("o"),
        Wrap::Files => None,
    }
}

/// Adds `y` to the modes of a leg after which the range toggles; `p` becomes `g` instead.
pub(super) fn toggling(modes: String, toggles: bool) -> String {
    match (toggles, modes.contains('p')) {
        (true, true) => modes.replace('p', "g"),
        (true, false) => format!("y{modes}"),
        (false, _) => modes,
    }
}

/// Returns `q` or `z` for a first leg that bends.
pub(super) fn bend(leg: &Leg) -> &'static str {
    match leg.bend {
        Bend::Straight => "",
        Bend::Circular(_) => "q",
        Bend::Zigzag(_) => "z",
    }
}

/// Returns `i` or `ii` if needed; `None` if no letter expresses it.
pub(super) fn initial(initial: Initial) -> Option<&'static str> {
    match initial {
        Initial::Any => Some(""),
        Initial::Unmoved => Some("i"),
        Initial::StartSquare => Some("ii"),
        Initial::Zone(_) | Initial::Change(_) => None,
    }
}

/// Returns the step limit of a leg; 0 if it has none.
pub(super) fn counted(leg: &Leg) -> u16 {
    if let Reach::Steps(most) = leg.max { most } else { 0 }
}
