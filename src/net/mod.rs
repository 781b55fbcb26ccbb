//! Learned evaluation: a small neural network over pieces, squares and hands.
//!
//! For each side the active features, seen from that side, select rows of a matrix; their sum is the hidden layer
//! (the *accumulator*), updated from the position's log of changes. The output is a weighted sum of the clipped and
//! squared hidden values of the side to move and of the opponent, added to the piece-square score. CITE: Y. Nasu,
//! "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018).

mod accumulator;
mod features;
mod file;
mod layer;
mod rules_hash;
mod shipped;
mod store;

pub use accumulator::{NetState, bucket};
pub use features::FeatureSet;
pub use file::{LearnedWeights, MOST_BYTES, NetError, NetFile, NetHeader};
pub use layer::{BUCKETS, HIDDEN_SIZES, LayerWeights, QA, QB};
pub use rules_hash::rules_hash;
pub use shipped::{names as shipped_names, shipped};
pub use store::{ENDING, NetFolders, learned};

use crate::position::{Game, Position};
use layer::Layers;
use std::sync::Arc;

/// A network for one game.
#[derive(Clone, Debug)]
pub struct Net {
    features: FeatureSet,
    layers: Layers,
    keeps_terms: bool,
}

impl Net {
    /// Creates a network; `None` if the weights do not fit the features or the size is not supported.
    pub fn new(features: FeatureSet, weights: &LayerWeights) -> Option<Self> {
        let layers = Layers::new(weights, features.count())?;
        Some(Self { features, layers, keeps_terms: weights.keeps_terms })
    }
    /// Number of hidden values per side.
    pub fn hidden(&self) -> usize {
        self.layers.hidden()
    }
    /// Whether the output is added to the terms of the evaluation instead of replacing them.
    pub fn keeps_terms(&self) -> bool {
        self.keeps_terms
    }
    /// Returns the state for evaluations along lines from a position.
    pub fn state(&self, root: &Position) -> NetState {
        NetState::new(self.layers.hidden(), root)
    }
    /// Returns the output for the side to move (cp), computed from scratch.
    pub fn evaluate(&self, pos: &Position) -> i32 {
        self.evaluate_in(&mut self.state(pos), pos)
    }
    /// Returns the output for the side to move (cp), updating the state of an earlier position.
    #[inline]
    pub fn evaluate_in(&self, state: &mut NetState, pos: &Position) -> i32 {
        state.evaluate(&self.layers, &self.features, pos)
    }
}

/// Returns the game with what a file has learned.
///
/// # Errors
/// The file is for other rules.
pub fn with_learned(mut game: Game, file: &NetFile) -> Result<Game, NetError> {
    let weights = learned_weights(&game, file)?;
    game.set_weights(weights);
    Ok(game)
}

/// Returns the weights of a game with what a file has learned.
///
/// # Errors
/// The file is for other rules.
pub fn learned_weights(game: &Game, file: &NetFile) -> Result<crate::position::game::Weights, NetError> {
    let features = FeatureSet::new(game);
    if file.header.rules_hash != rules_hash(game, &features) {
        return Err(NetError::OtherRules);
    }
    let mut weights = game.weights.clone();
    file.weights.store(&mut weights)?;
    weights.net = match &file.layers {
        Some(layers) => Some(Arc::new(Net::new(features, layers).ok_or(NetError::Damaged("wrong size"))?)),
        None => None,
    };
    Ok(weights)
}
