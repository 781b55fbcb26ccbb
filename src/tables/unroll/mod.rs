//! Unrolls the movements of one piece from one square into a trajectory tree.
//!
//! `budget` limits the cost of the trees, `path` holds the state of a path, `state` that of the unroller; `growth` adds
//! the nodes, `landing` ends legs on squares, `walk` makes the steps.

mod budget;
mod growth;
mod landing;
mod path;
pub(crate) mod state;
mod walk;

pub use budget::{Budget, Excess};
pub use state::{Access, Forest, Unroller};
