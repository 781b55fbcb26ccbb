//! Builds games from variants, and draws the start positions of shuffled ones.

mod game;
mod shuffle;

pub use shuffle::{shuffled_game, shuffled_start};
