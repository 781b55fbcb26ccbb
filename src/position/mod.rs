//! The state of a game: make, unmake, hash, FEN.

pub mod board_state;
mod capture_effects;
pub mod cell;
mod changes;
mod counting;
mod eval_params;
pub mod fen;
pub mod game;
mod light_make;
mod make;
pub mod names;
pub mod rule_flags;
mod unmoved;
pub mod zobrist;

pub use crate::board::{Move, MoveList};
pub use board_state::{GROUPS, Passing, Position};
pub use cell::Cell;
pub use eval_params::EvalParams;
pub use fen::FenError;
pub use game::Game;
pub(crate) use make::{before, is_victim, takes_at_end};
pub use rule_flags::{DrawCount, RuleCounters, RuleFlags};
