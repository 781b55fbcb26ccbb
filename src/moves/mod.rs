//! Single moves: the paths of pieces, what a move captures and changes, and carrying it out on the board.
//!
//! Nothing here lists moves or knows which are legal: that is [`crate::movegen`].

pub(crate) mod capture_rules;
pub(crate) mod changes;
pub(crate) mod distinct;
pub(crate) mod flames;
mod immunity;
pub(crate) mod local_make;
pub(crate) mod make;
pub(crate) mod mover;
pub(crate) mod open_paths;
pub(crate) mod path_context;
pub(crate) mod paths;
pub(crate) mod side_effects;
pub(crate) mod spells;
pub(crate) mod square_view;
pub(crate) mod trades;
pub(crate) mod victims;

pub(crate) use capture_rules::{effect, is_blown_up, is_lost_capturing, removals, vanishes};
pub(crate) use distinct::same_effect;
pub(crate) use flames::burnt;
pub(crate) use mover::{Mover, PieceAt};
pub(crate) use square_view::passable;
pub(crate) use victims::takes;
pub use victims::{is_capture, victims};
