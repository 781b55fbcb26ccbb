//! Every parameter of definitions is drawn by a random test.

use crate::support::wide_definitions;
use crate::{captures_agree, definition_random, generators_agree, random_cases, rule_combinations};
use griffon::random::Rng;
use std::collections::BTreeSet;

/// Number of definitions drawn from each test.
const DRAWN: u64 = 150;

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
    list.split_whitespace().map(|key| key[..1].to_ascii_lowercase() + &key[1..]).collect()
}

/// Returns the parameters of a definition.
fn parameters(text: &str) -> impl Iterator<Item = &str> {
    let keys = text.lines().filter_map(|line| Some(line.split_once('=')?.0));
    keys.filter(|key| key.chars().all(char::is_alphanumeric))
}

#[test]
fn every_parameter_is_drawn_or_left_out_on_purpose() {
    let mut drawn = BTreeSet::new();
    for seed in 1..=DRAWN {
        let random = &mut Rng(seed);
        let definitions = [
            definition_random::definition(random),
            wide_definitions::definition(seed),
            rule_combinations::definition(random),
            generators_agree::random_definition(random),
            generators_agree::random_gates(random),
            captures_agree::definition(random),
            captures_agree::prohibition(random),
            captures_agree::trades(random),
            random_cases::definition(random, seed).0,
        ];
        drawn.extend(definitions.iter().flat_map(|text| parameters(text)).map(str::to_owned));
    }
    let left_out: BTreeSet<String> = LEFT_OUT.iter().map(|(key, _)| (*key).to_owned()).collect();
    let known = known();
    assert!(known.len() > 50, "{known:?}");
    let missing: Vec<_> =
        known.iter().filter(|key| !drawn.contains(*key) && !left_out.contains(*key)).collect();
    assert!(missing.is_empty(), "drawn by no random test: {missing:?}");
    let stale: Vec<_> = left_out.iter().filter(|key| drawn.contains(*key) || !known.contains(*key)).collect();
    assert!(stale.is_empty(), "drawn or unknown, so not left out: {stale:?}");
}
