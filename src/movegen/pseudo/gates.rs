//! Lists compiled moves that put down a piece from the hand on the square they leave.

use crate::board::{Kind, Square};
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::compiled::plain_moves;
use crate::movegen::pseudo::targets::Targets;
use crate::moves::paths::gateable;
use crate::position::{Game, MoveList, Position};
use crate::tables::bitboards::Conditionals;

/// Appends the gates among the moves of one piece to given squares.
#[inline(always)]
pub(crate) fn gates<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    reached: Targets<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    if can_gate(game, pos, kind, from) {
        append_gates(game, pos, kind, from, reached, filter, list);
    }
}

/// Whether a piece may put another one on the square that it leaves, if its side holds one.
#[inline(always)]
pub(crate) fn can_gate(game: &Game, pos: &Position, kind: Kind, from: Square) -> bool {
    match game.tables.forms().gates[kind.index()] {
        Conditionals::None => false,
        Conditionals::Initial => pos.cell(from).is_unmoved(),
        Conditionals::Always => true,
    }
}

pub(crate) fn append_gates<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    reached: Targets<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    let mut types = gateable(game, pos, kind.color(), from);
    let Some(first) = types.next() else { return };
    let start = list.len();
    plain_moves(game, pos, kind, from, reached, filter, list);
    let end = list.len();
    for piece in types {
        (start..end).for_each(|index| list.push(list[index].gating(piece)));
    }
    list[start..end].iter_mut().for_each(|mv| *mv = mv.gating(first));
}
