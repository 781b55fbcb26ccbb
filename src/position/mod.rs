//! The state of a game: board, hands, rights, counters, key, log of changes, FEN.
//!
//! Carrying out moves is [`crate::moves`].

pub mod board_state;
pub mod cell;
pub(crate) mod counting;
pub(crate) mod dynamic;
mod edit;
pub mod fen;
pub mod game;
mod groups;
pub mod names;
pub(crate) mod phases;
pub(crate) mod promotion_choices;
pub(crate) mod royals;
pub mod rule_counters;
pub(crate) mod unmoved;
pub mod zobrist;

pub use crate::board::{Move, MoveList};
pub(crate) use board_state::resolve_square;
pub use board_state::{EnPassantRight, Position};
pub use cell::Cell;
pub use fen::FenError;
pub use game::Game;
pub use groups::{GROUPS, PAWN_GROUP};
pub use rule_counters::{DrawCount, RuleCounters};
