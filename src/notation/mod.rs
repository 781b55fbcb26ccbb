//! XBetza text to syntax tree to legs.

pub mod legs;

pub use legs::Movement;
