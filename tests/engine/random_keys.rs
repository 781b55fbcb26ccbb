//! Every parameter of definitions is drawn by a random test that compares the generators.

use crate::support::wide_definitions;
use crate::{captures_agree, definition_random, generators_agree, random_cases, rule_combinations};
use griffon::random::Rng;
use griffon::variant::read;
use std::collections::BTreeSet;

/// Number of definitions drawn from each test.
const DRAWN: u64 = 150;

/// Parameters that are drawn, but in no definition that is compared with the oracle, with the reason.
const ONLY_DRAWN: &[(&str, &str)] = &[("parent", "what XBoard is told")];

/// Parameters that no test draws, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("name", "describes the definition"),
    ("title", "describes the definition"),
    ("aliases", "describes the definition"),
    ("source", "describes the definition"),
    ("synonyms", "other letters for pieces in FEN and moves that are read"),
    ("xboardArray", "what XBoard is told"),
    ("notation", "the notations are drawn without a definition"),
    (
        "homeArray",
        "must fit board and pieces; definitions of the catalogue that have it are changed at random",
    ),
];

/// Returns the parameters that are read: those of `keys!`.
fn known() -> BTreeSet<String> {
    let text = std::fs::read_to_string("src/variant/keys.rs").expect("the source");
    let list = text.split_once("\nkeys! {").and_then(|(_, rest)| rest.split_once('}')).expect("the list").0;
    let words = list.split_whitespace().map(|word| word.trim_end_matches(';'));
    let keys = words.filter(|word| word.starts_with(char::is_uppercase));
    keys.map(|key| key[..1].to_ascii_lowercase() + &key[1..]).collect()
}

/// Returns the parameter of a line, if it has one.
fn parameter(line: &str) -> Option<&str> {
    let key = line.split_once('=')?.0;
    key.chars().all(char::is_alphanumeric).then_some(key)
}

/// The meaning of a definition; `None` if it is refused.
fn meaning(text: &str) -> Option<String> {
    Some(format!("{:?}", read("test", text).ok()?.0))
}

/// Adds the parameters of a definition without which it would have another meaning.
fn add(found: &mut BTreeSet<String>, text: &str) {
    let mut new: Vec<&str> = text.lines().filter_map(parameter).collect();
    new.retain(|key| !found.contains(*key));
    if new.is_empty() {
        return;
    }
    let Some(whole) = meaning(text) else { return };
    for key in new {
        let rest = text.lines().filter(|line| parameter(line) != Some(key)).collect::<Vec<_>>().join("\n");
        if meaning(&rest).is_none_or(|other| other != whole) {
            found.insert(key.to_owned());
        }
    }
}

#[test]
fn every_parameter_is_compared_drawn_or_left_out_on_purpose() {
    let (mut compared, mut drawn) = (BTreeSet::new(), BTreeSet::new());
    for seed in 1..=DRAWN {
        let random = &mut Rng(seed);
        let definitions = [
            definition_random::definition(random),
            rule_combinations::definition(random),
            generators_agree::random_definition(random),
            generators_agree::random_gates(random),
            captures_agree::definition(random),
            captures_agree::prohibition(random),
            captures_agree::trades(random),
            random_cases::definition(random, seed).0,
        ];
        definitions.iter().for_each(|text| add(&mut compared, text));
        add(&mut drawn, &wide_definitions::definition(seed));
    }
    let known = known();
    assert!(known.len() > 50, "{known:?}");
    let listed = |list: &[(&str, &str)]| -> BTreeSet<String> {
        list.iter().map(|(key, _)| (*key).to_owned()).collect()
    };
    let (only_drawn, left_out) = (listed(ONLY_DRAWN), listed(LEFT_OUT));
    let expected: BTreeSet<String> = known.difference(&compared).cloned().collect();
    let excused: BTreeSet<String> = only_drawn.union(&left_out).cloned().collect();
    let missing: Vec<_> = expected.difference(&excused).collect();
    assert!(missing.is_empty(), "compared by no random test: {missing:?}");
    let stale: Vec<_> = excused.difference(&expected).collect();
    assert!(stale.is_empty(), "compared or unknown, so not excused: {stale:?}");
    let undrawn: Vec<_> = only_drawn.difference(&drawn).collect();
    assert!(undrawn.is_empty(), "drawn by no random test: {undrawn:?}");
    let stale: Vec<_> = left_out.intersection(&drawn).collect();
    assert!(stale.is_empty(), "drawn, so not left out: {stale:?}");
}
