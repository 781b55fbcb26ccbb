//! Terms of what the rules count.

use super::checks::checks;
use super::extinction::extinction;
use crate::position::{Game, Position};

/// Terms of what the rules count: White's minus Black's, centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleTerms {
    /// Checks given, where a number of checks wins.
    pub checks: i32,
    /// Nearness to extinction; `None` where a net takes the place of the terms.
    pub extinction: Option<i32>,
}

impl RuleTerms {
    /// The terms of an evaluation by terms.
    #[inline]
    pub fn new(game: &Game, pos: &Position) -> Self {
        Self { checks: checks(game, pos), extinction: Some(extinction(game, pos)) }
    }
    /// Those that count even where a net takes the place of the terms.
    #[inline]
    pub fn beside_net(game: &Game, pos: &Position) -> Self {
        Self { checks: checks(game, pos), extinction: None }
    }
    /// The terms with their names.
    #[inline]
    pub fn named(self) -> [(&'static str, Option<i32>); 2] {
        // Names every field, so that none is forgotten.
        let Self { checks, extinction } = self;
        [("checks given", Some(checks)), ("extinction", extinction)]
    }
    /// Their sum.
    #[inline]
    pub fn sum(self) -> i32 {
        self.named().into_iter().filter_map(|(_, term)| term).sum()
    }
}
