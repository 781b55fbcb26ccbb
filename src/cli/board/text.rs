//! Drawings of positions as text, and the words below a board.

use super::grid::{self, GridCell, Paint};
use crate::board::{Color, Square};
use crate::movegen;
use crate::position::{Game, Position, names};
use std::fmt::Write;

/// Draws a position as text: the board, the hands, and the side to move or the result of the game.
pub fn draw(game: &Game, pos: &Position, paint: Paint) -> String {
    let board = &game.variant.board;
    let cells: Vec<GridCell> = board.squares().map(|square| cell(game, pos, square)).collect();
    let mut text = grid::draw(board, &cells, paint);
    for line in lines(game, pos) {
        let _ = writeln!(text, "     {line}");
    }
    text
}

/// Returns the lines below a board: hands, and `White to move` or the result of the game with the reason.
pub(super) fn lines(game: &Game, pos: &Position) -> Vec<String> {
    let hands = Color::BOTH.into_iter().filter_map(|color| {
        let hand = hand(game, pos, color);
        (!hand.is_empty()).then(|| format!("{color:?}'s hand: {hand}"))
    });
    let end = movegen::end(game, &mut pos.clone()).map(|end| end.words(pos.side()));
    hands.chain([end.unwrap_or_else(|| format!("{:?} to move", pos.side()))]).collect()
}

/// Formats the hand of a side, such as `2P N`; empty if there is none.
fn hand(game: &Game, pos: &Position, color: Color) -> String {
    let counted =
        game.variant.types().map(|piece| (piece, pos.hand(color, piece))).filter(|(_, count)| *count > 0);
    let words = counted.map(|(piece, count)| {
        let name = names::colored(&names::fen_name(&game.variant, piece), color);
        if count == 1 { name } else { format!("{count}{name}") }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the name of the piece on a square, in the case of its colour.
pub(super) fn name(game: &Game, pos: &Position, square: Square) -> Option<(String, Color)> {
    let kind = pos.cell(square).kind()?;
    let name = names::colored(&names::fen_name(&game.variant, kind.piece()), kind.color());
    Some((name, kind.color()))
}

fn cell(game: &Game, pos: &Position, square: Square) -> GridCell {
    let part = match name(game, pos, square) {
        Some((name, Color::White)) => (grid::WHITE, name),
        Some((name, Color::Black)) => (grid::BLACK, name),
        None if game.variant.board.is_hole(square) => (grid::FAINT, grid::HOLE.to_owned()),
        None => (grid::FAINT, grid::EMPTY.to_owned()),
    };
    vec![(part.0.to_owned(), part.1)]
}
