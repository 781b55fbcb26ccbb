//! Learned evaluation: a small neural network over pieces, squares and hands.
//!
//! For each side the active features, seen from that side, select rows of a matrix; their sum is the hidden layer. The
//! output is a weighted sum of the clipped and squared hidden values of the side to move and of the opponent, added to
//! the piece-square score. CITE: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi" (2018).

mod counterparts;
mod features;
mod file;
mod layer;
mod network;
mod rules_hash;
mod shipped;
mod store;
mod transfer;

pub use features::FeatureSet;
pub(crate) use features::NO_FEATURE;
pub(crate) use file::{Input, checksum};
pub use file::{LearnedWeights, MAX_BYTES, NetError, NetFile, NetHeader};
pub use layer::{BUCKETS, HIDDEN_SIZES, LayerWeights, QA, QB};
pub(crate) use layer::{HiddenLayer, Layers};
pub use network::{Evaluation, Net, with_learned};
pub use rules_hash::rules_hash;
pub use shipped::{called as shipped_called, names as shipped_names, shipped};
pub use store::{EXTENSION, IGNORED, NetFolders, learned, of_program};
pub use transfer::adapted;
