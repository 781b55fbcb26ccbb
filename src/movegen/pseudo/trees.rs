//! Lists moves by a pass over a trajectory tree, and castling.

use crate::board::{Color, Square};
use crate::movegen::filter::{ArrivalContext, Filter};
use crate::moves::paths::PathEnd;
use crate::moves::{Mover, burnt};
use crate::notation::legs::Occupancy;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::tree::Flags;
use std::ops::Range;

impl Mover<'_> {
    /// Appends the moves along a tree; several may have the same effect.
    pub fn tree_moves(&self, filter: Filter, tree: Range<usize>, list: &mut MoveList) {
        self.walk_where(
            tree,
            None,
            |_, _| true,
            |end| {
                self.end_path(end, filter, list);
                true
            },
        );
    }
    /// Appends the moves of a path that ends there.
    #[inline(always)]
    pub fn end_path(&self, end: PathEnd<'_>, filter: Filter, list: &mut MoveList) {
        let Self { game, pos, kind, from } = *self;
        let node = end.node;
        let mv = Move::walk(from, Square(node.square), end.index);
        let on_the_way = end.marked || node.flags.intersects(Flags::LOCUST);
        let burns = || node.flags.intersects(Flags::BURNS) && !burnt(game, pos, mv, None).is_empty();
        let quiet = end.content == Occupancy::EMPTY && !on_the_way && !burns();
        let first = list.len();
        let landing = ArrivalContext { quiet, quoted: node.flags.intersects(Flags::QUOTED), filter };
        if let Some(change) = game.tables.change(node) {
            self.arrive_changed(mv, change, landing, list);
        } else if node.flags.intersects(Flags::INDUCED | Flags::BORROWS) {
            self.induced_moves(end, landing, list);
        } else if filter.wants(quiet) || game.tables.kind(kind).changes_type {
            self.arrive(mv, landing, list);
        }
        if node.flags.intersects(Flags::GATES) {
            let gate = game.tables.extra(node).gate.map_or(from, Square);
            put_down(game, pos, (kind.color(), gate), first, list);
        }
    }
    /// Appends the moves of a friend set in motion, at the end of its path.
    ///
    /// SPEC: XBetza readings 22: the friend's square is the from-square of the move; promotion is the friend's.
    fn induced_moves(&self, end: PathEnd<'_>, landing: ArrivalContext, list: &mut MoveList) {
        let borrows = end.node.flags.intersects(Flags::BORROWS);
        let Some(from) = self.game.tables.induced(end.node).filter(|_| !borrows) else { return };
        let Some(kind) = self.pos.cell(from).kind() else { return };
        if self.may_end(end.node, end.content) {
            let mv = Move::walk(from, Square(end.node.square), end.index);
            Mover { kind, from, ..*self }.arrive(mv, landing, list);
        }
    }
}

/// Turns each move from `first` on into one move for each piece of the side that can be put down on the square.
fn put_down(game: &Game, pos: &Position, gate: (Color, Square), first: usize, list: &mut MoveList) {
    let plain: Vec<Move> = list.drain(first..).collect();
    for mv in plain {
        list.extend(pos.gateable(game, gate.0, gate.1).map(|piece| mv.gating(piece)));
    }
}

/// Appends castling moves; the legality test checks for attacks on the king's path.
#[inline(always)]
pub(crate) fn castlings<const W: usize>(game: &Game, pos: &Position, list: &mut MoveList) {
    let occupied = pos.occupied::<W>();
    for index in 0..pos.castles().len() {
        if pos.castling_way::<W>(index).is_none_or(|way| way.meets(occupied)) {
            continue;
        }
        let rule = &pos.castles()[index];
        if rule.king.color() == pos.side() && pos.cell(rule.from).kind() == Some(rule.king) {
            let first = list.len();
            list.push(Move::castle(rule.from, rule.to, index));
            if let Some(gate) = rule.gate {
                put_down(game, pos, (pos.side(), gate), first, list);
            }
        }
    }
}
