//! Prints movements as XBetza text.
//!
//! For each movement [`draft`] proposes texts, the most general first. The first text that reads back only as movements
//! of the description is used, and covers all of these. The output is therefore correct by construction; movements
//! that no draft expresses are reported.

mod courses;
mod draft;
mod leg;
mod names;
mod special;
mod style;

use super::expand::{MovementKey, Numbered, among, key};
use super::legs::{Movement, MovementKind};
use courses::Courses;
use fxhash::FxHashSet;
use names::Namer;

/// Movements as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// XBetza for all movements it can express; empty if there are none.
    pub text: String,
    /// Indices of the movements it cannot express.
    pub unsaid: Vec<usize>,
}

/// Prints movements as XBetza, whatever notation they were read from.
///
/// ```
/// use griffon::notation::{betza2, xbetza};
/// assert_eq!(xbetza(&betza2::compile("FtR").unwrap()).text, "FyafsF");
/// ```
pub fn xbetza(movements: &[Movement]) -> Written {
    let (mut parts, unsaid) = cover(movements);
    // Moves without `a` first.
    parts.sort_by_key(|(first, text)| (text.matches('a').count().min(1), *first));
    let mut text = parts.into_iter().fold(String::new(), |text, (_, part)| joined(text, &part));
    if movements.iter().any(|movement| movement.must_promote) && !text.is_empty() {
        text.push('+');
    }
    Written { text, unsaid }
}

/// Like [`xbetza`], but keeps each move of `text`, the source of the movements, as written where XBetza reads it as the
/// same movements.
///
/// ```
/// use griffon::notation::{compile, xbetza_of};
/// assert_eq!(xbetza_of("WfF", &compile("WfF").unwrap()).text, "WfF");
/// ```
pub fn xbetza_of(text: &str, movements: &[Movement]) -> Written {
    if says(text, movements.iter()) {
        return Written { text: text.to_owned(), unsaid: Vec::new() };
    }
    let mut spans: Vec<_> = movements.iter().map(|movement| movement.span.clone()).collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    let mut all = Written { text: String::new(), unsaid: Vec::new() };
    for span in spans {
        let numbers: Vec<usize> = (0..movements.len()).filter(|&at| movements[at].span == span).collect();
        let own: Vec<Movement> = numbers.iter().map(|&at| movements[at].clone()).collect();
        let part = text.get(span).filter(|part| says(part, own.iter()));
        let part =
            part.map_or_else(|| xbetza(&own), |part| Written { text: part.to_owned(), unsaid: Vec::new() });
        all.text = joined(all.text, &part.text);
        all.unsaid.extend(part.unsaid.into_iter().map(|at| numbers[at]));
    }
    all.unsaid.sort_unstable();
    let said = movements.iter().enumerate().filter(|(at, _)| all.unsaid.binary_search(at).is_err());
    // A final `+` applies to all moves, and adjacent parts may read differently.
    if says(&all.text, said.map(|(_, movement)| movement)) { all } else { xbetza(movements) }
}

/// Whether XBetza reads the text as exactly these movements.
fn says<'a>(text: &str, movements: impl Iterator<Item = &'a Movement>) -> bool {
    let Ok(read) = super::compile(text) else { return false };
    let (mut own, mut promotes) = (FxHashSet::default(), false);
    for movement in movements {
        own.insert(key(movement));
        promotes |= movement.must_promote;
    }
    !text.contains('[')
        && promotes == read.iter().any(|movement| movement.must_promote)
        && own == read.iter().map(key).collect::<FxHashSet<MovementKey>>()
}

/// Maximum number of flames of a move that are printed: reading a text back expands all of them.
const MAX_FLAMES: usize = 256;

/// Budget for reading drafts of a description back: number of drafts times the approximate cost of one.
const MAX_WORK: usize = 4_000_000;
/// Fixed cost of reading a draft, in movements.
const READING: usize = 64;

/// Returns one move for all the movements, if there is one and there are at most [`MAX_FLAMES`] movements.
fn single(movements: &[Movement]) -> Option<String> {
    if movements.is_empty() || movements.len() > MAX_FLAMES {
        return None;
    }
    match cover(movements) {
        (mut parts, unsaid) if parts.len() == 1 && unsaid.is_empty() => parts.pop().map(|(_, text)| text),
        _ => None,
    }
}

/// Appends a move to others. Two equal adjacent capitals would read as a rider, so the default range or modes are
/// written between them, or the move is put first, whichever keeps the meaning.
fn joined(text: String, part: &str) -> String {
    let last = text.chars().next_back();
    if !last.is_some_and(|last| last.is_ascii_uppercase() && part.starts_with(last)) {
        return text + part;
    }
    let meant: Option<FxHashSet<MovementKey>> =
        meaning(&text).zip(meaning(part)).map(|(a, b)| a.union(&b).cloned().collect());
    let between = ["1", "0", "mc"].map(|between| format!("{text}{between}{part}"));
    let ways = between.into_iter().chain([format!("{part}{text}")]);
    ways.clone().find(|way| meaning(way) == meant).or(ways.last()).unwrap_or_default()
}

/// Returns the movements of a text as a set; `None` if it is refused.
fn meaning(text: &str) -> Option<FxHashSet<MovementKey>> {
    Some(super::compile(text).ok()?.iter().map(key).collect())
}

/// Returns moves that together express the movements, each with the index of its first movement, and the indices of the
/// movements that no move expresses.
fn cover(movements: &[Movement]) -> (Vec<(usize, String)>, Vec<usize>) {
    let numbered: Numbered = movements.iter().enumerate().rev().map(|(at, m)| (key(m), at)).collect();
    let courses = Courses::of(movements);
    let mut namer = Namer::default();
    let (mut said, mut parts, mut unsaid) = (FxHashSet::default(), Vec::new(), Vec::new());
    // Long movements first: their texts also cover repeats that stop early.
    let mut order: Vec<usize> = (0..movements.len()).collect();
    // Thousands of movements may have thousands of drafts each: when the budget is used up, the rest are reported
    // as not expressible.
    let mut drafts = MAX_WORK / (READING + movements.len());
    order.sort_by_key(|&at| (std::cmp::Reverse(length(&movements[at])), at));
    for at in order {
        let own = numbered[&key(&movements[at])];
        if said.contains(&own) {
            continue;
        }
        if drafts == 0 {
            unsaid.push(at);
            continue;
        }
        let flames = single(&movements[at].flames);
        let found = draft::first(&movements[at], flames.as_deref(), &courses, &mut namer, |text| {
            drafts = drafts.checked_sub(1)?;
            among(text, &numbered).filter(|meant| meant.contains(&own)).map(|meant| (text.to_owned(), meant))
        });
        match found {
            Some((text, meant)) => {
                parts.push((meant.iter().copied().min().unwrap_or(at), text));
                said.extend(meant);
            }
            None => unsaid.push(at),
        }
    }
    unsaid.sort_unstable();
    (parts, unsaid)
}

/// Returns the number of legs and the sum of their minimum steps.
fn length(movement: &Movement) -> (usize, u32) {
    match &movement.kind {
        MovementKind::Walk(legs) => (legs.len(), legs.iter().map(|leg| u32::from(leg.min)).sum()),
        _ => (0, 0),
    }
}
