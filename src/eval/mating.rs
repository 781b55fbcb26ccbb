//! Mating power: whether a piece and its royal can mate a lone royal.
//!
//! Solved by retrograde analysis over all placements of the three pieces, as sets of lone-royal squares:
//! first the squares where it is mated, then the predecessors of each newly found position. The solver stops
//! when more than half of the positions with the stronger side to move are won: the exceptions are positions
//! where the piece is lost immediately.

use crate::board::bits::{Bits, IN_REGISTERS};
use crate::board::{Color, Kind, Square};
use crate::movegen::Targets;
use crate::position::Game;
use crate::variant::Ending;
use crate::with_width;
use std::collections::VecDeque;

/// Maximum number of positions solved, about 50 ms. A royal and a piece on 10x10 squares have a million. On boards of
/// more than 256 squares each counts several times, because sets are larger.
const MAX_POSITIONS: usize = 1_100_000;
/// Maximum size of the table of placements, bytes.
const MAX_BYTES: usize = 32 << 20;

/// Whether a piece of the kind and its royal can mate a lone royal from most positions.
///
/// `None` if unknown: several royals or riding royals, moves judged by capture rules, pieces that change their type or
/// have no compiled form, too many positions.
pub fn mates(game: &Game, kind: Kind) -> Option<bool> {
    with_width!(game.tables.forms().width, solve_of_width(game, kind, false)).map(Wins::most)
}

/// Solves the ending of [`mates`] completely.
pub fn wins(game: &Game, kind: Kind) -> Option<Wins> {
    with_width!(game.tables.forms().width, solve_of_width(game, kind, true))
}

/// Positions of a royal and a piece against a lone royal, with the stronger side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wins {
    /// Number of positions.
    pub positions: usize,
    /// Number of won positions.
    pub won: usize,
}

impl Wins {
    /// Whether most positions are won.
    pub fn most(self) -> bool {
        2 * self.won > self.positions
    }
}

fn solve_of_width<const W: usize>(game: &Game, kind: Kind, whole: bool) -> Option<Wins> {
    let royals = Color::BOTH.map(|color| royal(game, color));
    let [Some(white), Some(black)] = royals else { return None };
    let (own, lone) = if kind.color() == Color::White { (white, black) } else { (black, white) };
    let compiled = |kind: Kind| {
        !game.tables.kind(kind).trees
            && !game.tables.kind(kind).changes_type
            && !game.tables.forms().royal_captures[kind.index()]
            && !game.tables.is_wary(kind)
    };
    if !game.rules.assumptions.won_by_mate
        || game.rules.captures.judged
        || ![kind, own, lone].into_iter().all(compiled)
    {
        return None;
    }
    let domains = [own, kind, lone].map(|kind| domain::<W>(game, kind));
    let [royals, pieces, lone_royals] = domains.map(|domain| domain.count() as usize);
    let places = royals * pieces;
    let fits = places * lone_royals * W.div_ceil(IN_REGISTERS) <= MAX_POSITIONS
        && places * size_of::<PairPlace<W>>() <= MAX_BYTES;
    fits.then(|| Solution::new(game, [own, kind, lone], domains).solve(whole))
}

/// The kind of a side's only royal, if it has no rides.
fn royal(game: &Game, color: Color) -> Option<Kind> {
    let of = game.variant.setup.iter().filter(|place| place.1 == color);
    let kind = of.map(|place| Kind::new(place.2, color)).find(|&kind| game.tables.kind(kind).royal)?;
    game.tables.forms().rides[kind.index()].is_empty().then_some(kind)
}

/// Squares that a kind can enter.
fn domain<const W: usize>(game: &Game, kind: Kind) -> Bits<W> {
    let board = &game.variant.board;
    let there = board.squares().filter(|&square| !board.is_hole(square));
    let all = there.fold(Bits::EMPTY, |all, square| all | Bits::square(square));
    all & Bits::of(&game.tables.forms().enterable, kind.index())
}

/// State of one placement of royal and piece.
#[derive(Clone, Copy, Default)]
struct PairPlace<const W: usize> {
    /// Squares the two guard, with the lone royal off the board.
    guarded: Bits<W>,
    /// Squares where the lone royal can stand when it is to move.
    legal: Bits<W>,
    /// Squares of `legal` where it is lost.
    lost: Bits<W>,
    /// Squares of the lone royal where the stronger side, to move, wins.
    won: Bits<W>,
    /// Squares of `won` not yet processed.
    new: Bits<W>,
}

/// State of the solver.
struct Solution<'a, const W: usize> {
    game: &'a Game,
    /// The stronger side's royal, its piece, and the lone royal.
    kinds: [Kind; 3],
    /// Whether the lone royal may not capture the piece.
    spares: bool,
    /// Squares that the stronger side's royal and its piece can enter.
    squares: [Vec<Square>; 2],
    /// `[square]`: its index among the squares of the royal and of the piece.
    indices: [Vec<usize>; 2],
    /// `[square]`: moves and captures of the lone royal from there.
    steps: Vec<Targets<W>>,
    /// `[square]`: squares from which the lone royal moves or captures there.
    back: Vec<Targets<W>>,
    /// `[square]`: squares the stronger side's royal guards from there.
    guards: Vec<Bits<W>>,
    /// `[square]`: squares from which the stronger side's royal and its piece may come, each listed once.
    origins: [Vec<Vec<Square>>; 2],
    /// `[royal * squares of the piece + piece]`, by their indices.
    places: Vec<PairPlace<W>>,
    /// Placements with newly won positions.
    queue: VecDeque<usize>,
    count: Wins,
}

impl<'a, const W: usize> Solution<'a, W> {
    fn new(game: &'a Game, kinds: [Kind; 3], domains: [Bits<W>; 3]) -> Self {
        let board = game.variant.board.len();
        let all = || (0..board as u16).map(Square);
        let targets = |kind: Kind, from: Square, occupied| game.tables.forms().enters(kind, from, occupied);
        let [own, piece, lone] = kinds;
        let steps: Vec<Targets<W>> = all().map(|from| targets(lone, from, Bits::square(from))).collect();
        let mut back = vec![Targets::default(); board];
        for from in all().filter(|&from| domains[2].has(from)) {
            let Targets { quiet, takes } = steps[from.index()];
            quiet.for_each(|to| back[to.index()].quiet |= Bits::square(from));
            takes.for_each(|to| back[to.index()].takes |= Bits::square(from));
        }
        let squares = [domains[0], domains[1]].map(|domain| domain.collect::<Vec<_>>());
        let indices = squares.each_ref().map(|squares| {
            let mut indices = vec![0; board];
            squares.iter().enumerate().for_each(|(index, square)| indices[square.index()] = index);
            indices
        });
        let mut solution = Self {
            game,
            kinds,
            spares: game.tables.bans().is_some_and(|bans| bans.spared(lone.piece()).contains(&piece.piece())),
            places: vec![PairPlace::default(); squares[0].len() * squares[1].len()],
            squares,
            indices,
            steps,
            back,
            guards: all().map(|from| targets(own, from, Bits::square(from)).takes).collect(),
            origins: [(own, domains[0]), (piece, domains[1])].map(|(kind, from)| origins(game, kind, from)),
            queue: VecDeque::new(),
            count: Wins::default(),
        };
        domains[0].for_each(|royal| {
            domains[1].without(Bits::square(royal)).for_each(|at| {
                let occupied: Bits<W> = Bits::square(royal) | Bits::square(at);
                let guarded = solution.guards[royal.index()] | targets(piece, at, occupied).takes;
                let checked = solution.back[royal.index()].takes;
                let legal = domains[2].without(occupied | checked);
                let place = solution.place(royal, at);
                solution.places[place] = PairPlace { guarded, legal, ..PairPlace::default() };
                solution.count.positions += legal.without(guarded).count() as usize;
            });
        });
        solution
    }
    fn place(&self, royal: Square, piece: Square) -> usize {
        self.indices[0][royal.index()] * self.squares[1].len() + self.indices[1][piece.index()]
    }
    /// Squares the lone royal can safely move to, and whether it can capture the piece.
    fn escapes(&self, royal: Square, at: Square, lone: Square) -> (Bits<W>, bool) {
        let place = &self.places[self.place(royal, at)];
        let occupied: Bits<W> = Bits::square(royal) | Bits::square(at);
        let Targets { quiet, takes } = self.steps[lone.index()];
        let safe = quiet.without(occupied | place.guarded);
        (safe, takes.has(at) && !self.spares && !self.guards[royal.index()].has(at))
    }
    /// Whether the lone royal, to move, is lost here.
    fn is_lost(&self, royal: Square, at: Square, lone: Square) -> bool {
        let place = &self.places[self.place(royal, at)];
        let (safe, takes) = self.escapes(royal, at, lone);
        let stuck = safe.is_empty() && !place.guarded.has(lone);
        let stalemate_wins = matches!(self.game.variant.ends.stalemate, Ending::Loss);
        !takes && safe.without(place.won).is_empty() && (!stuck || stalemate_wins)
    }
    /// Marks positions with the lone royal to move as lost, and their predecessors as won.
    fn lose(&mut self, royal: Square, at: Square, lost: Bits<W>) {
        let place = self.place(royal, at);
        self.places[place].lost |= lost;
        let [own, piece, _] = self.kinds;
        let tables = &self.game.tables;
        for index in 0..self.origins[0][royal.index()].len() {
            let from = self.origins[0][royal.index()][index];
            let occupied: Bits<W> = Bits::square(from) | Bits::square(at);
            if tables.forms().enters(own, from, occupied).quiet.has(royal) {
                self.win(from, at, lost);
            }
        }
        for index in 0..self.origins[1][at.index()].len() {
            let from = self.origins[1][at.index()][index];
            let occupied: Bits<W> = Bits::square(royal) | Bits::square(from);
            let mut won = Bits::EMPTY;
            self.open(royal, from, lost).for_each(|lone| {
                let reached = tables.forms().enters(piece, from, occupied | Bits::square(lone)).quiet;
                won |= Bits::square(lone).when(reached.has(at));
            });
            self.win(royal, from, won);
        }
    }
    /// Squares in `among` for the lone royal where the stronger side, to move, is not yet known to win.
    fn open(&self, royal: Square, at: Square, among: Bits<W>) -> Bits<W> {
        let place = &self.places[self.place(royal, at)];
        (among & place.legal).without(place.guarded | place.won)
    }
    /// Marks positions with the stronger side to move and the lone royal on a square of `among` as won.
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
    /// Finds positions of a placement that are now lost.
    fn find_lost(&mut self, place: usize, among: Bits<W>) {
        let [royals, pieces] = &self.squares;
        let (royal, at) = (royals[place / pieces.len()], pieces[place % pieces.len()]);
        let mut lost = Bits::EMPTY;
        let PairPlace { legal, lost: known, .. } = self.places[place];
        (among & legal).without(known).for_each(|lone| {
            lost |= Bits::square(lone).when(self.is_lost(royal, at, lone));
        });
        if !lost.is_empty() {
            self.lose(royal, at, lost);
        }
    }
    /// Counts the won positions. Unless `whole`, stops once most are won.
    fn solve(mut self, whole: bool) -> Wins {
        for place in 0..self.places.len() {
            self.find_lost(place, Bits::ALL);
        }
        while let Some(place) = self.queue.pop_front().filter(|_| whole || !self.count.most()) {
            let new = std::mem::replace(&mut self.places[place].new, Bits::EMPTY);
            let mut before = Bits::EMPTY;
            new.for_each(|to| before |= self.back[to.index()].quiet);
            self.find_lost(place, before);
        }
        self.count
    }
}

/// `[square]`: squares from which a kind may be able to move there without capturing.
fn origins<const W: usize>(game: &Game, kind: Kind, domain: Bits<W>) -> Vec<Vec<Square>> {
    let mut origins = vec![Vec::new(); game.variant.board.len()];
    domain.for_each(|from| {
        let range: Bits<W> = game.tables.forms().quiet_range(kind, from);
        range.without(Bits::square(from)).for_each(|to| origins[to.index()].push(from));
    });
    origins
}
