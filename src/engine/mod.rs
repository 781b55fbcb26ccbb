//! The engine that the protocols control: a game, its settings and the search in the background.

pub mod book;
mod configure;
pub mod folder;
pub mod level;
pub mod library;
pub mod move_choice;
pub mod options;
pub mod search_thread;
mod searching;
mod state;

pub use state::{Engine, GuiClock, Notice, RunningSearch, SearchPurpose};

/// Program name with its version.
pub const NAME: &str = concat!("Griffon ", env!("CARGO_PKG_VERSION"));
