//! Whether a game is over, its result, and the rule that ended it.

pub(crate) mod endings;
pub(crate) mod goal;
pub(crate) mod reason;
pub(crate) mod repetition;
pub(crate) mod results;
pub(crate) mod types;
