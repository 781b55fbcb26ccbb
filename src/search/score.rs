//! Scores, their bounds and windows.

/// Score in centipawns for the side to move; a forced win is [`MATE`] less the plies to mate.
pub type Score = i32;
/// Score of a game won at ply 0.
pub const MATE: Score = 32_000;
/// A bound above every score.
pub const INFINITE: Score = MATE + 1;
/// Longest line searched, in plies.
pub const MAX_PLY: usize = 120;

// Evaluations cannot be mistaken for forced wins.
const _: () = assert!(crate::eval::LIMIT < MATE - 2 * MAX_PLY as Score);

/// Whether a score is a forced win or loss.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE - 2 * MAX_PLY as Score
}

/// Relation of the true score to a search score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Equal.
    Exact,
    /// At least.
    Lower,
    /// At most.
    Upper,
}

/// A search window: scores strictly between `alpha` and `beta` are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Score that the side to move already has.
    pub alpha: Score,
    /// Score that the opponent will not allow.
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };
    /// The null window that tests whether a score is above `alpha`.
    pub const fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }
    /// The same window from the opponent's side.
    pub const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
    /// Whether an exact score is needed: the window is wider than a null window.
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
    /// What a search with this window says when it returns a score.
    pub const fn bound(self, score: Score) -> Bound {
        match score {
            _ if score >= self.beta => Bound::Lower,
            _ if score > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}
