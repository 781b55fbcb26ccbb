//! Perft in parallel, suites of perft counts, games between engines, piece values by play.
//!
//! A match: [`engine`] is a process, [`referee`] a game, [`contest`] all games of a pair of engines in a variant, and
//! [`gauntlet`] a table of such.

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
