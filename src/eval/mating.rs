//! Mating power: can a piece, with its royal, mate a lone royal?
//!
//! Solved backwards over all places of the three, as sets of squares of the lone royal: first where it is mated, then
//! from each newly found square to those from where it comes about. The solution ends when more than half of the
//! positions with the stronger side to move are won: exceptions are places where the piece is lost at once.

use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::movegen::{Targets, reach, reach_conditional};
use crate::position::Game;
use crate::position::cell::Kind;
use crate::tables::Tables;
use crate::variant::{Captured, Ending};
use crate::with_width;
use std::collections::VecDeque;

/// No more positions than this are solved, some 50 ms; a royal and a piece on 10x10 squares have a million.
const MOST_POSITIONS: usize = 1_100_000;

/// Is mating a lone royal the way to win, and can nothing come back to the board?
pub fn decides(game: &Game) -> bool {
    let (rule_flags, variant) = (&game.rule_flags, &game.variant);
    let special = rule_flags.lists
        || rule_flags.phases
        || rule_flags.tests
        || rule_flags.tallies
        || rule_flags.suicidal;
    let reserve = variant.captured != Captured::Discarded || variant.hands.iter().flatten().any(|&n| n > 0);
    let enters = |kind: Kind| reserve && super::squares::enters(game, kind);
    let loses = variant.ends.checkmate == Ending::Loss;
    loses
        && game.royals_at_start == [1, 1]
        && !(game.has_late_ends || special || rule_flags.passes || game.tables.has_dynamic())
        && !crate::tables::all_kinds(variant).any(enters)
}

/// Can a piece of the kind, with the royal of its side, mate a lone royal from most positions?
///
/// `None` where that is not found out: several royals or such as ride, pieces that promote or have no compiled form, too
/// many positions.
pub fn mates(game: &Game, kind: Kind) -> Option<bool> {
    with_width!(game.tables.forms().width, solve_of_width(game, kind, false)).map(Wins::most)
}

/// All that [`mates`] is about: the whole solution.
pub fn wins(game: &Game, kind: Kind) -> Option<Wins> {
    with_width!(game.tables.forms().width, solve_of_width(game, kind, true))
}

/// Positions of a royal and a piece against a lone royal with the stronger side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wins {
    /// All of them.
    pub positions: usize,
    /// Those that are won.
    pub won: usize,
}

impl Wins {
    /// Are most of them won?
    pub fn most(self) -> bool {
        2 * self.won > self.positions
    }
}

fn solve_of_width<const W: usize>(game: &Game, kind: Kind, whole: bool) -> Option<Wins> {
    let royals = Color::BOTH.map(|color| royal(game, color));
    let [Some(white), Some(black)] = royals else { return None };
    let (own, lone) = if kind.color() == Color::White { (white, black) } else { (black, white) };
    let compiled = |kind: Kind| !game.tables.kind(kind).trees && !game.tables.forms().hunts[kind.index()];
    if !decides(game) || game.tables.kind(kind).promotes || ![kind, own, lone].into_iter().all(compiled) {
        return None;
    }
    let domains = [own, kind, lone].map(|kind| domain::<W>(game, kind));
    let positions: usize = domains.iter().map(|domain| domain.count() as usize).product();
    (positions <= MOST_POSITIONS).then(|| Solution::new(game, [own, kind, lone], domains).solve(whole))
}

/// The kind of the only royal of a side, if it leaps.
fn royal(game: &Game, color: Color) -> Option<Kind> {
    let of = game.variant.setup.iter().filter(|place| place.1 == color);
    let kind = of.map(|place| Kind::new(place.2, color)).find(|&kind| game.tables.kind(kind).royal)?;
    game.tables.forms().rides[kind.index()].is_empty().then_some(kind)
}

/// Squares where a kind can be: those that it can enter.
fn domain<const W: usize>(game: &Game, kind: Kind) -> Bits<W> {
    let board = &game.variant.board;
    let there = board.squares().filter(|&square| !board.is_hole(square));
    let all = there.fold(Bits::EMPTY, |all, square| all | Bits::square(square));
    all & Bits::of(&game.tables.forms().enterable, kind.index())
}

/// Where a piece reaches; initial moves are gone by then.
fn sight<const W: usize>(tables: &Tables, kind: Kind, from: Square, occupied: Bits<W>) -> Targets<W> {
    let forms = tables.forms();
    let mut reached = reach(forms, kind, from, occupied);
    reach_conditional(forms, kind, from, occupied, &mut reached);
    let open: Bits<W> = Bits::of(&forms.enterable, kind.index());
    Targets { quiet: reached.quiet & open, takes: reached.takes & open }
}

/// What is known of one place of royal and piece.
#[derive(Clone, Copy)]
struct PairPlace<const W: usize> {
    /// Squares that the two guard, the lone royal being away.
    guarded: Bits<W>,
    /// Squares where the lone royal can stand when it is to move.
    legal: Bits<W>,
    /// Of those, the ones where it is lost.
    lost: Bits<W>,
    /// Squares of the lone royal from where the stronger side, to move, wins.
    won: Bits<W>,
    /// Of those, the ones that have not been gone back from.
    new: Bits<W>,
}

/// The state of a solution.
struct Solution<'a, const W: usize> {
    game: &'a Game,
    /// The stronger side's royal and piece, the lone royal.
    kinds: [Kind; 3],
    squares: usize,
    /// `[square]`: where the lone royal goes from there, and what it captures.
    steps: Vec<Targets<W>>,
    /// `[square]`: from where the lone royal comes, and from where it captures there.
    back: Vec<Targets<W>>,
    /// `[square]`: what the stronger side's royal guards.
    guards: Vec<Bits<W>>,
    /// `[square]`: from where the stronger side's royal and its piece may come, each once.
    origins: [Vec<Vec<Square>>; 2],
    /// `[place]`.
    places: Vec<PairPlace<W>>,
    /// Places with positions newly won.
    queue: VecDeque<usize>,
    count: Wins,
}

impl<'a, const W: usize> Solution<'a, W> {
    fn new(game: &'a Game, kinds: [Kind; 3], domains: [Bits<W>; 3]) -> Self {
        let squares = game.variant.board.len();
        let all = || (0..squares as u16).map(Square);
        let sight = |kind: Kind, from: Square, occupied| sight(&game.tables, kind, from, occupied);
        let [own, piece, lone] = kinds;
        let steps: Vec<Targets<W>> = all().map(|from| sight(lone, from, Bits::square(from))).collect();
        let nothing = Targets { quiet: Bits::EMPTY, takes: Bits::EMPTY };
        let mut back = vec![nothing; squares];
        for from in all().filter(|&from| domains[2].has(from)) {
            let Targets { quiet, takes } = steps[from.index()];
            quiet.for_each(|to| back[to.index()].quiet |= Bits::square(from));
            takes.for_each(|to| back[to.index()].takes |= Bits::square(from));
        }
        let nowhere = PairPlace {
            guarded: Bits::EMPTY,
            legal: Bits::EMPTY,
            lost: Bits::EMPTY,
            won: Bits::EMPTY,
            new: Bits::EMPTY,
        };
        let mut solution = Self {
            game,
            kinds,
            squares,
            steps,
            back,
            guards: all().map(|from| sight(own, from, Bits::square(from)).takes).collect(),
            origins: [(own, domains[0]), (piece, domains[1])].map(|(kind, from)| origins(game, kind, from)),
            places: vec![nowhere; squares * squares],
            queue: VecDeque::new(),
            count: Wins::default(),
        };
        domains[0].for_each(|royal| {
            domains[1].without(Bits::square(royal)).for_each(|at| {
                let occupied: Bits<W> = Bits::square(royal) | Bits::square(at);
                let guarded = solution.guards[royal.index()] | sight(piece, at, occupied).takes;
                let checked = solution.back[royal.index()].takes;
                let legal = domains[2].without(occupied | checked);
                let place = solution.place(royal, at);
                solution.places[place] = PairPlace { guarded, legal, ..nowhere };
                solution.count.positions += legal.without(guarded).count() as usize;
            });
        });
        solution
    }
    fn place(&self, royal: Square, piece: Square) -> usize {
        royal.index() * self.squares + piece.index()
    }
    /// Squares that the lone royal can go to without being taken, and whether it can take the piece.
    fn escapes(&self, royal: Square, at: Square, lone: Square) -> (Bits<W>, bool) {
        let place = &self.places[self.place(royal, at)];
        let occupied: Bits<W> = Bits::square(royal) | Bits::square(at);
        let Targets { quiet, takes } = self.steps[lone.index()];
        let safe = quiet.without(occupied | place.guarded);
        (safe, takes.has(at) && !self.guards[royal.index()].has(at))
    }
    /// Is the lone royal lost here, to move?
    fn is_lost(&self, royal: Square, at: Square, lone: Square) -> bool {
        let place = &self.places[self.place(royal, at)];
        let (safe, takes) = self.escapes(royal, at, lone);
        let stuck = safe.is_empty() && !place.guarded.has(lone);
        let stalemate_wins = matches!(self.game.variant.ends.stalemate, Ending::Loss);
        !takes && safe.without(place.won).is_empty() && (!stuck || stalemate_wins)
    }
    /// Positions with the lone royal to move are lost: those from where they come about are won.
    fn lose(&mut self, royal: Square, at: Square, lost: Bits<W>) {
        let place = self.place(royal, at);
        self.places[place].lost |= lost;
        let [own, piece, _] = self.kinds;
        let tables = &self.game.tables;
        for index in 0..self.origins[0][royal.index()].len() {
            let from = self.origins[0][royal.index()][index];
            let occupied: Bits<W> = Bits::square(from) | Bits::square(at);
            if sight(tables, own, from, occupied).quiet.has(royal) {
                self.win(from, at, lost);
            }
        }
        for index in 0..self.origins[1][at.index()].len() {
            let from = self.origins[1][at.index()][index];
            let occupied: Bits<W> = Bits::square(royal) | Bits::square(from);
            let mut won = Bits::EMPTY;
            self.open(royal, from, lost).for_each(|lone| {
                let reached = sight(tables, piece, from, occupied | Bits::square(lone)).quiet;
                won |= Bits::square(lone).when(reached.has(at));
            });
            self.win(royal, from, won);
        }
    }
    /// Squares of the lone royal, among some, where the stronger side is to move and not yet known to win.
    fn open(&self, royal: Square, at: Square, among: Bits<W>) -> Bits<W> {
        let place = &self.places[self.place(royal, at)];
        (among & place.legal).without(place.guarded | place.won)
    }
    /// With the lone royal on one of these squares, and the stronger side to move, that wins.
    fn win(&mut self, royal: Square, at: Square, among: Bits<W>) {
        let new = self.open(royal, at, among);
        if new.is_empty() {
            return;
        }
        self.count.won += new.count() as usize;
        let index = self.place(royal, at);
        let place = &mut self.places[index];
        if place.new.is_empty() {
            self.queue.push_back(index);
        }
        place.won |= new;
        place.new |= new;
    }
    /// Looks at positions of a place that may be lost now.
    fn look(&mut self, place: usize, among: Bits<W>) {
        let (royal, at) = (Square((place / self.squares) as u16), Square((place % self.squares) as u16));
        let mut lost = Bits::EMPTY;
        let PairPlace { legal, lost: known, .. } = self.places[place];
        (among & legal).without(known).for_each(|lone| {
            lost |= Bits::square(lone).when(self.is_lost(royal, at, lone));
        });
        if !lost.is_empty() {
            self.lose(royal, at, lost);
        }
    }
    /// Counts what is won: all of it, or no more than tells whether most is.
    fn solve(mut self, whole: bool) -> Wins {
        for place in 0..self.places.len() {
            self.look(place, Bits::ALL);
        }
        while let Some(place) = self.queue.pop_front().filter(|_| whole || !self.count.most()) {
            let new = std::mem::replace(&mut self.places[place].new, Bits::EMPTY);
            let mut before = Bits::EMPTY;
            new.for_each(|to| before |= self.back[to.index()].quiet);
            self.look(place, before);
        }
        self.count
    }
}

/// `[square]`: from where a kind moves there without capturing, whatever two other pieces stand on the board.
fn origins<const W: usize>(game: &Game, kind: Kind, domain: Bits<W>) -> Vec<Vec<Square>> {
    let forms = game.tables.forms();
    let mut origins = vec![Vec::new(); game.variant.board.len()];
    domain.for_each(|from| {
        let reached = |others: Bits<W>| sight(&game.tables, kind, from, others | Bits::square(from)).quiet;
        let mut all = reached(Bits::EMPTY);
        if !forms.rides[kind.index()].uniform || !forms.conditionals(kind, from).is_empty() {
            let squares = || game.variant.board.squares();
            for first in squares() {
                let pairs = squares().filter(|second| first.0 <= second.0);
                pairs.for_each(|second| all |= reached(Bits::square(first) | Bits::square(second)));
            }
        }
        all.without(Bits::square(from)).for_each(|to| origins[to.index()].push(from));
    });
    origins
}
