//! Perft in parallel, suites of perft counts, games between engines.

pub mod duel;
pub mod engine;
pub mod perft;
pub mod suite;
pub mod verify;
