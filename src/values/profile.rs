//! Estimates for one kind of piece.

use super::mobility::Mobility;

/// Components of a kind's value in one phase of the game, promotion excluded.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Terms {
    /// Means over the squares where it can stand.
    pub mean: Mobility,
    /// Mean of 1 / moves over the other squares.
    pub nearness: f64,
    /// Number of targets for the value law.
    pub nominal: f64,
}

/// How a kind can get beyond the squares its moves reach.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Freedom {
    /// Not at all.
    #[default]
    Bound,
    /// It promotes, or returns where the rules allow it.
    Promotes,
    /// It returns from the hand, anywhere.
    Drops,
}

/// Estimates for one kind.
#[derive(Clone, Debug, Default)]
pub struct PieceProfile {
    /// Share of the types of the enemy's array that may not capture it, of those that may capture anything.
    pub immunity: f64,
    /// `[square]`: mobility in the middle game.
    pub mg: Vec<Mobility>,
    /// `[square]`: mobility in the endgame.
    pub eg: Vec<Mobility>,
    /// `[square]`: whether it can ever stand there.
    pub domain: Vec<bool>,
    /// Share of the board's squares that one piece can reach.
    pub coverage: f64,
    /// How it can get beyond those squares.
    pub freedom: Freedom,
    /// Value, centipawns: middle game, endgame; promotion included.
    pub value: [f64; 2],
    /// Value without promotion.
    pub plain: [f64; 2],
    /// Components of the plain value: middle game, endgame.
    pub terms: [Terms; 2],
    /// Part of the plain value for staying with a royal that cannot flee.
    pub guard: f64,
    /// Gain by promotion; 0 if it does not promote.
    pub gain: [f64; 2],
    /// `[square]`: expected number of moves to the nearest promotion square; infinite if there is none.
    pub distance: Vec<f64>,
}

impl PieceProfile {
    /// The mobilities in `on_each` of the squares where it can stand.
    pub(super) fn inside<'a>(&'a self, on_each: &'a [Mobility]) -> impl Iterator<Item = &'a Mobility> {
        on_each.iter().zip(&self.domain).filter(|(_, inside)| **inside).map(|(mobility, _)| mobility)
    }
}
