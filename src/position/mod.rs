//! The state of a game: make, unmake, hash, FEN.

mod aftermath;
pub mod castling;
pub mod cell;
mod counting;
pub mod fen;
pub mod game;
mod make;
pub mod mv;
pub mod names;
pub mod rulings;
pub mod state;
mod swap;
mod unmoved;
pub mod zobrist;

pub use cell::Cell;
pub use fen::FenError;
pub use game::Game;
pub(crate) use make::{before, is_victim, takes_at_end};
pub use mv::{Move, MoveList};
pub use rulings::{DrawCount, RuleCounters, Rulings};
pub use state::{GROUPS, Passing, Position};
