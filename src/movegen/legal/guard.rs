//! Per-node queries of the search: check, legality of single moves, staged generation.

use crate::movegen::filter::Filter;
use crate::movegen::legal::forced_captures::has_forced_moves;
use crate::movegen::legal::legal_moves::{Guard, royals_castle};
use crate::movegen::legal::legality::make_if_legal;
use crate::movegen::pseudo::compiled::{en_passant_captures, list_pseudo_legal, moves_beside_walks};
use crate::moves::Mover;
use crate::moves::distinct::remove_duplicates;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Arrival;

impl<'a, const W: usize> Guard<'a, W> {
    /// Creates a guard with the masks of a position.
    #[inline(always)]
    pub fn of(game: &'a Game, pos: &Position) -> Self {
        let mut guard = Self::unrestricted(game, pos);
        guard.masks.compute(game, pos);
        guard
    }
    /// Switches to another position.
    #[inline(always)]
    pub fn switch_to(&mut self, pos: &Position) {
        self.switch_unrestricted(pos);
        self.masks.compute(self.game, pos);
    }
    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.masks.in_check
    }
    /// Whether a legal move has priority, which makes all others illegal. `list` is a buffer; once `halt` returns true
    /// the answer is meaningless.
    pub fn has_forced_moves(
        &self,
        pos: &mut Position,
        list: &mut MoveList,
        halt: impl FnMut() -> bool,
    ) -> bool {
        if self.game.rules.forced.captures_first {
            list.clear();
            return self.has_captures(pos, list);
        }
        has_forced_moves(self.game, pos, list, halt)
    }
    /// Whether a pseudo-legal move of the position is legal. Makes it only where the masks cannot tell.
    #[inline]
    pub fn allows(&self, pos: &mut Position, mv: Move) -> bool {
        self.verdict(pos, mv).unwrap_or_else(|| self.is_legal(pos, mv))
    }
    /// Makes a pseudo-legal move of the position if it is legal, and returns whether it did.
    #[inline]
    pub fn make(&self, pos: &mut Position, mv: Move) -> bool {
        match self.verdict(pos, mv) {
            Some(true) => pos.make(self.game, mv),
            Some(false) => return false,
            None => return make_if_legal(self.game, pos, mv),
        }
        true
    }
    /// Legality of a pseudo-legal move according to the masks; `None` if only making it can tell.
    #[inline]
    fn verdict(&self, pos: &Position, mv: Move) -> Option<bool> {
        let (game, masks) = (self.game, &self.masks);
        let (from, to) = (mv.from(), mv.to());
        if let Some(piece) = mv.dropped() {
            return self.judge_drop(pos, piece, mv);
        }
        let king_capture = self.king_captures.has(to);
        if let Some(safe) = self.judge(pos, mv) {
            let suspicious = masks.suspicious.has(from) || masks.suspicious.has(to);
            let sure =
                !safe || king_capture || !suspicious || masks.royals.is_empty() || self.explodes(pos, mv);
            return sure.then_some(safe);
        }
        let captures = game.tables.explosions().is_some() && !pos.cell(to).is_empty();
        if mv.is_plain_only()
            && !king_capture
            && !captures
            && !self.contested.has(to)
            && !masks.test_all
            && !game.rules.restrictions.any
            && masks.only_royal() == Some(from)
        {
            let (enemies, occupied) = self.enemies_without(pos, from);
            return enemies.could_take(to, occupied).map(|taken| !taken);
        }
        None
    }
    /// Appends pseudo-legal moves to `list`, without most illegal ones.
    pub fn moves(&self, pos: &Position, filter: Filter, list: &mut MoveList) {
        let Self { game, scene, masks, .. } = self;
        if game.rules.captures.judged {
            return list_pseudo_legal(game, pos, filter, list);
        }
        let begin = list.len();
        for kind in game.tables.kinds_of(pos.side()) {
            let pieces = pos.kind_set::<W>(kind);
            if pieces.is_empty() {
                continue;
            }
            let batch = self.batch(kind, pieces);
            if !batch.is_empty() {
                self.list_batch(pos, kind, batch, filter, list);
            }
            pieces.without(batch).for_each(|from| {
                let (start, piece) = (list.len(), kind.at(from));
                let mover = Mover::new(game, pos, piece);
                let mut reached = mover.targets(scene);
                if !masks.test_all && !masks.royals.has(from) {
                    let allowed = self.allowed(from) | game.rules.goals.winning(kind);
                    reached.quiet &= allowed;
                    if game.tables.explosions().is_none() {
                        reached.takes &= allowed;
                    }
                }
                mover.plain_moves(reached, filter, list);
                if self.has_uncompiled_moves(pos, piece) {
                    mover.uncompiled_moves(scene, reached, (filter, start), list);
                }
            });
        }
        if self.may_gate(pos) {
            self.list_gates(pos, filter, list);
        }
        en_passant_captures(game, pos, filter, list);
        let castles = !masks.in_check || masks.royals.is_empty() || !royals_castle(game, pos);
        moves_beside_walks(game, pos, (castles, self.droppable(pos)), filter, list);
        if game.rules.sharing.any {
            remove_duplicates(game, pos, begin, list);
        }
    }
    /// Whether the generator would list a move from another source, such as a TT move. Also `false` if only generating
    /// moves could tell.
    pub fn lists(&self, pos: &Position, mv: Move) -> bool {
        let game = self.game;
        let Some(kind) = pos.cell(mv.from()).kind() else { return false };
        if game.rules.captures.judged || !mv.is_plain_only() || kind.color() != pos.side() {
            return false;
        }
        let turns = game.tables.changes_by_capture(kind) && !pos.cell(mv.to()).is_empty();
        // The piece may keep its type there.
        let stays = !game.tables.kind(kind).changes_type
            || matches!(
                game.tables.arrival(kind, mv.to()),
                Arrival::Plain | Arrival::May(_) | Arrival::Zone(_)
            );
        let reached = || Mover::new(game, pos, kind.at(mv.from())).targets(&self.scene);
        stays && !turns && reached().both().has(mv.to())
    }
}
