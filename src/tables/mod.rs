//! A variant unrolled into trajectory trees, with the reverse tables that find attacks.

mod attack_paths;
pub mod attack_tables;
pub mod bans;
mod batch;
pub mod bitboards;
mod borrowed;
mod builder;
pub mod capture_forms;
pub mod capture_rules;
mod captures;
mod duplicates;
pub mod explosions;
mod game_tables;
mod info;
mod layout;
pub mod leap;
mod lines;
pub mod profile;
pub mod rules;
mod squares;
mod support;
pub mod tree;
mod trees;
pub mod trie;
pub mod unroll;

pub(crate) use game_tables::CaptureTables;
pub use game_tables::{Stats, Tables};
pub use info::KindInfo;
pub use support::TableError;
