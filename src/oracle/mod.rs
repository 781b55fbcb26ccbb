//! The slow reference generator, for tests and benchmarks: reads the legs of a piece directly, square by square.
//!
//! It states the rules as simply as possible, as a reference for readers and for tests of the compiled generator. From
//! [`crate::tables`] it takes the squares of an en passant right and the piece values for `tradeThreshold`; it shares
//! [`crate::movegen::outcome()`] with the compiled generator. It tests legality by making the move and all replies.

mod agreement;
mod arrive;
mod board_state;
mod castling;
mod checks;
mod counting;
mod drops;
mod effects;
mod gates;
mod generate;
mod goals;
mod legality;
mod passes;
mod pieces;
mod plane;
mod promotion;
mod reference_move;
mod restrictions;
mod setup_phase;
mod trajectory;
mod unmoved;
mod view;
mod zones;

pub use agreement::Agreement;
pub use board_state::{Marks, ReferenceState};
pub use generate::pseudo_legal_moves;
pub use legality::legal_moves;
pub use reference_move::ReferenceMove;
