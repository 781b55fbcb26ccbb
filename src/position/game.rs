//! A variant made ready to play: rules, tables and the weights of evaluation.

use super::cell::Kind;
use crate::board::Square;
use crate::tables::{TableError, Tables};
use crate::variant::Variant;

/// What a piece of each kind is worth on each square, centipawns, from its owner's view: middle game and
/// endgame. `Position` keeps the sums; where the numbers come from is `eval`'s business.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// `[kind * squares + square]`: (middle game, endgame).
    pub square: Vec<(i16, i16)>,
    /// `[kind]`: value in hand.
    pub hand: Vec<(i16, i16)>,
    /// `[kind]`: contribution to the game phase (0: none).
    pub phase: Vec<i16>,
    /// Number of squares of the board.
    pub squares: usize,
}

impl Weights {
    /// Value of a kind on a square.
    #[inline]
    pub fn on(&self, kind: Kind, square: Square) -> (i16, i16) {
        self.square[kind.index() * self.squares + square.index()]
    }
}

/// A variant with its tables.
#[derive(Debug)]
pub struct Game {
    /// The rules.
    pub variant: Variant,
    /// Trajectory trees and reverse tables.
    pub tables: Tables,
    /// Weights for the running sums of a position; zeros unless set.
    pub weights: Weights,
}

impl Game {
    /// Builds the tables of a variant; all weights are zero.
    ///
    /// # Errors
    /// A movement that the tables cannot hold yet, or that unrolls beyond their limit.
    pub fn new(variant: Variant) -> Result<Self, TableError> {
        let tables = Tables::new(&variant)?;
        let kinds = variant.pieces.len() * 2;
        let squares = variant.board.len();
        let weights =
            Weights { square: vec![(0, 0); kinds * squares], hand: vec![(0, 0); kinds], phase: vec![0; kinds], squares };
        Ok(Self { variant, tables, weights })
    }
    /// The same game with other weights.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }
}
