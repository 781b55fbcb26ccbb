//! Pseudo-legal moves: all moves of the pieces and from the hand, without regard to royal safety.

pub(crate) mod arrival;
pub(crate) mod borrowed;
pub(crate) mod captors;
pub(crate) mod compiled;
pub(crate) mod drops;
pub(crate) mod excess;
pub(crate) mod mirror;
pub(crate) mod passes;
pub(crate) mod targets;
pub(crate) mod trees;
