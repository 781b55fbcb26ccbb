//! A session: reads lines from a GUI, passes them to the protocol that the first line chooses, and sends its answers.
//!
//! The main loop never waits for the search: it answers each command while the search runs. SPEC: `xboard.md`.

mod connection;
mod run;

pub use crate::engine::search_thread::{SearchEvent, SessionEvent};
pub use connection::{Connection, Flow, Protocol, quoted};
pub use run::serve;
