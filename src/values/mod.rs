//! Piece values and square weights, estimated from the tables alone.

pub mod constants;
mod ends;
mod estimate;
mod journey;
pub mod mobility;
mod nearness;
mod params;
mod profile;
mod profiles;
mod promotion;
mod vital;
mod weights;

pub use estimate::{estimate, estimate_with};
pub(crate) use mobility::{ReachedSquare, reach};
pub use params::EvalParams;
pub use profile::{Freedom, PieceProfile, Terms};
pub use profiles::{domains, profiles, profiles_with};
pub use weights::{CLASSES, EvalRole, FULL_PHASE, KindTraits, Weights};
