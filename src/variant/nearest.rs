//! The known word that somebody probably meant.

/// How alike two words must be to be worth a suggestion (1: equal), by the Jaro-Winkler measure.
const ALIKE: f64 = 0.84;

/// The candidate most like `word`, letters' case aside; `None` when none is alike.
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let scored = candidates.into_iter().map(|candidate| {
        let score = strsim::jaro_winkler(&word, &candidate.to_ascii_lowercase());
        (score, candidate)
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}
