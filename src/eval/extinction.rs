//! Nearness to extinction: a side loses with the last pieces of some types.

use crate::board::Color;
use crate::position::{Game, Position};

/// The cost of being near extinction, Black's minus White's (cp); 0 if the game has no such rule.
#[inline]
pub fn extinction(game: &Game, pos: &Position) -> i32 {
    if game.rules.endings.extinct.iter().all(Vec::is_empty) {
        return 0;
    }
    cost(game, pos, Color::Black) - cost(game, pos, Color::White)
}

/// The cost for a side (cp): for each rule `extinction_cp`, divided by the number of pieces above the rule's limit.
#[cold]
fn cost(game: &Game, pos: &Position, color: Color) -> i32 {
    let costs = game.rules.endings.losing(color).map(|rule| {
        let owned = pos.owned_of(&rule.kinds);
        game.weights.params.extinction_cp / (owned.saturating_sub(rule.most).max(1) as i32)
    });
    costs.sum()
}
