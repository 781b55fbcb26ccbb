//! Ends of games.

pub(crate) mod endings;
pub(crate) mod passing;
pub(crate) mod reason;
pub(crate) mod repetition;
pub(crate) mod results;
pub(crate) mod types;
