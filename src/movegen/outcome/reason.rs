//! Names the rule that ended a game, for the user.

use crate::board::{Color, Kind};
use crate::movegen::attack::attacks::in_check;
use crate::movegen::outcome::endings::ended_by;
use crate::movegen::outcome::repetition;
use crate::movegen::outcome::results::{bare_draw, by_count, legal, outcome_by_royals, result};
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, MoveList, Position};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The outcome for the side to move.
    pub outcome: Outcome,
    /// Name of the reason: `checkmate`, `repetition`.
    pub reason: String,
}

impl End {
    /// Result and reason if `side` is to move: `Black has won: checkmate`.
    pub fn words(&self, side: Color) -> String {
        match self.outcome.winner(side) {
            Some(winner) => format!("{winner:?} has won: {}", self.reason),
            None => format!("draw: {}", self.reason),
        }
    }
}

/// Like [`result`], with the reason.
pub fn end(game: &Game, pos: &mut Position) -> Option<End> {
    let outcome = result(game, pos)?;
    Some(End { outcome, reason: reason(game, pos) })
}

/// The reason why a game is over. Checks the rules in the order of [`result`].
fn reason(game: &Game, pos: &mut Position) -> String {
    if let Some(outcome) = outcome_by_royals(game, pos) {
        let loser = if outcome == Outcome::Lost { pos.side() } else { pos.side().other() };
        return royal_lost(game, pos, loser);
    }
    if let Some((rule, _)) = ended_by(game, pos) {
        return rule.name().to_owned();
    }
    let mut moves = MoveList::new();
    legal(game, pos, &mut moves);
    if moves.is_empty() {
        let empty_handed = pos.pieces(pos.side()).next().is_none() && !pos.holds_any(pos.side());
        return String::from(match in_check(game, pos, pos.side()) {
            true => "checkmate",
            false if empty_handed => "no pieces left",
            false => "stalemate",
        });
    }
    let ends = &game.variant.ends;
    if ends.repetition > 0 && pos.occurrences(game) >= ends.repetition {
        return String::from(repetition::fault(game, pos).unwrap_or("repetition"));
    }
    if ends.quiet_plies > 0 && pos.quiet_plies() >= ends.quiet_plies {
        return format!("{}-move rule", ends.quiet_plies / 2);
    }
    if by_count(game, pos).is_some() {
        return String::from("counting rule");
    }
    String::from(if bare_draw(game, pos) { "bare kings" } else { "by the rules" })
}

/// `king captured`: names a royal type of which a side has none left.
fn royal_lost(game: &Game, pos: &Position, loser: Color) -> String {
    let gone = |kind: &Kind| game.variant.ends.royal[kind.piece().index()] && pos.count(*kind) == 0;
    let name =
        game.tables.kinds_of(loser).find(gone).map(|kind| &game.variant.pieces[kind.piece().index()].name);
    format!("{} captured", name.map_or("royal piece", String::as_str))
}
