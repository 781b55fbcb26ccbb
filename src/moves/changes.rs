//! The squares that a move changes and the pieces that it captures directly, before any side effects.

use crate::board::{Kind, Square};
use crate::notation::legs::Occupancy;
use crate::position::{Cell, Game, Move, Position, resolve_square};
use crate::tables::tree::{Extra, Flags, Node};

/// Whether `morph` and the capture matrix treat the move as quoted (`'`).
pub(crate) fn is_quoted(game: &Game, mv: Move) -> bool {
    game.tables.end_flags(mv).intersects(Flags::QUOTED)
}

/// Squares changed by the move, except its end square, with their new contents.
pub(crate) fn changes(game: &Game, pos: &Position, mv: Move) -> Vec<(u16, Cell)> {
    let mut squares = Vec::new();
    direct_victims(game, pos, mv, |_, square| squares.push((square.0, Cell::EMPTY)));
    squares.push((mv.from().0, Cell::EMPTY));
    if let Some(end) = game.tables.end_of(mv) {
        let unloads = game.tables.unloads(end);
        let was = |from: u16| resolve_square(from, pos.en_passant()).unwrap_or(mv.from());
        squares.extend(unloads.iter().map(|&(from, _)| (was(from).0, Cell::EMPTY)));
        for &(from, to) in unloads {
            squares.retain(|&(square, _)| square != to);
            squares.push((to, pos.cell(was(from)).with_unmoved(false)));
        }
    }
    squares.retain(|&(square, cell)| square != mv.to().0 && pos.at(square) != cell);
    squares.sort_unstable_by_key(|&(square, _)| square);
    squares.dedup();
    squares
}

/// Whether a move that ends at the node changes only its two squares, whatever stands there.
#[inline]
pub(crate) fn changes_two_squares(node: &Node) -> bool {
    !node.flags.intersects(Flags::SIDE_EFFECTS) && !node.emit.intersects(Occupancy::EN_PASSANT)
}

/// Whether a move that ends at the node also captures no friend and is not an initial move. Its legality then depends
/// only on the safety of royals after it.
#[inline]
pub(crate) fn is_ordinary(node: &Node) -> bool {
    changes_two_squares(node)
        && !node.flags.intersects(Flags::INITIAL)
        && !node.emit.intersects(Occupancy::FRIEND)
}

/// Like [`victims`](super::victims::victims), without captures by flames.
pub(crate) fn direct_victims(game: &Game, pos: &Position, mv: Move, mut each: impl FnMut(Kind, Square)) {
    if mv.is_pass() {
        return;
    }
    let mut report = |square: Square| pos.cell(square).kind().into_iter().for_each(|kind| each(kind, square));
    if mv.is_plain() {
        return report(mv.to());
    }
    if mv.is_drop() {
        // A friend there goes back into the hand.
        let enemy = pos.cell(mv.to()).kind().is_some_and(|kind| kind.color() != pos.side());
        return if enemy {
            report(mv.to())
        };
    }
    if mv.is_en_passant() {
        return pos.en_passant().into_iter().for_each(|right| report(right.victim));
    }
    let Some(node) = game.tables.end_of(mv) else { return };
    let displaced = |square: Square| game.tables.displaces(node, square.0);
    let ends_en_passant = node.emit.intersects(Occupancy::EN_PASSANT);
    if ends_en_passant || node.flags.intersects(Flags::PASSED) {
        let unloaded = game.tables.displaces(node, Extra::PASSING);
        if let Some(right) = pos.en_passant().filter(|_| !unloaded) {
            report(right.victim);
        }
    }
    if !ends_en_passant
        && !node.flags.intersects(Flags::VACATED | Flags::DISPLACED)
        && !displaced(mv.to())
        && !victim_left(pos, node, mv.to())
    {
        report(mv.to());
    }
    if node.flags.intersects(Flags::LOCUST) {
        for passed in game.tables.ancestors(node) {
            let square = Square(passed.square);
            if passed.is_victim() && !displaced(square) && !victim_left(pos, passed, square) {
                report(square);
            }
        }
    }
}

/// Whether the piece was captured en passant before the path came there.
fn victim_left(pos: &Position, node: &Node, square: Square) -> bool {
    node.flags.intersects(Flags::PASSED) && pos.en_passant().is_some_and(|right| right.victim == square)
}
