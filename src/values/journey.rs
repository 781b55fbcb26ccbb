//! Journeys of a piece on an empty board.

use crate::board::{Kind, Square};
use crate::notation::legs::Occupancy;
use crate::rules::GameRules;

/// `[square]`: number of moves to the nearest target with nothing in the way; `None` if it cannot be reached. Each move ends
/// on a square with one of these `contents`: empty for quiet moves.
pub(super) fn moves_to(
    game: GameRules<'_>,
    kind: Kind,
    is_target: impl Fn(Square) -> bool,
    contents: Occupancy,
) -> Vec<Option<i32>> {
    let squares = || (0..game.tables.squares() as u16).map(Square);
    let mut moves: Vec<Option<i32>> = squares().map(|square| is_target(square).then_some(0)).collect();
    for step in 1.. {
        let leads = |from: &Square| {
            let nodes = &game.tables.nodes()[game.tables.tree(kind, *from)];
            let mut ends = nodes.iter().filter(|node| node.emit.intersects(contents));
            moves[from.index()].is_none()
                && ends.any(|node| moves[usize::from(node.square)] == Some(step - 1))
        };
        let next: Vec<Square> = squares().filter(leads).collect();
        if next.is_empty() {
            break;
        }
        next.iter().for_each(|square| moves[square.index()] = Some(step));
    }
    moves
}
