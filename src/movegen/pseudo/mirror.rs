//! The mirror `M`: captures the pieces that could capture it.
//!
//! SPEC: XBetza, "Ideas for the future": "M (for 'Mirror'), which targets all squares containing pieces that target it,
//! with the same modes". Borrowed, imitated, mirror and induced moves of those pieces do not count.

use crate::board::{Color, Kind, Square};
use crate::movegen::filter::ArrivalContext;
use crate::movegen::pseudo::arrival;
use crate::moves::paths::walk;
use crate::notation::legs::Occupancy;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::tree::Flags;

/// Calls `each` with every capture of the mirror on `from`.
pub(crate) fn moves(game: &Game, pos: &Position, kind: Kind, from: Square, mut each: impl FnMut(Move)) {
    for color in Color::BOTH {
        for square in pos.pieces(color) {
            if square != from && targets(game, pos, kind, from, square, false) {
                each(Move::plain(from, square));
            }
        }
    }
}

/// Whether the mirror may capture the piece on `square`, which counts as an enemy royal if `royal`.
pub(crate) fn targets(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    square: Square,
    royal: bool,
) -> bool {
    let Some(other) = pos.cell(square).kind() else { return false };
    let seen = game.tables.occupancy(kind.color())[pos.cell(square).slot()];
    let seen = if royal { Occupancy::ENEMY_ROYAL } else { seen };
    let Some(own) = game.tables.kind(other).own else { return false };
    let wanted = game.tables.kind(kind).mirrors.iter().any(|modes| modes.take.meets(seen));
    if !wanted {
        return false;
    }
    let nodes = game.tables.nodes();
    let mut found = false;
    walk(game, pos, (other, square), game.tables.loan_tree(own, square), None, |index, content| {
        let node = &nodes[index as usize];
        let odd = Flags::INDUCED.with(Flags::BORROWS).with(Flags::GATES).with(Flags::DISPLACED);
        found |= node.square == from.0
            && content.meets(Occupancy::OCCUPIED)
            && !node.flags.has(odd)
            && node.emit.meets(seen);
    });
    found
}

/// Appends the captures of the mirror on `from`, promotions included.
pub(crate) fn list_moves(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    landing: ArrivalContext,
    list: &mut MoveList,
) {
    moves(game, pos, kind, from, |mv| {
        let friend = pos.cell(mv.to()).kind().is_some_and(|other| other.color() == kind.color());
        if game.tables.access(kind, mv.to()).admits(friend) {
            arrival::arrive(game, pos, kind, mv, landing, list);
        }
    });
}
