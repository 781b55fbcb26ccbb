//! Rules that make moves illegal or mandatory.

/// Checks that are illegal (key `noCheck`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NoCheck {
    /// No restriction.
    #[default]
    Free,
    /// Checks by a drop.
    Drops,
    /// All checks.
    All,
}

/// Moves that must be played if legal, by type of the mover and of the captured piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Priority {
    types: usize,
    /// `[mover][column]`: column 0 for quiet moves, then enemy types, then friendly types.
    matrix: Vec<bool>,
}

impl Priority {
    /// Creates a table in which no move has priority.
    pub fn none(types: usize) -> Self {
        Self { types, matrix: vec![false; types * (2 * types + 1)] }
    }
    /// Creates a table in which all captures have priority.
    pub fn captures(types: usize) -> Self {
        let mut all = Self::none(types);
        for row in all.matrix.chunks_exact_mut(2 * types + 1) {
            row[1..].fill(true);
        }
        all
    }
    /// Whether captures have priority, and nothing else.
    pub fn is_of_captures(&self) -> bool {
        *self == Self::captures(self.types)
    }
    /// Gives priority to moves of a type: captures of `victim` (true: a friendly piece), or quiet moves.
    pub fn give(&mut self, mover: usize, victim: Option<(usize, bool)>) {
        let at = self.place(mover, victim);
        self.matrix[at] = true;
    }
    /// Whether such a move has priority.
    pub fn has(&self, mover: usize, victim: Option<(usize, bool)>) -> bool {
        self.matrix[self.place(mover, victim)]
    }
    fn place(&self, mover: usize, victim: Option<(usize, bool)>) -> usize {
        let column = victim.map_or(0, |(victim, friend)| 1 + victim + if friend { self.types } else { 0 });
        mover * (2 * self.types + 1) + column
    }
}

/// Rules that make moves illegal, apart from the safety of royals.
#[derive(Clone, Default, Debug)]
pub struct MoveRules {
    /// Moves that must be played if any is legal (key `mustCapture`).
    pub priority: Option<Priority>,
    /// Illegal checks (key `noCheck`).
    pub no_check: NoCheck,
    /// `[type]`: true if a drop of it must not mate (key `dropMate`).
    pub no_drop_mate: Vec<bool>,
    /// True if such a drop is legal but loses (key `dropMateResult`).
    pub drop_mate_loses: bool,
    /// True if a royal in check may not move except to capture the only checker (key `royalStays`).
    pub royal_stays: bool,
    /// `[colour]`: true if a side with several royals, of which only the last must be kept, may not leave all of them
    /// attacked (key `dupleCheck`).
    pub duple_check: [bool; 2],
}
