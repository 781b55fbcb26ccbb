//! Flames: the pieces that a move captures from its end square after it arrives there.

use crate::board::Square;
use crate::moves::changes::changes;
use crate::moves::immunity::may_burn;
use crate::moves::square_view::passable;
use crate::notation::legs::Occupancy;
use crate::position::{Cell, Game, Move, Position};
use crate::tables::tree::{Flags, Node};

/// Squares of the pieces that a move burns, ascending. `target`, if given, counts as an enemy royal.
///
/// SPEC: XBetza, "Ideas for the future": "the piece must disappear when it is on a square that is a burn target, but
/// the move would not be blocked if there isn't such a piece or square"; "burning would occur through all allowed moves
/// at once". Flames act on the board after the move, with the mover gone, and spare pieces that the mover may not capture.
pub(crate) fn burnt(game: &Game, pos: &Position, mv: Move, target: Option<Square>) -> Vec<Square> {
    let nodes = game.tables.nodes();
    let extra = game.tables.end_of(mv).and_then(|end| game.tables.extra_of(end));
    let Some(burn) = extra.and_then(|extra| extra.burn) else { return Vec::new() };
    let Some(mover) = pos.cell(mv.from()).kind() else { return Vec::new() };
    let occupancy = game.tables.occupancy(mover.color());
    let changes = changes(game, pos, mv);
    let after = |square: u16| -> Cell {
        let changed = changes.iter().find(|&&(other, _)| other == square);
        changed.map_or_else(|| pos.at(square), |&(_, cell)| cell)
    };
    let content = |node: &Node| match node.flags.intersects(Flags::VACATED) {
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
        if node.flags.intersects(Flags::EXTRA) && !passable(game.tables.extra(node), empty) {
            at = skip;
            continue;
        }
        let here = content(node);
        if node.emit.intersects(here) {
            let mut add = |node: &Node, takes: fn(&Node) -> bool| {
                if takes(node) && content(node) != Occupancy::EMPTY {
                    burnt.push(Square(node.square));
                }
            };
            add(node, Node::takes_at_end);
            node.ancestors(nodes).for_each(|node| add(node, Node::is_victim));
        }
        at = if node.go.intersects(here) { at + 1 } else { skip };
    }
    burnt.sort_unstable();
    burnt.dedup();
    burnt.retain(|&square| Some(square) == target || may_burn(game, pos, mv, mover, square));
    burnt
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    /// Flames burn enemies beside the end square, ascending, and a square said to hold the enemy royal.
    #[test]
    fn neighbours_of_the_end_square_burn() {
        let text = "files=5\nranks=5\nroyal=K\nwall:W:W::a2,,a4\ndemon:D:Q\\:cK::c1,,c5\nking:K:K::e1,,e5\n";
        let game = Game::new(variant::read("test", text).expect("a variant").0).expect("tables");
        let fen = "4k/1w1w1/W4/1W1w1/2D1K w - - 0 1";
        let mut pos = Position::from_fen(&game, fen).expect(fen);
        let list = crate::movegen::legal_moves(&game, &mut pos);
        let square = |name: &str| game.variant.board.read_name(name).expect(name).0;
        let to =
            |name| *list.iter().find(|mv| (mv.from(), mv.to()) == (square("c1"), square(name))).expect(name);
        assert_eq!(burnt(&game, &pos, to("c3"), None), ["d2", "b4", "d4"].map(square));
        let with_royal = ["d2", "c4", "b4", "d4"].map(square);
        let mut expected = with_royal.to_vec();
        expected.sort_unstable();
        assert_eq!(burnt(&game, &pos, to("c3"), Some(square("c4"))), expected);
        // The square that the demon left is empty.
        assert_eq!(burnt(&game, &pos, to("b1"), None), [Square(0); 0]);
        assert_eq!(burnt(&game, &pos, to("c2"), None), ["d2"].map(square));
    }
}
