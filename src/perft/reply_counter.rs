//! Replies of the waiting side, counted once before its opponent moves.
//!
//! A piece whose moves depend on neither of the two squares of a move keeps its number of replies. So each piece's
//! replies are counted in advance, with the squares they depend on; after a move only the affected pieces are
//! recounted. The same holds for the lines to the royal and the royal's own steps.

use crate::board::{Bits, Color, Kind, Square};
use crate::movegen::legal::legal_moves::Guard;
use crate::moves::PieceAt;
use crate::position::phases::in_phase;
use crate::position::{Game, MoveList, Position};
use crate::tables::attack_tables::{KindForm, PairForm};
use crate::tables::bitboards::Conditionals;
use arrayvec::ArrayVec;

/// Maximum number of pieces with cached replies: one bit of a word each.
const PIECES: usize = 64;
/// At least this many pieces of a kind are counted as a set, if their moves can be found so.
const MANY: u32 = 3;
/// With fewer moves than this, caching gains nothing.
const MOVES: usize = 6;

/// A piece of the waiting side and its number of replies.
#[derive(Clone, Copy, Debug)]
struct ReplyCache {
    piece: PieceAt,
    count: u32,
    /// Number of captures among them, where captures have priority.
    captures: u32,
}

/// Pieces of a kind whose replies are counted together.
#[derive(Clone, Copy, Debug)]
struct SetCache<const W: usize> {
    kind: Kind,
    count: u64,
    /// Squares whose change may change the count, as long as the masks stay the same.
    depends: Bits<W>,
}

/// Reply counts of the waiting side, by piece.
#[derive(Debug)]
pub(crate) struct ReplyCounter<'a, const W: usize> {
    /// The waiting side with its masks before the move.
    before: Guard<'a, W>,
    /// Buffer for masks that the move has changed.
    buffer: Guard<'a, W>,
    cached: ArrayVec<ReplyCache, PIECES>,
    /// Sum of the cached counts.
    total: u64,
    /// Sum of the captures among them.
    total_captures: u64,
    /// `[square]`: a bit for each cached piece whose replies depend on the square.
    watch: Box<[u64]>,
    /// A bit for each cached piece that stands on a special square of `before`.
    special: u64,
    /// Pieces that must be counted after every move.
    rest: Vec<PieceAt>,
    /// Kinds whose pieces are counted as a set.
    sets: Vec<SetCache<W>>,
    /// Squares whose change may change the masks.
    lines: Bits<W>,
    royal: Option<Royal<W>>,
    /// The royals that must not be left attacked.
    royals: Bits<W>,
    castles: bool,
}

/// The only royal of the waiting side.
#[derive(Clone, Copy, Debug)]
struct Royal<const W: usize> {
    kind: Kind,
    from: Square,
    count: u64,
    /// Squares whose change may change the count.
    depends: Bits<W>,
}

impl<const W: usize> Royal<W> {
    /// Whether a piece of a kind on the square reaches the royal's surroundings.
    #[inline(always)]
    fn is_near(&self, game: &Game, kind: Kind, square: Square) -> bool {
        let forms = game.tables.forms();
        Bits::<W>::holds(&forms.around, forms.slot(kind, self.from), square)
    }
}

impl<'a, const W: usize> ReplyCounter<'a, W> {
    pub fn new(game: &'a Game, pos: &Position) -> Self {
        Self {
            before: Guard::unrestricted(game, pos),
            buffer: Guard::unrestricted(game, pos),
            cached: ArrayVec::new(),
            total: 0,
            total_captures: 0,
            watch: vec![0; game.tables.squares()].into(),
            special: 0,
            rest: Vec::new(),
            sets: Vec::new(),
            lines: Bits::EMPTY,
            royal: None,
            royals: Bits::EMPTY,
            castles: false,
        }
    }
    /// Precomputes the replies of the side not to move. Returns false when it would not pay off for `moves` moves.
    pub fn look(&mut self, pos: &mut Position, moves: usize, scratch: &mut MoveList) -> bool {
        if moves < MOVES || !self.before.game.rules.assumptions.pieces_count_alone {
            return false;
        }
        let mover = pos.side();
        pos.stand_in(mover.other());
        let phase = in_phase(self.before.game, pos);
        let gains = !phase && self.survey(pos, scratch);
        pos.stand_in(mover);
        gains
    }
    /// Whether explosions and gates depend on nothing but the squares around them.
    fn is_predictable(&self, pos: &Position) -> bool {
        let game = self.before.game;
        // With several royals, the effect of an explosion depends on how many are left.
        let several = Color::BOTH.into_iter().any(|color| pos.royals(color).len() > 1);
        // Gates are counted with the moves of the piece: they must not depend on more than the number of types in hand.
        let feeds = game.variant.captures_to_owner();
        let gates_vary = game.rules.hands.compiled_gates && (feeds || self.before.holds_royal(pos));
        !(several && game.tables.explosions().is_some() || gates_vary)
    }
    /// Precomputes the replies of the side to move. Returns false if masks would be rebuilt or most pieces recounted
    /// each time.
    fn survey(&mut self, pos: &mut Position, scratch: &mut MoveList) -> bool {
        let game = self.before.game;
        if !self.is_predictable(pos) {
            return false;
        }
        let only = match pos.royals(pos.side()) {
            &[royal] => Some(royal),
            _ => None,
        };
        self.buffer.switch_to(pos);
        self.royals = self.buffer.masks.royals;
        if !self.buffer.masks.are_loose() {
            return false;
        }
        let mut royals = self.royals;
        let lines = royals.try_fold(Bits::EMPTY, |lines, royal| Some(lines | self.lines_to(pos, royal)?));
        let Some(lines) = lines else { return false };
        self.lines = lines;
        self.cached.clear();
        self.rest.clear();
        self.sets.clear();
        self.watch.fill(0);
        (self.total, self.total_captures) = (0, 0);
        self.before.switch_unrestricted(pos);
        // Without masks: restricted pieces are recounted in any case. But explosions depend on the lines to royals.
        let explosive = game.tables.explosions().is_some();
        if explosive {
            std::mem::swap(&mut self.before.masks, &mut self.buffer.masks);
        }
        let mut together = 0;
        for kind in game.tables.kinds_of(pos.side()) {
            let pieces = pos.kind_set::<W>(kind);
            if self.forms_set(pos, kind, pieces) {
                self.sets.push(SetCache { kind, count: 0, depends: Bits::ALL });
                together += pieces.count() as usize;
                continue;
            }
            for from in pieces {
                if self.royals.has(from) && Some(from) != only {
                    self.rest.push(kind.at(from));
                } else if Some(from) != only {
                    self.watch_piece(pos, kind.at(from), scratch);
                }
            }
        }
        if self.rest.len() >= self.cached.len() + together {
            return false;
        }
        if !explosive {
            std::mem::swap(&mut self.before.masks, &mut self.buffer.masks);
        }
        for index in 0..self.sets.len() {
            self.sets[index] = self.watch_set(pos, self.sets[index].kind, scratch);
        }
        self.special = dependents(&self.watch, self.before.masks.special);
        self.royal = only.map(|from| self.watch_royal(pos, from, scratch));
        self.castles = (0..pos.castles().len()).any(|rule| self.may_open(pos, rule));
        true
    }
    /// Whether a move of the other side may leave a castling open: it clears at most one square of the way.
    fn may_open(&self, pos: &Position, rule: usize) -> bool {
        let scene = &self.before.scene;
        let own = pos.castles()[rule].king.color() == pos.side();
        own && pos
            .castling_way::<W>(rule)
            .is_some_and(|way| !way.meets(scene.own) && (way & scene.enemies).count() <= 1)
    }
    /// Whether the moves of all these pieces of a kind are found faster as a set than one piece at a time.
    fn forms_set(&self, pos: &Position, kind: Kind, pieces: Bits<W>) -> bool {
        let game = self.before.game;
        let royal = game.tables.kind(kind).royal && !pos.royals(kind.color()).is_empty();
        let gates = game.tables.forms().gates[kind.index()] != Conditionals::None;
        pieces.count() >= MANY
            && !royal
            && !gates
            && !game.rules.forced.captures_first
            && !self.before.batch(kind, pieces).is_empty()
    }
    /// Counts the replies of all pieces of a kind that has steps only.
    fn watch_set(&self, pos: &mut Position, kind: Kind, scratch: &mut MoveList) -> SetCache<W> {
        let pieces = pos.kind_set::<W>(kind);
        let begin = scratch.len();
        let count = self.before.count_kind(pos, kind, pieces, scratch);
        let Some(count) = untested(count, begin, scratch) else {
            return SetCache { kind, count: 0, depends: Bits::ALL };
        };
        let steps = self.before.game.tables.forms().steps[kind.index()].iter();
        let depends = steps.fold(pieces, |depends, step| depends | step.reads(pieces));
        SetCache { kind, count, depends }
    }
    fn watch_piece(&mut self, pos: &mut Position, piece: PieceAt, scratch: &mut MoveList) {
        let (game, PieceAt { kind, from }) = (self.before.game, piece);
        let info = game.tables.kind(kind);
        let forms = game.tables.forms();
        let squares = forms.sight(kind, from, self.before.scene.occupied) | Bits::square(from);
        // Moves that may give up one of several royals, or make another one, depend on attacks on it.
        let changes = self.before.may_cease_to_be_royal(kind)
            || info.becomes_royal && self.before.promoting(piece).meets(squares);
        let wins = !game.rules.goals.winning::<W>(kind).is_empty();
        let local = !game.tables.has_tree_moves(kind, from)
            && !changes
            && !wins
            && !forms.royal_captures[kind.index()];
        if !local || self.cached.is_full() || self.before.must_test_gates(pos, piece) {
            return self.rest.push(piece);
        }
        let (bit, begin) = (1 << self.cached.len(), scratch.len());
        let count = self.before.count_one(pos, piece, scratch);
        let Some(count) = untested(count, begin, scratch) else { return self.rest.push(piece) };
        squares.for_each(|square| self.watch[square.index()] |= bit);
        self.total += count;
        let captures = match game.rules.forced.captures_first {
            true => self.before.count_captures_of(pos, piece, scratch),
            false => 0,
        };
        self.total_captures += captures;
        self.cached.push(ReplyCache { piece, count: count as u32, captures: captures as u32 });
    }
    /// Squares whose change may affect the lines to the royal, new pieces at their ends excepted; `None` if only paths
    /// can tell whether an enemy in line attacks it.
    fn lines_to(&self, pos: &Position, royal: Square) -> Option<Bits<W>> {
        let game = self.before.game;
        let (reverse, occupied) = (game.tables.reverse(), self.buffer.scene.occupied);
        let explosive = game.tables.explosions().is_some();
        let mut lines = Bits::EMPTY;
        for kind in game.tables.kinds_of(pos.side().other()) {
            for from in reverse.origins::<W>(kind, royal) & pos.kind_set(kind) {
                let Some(pair) = reverse.pair(kind, from, royal) else { continue };
                let line: Bits<W> = reverse.line(pair);
                let most = match reverse.form(pair) {
                    PairForm::Clear => 2,
                    PairForm::Hop | PairForm::Mount(_) => 3,
                    PairForm::General => return None,
                };
                // One move removes one piece from the line: with more than `most`, too many remain. An explosion can
                // remove them all.
                if explosive || (line & occupied).count() <= most {
                    lines |= line | Bits::square(from);
                }
            }
        }
        Some(lines)
    }
    fn watch_royal(&self, pos: &mut Position, from: Square, scratch: &mut MoveList) -> Royal<W> {
        let game = self.before.game;
        let kind = pos.cell(from).kind().expect("a royal stands there");
        let mut royal = Royal { kind, from, count: 0, depends: Bits::ALL };
        let info = game.tables.kind(kind);
        let explosive = game.tables.explosions().is_some();
        let piece = kind.at(from);
        let tests = self.before.must_test_gates(pos, piece);
        if explosive
            || tests
            || info.trees
            || info.checks_arrivals
            || self.before.has_uncompiled_moves(pos, piece)
        {
            return royal;
        }
        let (forms, reverse) = (game.tables.forms(), game.tables.reverse());
        let occupied = self.before.scene.occupied.without(Bits::square(from));
        let beside = forms.leaps(kind, from);
        let mut depends = forms.sight(kind, from, self.before.scene.occupied);
        if !depends.without(beside).is_empty() {
            return royal;
        }
        for other in game.tables.kinds_of(kind.color().other()) {
            let around: Bits<W> = Bits::of(&forms.around, forms.slot(other, from)) & pos.kind_set(other);
            depends |= around;
            match reverse.kind_form(other) {
                KindForm::Leap => continue,
                KindForm::ByPair if !around.is_empty() => return royal,
                KindForm::Straight | KindForm::ByPair => (),
            }
            for origin in around {
                for to in reverse.reach::<W>(other, origin) & beside {
                    let line = reverse.between::<W>(origin, to);
                    if (line & occupied).count() <= 1 {
                        depends |= line;
                    }
                }
            }
        }
        let begin = scratch.len();
        let count = self.before.count_with_gates(pos, piece, scratch);
        if let Some(count) = untested(count, begin, scratch) {
            (royal.depends, royal.count) = (depends, count);
        }
        royal
    }
    /// Number of legal moves of the side to move in a game that is not over, without anything known in advance.
    #[inline]
    pub fn count_anew(&mut self, pos: &mut Position, scratch: &mut MoveList) -> u64 {
        self.buffer.count_in(pos, scratch)
    }
    /// Number of replies after a move between two squares (equal for a drop) that changed nothing else; it may have put
    /// a piece on the first. The waiting side must be to move.
    pub fn count(&mut self, pos: &mut Position, from: Square, to: Square, scratch: &mut MoveList) -> u64 {
        let game = self.before.game;
        if in_phase(game, pos) {
            return self.count_anew(pos, scratch);
        }
        let arrived = pos.cell(to).kind().expect("a piece has moved there");
        let touched = Bits::square(from) | Bits::square(to);
        let reverse = game.tables.reverse();
        // A piece put down on the square that the mover left.
        let gated = pos.cell(from).kind().filter(|_| from != to);
        let bears_on = |royal, kind, at| reverse.is_origin::<W>(kind, at, royal);
        let bears = { self.royals }.any(|royal| {
            bears_on(royal, arrived, to) || gated.is_some_and(|kind| bears_on(royal, kind, from))
        });
        // A royal that has moved changes what explosions beside it do.
        let royal_moved = game.tables.explosions().is_some() && game.tables.kind(arrived).royal;
        let unchanged = !self.lines.meets(touched) && !bears && !royal_moved;
        let (guard, special) = if unchanged {
            self.before.switch_keeping_masks(pos);
            (&self.before, self.special)
        } else {
            self.buffer.switch_to(pos);
            // Explosive captures of all pieces depend on the lines to the royal.
            if !self.buffer.masks.are_loose() || game.tables.explosions().is_some() {
                return self.buffer.count(pos, scratch);
            }
            (&self.buffer, dependents(&self.watch, self.buffer.masks.special))
        };
        if game.rules.forced.captures_first {
            let captures = self.captures_after(pos, (guard, special), [from, to], scratch);
            if captures > 0 {
                return captures;
            }
        }
        let begin = scratch.len();
        let count = |piece| guard.count_one(pos, piece, scratch);
        let mut total = self.recount((special, [from, to]), self.total, |piece| piece.count, count);
        for set in &self.sets {
            total += match unchanged && !set.depends.meets(touched) {
                true => set.count,
                false => guard.count_kind(pos, set.kind, pos.kind_set(set.kind), scratch),
            };
        }
        for &piece in &self.rest {
            if piece.from != to {
                total += guard.count_with_gates(pos, piece, scratch);
            }
        }
        if let Some(royal) = &self.royal {
            let near =
                royal.is_near(game, arrived, to) || gated.is_some_and(|kind| royal.is_near(game, kind, from));
            let same = unchanged && !royal.depends.meets(touched) && !near;
            let piece = royal.kind.at(royal.from);
            total += if same { royal.count } else { guard.count_with_gates(pos, piece, scratch) };
        }
        if self.castles || pos.en_passant().is_some() || game.rules.turns.passes {
            guard.side_moves(pos, scratch);
        }
        total + guard.count_drops_and_listed(pos, begin, scratch)
    }
    /// The replies of the cached pieces after a move between two squares, given their number before it: pieces whose
    /// replies may have changed are counted again, a captured one is left out. `cached` returns their number for a piece
    /// before the move, `count` after it.
    #[inline(always)]
    fn recount(
        &self,
        (special, [from, to]): (u64, [Square; 2]),
        before: u64,
        cached: impl Fn(&ReplyCache) -> u32,
        mut count: impl FnMut(PieceAt) -> u64,
    ) -> u64 {
        let mut total = before;
        for number in Bits([special | self.watch[from.index()] | self.watch[to.index()]]) {
            let piece = &self.cached[number.index()];
            total -= u64::from(cached(piece));
            if piece.piece.from != to {
                total += count(piece.piece);
            }
        }
        total
    }
    /// Number of captures among the replies after a move between two squares; see [`Self::count`].
    fn captures_after(
        &self,
        pos: &mut Position,
        (guard, special): (&Guard<'a, W>, u64),
        [from, to]: [Square; 2],
        scratch: &mut MoveList,
    ) -> u64 {
        let before = self.total_captures + guard.count_en_passant(pos, scratch);
        let mut count = |piece| guard.count_captures_of(pos, piece, scratch);
        let mut total = self.recount((special, [from, to]), before, |piece| piece.captures, &mut count);
        let royal = self.royal.iter().map(|royal| royal.kind.at(royal.from));
        for piece in self.rest.iter().copied().chain(royal).filter(|piece| piece.from != to) {
            total += count(piece);
        }
        total
    }
}

/// The count, unless moves were listed from `begin` on to be tested, which may depend on more squares; removes them.
#[inline(always)]
fn untested(count: u64, begin: usize, scratch: &mut MoveList) -> Option<u64> {
    let tested = scratch.len() > begin;
    scratch.truncate(begin);
    (!tested).then_some(count)
}

/// A bit for each cached piece whose replies depend on one of the squares. `watch` is [`ReplyCounter::watch`].
#[inline(always)]
fn dependents<const W: usize>(watch: &[u64], squares: Bits<W>) -> u64 {
    squares.fold(0, |sum, square| sum | watch[square.index()])
}

#[cfg(test)]
mod tests;
