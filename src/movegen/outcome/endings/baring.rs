//! Ends by baring: a side has none of the pieces left that count.

use crate::board::Color;
use crate::movegen::outcome::types::{Outcome, outcome_of};
use crate::position::{Game, Position};
use crate::variant::Ending;

/// SPEC: Interactive diagrams, "Artificial Intelligence" (baring), and the readings: a delayed win; the bared side
/// gets one more move, which here is offered only when it could bare back.
pub(super) fn by_baring(game: &Game, pos: &Position) -> Option<Outcome> {
    let left = |color: Color| -> u32 {
        let kinds = game.tables.kinds_of(color);
        let counted = kinds.filter(|&kind| game.tables.kind(kind).baring);
        counted.map(|kind| u32::from(pos.count(kind)) + pos.hand(color, kind.piece())).sum()
    };
    let (own, others) = (left(pos.side()), left(pos.side().other()));
    match (own, others) {
        (0, 0) => match game.variant.ends.counterbare {
            Ending::Draw => None,
            // The side to move was bared last, its opponent first.
            Ending::Loss => Some(Outcome::Won),
            Ending::Win => Some(Outcome::Lost),
            Ending::Fewer => Some(outcome_of(game, pos, pos.side().other(), Ending::Fewer)),
        },
        (_, 0) => Some(Outcome::Won),
        (0, n) if n > 1 => Some(Outcome::Lost),
        _ => None,
    }
}
