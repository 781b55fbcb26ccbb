//! Learns the evaluation of a variant from games of the program against itself.
//!
//! A run alternates self-play and rounds. Unless it starts from a learned evaluation, its first round is a linear fit of
//! values, squares and hands; the others train nets. A playoff chooses between two kinds of nets, and a candidate is used
//! once it has passed its [`gate`]. Everything is kept in a folder, so that a run can be killed at any moment and continued.

mod begin;
mod candidate;
mod factors;
pub mod fit;
mod folder;
pub mod games;
pub mod gate;
mod panic_flag;
pub mod play;
mod playoff;
mod publish;
pub mod report;
pub mod samples;
mod selfplay;
mod session;
pub mod state;
pub mod train;

pub use folder::{BEST, GAMES, check_rules, folder_for};
pub use session::{Learning, LearningPlan, LearningStart};
