//! Evaluation of a position: terms, net, mating power.

mod accumulator;
mod army;
mod cache;
mod checks;
mod danger;
mod evaluate;
mod explosions;
mod extinction;
mod features;
mod goals;
pub mod mating;
mod mop_up;
mod pawns;
mod rule_terms;
pub mod scale;
mod tapered;
pub mod terms;

pub use accumulator::{NetState, bucket, net_output};
pub use cache::Cache;
pub use evaluate::{
    EvalMethod, LIMIT, evaluate, evaluate_by_cached_terms, evaluate_by_terms, evaluate_with, lazy_evaluate,
    tempo,
};
pub use mop_up::mop_up_may_apply;
pub use pawns::PawnCache;
pub use rule_terms::RuleTerms;
pub use tapered::Tapered;
