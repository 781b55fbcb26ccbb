//! Per-node queries of the search: check, legality of single moves, staged generation.

use crate::movegen::filter::Filter;
use crate::movegen::legal::forced_captures::has_forced_moves;
use crate::movegen::legal::legal_moves::{Legal, royals_castle};
use crate::movegen::legal::legality::make_if_legal;
use crate::movegen::pseudo::compiled::{passing_moves, pseudo_legal};
use crate::movegen::pseudo::drops::drops;
use crate::movegen::pseudo::passes::pass;
use crate::movegen::pseudo::targets::Scene;
use crate::movegen::pseudo::trees::castlings;
use crate::moves::Mover;
use crate::moves::distinct::drop_duplicates;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Arrival;

/// Safety of the side to move in one position.
#[derive(Clone, Debug)]
pub(crate) struct Guard<'a, const W: usize>(Legal<'a, W>);

impl<'a, const W: usize> Guard<'a, W> {
    /// Creates a guard for a position.
    pub fn new(game: &'a Game, pos: &Position) -> Self {
        let mut guard = Self(Legal::new(game, pos));
        guard.look(pos);
        guard
    }
    /// Moves the guard to another position of the game.
    #[inline]
    pub fn look(&mut self, pos: &Position) {
        let legal = &mut self.0;
        legal.update(pos);
        legal.masks.look(legal.game, pos);
    }
    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.0.masks.in_check
    }
    /// Whether a legal move has priority, which makes all others illegal. `list` is a buffer; once `halt` returns true
    /// the answer is meaningless.
    pub fn has_forced_moves(
        &self,
        pos: &mut Position,
        list: &mut MoveList,
        halt: impl FnMut() -> bool,
    ) -> bool {
        if self.0.game.rule_flags.captures_first {
            list.clear();
            return self.0.has_captures(pos, list);
        }
        has_forced_moves(self.0.game, pos, list, halt)
    }
    /// Occupied squares by side.
    #[inline(always)]
    pub fn scene(&self) -> &Scene<W> {
        &self.0.scene
    }
    /// Whether a pseudo-legal move of the position is legal. Makes it only where the masks cannot tell.
    #[inline]
    pub fn allows(&self, pos: &mut Position, mv: Move) -> bool {
        self.verdict(pos, mv).unwrap_or_else(|| self.0.is_legal(pos, mv))
    }
    /// Makes a pseudo-legal move of the position if it is legal, and returns whether it did.
    #[inline]
    pub fn make(&self, pos: &mut Position, mv: Move) -> bool {
        match self.verdict(pos, mv) {
            Some(true) => pos.make(self.0.game, mv),
            Some(false) => return false,
            None => return make_if_legal(self.0.game, pos, mv),
        }
        true
    }
    /// Legality of a pseudo-legal move according to the masks; `None` if only making it can tell.
    #[inline]
    fn verdict(&self, pos: &Position, mv: Move) -> Option<bool> {
        let (game, masks) = (self.0.game, &self.0.masks);
        let (from, to) = (mv.from(), mv.to());
        if let Some(piece) = mv.dropped() {
            return self.0.judge_drop(pos, piece, mv);
        }
        let king_capture = self.0.king_captures.has(to);
        if let Some(safe) = self.0.judge(pos, mv) {
            let suspicious = masks.suspicious.has(from) || masks.suspicious.has(to);
            let sure =
                !safe || king_capture || !suspicious || masks.royals.is_empty() || self.0.explodes(pos, mv);
            return sure.then_some(safe);
        }
        let captures = game.tables.explosions().is_some() && !pos.cell(to).is_empty();
        if mv.is_bare()
            && !king_capture
            && !captures
            && !self.0.contested.has(to)
            && !masks.test_all
            && !game.rule_flags.tests
            && masks.only_royal() == Some(from)
        {
            let (enemies, occupied) = self.0.enemies_without(pos, from);
            return enemies.could_take(to, occupied).map(|taken| !taken);
        }
        None
    }
    /// Appends pseudo-legal moves to `list`, without most illegal ones.
    pub fn moves(&self, pos: &Position, filter: Filter, list: &mut MoveList) {
        let Legal { game, scene, masks, .. } = &self.0;
        if game.tables.has_events() {
            return pseudo_legal(game, pos, filter, list);
        }
        let begin = list.len();
        for kind in game.tables.kinds_of(pos.side()) {
            let pieces = pos.kind_set::<W>(kind);
            if pieces.is_empty() {
                continue;
            }
            let together = self.0.together(kind, pieces);
            if !together.is_empty() {
                self.0.list_together(pos, kind, together, filter, list);
            }
            pieces.without(together).for_each(|from| {
                let (start, piece) = (list.len(), kind.at(from));
                let mover = Mover::new(game, pos, piece);
                let mut reached = game.tables.forms().targets(kind, from, scene);
                if !masks.test_all && !masks.royals.has(from) {
                    let allowed = self.0.allowed(from) | game.rule_flags.winning_squares(kind);
                    reached.quiet &= allowed;
                    if game.tables.explosions().is_none() {
                        reached.takes &= allowed;
                    }
                }
                mover.plain_moves(reached, filter, list);
                if self.0.is_odd(pos, piece) {
                    mover.uncompiled_moves(scene, reached, (filter, start), list);
                }
            });
        }
        if self.0.may_gate(pos) {
            self.0.list_gates(pos, filter, list);
        }
        passing_moves(game, pos, filter, list);
        if filter != Filter::Tactical
            && (!masks.in_check || masks.royals.is_empty() || !royals_castle(game, pos))
        {
            castlings::<W>(game, pos, list);
        }
        if filter != Filter::Tactical && game.rule_flags.passes {
            pass(game, pos, list);
        }
        if filter != Filter::Tactical || game.tables.has_capturing_drops() {
            drops::<W>(game, pos, self.0.droppable(pos), filter, list);
        }
        if game.tables.has_sharing() {
            drop_duplicates(game, pos, begin, list);
        }
    }
    /// Whether the generator would list a move from another source, such as a TT move. Also `false` if only generating
    /// moves could tell.
    pub fn lists(&self, pos: &Position, mv: Move) -> bool {
        let game = self.0.game;
        let Some(kind) = pos.cell(mv.from()).kind() else { return false };
        if game.tables.has_events() || !mv.is_bare() || kind.color() != pos.side() {
            return false;
        }
        let turns = game.tables.turns(kind) && !pos.cell(mv.to()).is_empty();
        // The piece may keep its type there.
        let stays = !game.tables.kind(kind).promotes
            || matches!(
                game.tables.arrival(kind, mv.to()),
                Arrival::Plain | Arrival::May(_) | Arrival::Zone(_)
            );
        let reached = || game.tables.forms().targets(kind, mv.from(), &self.0.scene);
        stays && !turns && reached().both().has(mv.to())
    }
}
