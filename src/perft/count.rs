//! Counts the legal moves of a position without listing those that are compiled, monomorphic in the board width.

use crate::board::{Bits, Kind, Move, MoveList, Square};
use crate::movegen::filter::{append, retain};
use crate::movegen::legal::legal_moves::Guard;
use crate::movegen::legal::list::list_continuations_of_width;
use crate::movegen::legal::move_restrictions::may_drop_mate;
use crate::movegen::legal::setup_drops;
use crate::movegen::pseudo::arrival::count_listed;
use crate::movegen::pseudo::drops::Dropper;
use crate::movegen::{Filter, Targets, is_legal};
use crate::moves::PieceAt;
use crate::position::Position;
use crate::position::phases::in_phase;
use crate::tables::bitboards::ReplyProfile;

impl<const W: usize> Guard<'_, W> {
    /// Switches to a position of a game that is not over and returns the number of its legal moves. `scratch` is a
    /// buffer, restored on return.
    pub fn count_in(&mut self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        let game = self.game;
        let listed = game.rules.sharing.any || game.rules.captures.judged;
        let ruled = game.rules.forced.by_list();
        let phase = in_phase(game, pos);
        if phase && let Some(drops @ 1..) = setup_drops::count::<W>(game, pos) {
            return drops;
        }
        if listed || ruled || phase {
            return count_listed(scratch, |list| {
                list_continuations_of_width::<W>(game, pos, list);
            });
        }
        self.switch_to(pos);
        self.count(pos, scratch)
    }
    /// Number of legal moves. `scratch` is a buffer, restored on return.
    #[inline(always)]
    pub fn count(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        if self.game.rules.forced.captures_first {
            let captures = self.count_captures(pos, scratch);
            if captures > 0 {
                return captures;
            }
        }
        let (game, begin) = (self.game, scratch.len());
        let simple = !self.masks.test_all && self.uncertain().is_empty();
        let profiles = &game.tables.forms().profiles;
        let royals = self.masks.royals;
        let mut total = 0;
        for kind in game.tables.kinds_of(pos.side()) {
            let pieces = pos.kind_set::<W>(kind);
            if pieces.is_empty() {
                continue;
            }
            let profile = &profiles[kind.index()];
            let mut pieces = pieces;
            if simple && profile.simple && !self.is_judged_singly(kind) {
                total += self.count_simple(profile, kind, pieces.without(royals));
                pieces &= royals;
            }
            total += self.count_kind(pos, kind, pieces, scratch);
        }
        if self.may_gate(pos) {
            self.for_each_gate(pos, |pos, piece| total += self.count_open_gates(pos, piece, scratch));
        }
        self.side_moves(pos, scratch);
        total + self.count_drops_and_listed(pos, begin, scratch)
    }
    /// Counts the moves of pieces of a kind, gates excluded; moves that must be tested are listed instead.
    #[inline(always)]
    pub fn count_kind(&self, pos: &mut Position, kind: Kind, pieces: Bits<W>, scratch: &mut MoveList) -> u64 {
        let batch = self.batch(kind, pieces);
        let mut total = 0;
        if !batch.is_empty() {
            total += self.count_batch(pos, kind, batch, Bits::ALL);
        }
        for from in pieces.without(batch) {
            total += self.count_piece(pos, kind.at(from), scratch);
        }
        total
    }
    /// Counts drops and the moves listed since `begin`, then truncates the list to `begin`.
    #[inline(always)]
    pub fn count_drops_and_listed(&self, pos: &mut Position, begin: usize, scratch: &mut MoveList) -> u64 {
        let listed = scratch.len() - begin;
        scratch.truncate(begin);
        let drops = if pos.holds_any(pos.side()) { self.count_drops(pos, scratch) } else { 0 };
        listed as u64 + drops
    }
    /// Counts the moves of a non-royal piece, none of which needs a test, gates included.
    #[inline(always)]
    pub fn count_one(&self, pos: &mut Position, piece: PieceAt, scratch: &mut MoveList) -> u64 {
        let profile = &self.game.tables.forms().profiles[piece.kind.index()];
        let plain = match profile.simple {
            true => self.count_simple(profile, piece.kind, Bits::square(piece.from)),
            false => self.count_piece(pos, piece, scratch),
        };
        plain + self.count_gates_of(pos, piece, scratch)
    }
    /// Counts the moves of a piece, gates included; moves that must be tested are listed instead.
    #[inline(always)]
    pub fn count_with_gates(&self, pos: &mut Position, piece: PieceAt, scratch: &mut MoveList) -> u64 {
        self.count_piece(pos, piece, scratch) + self.count_gates_of(pos, piece, scratch)
    }
    /// Counts the moves of non-royal pieces of a simple kind.
    #[inline(never)]
    fn count_simple(&self, profile: &ReplyProfile, kind: Kind, pieces: Bits<W>) -> u64 {
        let forms = self.game.tables.forms();
        let open = Bits::of(&forms.enterable, kind.index()).without(self.scene.own);
        let occupied = self.scene.occupied;
        let leaps = |from: Square| Bits::<W>::of(&forms.quiet_leaps, forms.slot(kind, from));
        let fan = |n: usize, from: Square| forms.fan(profile.fans[n] as usize + from.index(), occupied);
        match (profile.riders, profile.leaps) {
            (0, _) => self.count_each(pieces, open, leaps),
            (1, false) => self.count_each(pieces, open, |from| fan(0, from)),
            (1, true) => self.count_each(pieces, open, |from| fan(0, from) | leaps(from)),
            (_, false) => self.count_each(pieces, open, |from| fan(0, from) | fan(1, from)),
            (_, true) => self.count_each(pieces, open, |from| fan(0, from) | fan(1, from) | leaps(from)),
        }
    }
    /// Counts the squares of `open` that the pieces reach and may go to.
    #[inline(always)]
    fn count_each(&self, pieces: Bits<W>, open: Bits<W>, reach: impl Fn(Square) -> Bits<W>) -> u64 {
        let masks = &self.masks;
        let anywhere = open & (masks.common | self.king_captures);
        let free = pieces.without(masks.special).map(|from| (reach(from) & anywhere).count());
        let mut total = free.sum::<u32>();
        for from in pieces & masks.special {
            total += (reach(from) & open & (masks.allowed(from) | self.king_captures)).count();
        }
        u64::from(total)
    }
    /// Counts the moves of a piece; moves that must be tested are listed instead.
    #[inline(always)]
    fn count_piece(&self, pos: &mut Position, piece: PieceAt, scratch: &mut MoveList) -> u64 {
        let found = self.targets(pos, piece);
        let (both, uncompiled) = (found.0.both(), self.has_uncompiled_moves(pos, piece));
        match uncompiled || found.1.meets(both) {
            true => self.count_uncertain(pos, piece, found, uncompiled, scratch),
            false => self.mover(pos, piece).count_arrivals(both),
        }
    }
    /// Like [`Self::count_piece`], for a piece with moves to test or moves that are not compiled (`uncompiled`).
    // PERF: `griffon perft xiangqi 5`: apart from the code for most pieces, which then fits the instruction cache.
    #[inline(never)]
    fn count_uncertain(
        &self,
        pos: &mut Position,
        piece: PieceAt,
        (reached, test): (Targets<W>, Bits<W>),
        uncompiled: bool,
        scratch: &mut MoveList,
    ) -> u64 {
        let (game, PieceAt { kind, from }) = (self.game, piece);
        let start = scratch.len();
        let (both, info) = (reached.both(), game.tables.kind(kind));
        let royal_captures = game.tables.forms().royal_captures[kind.index()];
        let trees = uncompiled && game.tables.has_tree_moves(kind, from);
        let mut total = 0;
        // Moves that may duplicate others must be listed with them, if there are any.
        let shared = uncompiled && (royal_captures || info.duplicates && trees) && !both.is_empty();
        let tested = test.meets(both);
        let mover = self.mover(pos, piece);
        if shared && !tested && !info.duplicates {
            mover.uncompiled_moves(&self.scene, reached, (Filter::All, start), scratch);
            if scratch.len() == start {
                return mover.count_arrivals(both);
            }
            scratch.truncate(start);
        }
        if tested || shared {
            mover.plain_moves(reached, Filter::All, scratch);
            if tested {
                self.keep_legal(pos, start, scratch);
            }
        } else {
            total += mover.count_arrivals(both);
        }
        if uncompiled {
            let changes_royals =
                info.becomes_royal && self.may_promote(piece) || self.may_cease_to_be_royal(kind);
            let tested = self.masks.test_all || self.is_judged_singly(kind) || changes_royals;
            let certain = !self.masks.royals.has(from) && !tested;
            if certain && !trees && !royal_captures {
                return total + self.count_conditional(pos, piece, both, scratch);
            }
            self.list_uncompiled(pos, piece, reached, start, scratch);
        }
        total
    }
    /// Whether a move of the piece may change its type.
    fn may_promote(&self, piece: PieceAt) -> bool {
        let seen = self.game.tables.forms().sight(piece.kind, piece.from, self.scene.occupied);
        self.promoting(piece).meets(seen)
    }
    /// Counts the conditional leaps of a piece other than the royal.
    #[inline(always)]
    fn count_conditional(
        &self,
        pos: &mut Position,
        piece: PieceAt,
        listed: Bits<W>,
        scratch: &mut MoveList,
    ) -> u64 {
        let (mover, allowed) = (self.mover(pos, piece), self.allowed(piece.from));
        let (mut reached, mut trailing) = (Bits::EMPTY, Bits::EMPTY);
        mover.conditional(&self.scene, Bits::ALL, |entry, _| {
            let ends = if entry.trail { &mut trailing } else { &mut reached };
            *ends |= Bits::square(Square(entry.to));
        });
        // Captures that explode are judged one by one.
        let explosive =
            self.game.tables.explosions().is_some() && self.scene.enemies.meets(reached | trailing);
        let (reached, trailing) = ((reached & allowed).without(listed), trailing & allowed);
        let uncertain = self.uncertain();
        if explosive || uncertain.has(piece.from) || uncertain.meets(reached | trailing) {
            let targets = Targets { quiet: listed, takes: Bits::EMPTY };
            self.list_uncompiled(pos, piece, targets, scratch.len(), scratch);
            return 0;
        }
        mover.count_arrivals(reached) + mover.count_arrivals(trailing)
    }
    /// Number of legal drops. `scratch` is a buffer, restored on return.
    pub fn count_drops(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        let (game, side, begin) = (self.game, pos.side(), scratch.len());
        let rules = &game.rules.restrictions;
        let uncompiled = game.rules.hands.capturing_drops || game.variant.hand_rules.swap;
        let uncertain =
            self.masks.test_all || rules.any || !self.masks.suspicious.is_empty() || self.holds_royal(pos);
        let mut total = 0;
        if uncompiled || uncertain || rules.drop_mates && rules.indirect_checks {
            self.legal_drops(pos, scratch);
        } else {
            let empty = self.droppable(pos).without(self.scene.occupied);
            for piece in game.variant.types() {
                let kind = Kind::new(piece, side);
                if !pos.can_drop(game, kind) {
                    continue;
                }
                let dropper = Dropper::new(game, pos, kind);
                let Some(mut open) = dropper.open_squares(empty) else {
                    dropper.drops(empty, Filter::All, scratch);
                    continue;
                };
                if rules.drop_mates && game.variant.move_rules.bars_drop_mate(piece) {
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
