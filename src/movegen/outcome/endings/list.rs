//! The list of the endings.

use crate::movegen::outcome::endings::baring::by_baring;
use crate::movegen::outcome::endings::castling::by_castling;
use crate::movegen::outcome::endings::checks::by_checks;
use crate::movegen::outcome::endings::connection::by_connection;
use crate::movegen::outcome::endings::extinction::by_extinction;
use crate::movegen::outcome::endings::goal::by_goal;
use crate::movegen::outcome::endings::impasse::by_impasse;
use crate::movegen::outcome::endings::passing::by_passing;
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};
use crate::rules::EndingRule;

/// The rule by which the game has ended, if it has, and the outcome.
#[cold]
pub(crate) fn ended_by(game: &Game, pos: &Position) -> Option<(EndingRule, Outcome)> {
    let outcome = |rule: EndingRule| match rule {
        EndingRule::Baring => by_baring(game, pos),
        EndingRule::Extinction => by_extinction(game, pos),
        EndingRule::Checks => by_checks(game, pos),
        EndingRule::Goal => by_goal(game, pos),
        EndingRule::Passing => by_passing(game, pos),
        EndingRule::Castling => by_castling(game, pos),
        EndingRule::Impasse => by_impasse(game, pos),
        EndingRule::Connection => by_connection(game, pos),
    };
    game.rules.endings.rules.iter().find_map(|&rule| Some((rule, outcome(rule)?)))
}
