//! The generators, perft, search, evaluation, values, nets and learning.

mod captures_agree;
mod definition_random;
mod eval_mating;
mod eval_rules;
mod eval_terms;
mod generators_agree;
mod learning;
mod learning_runs;
mod net_accumulators;
mod perft_suite;
mod playout_cases;
mod playouts;
mod random_cases;
mod random_keys;
mod rule_combinations;
mod search_endings;
mod search_mates;
mod search_threads;
mod search_values;
mod search_wins;
#[path = "../support/mod.rs"]
mod support;
mod values_published;
