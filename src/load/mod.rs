//! Building games.

mod game;
mod shuffle;

pub use shuffle::{shuffled_game, shuffled_start};
