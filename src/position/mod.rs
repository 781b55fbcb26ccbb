//! The state of a game: make, unmake, hash, FEN.

pub mod castling;
pub mod cell;
pub mod game;
pub mod mv;
pub mod state;
pub mod fen;
mod make;
pub mod names;
pub mod zobrist;

pub use cell::Cell;
pub use fen::FenError;
pub use game::Game;
pub(crate) use make::is_victim;
pub use mv::{Move, MoveList};
pub use state::Position;
