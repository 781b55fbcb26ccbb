//! A rule that ends games.

use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};
use crate::tables::GameRules;

/// A rule by which a game can end, apart from loss of royals, lack of moves and draws by history.
pub(crate) struct EndingRule {
    /// The reason for the end, as the user sees it.
    pub name: &'static str,
    /// Whether a game has the rule.
    pub is_in: fn(GameRules<'_>) -> bool,
    /// Whether any move may end the game. Otherwise `EndThreats` finds the moves that may.
    pub after_any_move: bool,
    /// The outcome, if the rule ends a game that has it.
    pub outcome: fn(&Game, &Position) -> Option<Outcome>,
}
