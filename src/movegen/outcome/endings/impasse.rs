//! Ends by impasse: the royals of both sides have reached their promotion zones.

use crate::board::{Color, Kind};
use crate::movegen::outcome::types::{Outcome, outcome_of};
use crate::position::{Game, Position};
use crate::variant::Ending;

/// Outcome by points once the royals of both sides have reached their promotion zones.
pub(super) fn by_impasse(game: &Game, pos: &Position) -> Option<Outcome> {
    let rule = game.variant.ends.impasse.as_ref()?;
    let through = |color: Color| {
        let royals = pos.royals(color);
        !royals.is_empty() && royals.iter().all(|&square| game.tables.in_zone(color, square))
    };
    if !Color::BOTH.into_iter().all(through) {
        return None;
    }
    let enough = |color: Color| {
        let worth = |kind: Kind| {
            let count = u32::from(pos.count(kind)) + pos.hand(color, kind.piece());
            count.saturating_mul(u32::from(rule.points[kind.piece().index()]))
        };
        game.tables.kinds_of(color).map(worth).sum::<u32>() >= u32::from(rule.least)
    };
    let loser = Color::BOTH.into_iter().find(|&color| !enough(color) && enough(color.other()));
    Some(loser.map_or(Outcome::Drawn, |color| outcome_of(game, pos, color, Ending::Loss)))
}
