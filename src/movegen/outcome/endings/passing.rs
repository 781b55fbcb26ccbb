//! Ends by passing.

use crate::movegen::outcome::endings::ending_rule::EndingRule;
use crate::movegen::outcome::types::{Outcome, by_points};
use crate::position::phases::facing;
use crate::position::{Game, Position};

/// Passing.
pub(crate) const RULE: EndingRule = EndingRule {
    name: "passing",
    is_in: |game| game.variant.pass.end > 0 || game.variant.pass.bikjang,
    after_any_move: false,
    outcome: by_passing,
};

/// Outcome if passing has ended the game.
fn by_passing(game: &Game, pos: &Position) -> Option<Outcome> {
    let (rules, passes) = (&game.variant.pass, u16::from(pos.tally().passes));
    let enough = rules.end > 0 && passes >= rules.end;
    let answered = rules.bikjang && passes > 0 && facing(game, pos);
    (enough || answered).then(|| by_points(game, pos))
}
