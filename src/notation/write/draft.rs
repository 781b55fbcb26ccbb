//! Drafts: candidate texts for a movement and its images.
//!
//! A draft may describe more or fewer movements than intended, so [`super::cover`] reads it back before using it.

use super::courses::{Courses, course, shape};
use super::leg;
use super::names::{self, Mask, Namer};
use super::special;
use super::style::{TextStyle, copied, has_length, styles, turned, turns};
use crate::notation::atoms::{self, WalkingAtom};
use crate::notation::heading::{Bend, Turn};
use crate::notation::lattice::Family;
use crate::notation::legs::{Initial, Leg, Movement, MovementKind, Reach};
use fxhash::FxHashSet;

/// Maximum number of legs of a repeat.
const MAX_REPEAT: usize = 3;

/// The parts of a draft.
struct TextDraft {
    legs: Vec<String>,
    /// With its range.
    atom: String,
    /// Index of the leg on whose start a piece from the hand is put.
    gate: Option<usize>,
    initial: &'static str,
    tail: String,
}

impl TextDraft {
    /// Returns the text, with `legs` as the text of the legs.
    fn text(&self, legs: &str) -> String {
        format!("{}{legs}{}{}", self.initial, self.atom, self.tail)
    }
    fn plain(&self) -> String {
        let Some(gate) = self.gate else { return self.text(&self.legs.join("a")) };
        let after_gate = self.legs[gate..].join("a");
        let before = match gate {
            0 => "uO-".to_owned(),
            _ => format!("{}u{}-", self.legs[..gate].join("a"), self.atom),
        };
        self.text(&format!("{before}{after_gate}"))
    }
    /// Returns the texts with the longest repeats as groups, unlimited groups first.
    fn grouped(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.gate.is_some() {
            return found;
        }
        for period in 1..=MAX_REPEAT {
            for start in 0..self.legs.len().saturating_sub(period) {
                let unit = &self.legs[start..start + period];
                if start >= period && self.legs[start - period..start] == *unit {
                    continue; // the run begins earlier
                }
                let times = self.legs[start..].chunks(period).take_while(|chunk| *chunk == unit).count();
                // With one repeat less, the last one stays outside the group.
                for times in [times, times.saturating_sub(1)].into_iter().filter(|times| *times > 1) {
                    let group = |limit: &str| {
                        let before: String = self.legs[..start].iter().map(|leg| format!("{leg}a")).collect();
                        let after = self.legs[start + period * times..].join("a");
                        format!("{before}({}a){limit}{after}", unit.join("a"))
                    };
                    found.push(self.text(&group("")));
                    found.push(self.text(&group(&times.to_string())));
                }
            }
        }
        found
    }
    /// Returns the texts with a group that includes the directions after its `a`: `(caf)R`.
    fn grouped_across(&self) -> Vec<String> {
        let mut found = Vec::new();
        let Some((last, inner)) = self.legs.split_last() else { return found };
        if self.gate.is_some() || inner.len() < 2 {
            return found;
        }
        // Each leg is a turn and modes; a group holds modes, `a` and the next turn.
        for (at, _) in last.char_indices().chain([(last.len(), ' ')]) {
            let (turn, rest) = last.split_at(at);
            let unit = |leg: &str| leg.strip_prefix(turn).map(str::to_owned);
            let Some(modes) = inner.last().and_then(|leg| unit(leg)) else { continue };
            let middle = inner.iter().skip(1).all(|leg| unit(leg).is_some_and(|leg| leg == modes));
            let Some(start) = inner[0].strip_suffix(&modes) else { continue };
            if middle {
                for limit in [String::new(), inner.len().to_string()] {
                    found.push(self.text(&format!("{start}({modes}a{turn}){limit}{rest}")));
                }
            }
        }
        found
    }
}

/// Returns the result of `accept` for the first text of a movement it accepts, trying the most general texts first.
/// `flames` is the text of its flames, if they are a single move.
pub(super) fn first<T>(
    movement: &Movement,
    flames: Option<&str>,
    courses: &Courses,
    namer: &mut Namer,
    mut accept: impl FnMut(&str) -> Option<T>,
) -> Option<T> {
    let MovementKind::Walk(legs) = &movement.kind else {
        return special::texts(movement, flames).iter().find_map(|text| accept(text));
    };
    if !legs.iter().all(has_length) {
        return None;
    }
    let (course, tail) = (course(legs)?, tail(movement, flames)?);
    let shape = shape(movement, legs);
    let forward: Vec<usize> = (0..legs.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    let (styles, turns) = (styles(legs, courses), turns(legs));
    let mut known = FxHashSet::default();
    for order in [&forward[..], &backward[..], &[]] {
        let sets = courses.widened(&shape, &course, order);
        for (family, sets) in families(legs, course[0], &sets) {
            for style in &styles {
                let draft = draft(movement, legs, (&sets, &turns), family, *style, tail.clone(), namer);
                let Some(draft) = draft else { continue };
                let plain = draft.plain();
                if !known.insert(plain.clone()) {
                    continue;
                }
                // A text with a group covers everything the plain text does, and more.
                let Some(found) = accept(&plain) else { continue };
                let groups = if legs.len() > 1 { draft.grouped_across() } else { Vec::new() };
                let groups = groups.into_iter().chain(draft.grouped());
                return groups.into_iter().find_map(|text| accept(&text)).or(Some(found));
            }
        }
    }
    None
}

/// Returns the possible families of the atom, each with its headings.
fn families(legs: &[Leg], first: u8, sets: &[Mask]) -> Vec<(Family, Vec<Mask>)> {
    let (near, far) = legs[0].step.size();
    if near != 0 && near != far {
        return vec![(Family::Oblique, sets.to_vec())];
    }
    let (own, mask) = if first % 2 == 0 { (Family::Orthogonal, 0x55) } else { (Family::Diagonal, 0xAA) };
    let mut single = sets.to_vec();
    single[0] &= mask;
    let both = (far <= 3).then(|| (Family::Both, sets.to_vec()));
    let single = Some((own, single));
    let in_order = if sets[0] & !mask != 0 { [both, single] } else { [single, both] };
    in_order.into_iter().flatten().collect()
}

/// Returns the text after the range: quote and flames.
fn tail(movement: &Movement, flames: Option<&str>) -> Option<String> {
    let quote = if movement.quoted { "'" } else { "" };
    if movement.flames.is_empty() {
        return Some(quote.to_owned());
    }
    flames.map(|flames| format!("{quote}:{flames}"))
}

fn toggled(reach: Reach) -> Option<Reach> {
    match reach {
        Reach::Steps(1) => Some(Reach::Unlimited),
        Reach::Steps(_) | Reach::Unlimited => Some(Reach::Steps(1)),
        Reach::EnemyHalf => None,
    }
}

fn draft(
    movement: &Movement,
    legs: &[Leg],
    (sets, turns): (&[Mask], &[Option<Turn>]),
    family: Family,
    style: TextStyle,
    tail: String,
    namer: &mut Namer,
) -> Option<TextDraft> {
    let gate = legs.iter().position(|leg| leg.gate);
    let range = style.range.unwrap_or(legs[0].max);
    let mut reach = range;
    let count = if style.hop.is_some() { legs.len() - 1 } else { legs.len() };
    let mut texts = Vec::with_capacity(count);
    for (index, leg) in legs.iter().take(count).enumerate() {
        let (first, last) = (index == 0, index + 1 == count);
        let mut text = match sets[index] {
            0 => String::new(),
            set => namer.letters(first.then_some(family), set)?,
        };
        if !first && style.turns.checked_shr(index as u32).unwrap_or(0) & 1 == 1 {
            text = turned(&text, turns.get(index).copied().flatten());
        }
        text += if leg.unload { "u" } else { "" };
        text += if leg.iso && !first || style.iso && copied(legs, index) { "i" } else { "" };
        text += &match (style.hop, last) {
            (Some(hop), true) => format!("{hop}{}", leg::modes_of(legs.get(index + 1)?, true)?),
            _ => {
                let toggles = toggles(legs, index, count, style, &mut reach)?;
                leg::toggling(leg::modes_of(leg, last)?, toggles)
            }
        };
        let hidden = legs.get(index + 1).filter(|_| last && style.hop.is_some());
        text += &leg::path(leg, first && movement.initial != Initial::Any, hidden)?;
        text += if first { leg::bend(leg) } else { "" };
        text += if first { style.bend } else { "" };
        text += leg::wrap(leg, last)?;
        texts.push(text);
    }
    let atom = atom(legs, family, range)?;
    Some(TextDraft { legs: texts, atom, gate, initial: leg::initial(movement.initial)?, tail })
}

/// Whether the range toggles after a leg; `None` if no letter expresses its change.
fn toggles(legs: &[Leg], index: usize, count: usize, style: TextStyle, reach: &mut Reach) -> Option<bool> {
    let Some(max) = legs.get(index + 1).map(|next| next.max) else { return Some(false) };
    // Counted lengths do not show the range, nor do those of the two parts of a hop, which share it.
    let counted = style.range.is_some() && max != toggled(*reach).unwrap_or(max);
    let in_hop = style.hop.is_some() && index + 2 >= count && legs[count - 1].min > 1;
    if max == *reach || counted || in_hop || style.iso && copied(legs, index + 1) {
        return Some(false);
    }
    *reach = toggled(*reach)?;
    (max == *reach).then_some(true)
}

/// Returns the text of atom and range.
fn atom(legs: &[Leg], family: Family, range: Reach) -> Option<String> {
    let (near, far) = legs[0].step.size();
    let unlimited = range == Reach::Unlimited;
    let bent = legs[0].bend != Bend::Straight;
    let both = family == Family::Both;
    let leap = if both { (0, far) } else { (near, far) };
    let letter = |slides| atoms::letter_of(WalkingAtom { leap, both, slides });
    let slider = if unlimited && !(both && bent) { letter(true) } else { None };
    let atom = match slider {
        Some(letter) => letter.to_string(),
        None if both => letter(false)?.to_string(),
        None => names::atom(leap)?,
    };
    let range = match range {
        // `q` and `z` make riders of leapers.
        Reach::Steps(1) if bent => "1".to_owned(),
        Reach::Steps(1) => String::new(),
        Reach::Steps(most @ 0..=99) => most.to_string(),
        Reach::Steps(_) => return None,
        Reach::EnemyHalf => "*".to_owned(),
        Reach::Unlimited if slider.is_some() || bent => String::new(),
        Reach::Unlimited if atom.len() == 1 => atom.clone(),
        Reach::Unlimited => "0".to_owned(),
    };
    Some(atom + &range)
}
