//! Evaluation of a position: terms, net, mating power.

mod accumulator;
mod army;
mod danger;
mod evaluate;
mod features;
pub mod mating;
mod pawns;
pub mod scale;
mod tapered;
pub mod terms;

pub use accumulator::{NetState, bucket, net_output};
pub use evaluate::{LIMIT, checks, evaluate, evaluate_by_terms, evaluate_with, sums};
pub use tapered::Tapered;
