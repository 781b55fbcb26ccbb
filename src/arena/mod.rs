//! Perft in parallel, suites of perft counts, games between engines, piece values by play.

pub mod duel;
pub mod engine;
pub mod measure;
pub mod perft;
pub mod suite;
pub mod verify;
