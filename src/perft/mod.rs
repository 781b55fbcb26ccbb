//! Counts of move trees: perft, with legal moves counted instead of listed at the last plies.

mod count;
mod descent;
mod reply_counter;

pub use descent::{MAX_DEPTH, STACK, perft, perft_after, perft_until};
