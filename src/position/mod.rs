//! The state of a game: make, unmake, hash, FEN.

pub mod cell;
pub mod game;
pub mod mv;
pub mod state;
pub mod fen;

pub use cell::Cell;
pub use fen::FenError;
pub use game::Game;
pub use mv::{Move, MoveList};
pub use state::Position;
