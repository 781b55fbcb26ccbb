//! The mirror `M`: captures the pieces that could capture it.
//!
//! SPEC: XBetza, "Ideas for the future": "M (for 'Mirror'), which targets all squares containing pieces that target it,
//! with the same modes". Borrowed, imitated, mirror and induced moves of those pieces do not count.

use crate::board::{Color, Square};
use crate::movegen::filter::ArrivalContext;
use crate::moves::Mover;
use crate::notation::legs::Occupancy;
use crate::position::{Move, MoveList};
use crate::tables::tree::Flags;

impl Mover<'_> {
    /// Whether the mirror may capture the piece on `square`, which counts as an enemy royal if `royal`.
    pub fn mirrors(&self, square: Square, royal: bool) -> bool {
        let Self { game, pos, kind, from } = *self;
        let Some(other) = pos.cell(square).kind() else { return false };
        let seen = game.tables.occupancy(kind.color())[pos.cell(square).slot()];
        let seen = if royal { Occupancy::ENEMY_ROYAL } else { seen };
        let Some(own) = game.tables.kind(other).own else { return false };
        if !game.tables.kind(kind).mirrors.iter().any(|modes| modes.take.intersects(seen)) {
            return false;
        }
        let mut found = false;
        let tree = game.tables.loan_tree(own, square);
        Mover::new(game, pos, other.at(square)).walk(tree, None, |end| {
            let odd = Flags::INDUCED | Flags::BORROWS | Flags::GATES | Flags::DISPLACED;
            found |= end.node.square == from.0
                && end.content.intersects(Occupancy::OCCUPIED)
                && !end.node.flags.intersects(odd)
                && end.node.emit.intersects(seen);
        });
        found
    }
    /// Appends the captures of the mirror, promotions included.
    pub fn mirror_moves(&self, landing: ArrivalContext, list: &mut MoveList) {
        for square in Color::BOTH.into_iter().flat_map(|color| self.pos.pieces(color)) {
            if square == self.from || !self.mirrors(square, false) {
                continue;
            }
            let friend = self.pos.cell(square).kind().is_some_and(|other| other.color() == self.kind.color());
            if self.game.tables.access(self.kind, square).admits(friend) {
                self.arrive(Move::plain(self.from, square), landing, list);
            }
        }
    }
}
