//! How much of an advantage counts where little is left to win with.

use super::mating;
use super::squares::FULL_PHASE;
use crate::board::Color;
use crate::position::cell::Kind;
use crate::position::game::EvalRole;
use crate::position::{Game, Position};

/// All of it.
pub const FULL: i32 = 64;
/// What counts when the stronger side cannot mate with what it has.
const HOPELESS: i32 = 1;
/// What counts when it would have to win with no more than a light piece ahead.
const SLIGHT: i32 = 12;
/// More ahead than this is not slight: between a light piece and a rook-like one, endgame (cp).
const SLIGHT_CP: i32 = 400;
/// Sides with more pieces than these, royals not counted, are not looked at.
const MOST_PIECES: u32 = 2;

/// How much of its advantage counts for the side that is ahead, in parts of [`FULL`].
///
/// Only in games that are won by mate alone, and only for sides without anything that promotes: others can win
/// whatever they have. What is in hand there, as captured pieces in Grand Chess, enters by promotion at most
/// ([`mating::decides`]).
pub fn factor(game: &Game, pos: &Position, strong: Color) -> i32 {
    let many = 2 * pos.weights().1 > FULL_PHASE;
    if many || !game.weights.by_mate {
        return FULL;
    }
    let kinds = |color: Color| game.tables.kinds_of(color).filter(|&kind| pos.count(kind) > 0);
    let piece = |kind: &Kind| game.weights.traits[kind.index()].role != EvalRole::Royal;
    let pieces =
        |color: Color| kinds(color).filter(piece).map(|kind| u32::from(pos.count(kind))).sum::<u32>();
    let own = pieces(strong);
    if own > MOST_PIECES || kinds(strong).any(|kind| game.tables.kind(kind).promotes) {
        return FULL;
    }
    let power = |kind: Kind| *game.weights.mates[kind.index()].get_or_init(|| mating::mates(game, kind));
    let helpless = |kind: Kind| power(kind) == Some(false);
    if own == 0 || own == 1 && kinds(strong).filter(piece).all(helpless) {
        return HOPELESS;
    }
    if pieces(strong.other()) == 0 {
        return FULL;
    }
    let worth = |color: Color| -> i32 {
        let worth = |kind: Kind| i32::from(pos.count(kind)) * i32::from(game.weights.typical[kind.index()]);
        kinds(color).filter(piece).map(worth).sum()
    };
    if worth(strong) - worth(strong.other()) < SLIGHT_CP { SLIGHT } else { FULL }
}
