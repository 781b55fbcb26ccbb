//! Moves of a position: pseudo-legal moves, attacks and checks, legal moves, and the result of the game.
//!
//! The folders are layers, each using those before it: `pseudo`, `attack`, `legal`, `outcome`.
//!
//! Moves come from compiled bit sets, else from one pass over a trajectory tree. Attacks are found through reverse
//! tables. Legality follows from masks where simple lines determine the attackers of the royal; otherwise the move is
//! made and the royals are checked.

pub(crate) mod attack;
pub(crate) mod filter;
pub(crate) mod legal;
mod make;
pub(crate) mod outcome;
pub(crate) mod pseudo;

pub use attack::attacks::{attacked, in_check};
pub(crate) use attack::explosive::explosive_neighbours;
pub use filter::Filter;
pub(crate) use legal::forced_captures::has_forced_moves;
pub(crate) use legal::legal_moves::Guard;
pub use legal::legality::{can_play, is_legal, make_if_legal};
pub use legal::list::list_continuations;
pub(crate) use legal::move_restrictions::is_forced;
pub(crate) use outcome::endings::is_in_row;
pub use outcome::goal::missing_on_goals;
pub use outcome::reason::{End, EndReason, end};
pub use outcome::repetition::repeated;
pub use outcome::results::{
    by_count, by_history, is_drawn, legal_moves, list_legal, outcome, outcome_by_royals, random_move, result,
    without_moves,
};
pub use outcome::types::{Outcome, pgn_result};
pub use pseudo::compiled::list_pseudo_legal;
pub(crate) use pseudo::targets::Targets;
