//! All pieces that a move captures, by itself and by flames, and whether it captures any.

use crate::board::Square;
use crate::moves::changes::direct_victims;
use crate::moves::flames::burnt;
use crate::position::{Game, Move, Position};
use crate::tables::Kind;
use crate::tables::tree::Flags;

/// Calls `each` with kind and square of every captured piece, the one on the end square first.
pub fn victims(game: &Game, pos: &Position, mv: Move, mut each: impl FnMut(Kind, Square)) {
    direct_victims(game, pos, mv, &mut each);
    let burns = |index: u32| game.tables.nodes()[index as usize].flags.has(Flags::BURNS);
    if mv.node().is_some_and(burns) {
        for square in burnt(game, pos, mv, None) {
            pos.cell(square).kind().into_iter().for_each(|kind| each(kind, square));
        }
    }
}

/// Whether the move captures anything.
pub fn is_capture(game: &Game, pos: &Position, mv: Move) -> bool {
    let mut any = false;
    victims(game, pos, mv, |_, _| any = true);
    any
}
