//! UCI. SPEC: the protocol of 2006, with variants as Fairy-Stockfish and others have them.
//!
//! Every `position` and `go` is complete in itself, so the session plays no side and keeps no clock. `UCI_Variant`
//! selects the variant; moves are written as in other variant engines.

mod command;
mod go;
mod lines;
mod options;
mod session;
mod setup;
mod state;

pub use state::UciSession;
