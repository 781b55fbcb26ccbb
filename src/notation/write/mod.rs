//! Movements as XBetza: the way back from legs to text.
//!
//! For each movement [`draft`] proposes texts, the most general first; the first one that, read back, means nothing
//! but movements of the description is taken, with all that it means. So what is printed is right by construction,
//! and what no draft says is reported.

mod draft;
mod heading;
mod leg;
mod special;
mod style;

use super::expand::{MovementKey, Numbered, among, key};
use super::legs::{Movement, MovementKind};
use fxhash::FxHashSet;
use heading::Namer;

/// Movements as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// XBetza for all that it can say; empty if that is nothing.
    pub text: String,
    /// Indices of the movements that it cannot say.
    pub unsaid: Vec<usize>,
}

/// Prints movements, in whatever notation they were written, as XBetza.
///
/// ```
/// use griffon::notation::{betza2, xbetza};
/// assert_eq!(xbetza(&betza2::compile("FtR").unwrap()).text, "FyafsF");
/// ```
pub fn xbetza(movements: &[Movement]) -> Written {
    let (mut parts, unsaid) = cover(movements);
    // What needs no turn or task on the way first.
    parts.sort_by_key(|(first, text)| (text.matches('a').count().min(1), *first));
    let mut text = parts.into_iter().fold(String::new(), |text, (_, part)| joined(text, &part));
    if movements.iter().any(|movement| movement.must_promote) && !text.is_empty() {
        text.push('+');
    }
    Written { text, unsaid }
}

/// Like [`xbetza`], but each move of `text`, the description that the movements were read from, stays as its author wrote
/// it where XBetza reads it as the same movements.
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
    // A `+` at the end is about all moves, and parts may read differently side by side.
    if says(&all.text, said.map(|(_, movement)| movement)) { all } else { xbetza(movements) }
}

/// Does XBetza read the text as exactly these movements?
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

/// More flames of one move are not put into words: each reading of a text takes all of them in.
const MOST_FLAMES: usize = 256;

/// What may be read back to find a text for a description: drafts, times about what reading one costs.
const MOST_WORK: usize = 4_000_000;
/// What reading a draft costs whatever it means, in movements.
const READING: usize = 64;

/// One move for all of the movements, if there is one and they are no more than [`MOST_FLAMES`].
fn single(movements: &[Movement]) -> Option<String> {
    if movements.len() > MOST_FLAMES {
        return None;
    }
    let (parts, unsaid) = cover(movements);
    match (parts.as_slice(), unsaid.as_slice()) {
        ([(_, text)], []) => Some(text.clone()),
        _ => None,
    }
}

/// Puts a move behind others. Two equal capitals side by side are a rider, which is not meant here: the range or the modes
/// that go without saying are written between them, or the move stands before the others, whichever changes nothing.
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

/// What a text means, in no order; `None` if nothing.
fn meaning(text: &str) -> Option<FxHashSet<MovementKey>> {
    Some(super::compile(text).ok()?.iter().map(key).collect())
}

/// Moves that together say the movements, each with the index of the first of its own; and what none says.
fn cover(movements: &[Movement]) -> (Vec<(usize, String)>, Vec<usize>) {
    let numbered: Numbered = movements.iter().enumerate().rev().map(|(at, m)| (key(m), at)).collect();
    let courses = draft::Courses::of(movements);
    let mut namer = Namer::default();
    let (mut said, mut parts, mut unsaid) = (FxHashSet::default(), Vec::new(), Vec::new());
    // Long ones first: repeats that stop early are images of them.
    let mut order: Vec<usize> = (0..movements.len()).collect();
    // Thousands of movements have thousands of drafts each: what has none by then is left unsaid.
    let mut drafts = MOST_WORK / (READING + movements.len());
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
        let found = draft::first(&movements[at], &courses, &mut namer, |text| {
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

/// Legs, and steps that are counted out.
fn length(movement: &Movement) -> (usize, u32) {
    match &movement.kind {
        MovementKind::Walk(legs) => (legs.len(), legs.iter().map(|leg| u32::from(leg.min)).sum()),
        _ => (0, 0),
    }
}
