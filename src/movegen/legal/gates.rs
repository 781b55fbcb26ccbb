//! Moves that put a piece from the hand on the square they leave, where they repeat the leaps and rides of the piece.
//!
//! Such a move is a compiled move with a second effect. It is safe for the royal if its end square would be a safe
//! square for a drop: the piece on the square it leaves blocks as before. With `gateBlocks=0` the move without the
//! second effect must be safe too.

use crate::board::{Bits, Square};
use crate::movegen::attack::royals::Attackers;
use crate::movegen::filter::Filter;
use crate::movegen::legal::legal_moves::Guard;
use crate::movegen::pseudo::arrival::count_listed;
use crate::movegen::pseudo::targets::Targets;
use crate::moves::PieceAt;
use crate::position::{Move, MoveList, Position};
use crate::tables::bitboards::Conditionals;

impl<const W: usize> Guard<'_, W> {
    /// Whether the side to move may have gates of this form.
    #[inline(always)]
    pub fn may_gate(&self, pos: &Position) -> bool {
        self.game.rules.hands.compiled_gates && pos.holds_any(pos.side())
    }
    /// Calls `each` with every piece of the side to move that may gate.
    #[inline(always)]
    pub fn for_each_gate(&self, pos: &mut Position, mut each: impl FnMut(&mut Position, PieceAt)) {
        for kind in self.game.tables.kinds_of(pos.side()) {
            let pieces = match self.game.tables.forms().gates[kind.index()] {
                Conditionals::None => continue,
                Conditionals::Initial => pos.kind_set::<W>(kind) & pos.unmoved_set(),
                Conditionals::Always => pos.kind_set(kind),
            };
            pieces.for_each(|from| each(pos, kind.at(from)));
        }
    }
    /// Counts the gates of one piece.
    #[inline(always)]
    pub fn count_gates_of(&self, pos: &mut Position, piece: PieceAt, scratch: &mut MoveList) -> u64 {
        let gates = self.may_gate(pos) && self.mover(pos, piece).can_gate();
        if gates { self.count_open_gates(pos, piece, scratch) } else { 0 }
    }
    /// Whether some gates of a piece must be made to find out whether they are legal.
    pub fn must_test_gates(&self, pos: &Position, piece: PieceAt) -> bool {
        self.may_gate(pos) && self.mover(pos, piece).can_gate() && {
            let (reached, test) = self.gate_targets(pos, piece);
            test.meets(reached.both())
        }
    }
    /// Counts the gates of a piece that can gate.
    pub fn count_open_gates(&self, pos: &mut Position, piece: PieceAt, scratch: &mut MoveList) -> u64 {
        let types = pos.gateable(self.game, piece.kind.color(), piece.from).count();
        if types == 0 {
            return 0;
        }
        let (reached, test) = self.gate_targets(pos, piece);
        if !test.meets(reached.both()) {
            return types as u64 * self.mover(pos, piece).count_arrivals(reached.both());
        }
        count_listed(scratch, |list| self.list_gates_of(pos, piece, list))
    }
    /// Appends the legal gates of a piece.
    pub fn list_gates_of(&self, pos: &mut Position, piece: PieceAt, list: &mut MoveList) {
        let start = list.len();
        let (reached, test) = self.gate_targets(pos, piece);
        self.mover(pos, piece).gates(reached, Filter::All, list);
        if test.meets(reached.both()) {
            self.keep_legal(pos, start, list);
        }
    }
    /// Appends the gates of all pieces, without most illegal ones.
    pub fn list_gates(&self, pos: &Position, filter: Filter, list: &mut MoveList) {
        for kind in self.game.tables.kinds_of(pos.side()) {
            for piece in pos.kind_set::<W>(kind).map(|from| kind.at(from)) {
                let mover = self.mover(pos, piece);
                if mover.can_gate() {
                    mover.gates(self.gate_targets(pos, piece).0, filter, list);
                }
            }
        }
    }
    /// Targets of the gates of a piece that are not certainly illegal, and the squares where a gate must be tested.
    fn gate_targets(&self, pos: &Position, PieceAt { kind, from }: PieceAt) -> (Targets<W>, Bits<W>) {
        let reached = self.mover(pos, kind.at(from)).targets(&self.scene);
        let becomes_royal = self.game.tables.kind(kind).becomes_royal;
        let must_test = becomes_royal || self.may_cease_to_be_royal(kind) || self.holds_royal(pos);
        let several = self.masks.royals.has(from) && self.masks.only_royal().is_none();
        if must_test || several || self.tests_gates() {
            return (reached, Bits::ALL);
        }
        let (safe, test) = match self.masks.royals.has(from) {
            true => self.royal_gate_targets(pos, from, reached),
            false if self.masks.suspicious.has(from) => (self.lines_allow_gates(from), Bits::ALL),
            false => (self.lines_allow_gates(from), self.masks.suspicious),
        };
        let allowed = safe | self.king_captures | self.contested;
        (reached.within(allowed), test | self.contested)
    }
    /// Whether more than the lines to royals decides whether gates are legal.
    #[inline(always)]
    fn tests_gates(&self) -> bool {
        self.masks.test_all || self.game.rules.restrictions.any || !self.masks.decisive.is_empty()
    }
    /// Squares where a gate of a non-royal piece may end, as far as the lines to the royal can tell.
    #[inline(always)]
    fn lines_allow_gates(&self, from: Square) -> Bits<W> {
        let gates_open = self.game.variant.hand_rules.gates_open;
        if gates_open { self.masks.allowed(from) & self.masks.common } else { self.masks.common }
    }
    /// Splits the targets of a royal that gates: squares that may be safe, and those of them to test.
    fn royal_gate_targets(&self, pos: &Position, from: Square, reached: Targets<W>) -> (Bits<W>, Bits<W>) {
        let (mut safe, mut test) = (Bits::EMPTY, Bits::EMPTY);
        let enemies = Attackers::of_mover(self.game, pos);
        let open = self.scene.occupied.without(Bits::square(from));
        let gates_open = self.game.variant.hand_rules.gates_open;
        for to in reached.both() {
            let without_gate = if gates_open { enemies.could_take(to, open) } else { Some(false) };
            match (without_gate, enemies.could_take(to, self.scene.occupied)) {
                (Some(true), _) | (_, Some(true)) => continue,
                (Some(false), Some(false)) => {}
                _ => test |= Bits::square(to),
            }
            safe |= Bits::square(to);
        }
        (safe, test)
    }
    /// Whether the lines to the royal allow a gate; `None` if they cannot tell.
    pub fn judge_gate(&self, pos: &Position, mv: Move) -> Option<bool> {
        let (from, to) = (mv.from(), mv.to());
        let suspicious = self.masks.suspicious;
        if !mv.is_plain()
            || mv.promotion().is_some()
            || !self.contested.is_empty()
            || self.tests_gates()
            || self.masks.royals.has(from)
            || suspicious.has(from)
            || suspicious.has(to)
            || mv.gated().is_some_and(|piece| self.is_royal(piece, pos.side()))
        {
            return None;
        }
        Some(self.king_captures.has(to) || self.lines_allow_gates(from).has(to))
    }
}
