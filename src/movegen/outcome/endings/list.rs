//! The list of the endings.

use crate::movegen::outcome::endings::ending_rule::EndingRule;
use crate::movegen::outcome::endings::{
    baring, castling, checks, connection, extinction, goal, impasse, passing,
};
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};
use crate::tables::{EndingSet, GameRules};

/// The endings, in the order in which they are tried.
static ENDINGS: [EndingRule; 8] = [
    baring::RULE,
    extinction::RULE,
    checks::RULE,
    goal::RULE,
    passing::RULE,
    castling::RULE,
    impasse::RULE,
    connection::RULE,
];

/// Returns the endings that a game has.
pub(crate) fn endings_of(game: GameRules<'_>) -> EndingSet {
    let mut set = EndingSet::default();
    for (index, rule) in ENDINGS.iter().enumerate().filter(|(_, rule)| (rule.is_in)(game)) {
        set.insert(index, rule.after_any_move);
    }
    set
}

/// Outcome by one of the endings, if the game has ended.
#[cold]
pub(crate) fn outcome(game: &Game, pos: &Position) -> Option<Outcome> {
    game.rule_flags.endings.iter().find_map(|index| (ENDINGS[index].outcome)(game, pos))
}

/// The reason for the end by one of the endings.
pub(crate) fn reason(game: &Game, pos: &Position) -> Option<&'static str> {
    let mut rules = game.rule_flags.endings.iter().map(|index| &ENDINGS[index]);
    rules.find(|rule| (rule.outcome)(game, pos).is_some()).map(|rule| rule.name)
}
