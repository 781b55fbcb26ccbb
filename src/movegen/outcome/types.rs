//! The possible results of a game for the side to move.

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Drawn,
}
