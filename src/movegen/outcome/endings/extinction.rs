//! Ends by extinction: a side has too few pieces of some types.

use crate::board::Kind;
use crate::movegen::outcome::types::{Outcome, outcome_of};
use crate::position::{Game, Position};

/// Outcome if a side has too few pieces of some types; first for the side that moved last.
pub(super) fn by_extinction(game: &Game, pos: &Position) -> Option<Outcome> {
    for color in [pos.side().other(), pos.side()] {
        for rule in &game.rules.endings.extinct[color.index()] {
            let left = |kind: Kind| u32::from(pos.count(kind)) + pos.hand(color, kind.piece());
            let kinds = game.tables.kinds_of(color).filter(|kind| rule.types[kind.piece().index()]);
            if kinds.map(left).sum::<u32>() <= u32::from(rule.most) {
                return Some(outcome_of(game, pos, color, rule.ending));
            }
        }
    }
    None
}
