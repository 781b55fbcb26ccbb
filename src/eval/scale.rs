//! Scales down an advantage when the stronger side has little material or few pawns left.

use super::mating;
use super::terms;
use crate::board::{Color, Kind};
use crate::position::{Game, Position};
use crate::values::{EvalRole, FULL_PHASE};

/// The whole advantage.
pub const FULL: i32 = 64;
/// Part that counts when the stronger side cannot mate with what it has.
const HOPELESS: i32 = 1;
/// Part that counts when the stronger side is ahead by at most a minor piece.
const SLIGHT: i32 = 12;
/// A larger lead is not slight: between a minor and a rook-like piece, endgame (cp).
const SLIGHT_CP: i32 = 400;
/// Sides with more pieces than this, royals excluded, are not scaled.
const MAX_PIECES: u32 = 2;

/// Percentage of an endgame advantage that counts for the side ahead: with few pawn-like pieces it is harder to win,
/// unless the opponent has nothing left.
pub fn endgame_percent(game: &Game, pos: &Position, strong: Color) -> i32 {
    let weights = &game.weights;
    if weights.params.few_pawns == 0 || terms::is_bare(game, pos, strong.other()) {
        return 100;
    }
    let pawn = |kind: &Kind| weights.traits[kind.index()].role == EvalRole::Pawn;
    let pawns = game.tables.kinds_of(strong).filter(pawn).map(|kind| i32::from(pos.count(kind))).sum::<i32>();
    100 - (weights.full_pawns[strong.index()] - pawns).max(0) * weights.params.few_pawns
}

/// Whether [`factor`] may be less than [`FULL`] for a side; a quick test.
pub fn may_apply(game: &Game, pos: &Position) -> bool {
    applies(game, pos) && Color::BOTH.into_iter().any(|color| piece_count(game, pos, color) <= MAX_PIECES)
}

/// Whether material decides as [`factor`] says, and little of it is left.
fn applies(game: &Game, pos: &Position) -> bool {
    let many = 2 * pos.weights().1 > FULL_PHASE;
    !many && game.rules.assumptions.won_by_mate && !game.rules.captures.judged
}

/// Number of pieces of a side apart from royals.
fn piece_count(game: &Game, pos: &Position, color: Color) -> u32 {
    let piece = |kind: &Kind| game.weights.traits[kind.index()].role != EvalRole::Royal;
    game.tables.kinds_of(color).filter(piece).map(|kind| u32::from(pos.count(kind))).sum()
}

/// Share of the advantage that counts for the side ahead, in parts of [`FULL`].
///
/// Applies only to games won by mate alone, in which not every move is judged by capture rules, and to sides without
/// anything that changes its type: others can win with any material. In such games, pieces in hand, like captured
/// pieces in Grand Chess, enter the board by promotion at most
/// ([`Assumptions::won_by_mate`](crate::rules::Assumptions::won_by_mate)).
pub fn factor(game: &Game, pos: &Position, strong: Color) -> i32 {
    if !applies(game, pos) {
        return FULL;
    }
    let kinds = |color: Color| game.tables.kinds_of(color).filter(|&kind| pos.count(kind) > 0);
    let piece = |kind: &Kind| game.weights.traits[kind.index()].role != EvalRole::Royal;
    let own = piece_count(game, pos, strong);
    if own > MAX_PIECES || kinds(strong).any(|kind| game.tables.kind(kind).changes_type) {
        return FULL;
    }
    let power = |kind: Kind| *game.weights.mates[kind.index()].get_or_init(|| mating::mates(game, kind));
    let helpless = |kind: Kind| power(kind) == Some(false);
    if own == 0 || own == 1 && kinds(strong).filter(piece).all(helpless) {
        return HOPELESS;
    }
    if piece_count(game, pos, strong.other()) == 0 {
        return FULL;
    }
    let worth = |color: Color| -> i32 {
        let worth =
            |kind: Kind| i32::from(pos.count(kind)) * i32::from(game.weights.endgame_value[kind.index()]);
        kinds(color).filter(piece).map(worth).sum()
    };
    if worth(strong) - worth(strong.other()) < SLIGHT_CP { SLIGHT } else { FULL }
}
