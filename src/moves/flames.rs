//! Flames: the pieces that a move captures from its end square after it arrives there.

use crate::board::Square;
use crate::moves::changes::changes;
use crate::moves::square_view::passable;
use crate::notation::legs::Occupancy;
use crate::position;
use crate::position::{Cell, Game, Move, Position};
use crate::tables::tree::{Flags, Node};

/// Squares of the pieces that a move burns, ascending. `target`, if given, counts as an enemy royal.
///
/// SPEC: XBetza, "Ideas for the future": "the piece must disappear when it is on a square that is a burn target, but
/// the move would not be blocked if there isn't such a piece or square"; "burning would occur through all allowed moves
/// at once". Flames act on the board after the move, with the mover gone.
pub(crate) fn burnt(game: &Game, pos: &Position, mv: Move, target: Option<Square>) -> Vec<Square> {
    let nodes = game.tables.nodes();
    let end = mv.node().map(|index| &nodes[index as usize]).filter(|node| node.flags.has(Flags::BURNS));
    let Some(burn) = end.and_then(|node| game.tables.extra(node).burn) else { return Vec::new() };
    let Some(mover) = pos.cell(mv.from()).kind() else { return Vec::new() };
    let occupancy = game.tables.occupancy(mover.color());
    let changes = changes(game, pos, mv);
    let after = |square: u16| -> Cell {
        let changed = changes.iter().find(|&&(other, _)| other == square);
        changed.map_or_else(|| pos.at(square), |&(_, cell)| cell)
    };
    let content = |node: &Node| match node.flags.has(Flags::VACATED) {
        true => Occupancy::EMPTY,
        false if Some(Square(node.square)) == target => Occupancy::ENEMY_ROYAL,
        false => occupancy[after(node.square).slot()],
    };
    let empty = |square: u16| Some(Square(square)) != target && after(square).is_empty();
    let tree = game.tables.flame_tree(burn, mover.color(), mv.to());
    let mut burnt = Vec::new();
    let mut at = tree.start;
    while at < tree.end {
        let node = &nodes[at];
        let skip = node.skip as usize;
        if node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), empty) {
            at = skip;
            continue;
        }
        let here = content(node);
        if node.emit.meets(here) {
            let mut add = |node: &Node, takes: fn(&Node) -> bool| {
                if takes(node) && content(node) != Occupancy::EMPTY {
                    burnt.push(Square(node.square));
                }
            };
            add(node, position::takes_at_end);
            node.ancestors(nodes).for_each(|node| add(node, position::is_victim));
        }
        at = if node.go.meets(here) { at + 1 } else { skip };
    }
    burnt.sort_unstable();
    burnt.dedup();
    burnt
}
