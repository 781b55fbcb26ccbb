//! A path that a piece has taken to its end square, before it becomes moves.

use crate::board::Square;
use crate::notation::legs::TypeChange;
use crate::oracle::trajectory::WalkPath;

/// A path that a piece has followed.
pub struct ReferenceArrival {
    /// The path.
    pub path: WalkPath,
    /// Whether the movement is quoted.
    pub quoted: bool,
    /// The change of type that the movement makes, if any.
    pub change: Option<TypeChange>,
    /// Squares on which a royal must not be attacked before the move.
    pub must_be_safe: Vec<Square>,
}
