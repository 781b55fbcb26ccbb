//! Ends by the loss of a castling that would win.

use crate::board::Color;
use crate::movegen::outcome::types::{Outcome, outcome_of};
use crate::position::{Game, Position};
use crate::variant::Ending;
use crate::variant::castling::CastleRule;

/// Outcome if a side has lost the right to a castling that would win.
pub(super) fn by_castling(game: &Game, pos: &Position) -> Option<Outcome> {
    let board = &game.variant.board;
    let lost = |&&(color, right): &&(Color, bool)| {
        let matches = |rule: &&CastleRule| {
            rule.king.color() == color && (board.file(rule.partner) > board.file(rule.from)) == right
        };
        let alive = |rule: &CastleRule| {
            let (king, partner) = (pos.cell(rule.from), pos.cell(rule.partner));
            king.kind() == Some(rule.king) && king.is_unmoved() && partner.is_unmoved()
        };
        !pos.castles().iter().filter(matches).any(alive)
    };
    let loser = game.variant.ends.castle_wins.iter().find(lost)?.0;
    Some(outcome_of(game, pos, loser, Ending::Loss))
}
