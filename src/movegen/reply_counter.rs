//! Replies of the waiting side, counted once before its opponent moves.
//!
//! A piece whose moves depend on neither of the two squares of a move keeps its number of replies. So each piece's
//! replies are counted in advance, with the squares they depend on; after a move only the affected pieces are
//! recounted. The same holds for the lines to the royal and the royal's own steps.

use super::compiled::Legal;
use super::targets::sight;
use crate::board::Square;
use crate::board::bits::Bits;
use crate::position::cell::Kind;
use crate::position::{Game, MoveList, Position};
use crate::tables::attack_tables::PairForm;
use crate::variant::Captured;
use arrayvec::ArrayVec;

/// Maximum number of pieces with cached replies: one bit of a word each.
const PIECES: usize = 64;
/// With fewer moves than this, caching gains nothing.
const MOVES: usize = 6;

/// A piece of the waiting side and its number of replies.
#[derive(Clone, Copy, Debug)]
struct ReplyCache {
    kind: Kind,
    from: Square,
    count: u32,
}

/// Reply counts of the waiting side, by piece.
#[derive(Debug)]
pub(super) struct ReplyCounter<'a, const W: usize> {
    /// The waiting side with its masks before the move.
    before: Legal<'a, W>,
    /// Buffer for masks that the move has changed.
    buffer: Legal<'a, W>,
    cached: ArrayVec<ReplyCache, PIECES>,
    /// Sum of the cached counts.
    total: u64,
    /// `[square]`: a bit for each cached piece whose replies depend on the square.
    watch: Box<[u64]>,
    /// A bit for each cached piece that stands on a special square of `before`.
    special: u64,
    /// Pieces that must be counted after every move.
    rest: Vec<(Kind, Square)>,
    /// Squares whose change may change the masks.
    lines: Bits<W>,
    royal: Option<Royal<W>>,
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

impl<'a, const W: usize> ReplyCounter<'a, W> {
    pub fn new(game: &'a Game, pos: &Position) -> Self {
        Self {
            before: Legal::new(game, pos),
            buffer: Legal::new(game, pos),
            cached: ArrayVec::new(),
            total: 0,
            watch: vec![0; game.tables.squares()].into(),
            special: 0,
            rest: Vec::new(),
            lines: Bits::EMPTY,
            royal: None,
            castles: false,
        }
    }
    /// Precomputes the replies of the side not to move. Returns false when it would not pay off for `moves` moves.
    pub fn look(&mut self, pos: &mut Position, moves: usize, scratch: &mut MoveList) -> bool {
        if moves < MOVES || !self.before.game.has_reply_counter {
            return false;
        }
        let mover = pos.side();
        pos.stand_in(mover.other());
        let gains = self.survey(pos, scratch);
        pos.stand_in(mover);
        gains
    }
    /// Precomputes the replies of the side to move. Returns false if masks would be rebuilt or most pieces recounted
    /// each time.
    fn survey(&mut self, pos: &mut Position, scratch: &mut MoveList) -> bool {
        let game = self.before.game;
        let only = match pos.royals(pos.side()) {
            &[royal] => Some(royal),
            _ => None,
        };
        // Gates are counted with the moves of the piece: they must not depend on more than the number of types in hand.
        let feeds = game.variant.captured == Captured::ToOwner;
        if game.tables.forms().has_gates && (feeds || self.before.holds_royal(pos)) {
            return false;
        }
        self.buffer.update(pos);
        let Some(lines) = self.lines_to(pos, only) else { return false };
        self.buffer.masks.look(game, pos);
        if !self.buffer.masks.are_loose() {
            return false;
        }
        self.lines = lines;
        self.cached.clear();
        self.rest.clear();
        self.watch.fill(0);
        self.total = 0;
        // Without masks: restricted pieces are recounted in any case.
        self.before.update(pos);
        for kind in game.tables.kinds_of(pos.side()) {
            for from in pos.kind_set::<W>(kind) {
                if Some(from) != only {
                    self.watch_piece(pos, kind, from, scratch);
                }
            }
        }
        if self.rest.len() >= self.cached.len() {
            return false;
        }
        std::mem::swap(&mut self.before.masks, &mut self.buffer.masks);
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
    fn watch_piece(&mut self, pos: &mut Position, kind: Kind, from: Square, scratch: &mut MoveList) {
        let game = self.before.game;
        let info = game.tables.kind(kind);
        let forms = game.tables.forms();
        // Moves that may give up one of several royals depend on attacks on the others.
        let stays = !info.becomes_royal && !self.before.may_cease_to_be_royal(kind);
        let local = !info.trees && stays && !forms.hunts[kind.index()];
        if !local || self.cached.is_full() {
            self.rest.push((kind, from));
            return;
        }
        let bit = 1 << self.cached.len();
        let squares = sight(forms, kind, from, self.before.scene.occupied) | Bits::square(from);
        squares.for_each(|square| self.watch[square.index()] |= bit);
        let count = self.before.count_one(pos, kind, from, scratch);
        self.total += count;
        self.cached.push(ReplyCache { kind, from, count: count as u32 });
    }
    /// Squares whose change may affect the lines to the royal, new pieces at their ends excepted; `None` if only paths
    /// can tell whether an enemy in line attacks it.
    fn lines_to(&self, pos: &Position, royal: Option<Square>) -> Option<Bits<W>> {
        let Some(royal) = royal else { return Some(Bits::EMPTY) };
        let game = self.before.game;
        let (reverse, occupied) = (game.tables.reverse(), self.buffer.scene.occupied);
        let mut lines = Bits::EMPTY;
        for kind in game.tables.kinds_of(pos.side().other()) {
            for from in reverse.origins::<W>(kind, royal) & pos.kind_set(kind) {
                let Some(pair) = reverse.pair(kind, from, royal) else { continue };
                let line: Bits<W> = reverse.line(pair);
                let most = match reverse.form(pair) {
                    PairForm::Clear => 2,
                    PairForm::Hop => 3,
                    PairForm::General => return None,
                };
                // One move removes one piece from the line: with more than `most`, too many remain.
                if (line & occupied).count() <= most {
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
        if info.trees || info.promotes || self.before.is_odd(pos, kind, from) {
            return royal;
        }
        let (forms, reverse) = (game.tables.forms(), game.tables.reverse());
        let occupied = self.before.scene.occupied.without(Bits::square(from));
        let slot = forms.slot(kind, from);
        let beside = Bits::of(&forms.quiet_leaps, slot) | Bits::of(&forms.taking_leaps, slot);
        let mut depends = sight(forms, kind, from, self.before.scene.occupied);
        if !depends.without(beside).is_empty() {
            return royal;
        }
        for other in game.tables.kinds_of(kind.color().other()) {
            let around: Bits<W> = Bits::of(&forms.around, forms.slot(other, from)) & pos.kind_set(other);
            if !around.is_empty() && !reverse.is_straight(other) {
                return royal;
            }
            for origin in around {
                depends |= Bits::square(origin);
                for to in reverse.reach::<W>(other, origin) & beside {
                    let line = reverse.between::<W>(origin, to);
                    if (line & occupied).count() <= 1 {
                        depends |= line;
                    }
                }
            }
        }
        let begin = scratch.len();
        let count = self.before.count_all(pos, kind, from, scratch);
        if scratch.len() > begin {
            // Moves that had to be tested may depend on more squares.
            scratch.truncate(begin);
            return royal;
        }
        (royal.depends, royal.count) = (depends, count);
        royal
    }
    /// Number of replies after a move between two squares (equal for a drop) that changed nothing else; it may have put
    /// a piece on the first. The waiting side must be to move.
    pub fn count(&mut self, pos: &mut Position, from: Square, to: Square, scratch: &mut MoveList) -> u64 {
        let game = self.before.game;
        let arrived = pos.cell(to).kind().expect("a piece has moved there");
        let touched = Bits::square(from) | Bits::square(to);
        let reverse = game.tables.reverse();
        // A piece put down on the square that the mover left.
        let gated = pos.cell(from).kind().filter(|_| from != to);
        let bears = |royal: &Royal<W>| {
            let bears_from = |kind: Kind| reverse.origins::<W>(kind, royal.from).has(from);
            reverse.origins::<W>(arrived, royal.from).has(to) || gated.is_some_and(bears_from)
        };
        let unchanged = !self.lines.meets(touched) && !self.royal.as_ref().is_some_and(bears);
        let (legal, special) = if unchanged {
            self.before.turn(pos);
            (&self.before, self.special)
        } else {
            self.buffer.update(pos);
            self.buffer.masks.look(game, pos);
            if !self.buffer.masks.are_loose() {
                return self.buffer.count(pos, scratch);
            }
            (&self.buffer, dependents(&self.watch, self.buffer.masks.special))
        };
        let begin = scratch.len();
        let mut total = self.total;
        for number in Bits([special | self.watch[from.index()] | self.watch[to.index()]]) {
            let cached = &self.cached[number.index()];
            total -= u64::from(cached.count);
            if cached.from != to {
                total += legal.count_one(pos, cached.kind, cached.from, scratch);
            }
        }
        for &(kind, at) in &self.rest {
            if at != to {
                total += legal.count_all(pos, kind, at, scratch);
            }
        }
        if let Some(royal) = &self.royal {
            let forms = game.tables.forms();
            let around = |kind: Kind| Bits::<W>::of(&forms.around, forms.slot(kind, royal.from));
            let near = around(arrived).has(to) || gated.is_some_and(|kind| around(kind).has(from));
            let same = unchanged && !royal.depends.meets(touched) && !near;
            total += if same { royal.count } else { legal.count_all(pos, royal.kind, royal.from, scratch) };
        }
        if self.castles || pos.passing().is_some() || game.rule_flags.passes {
            legal.side_moves(pos, scratch);
        }
        total + legal.count_drops_and_listed(pos, begin, scratch)
    }
}

/// A bit for each cached piece whose replies depend on one of the squares. `watch` is [`ReplyCounter::watch`].
#[inline(always)]
fn dependents<const W: usize>(watch: &[u64], squares: Bits<W>) -> u64 {
    squares.fold(0, |sum, square| sum | watch[square.index()])
}
