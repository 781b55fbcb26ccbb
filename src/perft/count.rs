//! Counts the legal moves of a position without listing those that are compiled, monomorphic in the board width.

use crate::board::bits::Bits;
use crate::board::{Kind, MoveList, Square};
use crate::movegen::legal::legal_moves::Legal;
use crate::movegen::legal::list::legal;
use crate::movegen::legal::setup_drops;
use crate::movegen::pseudo::arrival::{count_arrivals, count_listed};
use crate::movegen::pseudo::compiled::{plain_moves, uncompiled_moves};
use crate::movegen::pseudo::targets::{conditional, fan, sight};
use crate::movegen::{Filter, Targets};
use crate::position::phases::in_phase;
use crate::position::{Game, Position};
use crate::tables::bitboards::ReplyProfile;

/// Number of legal moves in a game that is not over. `scratch` is a buffer, restored on return.
pub(crate) fn count<const W: usize>(game: &Game, pos: &mut Position, scratch: &mut MoveList) -> u64 {
    Legal::<W>::new(game, pos).count_in(pos, scratch)
}

impl<const W: usize> Legal<'_, W> {
    /// Switches to a position of a game that is not over and returns the number of its legal moves. `scratch` is a
    /// buffer, restored on return.
    pub(crate) fn count_in(&mut self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        let game = self.game;
        let listed = game.rules.sharing.any || game.rules.captures.judged;
        let ruled = game.rules.forced.by_list();
        let phase = in_phase(game, pos);
        if phase && let Some(drops @ 1..) = setup_drops::count::<W>(game, pos) {
            return drops;
        }
        if listed || ruled || phase {
            return count_listed(scratch, |list| {
                legal::<W>(game, pos, list);
            });
        }
        self.update(pos);
        self.masks.look(game, pos);
        self.count(pos, scratch)
    }
    /// Number of legal moves. `scratch` is a buffer, restored on return.
    #[inline(always)]
    pub(crate) fn count(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        if self.game.rules.forced.captures_first {
            let captures = self.count_captures(pos, scratch);
            if captures > 0 {
                return captures;
            }
        }
        self.count_all(pos, scratch)
    }
    /// Number of legal moves if none has priority.
    #[inline(always)]
    fn count_all(&self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
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
            total += self.count_gates(pos, scratch);
        }
        self.side_moves(pos, scratch);
        total + self.count_drops_and_listed(pos, begin, scratch)
    }
    /// Counts the moves of pieces of a kind, gates excluded; moves that must be tested are listed instead.
    #[inline(always)]
    pub(crate) fn count_kind(
        &self,
        pos: &mut Position,
        kind: Kind,
        pieces: Bits<W>,
        scratch: &mut MoveList,
    ) -> u64 {
        let together = self.together(kind, pieces);
        let mut total = 0;
        if !together.is_empty() {
            total += self.count_together(pos, kind, together, Bits::ALL);
        }
        for from in pieces.without(together) {
            total += self.count_piece(pos, kind, from, scratch);
        }
        total
    }
    /// Counts drops and the moves listed since `begin`, then truncates the list to `begin`.
    #[inline(always)]
    pub(crate) fn count_drops_and_listed(
        &self,
        pos: &mut Position,
        begin: usize,
        scratch: &mut MoveList,
    ) -> u64 {
        let listed = scratch.len() - begin;
        scratch.truncate(begin);
        let drops = if pos.holds_any(pos.side()) { self.count_drops(pos, scratch) } else { 0 };
        listed as u64 + drops
    }
    /// Counts the moves of a non-royal piece, none of which needs a test, gates included.
    #[inline(always)]
    pub(crate) fn count_one(
        &self,
        pos: &mut Position,
        kind: Kind,
        from: Square,
        scratch: &mut MoveList,
    ) -> u64 {
        let profile = &self.game.tables.forms().profiles[kind.index()];
        let plain = match profile.simple {
            true => self.count_simple(profile, kind, Bits::square(from)),
            false => self.count_piece(pos, kind, from, scratch),
        };
        plain + self.count_gates_of(pos, kind, from, scratch)
    }
    /// Counts the moves of a piece, gates included; moves that must be tested are listed instead.
    #[inline(always)]
    pub(crate) fn count_with_gates(
        &self,
        pos: &mut Position,
        kind: Kind,
        from: Square,
        scratch: &mut MoveList,
    ) -> u64 {
        self.count_piece(pos, kind, from, scratch) + self.count_gates_of(pos, kind, from, scratch)
    }
    /// Counts the moves of non-royal pieces of a simple kind.
    #[inline(never)]
    fn count_simple(&self, profile: &ReplyProfile, kind: Kind, pieces: Bits<W>) -> u64 {
        let forms = self.game.tables.forms();
        let open = Bits::of(&forms.enterable, kind.index()).without(self.scene.own);
        let occupied = self.scene.occupied;
        let leaps = |from: Square| Bits::<W>::of(&forms.quiet_leaps, forms.slot(kind, from));
        let fan = |n: usize, from: Square| fan(forms, profile.fans[n] as usize + from.index(), occupied);
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
    fn count_piece(&self, pos: &mut Position, kind: Kind, from: Square, scratch: &mut MoveList) -> u64 {
        let game = self.game;
        let start = scratch.len();
        let (reached, test) = self.targets(pos, kind, from);
        let both = reached.quiet | reached.takes;
        let (odd, info) = (self.is_odd(pos, kind, from), game.tables.kind(kind));
        let hunts = game.tables.forms().hunts[kind.index()];
        let trees = odd && game.tables.has_tree_moves(kind, from);
        let mut total = 0;
        // Moves that may duplicate others must be listed with them, if there are any.
        let shared = odd && (hunts || info.duplicates && trees) && !both.is_empty();
        let tested = test.meets(both);
        if shared && !tested && !info.duplicates {
            uncompiled_moves(game, pos, kind, from, &self.scene, reached, (Filter::All, start), scratch);
            if scratch.len() == start {
                return count_arrivals(game, pos, kind, from, both);
            }
            scratch.truncate(start);
        }
        if tested || shared {
            plain_moves(game, pos, kind, from, reached, Filter::All, scratch);
            if tested {
                self.keep_legal(pos, start, scratch);
            }
        } else {
            total += count_arrivals(game, pos, kind, from, both);
        }
        if odd {
            let changes_royals =
                info.becomes_royal && self.may_promote(kind, from) || self.may_cease_to_be_royal(kind);
            let tested = self.masks.test_all || self.is_judged_singly(kind) || changes_royals;
            let certain = !self.masks.royals.has(from) && !tested;
            if certain && !trees && !hunts {
                return total + self.count_conditional(pos, kind, from, both, scratch);
            }
            let odd = scratch.len();
            uncompiled_moves(game, pos, kind, from, &self.scene, reached, (Filter::All, start), scratch);
            self.keep_legal(pos, odd.min(scratch.len()), scratch);
        }
        total
    }
    /// Whether a move of the piece may change its type.
    fn may_promote(&self, kind: Kind, from: Square) -> bool {
        let seen = sight(self.game.tables.forms(), kind, from, self.scene.occupied);
        self.promoting(kind, from).meets(seen)
    }
    /// Counts the conditional leaps of a piece other than the royal.
    #[inline(always)]
    fn count_conditional(
        &self,
        pos: &mut Position,
        kind: Kind,
        from: Square,
        listed: Bits<W>,
        scratch: &mut MoveList,
    ) -> u64 {
        let allowed = self.allowed(from);
        let (mut reached, mut trailing) = (Bits::EMPTY, Bits::EMPTY);
        conditional(self.game.tables.forms(), pos, kind, from, &self.scene, |entry, _| {
            let to = Bits::square(Square(entry.to));
            if entry.trail {
                trailing |= to;
            } else {
                reached |= to;
            }
        });
        // Captures that explode are judged one by one.
        let explosive =
            self.game.tables.explosions().is_some() && self.scene.enemies.meets(reached | trailing);
        let (reached, trailing) = ((reached & allowed).without(listed), trailing & allowed);
        if explosive || self.uncertain().has(from) || self.uncertain().meets(reached | trailing) {
            let start = scratch.len();
            let targets = Targets { quiet: listed, takes: Bits::EMPTY };
            uncompiled_moves(self.game, pos, kind, from, &self.scene, targets, (Filter::All, start), scratch);
            self.keep_legal(pos, start, scratch);
            return 0;
        }
        let count = |to| count_arrivals(self.game, pos, kind, from, to);
        count(reached) + count(trailing)
    }
}
