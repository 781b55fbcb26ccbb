//! Ends by counted checks.

use crate::movegen::outcome::endings::ending_rule::EndingRule;
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};

/// Counted checks.
pub(crate) const RULE: EndingRule = EndingRule {
    name: "all checks given",
    is_in: |game| game.variant.ends.checks.iter().any(|&checks| checks > 0),
    after_any_move: false,
    outcome: by_checks,
};

/// Outcome if the side that moved last has given all its checks.
fn by_checks(game: &Game, pos: &Position) -> Option<Outcome> {
    let mover = pos.side().other().index();
    (game.variant.ends.checks[mover] > 0 && pos.tally().checks[mover] == 0).then_some(Outcome::Lost)
}
