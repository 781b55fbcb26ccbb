//! XBetza text to syntax tree to legs.
//!
//! Three stages, each of which can be looked at by itself: [`parse()`] (text to [`Ast`], every character kept),
//! [`compile`] (text to fully specified [`Movement`]s, see [`legs`]) and printing (`Display` of [`Ast`],
//! [`Movement`] and [`legs::Leg`]).

pub mod ast;
pub mod error;
mod expand;
pub mod legs;
mod parse;
mod print;

pub use ast::Ast;
pub use error::{ErrorKind, NotationError};
pub use expand::{MAX_LEGS, MAX_MOVEMENTS, compile};
pub use legs::Movement;
pub use parse::parse;
