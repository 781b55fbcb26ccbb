//! Suggestions for misspelt words.

/// Minimum Jaro-Winkler similarity for a suggestion (1: equal).
const ALIKE: f64 = 0.84;

/// Maximum number of suggestions by prefix.
const MOST: usize = 3;
/// Maximum number of candidates in a help text.
const LISTED: usize = 8;
/// Shortest word for suggestions by prefix.
const PREFIX: usize = 3;

/// Returns the candidates that begin with `word`, ignoring case, or else the most similar one.
pub fn several<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Vec<&'a str> {
    let most = if word.len() < PREFIX { 0 } else { MOST };
    let is_word = |start: &str| start.eq_ignore_ascii_case(word);
    let begins = |candidate: &&str| candidate.get(..word.len()).is_some_and(is_word);
    let found: Vec<&str> = candidates.clone().filter(begins).take(most).collect();
    if found.is_empty() { nearest(word, candidates).into_iter().collect() } else { found }
}

/// Formats suggestions: "`a`, `b` or `c`".
pub fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns help for an unknown word: the candidates that may be meant, or else the first ones.
pub fn help<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> String {
    let found = several(word, candidates.clone());
    if !found.is_empty() {
        return format!("did you mean {}?", list(&found));
    }
    let mut rest = candidates;
    let first: Vec<&str> = rest.by_ref().take(LISTED).collect();
    let one_of = if rest.next().is_some() { "expected, for example," } else { "expected" };
    format!("{one_of} {}", list(&first))
}

/// Returns the end of a message about an unknown word: the suggestion, if there is one.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// Returns the candidate most similar to `word`, ignoring case; `None` if none is similar.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let scored = candidates.into_iter().map(|candidate| {
        let score = strsim::jaro_winkler(&word, &candidate.to_ascii_lowercase());
        (score, candidate)
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}
