//! Counting move trees.

mod count;
mod descent;
mod drops;
mod reply_counter;

pub use descent::{perft, perft_after, perft_until};
