//! The list of the endings.

use crate::movegen::outcome::endings::{
    baring, castling, checks, connection, extinction, goal, impasse, passing,
};
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};
use crate::rules::EndingRule;

/// The rule by which the game has ended, if it has, and the outcome.
#[cold]
pub(crate) fn ended_by(game: &Game, pos: &Position) -> Option<(EndingRule, Outcome)> {
    let outcome = |rule: EndingRule| match rule {
        EndingRule::Baring => baring::by_baring(game, pos),
        EndingRule::Extinction => extinction::by_extinction(game, pos),
        EndingRule::Checks => checks::by_checks(game, pos),
        EndingRule::Goal => goal::by_goal(game, pos),
        EndingRule::Passing => passing::by_passing(game, pos),
        EndingRule::Castling => castling::by_castling(game, pos),
        EndingRule::Impasse => impasse::by_impasse(game, pos),
        EndingRule::Connection => connection::by_connection(game, pos),
    };
    game.rules.endings.rules.iter().find_map(|&rule| Some((rule, outcome(rule)?)))
}
