//! A variant described to XBoard: the `setup` and `piece` commands.
//!
//! SPEC: `xboard.md` sections 2.3 to 2.6 and 3. Features that XBoard does not support are listed in
//! [`Dialect::notes`].

mod array;
mod betza;
mod build;
mod castling;
mod chains;
mod checks;
mod compass;
mod dialect;
mod displaced;
mod en_passant;
mod fens;
mod hands;
mod link;
mod matching;
mod notes;
mod paths;
mod pictures;
mod plan;
mod promotions;
mod replay;
mod sendable;
mod sides;
mod slots;
mod trail;

pub use array::may_be_of_xboard;
pub use betza::{Description, describe};
pub use dialect::{Dialect, PASS, from_internal};
pub use sides::shuffles;
