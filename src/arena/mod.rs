//! Perft in parallel, and suites of perft counts.

pub mod perft;
pub mod suite;
pub mod verify;
