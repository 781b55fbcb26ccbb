//! Legal captures, in games where any capture has priority over all other moves.
//!
//! Holds where the rule does not distinguish pieces ([`ForcedMoves::captures_first`]): the captures are then found from
//! the sets of squares that the pieces attack, and other moves are generated only if there is no legal capture.
//!
//! [`ForcedMoves::captures_first`]: crate::rules::ForcedMoves::captures_first

use crate::board::{Bits, Kind};
use crate::movegen::filter::{Filter, retain};
use crate::movegen::legal::legal_moves::Guard;
use crate::movegen::legal::legality::is_legal;
use crate::movegen::legal::move_restrictions::is_forced;
use crate::movegen::pseudo::arrival::count_listed;
use crate::movegen::pseudo::compiled::{en_passant_captures, list_pseudo_legal};
use crate::movegen::pseudo::targets::Targets;
use crate::moves::{PieceAt, is_capture};
use crate::position::{Game, MoveList, Position};
use crate::with_width;

/// Whether the side to move has a legal capture. `scratch` is a buffer, restored on return.
pub(crate) fn has_captures(game: &Game, pos: &mut Position, scratch: &mut MoveList) -> bool {
    with_width!(game.tables.forms().width, has_captures_of_width(game, pos, scratch))
}

fn has_captures_of_width<const W: usize>(game: &Game, pos: &mut Position, scratch: &mut MoveList) -> bool {
    Guard::<W>::of(game, pos).has_captures(pos, scratch)
}

impl<const W: usize> Guard<'_, W> {
    /// Whether there is a legal capture. `scratch` is a buffer, restored on return.
    pub fn has_captures(&self, pos: &mut Position, scratch: &mut MoveList) -> bool {
        self.sum_captures::<true>(pos, scratch) > 0
    }
    /// Number of legal captures. `scratch` is a buffer, restored on return.
    pub fn count_captures(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        self.sum_captures::<false>(pos, scratch)
    }
    /// Number of legal captures; with `ANY`, of some of them if there are any.
    #[inline(always)]
    fn sum_captures<const ANY: bool>(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        let mut total = 0;
        for kind in self.game.tables.kinds_of(pos.side()) {
            let pieces = pos.kind_set::<W>(kind);
            if pieces.is_empty() {
                continue;
            }
            let batch =
                if self.has_uncompiled_captures(kind) { Bits::EMPTY } else { self.batch(kind, pieces) };
            if !batch.is_empty() {
                total += self.count_batch(pos, kind, batch, self.scene.enemies);
            }
            for from in pieces.without(batch) {
                if ANY && total > 0 {
                    return total;
                }
                total += self.count_captures_of(pos, kind.at(from), scratch);
            }
            if ANY && total > 0 {
                return total;
            }
        }
        total + self.count_en_passant(pos, scratch)
    }
    /// Number of legal captures by one piece. `scratch` is a buffer, restored on return.
    #[inline(always)]
    pub fn count_captures_of(&self, pos: &mut Position, piece: PieceAt, scratch: &mut MoveList) -> u64 {
        let (reached, test) = self.targets(pos, piece);
        let uncompiled = self.has_uncompiled_captures(piece.kind) && self.has_uncompiled_moves(pos, piece);
        if !uncompiled && !test.meets(reached.takes) {
            return self.mover(pos, piece).count_arrivals(reached.takes);
        }
        count_listed(scratch, |list| self.list_captures_of(pos, piece, (reached, test), list))
    }
    /// Number of legal en passant captures. `scratch` is a buffer, restored on return.
    #[inline(always)]
    pub fn count_en_passant(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        count_listed(scratch, |list| self.list_en_passant(pos, list))
    }
    /// Appends the legal captures.
    pub fn list_captures(&self, pos: &mut Position, list: &mut MoveList) {
        for kind in self.game.tables.kinds_of(pos.side()) {
            for from in pos.kind_set::<W>(kind) {
                let targets = self.targets(pos, kind.at(from));
                self.list_captures_of(pos, kind.at(from), targets, list);
            }
        }
        self.list_en_passant(pos, list);
    }
    /// Appends the legal captures of one piece, given its targets and the squares where a move must be tested.
    fn list_captures_of(
        &self,
        pos: &mut Position,
        piece: PieceAt,
        (reached, test): (Targets<W>, Bits<W>),
        list: &mut MoveList,
    ) {
        let start = list.len();
        let takes = Targets { quiet: Bits::EMPTY, takes: reached.takes };
        self.mover(pos, piece).plain_moves(takes, Filter::All, list);
        if test.meets(reached.takes) {
            self.keep_legal(pos, start, list);
        }
        if self.has_uncompiled_captures(piece.kind) && self.has_uncompiled_moves(pos, piece) {
            let uncompiled = list.len();
            self.mover(pos, piece).uncompiled_moves(&self.scene, reached, (Filter::Tactical, start), list);
            // Some promotions capture nothing.
            let uncompiled = uncompiled.min(list.len());
            retain(uncompiled, list, |mv| is_capture(self.game, pos, mv));
            self.keep_legal(pos, uncompiled, list);
        }
    }
    /// Appends the legal en passant captures.
    pub fn list_en_passant(&self, pos: &mut Position, list: &mut MoveList) {
        if pos.en_passant().is_some() {
            let start = list.len();
            en_passant_captures(self.game, pos, Filter::All, list);
            self.keep_legal(pos, start, list);
        }
    }
    /// Whether moves of the kind other than compiled ones may capture.
    #[inline(always)]
    fn has_uncompiled_captures(&self, kind: Kind) -> bool {
        let forms = self.game.tables.forms();
        self.game.tables.kind(kind).trees
            || forms.royal_captures[kind.index()]
            || forms.conditional_takes[kind.index()]
    }
}

/// Whether a legal move has priority, which makes all others illegal. `list` is a buffer; once `halt` returns true the
/// answer is meaningless.
pub fn has_forced_moves(
    game: &Game,
    pos: &mut Position,
    list: &mut MoveList,
    mut halt: impl FnMut() -> bool,
) -> bool {
    if !game.rules.forced.any {
        return false;
    }
    list.clear();
    if game.rules.forced.captures_first {
        return has_captures(game, pos, list);
    }
    list_pseudo_legal(game, pos, Filter::All, list);
    list.iter().any(|&mv| is_forced(game, pos, mv) && !halt() && is_legal(game, pos, mv))
}
