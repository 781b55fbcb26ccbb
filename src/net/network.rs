//! A network, and the evaluation of a game that it belongs to.

use super::features::FeatureSet;
use super::file::{NetError, NetFile};
use super::layer::{LayerWeights, Layers};
use super::rules_hash::rules_hash;
use crate::rules::GameRules;
use crate::values::{self, Weights};
use crate::variant::Variant;
use std::sync::Arc;

/// A network for one game.
#[derive(Clone, Debug)]
pub struct Net {
    pub(crate) features: FeatureSet,
    pub(crate) layers: Layers,
    /// Name of the game that it was learned for, which may be another one; empty if it is not from a file.
    pub name: String,
    /// Whether the output is added to the terms of the evaluation instead of replacing them.
    pub keeps_terms: bool,
}

impl Net {
    /// Name of the game that it was learned for, if that is not the one that uses it.
    pub fn other_game(&self, variant: &Variant) -> Option<&str> {
        Some(self.name.as_str()).filter(|name| !name.is_empty() && *name != variant.name)
    }
    /// Creates a network; `None` if the weights do not fit the features or the size is not supported.
    pub fn new(features: FeatureSet, weights: &LayerWeights) -> Option<Self> {
        let layers = Layers::new(weights, features.count())?;
        Some(Self { features, layers, name: String::new(), keeps_terms: weights.keeps_terms })
    }
}

/// The evaluation of a game: estimated or learned.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Weights of the piece-square score and the terms.
    pub weights: Weights,
    /// The net, if one was learned.
    pub net: Option<Arc<Net>>,
}

impl Evaluation {
    /// No evaluation, for games in which moves are only listed or counted.
    pub fn none(game: GameRules<'_>) -> Self {
        let kinds = game.variant.pieces.len() * 2;
        Self { weights: Weights::none(kinds, game.tables.squares()), net: None }
    }
    /// Estimates the evaluation of a game from its tables.
    pub fn estimate(game: GameRules<'_>) -> Self {
        Self { weights: values::estimate(game), net: None }
    }
}

/// Returns the weights with what a file has learned, and its net.
///
/// # Errors
/// The file is for other rules.
pub fn with_learned(game: GameRules<'_>, weights: &Weights, file: &NetFile) -> Result<Evaluation, NetError> {
    let features = FeatureSet::new(game);
    if file.header.rules_hash != rules_hash(game, &features) {
        return Err(NetError::OtherRules);
    }
    let mut weights = weights.clone();
    file.weights.store(&mut weights)?;
    let net = |layers| {
        let net = Net::new(features, layers).ok_or(NetError::Damaged("wrong size"))?;
        Ok(Arc::new(Net { name: file.header.name.clone(), ..net }))
    };
    Ok(Evaluation { weights, net: file.layers.as_ref().map(net).transpose()? })
}
