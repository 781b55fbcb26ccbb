//! Ends by connection: a side has several pieces in a row.

use crate::board::Square;
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};

/// One of each two opposite directions of a row: files, ranks.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Outcome if the side that moved last has enough pieces in a row.
pub(super) fn by_connection(game: &Game, pos: &Position) -> Option<Outcome> {
    let (board, mover) = (&game.variant.board, pos.side().other());
    let is_own = |square: Square| pos.cell(square).kind().is_some_and(|kind| kind.color() == mover);
    let starts_row = |square: Square, (files, ranks): (i32, i32)| {
        let (file, rank) = (i32::from(board.file(square)), i32::from(board.rank(square)));
        let mut others = 1..i32::from(game.variant.ends.connect);
        others.all(|n| board.at(file + n * files, rank + n * ranks).is_some_and(is_own))
    };
    let starts_any = |square: Square| DIRECTIONS.iter().any(|&direction| starts_row(square, direction));
    pos.pieces(mover).any(starts_any).then_some(Outcome::Lost)
}
