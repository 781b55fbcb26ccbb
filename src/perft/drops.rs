//! Counts legal drops from sets of squares.

use crate::board::bits::Bits;
use crate::board::{Kind, Move, MoveList, Square};
use crate::movegen::filter::{append, retain};
use crate::movegen::legal::legal_moves::Legal;
use crate::movegen::legal::move_restrictions::may_drop_mate;
use crate::movegen::pseudo::drops::Dropper;
use crate::movegen::{Filter, is_legal};
use crate::position::Position;

impl<const W: usize> Legal<'_, W> {
    /// Number of legal drops. `scratch` is a buffer, restored on return.
    pub(crate) fn count_drops(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        let (game, side, begin) = (self.game, pos.side(), scratch.len());
        let flags = &game.rule_flags;
        let odd = game.tables.has_capturing_drops() || game.variant.hand_rules.swap;
        let uncertain =
            self.masks.test_all || flags.tests || !self.masks.suspicious.is_empty() || self.holds_royal(pos);
        let mut total = 0;
        if odd || uncertain || flags.drop_mates && flags.indirect_checks {
            self.legal_drops(pos, scratch);
        } else {
            let empty = self.droppable(pos).without(self.scene.occupied);
            for piece in game.variant.types() {
                if pos.hand(side, pos.held_as(game, piece)) == 0 {
                    continue;
                }
                let kind = Kind::new(piece, side);
                let dropper = Dropper::new(game, pos, kind);
                let Some(mut open) = dropper.open_squares(empty) else {
                    dropper.drops(empty, Filter::All, scratch);
                    continue;
                };
                if flags.drop_mates && game.variant.rules.no_drop_mate[piece.index()] {
                    let checks = |&royal: &Square| game.tables.reverse().origins::<W>(kind, royal);
                    let checks =
                        pos.royals(side.other()).iter().map(checks).fold(Bits::EMPTY, |sum, set| sum | set);
                    append(scratch, open & checks, |to| Move::drop(piece, to));
                    open = open.without(checks);
                }
                total += u64::from(open.count());
            }
            retain(begin, scratch, |mv| !may_drop_mate(game, pos, mv) || is_legal(game, pos, mv));
        }
        total += (scratch.len() - begin) as u64;
        scratch.truncate(begin);
        total
    }
}
