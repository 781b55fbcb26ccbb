//! Whether a position is in a phase with special rules: setup by drops, facing royals.

use crate::board::Color;
use crate::position::{Game, Position};

/// Whether the phase requires every move to be tested.
#[inline(always)]
pub(crate) fn in_phase(game: &Game, pos: &Position) -> bool {
    game.rules.turns.phases && (sets_up(game, pos) || facing(game, pos))
}

/// Whether the side to move must drop its pieces in hand, if it can.
#[inline(always)]
pub(crate) fn sets_up(game: &Game, pos: &Position) -> bool {
    game.rules.turns.setup && pos.holds_any(pos.side())
}

/// Whether opposing royals that must be separated face each other.
#[inline(always)]
pub(crate) fn facing(game: &Game, pos: &Position) -> bool {
    game.rules.turns.facing && royals_face(game, pos)
}

/// Whether opposing royals face each other on an open file or rank.
#[cold]
fn royals_face(game: &Game, pos: &Position) -> bool {
    let pairs =
        pos.royals(Color::White).iter().flat_map(|&a| pos.royals(Color::Black).iter().map(move |&b| (a, b)));
    let board = &game.variant.board;
    pairs.into_iter().any(|(a, b)| {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let step = match (board.file(a) == board.file(b), board.rank(a) == board.rank(b)) {
            (true, _) => board.files(),
            (_, true) => 1,
            _ => return false,
        };
        (a.0 + step..b.0).step_by(usize::from(step)).all(|square| pos.at(square).is_empty())
    })
}
