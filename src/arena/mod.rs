//! Parallel perft, perft suites, engine matches, piece values measured by play.
//!
//! Layers of a match: [`engine`] runs one process, [`referee`] one game, [`contest`] all games of two engines in one
//! variant, and [`gauntlet`] a table of matches.

pub mod contest;
pub mod engine;
pub mod gauntlet;
pub mod mates;
pub mod measure;
pub mod openings;
pub mod perft;
pub mod pgn;
pub mod record;
pub mod referee;
pub mod sprt;
pub mod stats;
pub mod suite;
pub mod time_limits;
pub mod verify;
