//! What the waiting side could answer, counted once before its opponent moves.
//!
//! Most moves touch few of the pieces that may answer: a move changes two squares, and a piece whose moves depend on
//! neither has as many after it as before. So the answers of each piece are counted before the moves are made, with the
//! squares that they depend on; after a move only the pieces that see one of its squares are counted anew. The same holds
//! for the lines to the royal and for the royal's own steps.

use super::compiled::Legal;
use super::targets::sight;
use crate::board::Square;
use crate::board::bits::Bits;
use crate::position::cell::Kind;
use crate::position::{Game, MoveList, Position};
use crate::tables::attack_tables::PairForm;
use arrayvec::ArrayVec;

/// Pieces whose answers are remembered: a bit of a word each.
const PIECES: usize = 64;
/// With fewer moves than this there is nothing to gain.
const MOVES: usize = 6;

/// A piece of the waiting side, and how many answers it has.
#[derive(Clone, Copy, Debug)]
struct ReplyCache {
    kind: Kind,
    from: Square,
    count: u32,
}

/// How many answers the waiting side has, piece by piece.
#[derive(Debug)]
pub(super) struct ReplyCounter<'a, const W: usize> {
    /// The waiting side's masks as they are before the move.
    calm: Legal<'a, W>,
    /// Room for masks that the move has changed.
    fresh: Legal<'a, W>,
    seen: ArrayVec<ReplyCache, PIECES>,
    /// Sum of their counts.
    total: u64,
    /// `[square]`: a bit for each piece of `seen` whose answers depend on the square; its own square is one.
    watch: Box<[u64]>,
    /// A bit for each piece of `seen` that stands on a special square of `calm`.
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
            calm: Legal::new(game, pos),
            fresh: Legal::new(game, pos),
            seen: ArrayVec::new(),
            total: 0,
            watch: vec![0; game.tables.squares()].into(),
            special: 0,
            rest: Vec::new(),
            lines: Bits::EMPTY,
            royal: None,
            castles: false,
        }
    }
    /// Looks at the answers of the side that is not to move; is it worth while, before so many moves?
    pub fn look(&mut self, pos: &mut Position, moves: usize, scratch: &mut MoveList) -> bool {
        if moves < MOVES || !self.calm.game.has_reply_counter {
            return false;
        }
        let mover = pos.side();
        pos.stand_in(mover.other());
        let gains = self.survey(pos, scratch);
        pos.stand_in(mover);
        gains
    }
    /// The answers of the side to move. `false`: where all masks must be made anew, or most pieces counted, nothing is
    /// gained.
    fn survey(&mut self, pos: &mut Position, scratch: &mut MoveList) -> bool {
        let game = self.calm.game;
        let only = match pos.royals(pos.side()) {
            &[royal] => Some(royal),
            _ => None,
        };
        self.fresh.update(pos);
        let Some(lines) = self.lines_to(pos, only) else { return false };
        self.fresh.masks.look(game, pos);
        if !self.fresh.masks.are_loose() {
            return false;
        }
        self.lines = lines;
        self.seen.clear();
        self.rest.clear();
        self.watch.fill(0);
        self.total = 0;
        // Without masks: what they restrict is counted again in any case.
        self.calm.update(pos);
        for kind in game.tables.kinds_of(pos.side()) {
            for from in pos.kind_set::<W>(kind) {
                if Some(from) != only {
                    self.watch_piece(pos, kind, from, scratch);
                }
            }
        }
        if self.rest.len() >= self.seen.len() {
            return false;
        }
        std::mem::swap(&mut self.calm.masks, &mut self.fresh.masks);
        self.special = hidden_attackers(&self.watch, self.calm.masks.special);
        self.royal = only.map(|from| self.watch_royal(pos, from, scratch));
        self.castles = pos.castles().iter().any(|rule| rule.king.color() == pos.side());
        true
    }
    fn watch_piece(&mut self, pos: &mut Position, kind: Kind, from: Square, scratch: &mut MoveList) {
        let game = self.calm.game;
        let info = game.tables.kind(kind);
        let forms = game.tables.forms();
        // Where one royal of several ceases to be one it depends on what bears on the others.
        let stays = !info.becomes_royal && !self.calm.may_cease_to_be_royal(kind);
        let local = !info.trees && stays && !forms.hunts[kind.index()];
        if !local || self.seen.is_full() {
            self.rest.push((kind, from));
            return;
        }
        let bit = 1 << self.seen.len();
        let squares = sight(forms, kind, from, self.calm.scene.occupied) | Bits::square(from);
        squares.for_each(|square| self.watch[square.index()] |= bit);
        let count = self.calm.count_one(pos, kind, from, scratch);
        self.total += count;
        self.seen.push(ReplyCache { kind, from, count: count as u32 });
    }
    /// Squares whose change may change what the lines to the royal allow, apart from new pieces at their ends; `None` if an
    /// enemy stands in line with it of whose attack only its paths can tell.
    fn lines_to(&self, pos: &Position, royal: Option<Square>) -> Option<Bits<W>> {
        let Some(royal) = royal else { return Some(Bits::EMPTY) };
        let game = self.calm.game;
        let (reverse, occupied) = (game.tables.reverse(), self.fresh.scene.occupied);
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
                // One move takes one piece off the line: of more than so many there stay too many.
                if (line & occupied).count() <= most {
                    lines |= line | Bits::square(from);
                }
            }
        }
        Some(lines)
    }
    fn watch_royal(&self, pos: &mut Position, from: Square, scratch: &mut MoveList) -> Royal<W> {
        let game = self.calm.game;
        let kind = pos.cell(from).kind().expect("a royal stands there");
        let mut royal = Royal { kind, from, count: 0, depends: Bits::ALL };
        let info = game.tables.kind(kind);
        if info.trees || info.promotes || self.calm.is_odd(pos, kind, from) {
            return royal;
        }
        let (forms, reverse) = (game.tables.forms(), game.tables.reverse());
        let occupied = self.calm.scene.occupied.without(Bits::square(from));
        let slot = forms.slot(kind, from);
        let beside = Bits::of(&forms.quiet_leaps, slot) | Bits::of(&forms.taking_leaps, slot);
        let mut depends = sight(forms, kind, from, self.calm.scene.occupied);
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
        let count = self.calm.count_piece(pos, kind, from, scratch);
        if scratch.len() > begin {
            // What had to be tested may depend on more.
            scratch.truncate(begin);
            return royal;
        }
        (royal.depends, royal.count) = (depends, count);
        royal
    }
    /// Number of answers after a move between two squares, which changed nothing else on the board (a drop: both the
    /// same). The waiting side is to move now.
    pub fn count(&mut self, pos: &mut Position, from: Square, to: Square, scratch: &mut MoveList) -> u64 {
        let game = self.calm.game;
        let arrived = pos.cell(to).kind().expect("a piece has moved there");
        let touched = Bits::square(from) | Bits::square(to);
        let reverse = game.tables.reverse();
        let bears = |royal: &Royal<W>| reverse.origins::<W>(arrived, royal.from).has(to);
        let calm = !self.lines.meets(touched) && !self.royal.as_ref().is_some_and(bears);
        let (legal, special) = if calm {
            self.calm.turn(pos);
            (&self.calm, self.special)
        } else {
            self.fresh.update(pos);
            self.fresh.masks.look(game, pos);
            if !self.fresh.masks.are_loose() {
                return self.fresh.count(pos, scratch);
            }
            (&self.fresh, hidden_attackers(&self.watch, self.fresh.masks.special))
        };
        let begin = scratch.len();
        let mut total = self.total;
        for number in Bits([special | self.watch[from.index()] | self.watch[to.index()]]) {
            let seen = &self.seen[number.index()];
            total -= u64::from(seen.count);
            if seen.from != to {
                total += legal.count_one(pos, seen.kind, seen.from, scratch);
            }
        }
        for &(kind, at) in &self.rest {
            if at != to {
                total += legal.count_piece(pos, kind, at, scratch);
            }
        }
        if let Some(royal) = &self.royal {
            let forms = game.tables.forms();
            let around: Bits<W> = Bits::of(&forms.around, forms.slot(arrived, royal.from));
            let same = calm && !royal.depends.meets(touched) && !around.has(to);
            total += if same { royal.count } else { legal.count_piece(pos, royal.kind, royal.from, scratch) };
        }
        if self.castles || pos.passing().is_some() || game.rule_flags.passes {
            legal.side_moves(pos, scratch);
        }
        total + legal.count_drops_and_listed(pos, begin, scratch)
    }
}

/// The pieces whose answers depend on one of the squares. `watch` is [`ReplyCounter::watch`].
#[inline(always)]
fn hidden_attackers<const W: usize>(watch: &[u64], squares: Bits<W>) -> u64 {
    squares.fold(0, |sum, square| sum | watch[square.index()])
}
