//! Unrolls the movements of one piece from one square into a trajectory tree.

use super::leap::{Point, bent, paths};
use super::tree::{Extra, Flags, Node, Passage};
use super::trie::{Bundle, Stem};
use crate::board::{Color, Geometry, Square};
use crate::notation::legs::{Initial, Landing, Occupancy, PathRule, Reach, Step, Wrap};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Trees of one kind under construction. Indices are local to it.
#[derive(Debug, Default)]
pub struct Forest {
    /// All nodes.
    pub nodes: Vec<Node>,
    /// `[square]`: first node of the square's tree; one more entry closes the last.
    pub first: Vec<u32>,
    /// `[square]`: end of the nodes of what is not compiled, which come first.
    pub residual: Vec<u32>,
    /// Extras that nodes refer to.
    pub extras: Vec<Extra>,
    /// Trails that extras refer to.
    pub trails: Vec<Vec<u16>>,
}

impl Access {
    /// May a move end there, by capturing a friend or not?
    pub fn admits(self, friend: bool) -> bool {
        match self {
            Self::Open => true,
            Self::Forbidden => false,
            Self::NoFriend => !friend,
        }
    }
}

/// What the board's squares forbid a kind (`morph`), `[square]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// Nothing.
    Open,
    /// Moves may not end there.
    Forbidden,
    /// Moves may not end there by capturing a friend.
    NoFriend,
}

/// Contents that a square which is a hole without a piece cannot have.
const VANISHED: Occupancy = Occupancy(Occupancy::EMPTY.0 | Occupancy::EN_PASSANT.0);

/// Unrolls one kind.
#[derive(Debug)]
pub struct Unroller<'a> {
    board: &'a Geometry,
    color: Color,
    access: &'a [Access],
    starts: &'a [bool],
    zones: &'a [Vec<bool>],
    forest: Forest,
    budget: &'a AtomicUsize,
    overflow: bool,
    origin: Square,
    quoted: bool,
    /// Does some movement unload?
    unloads: bool,
    /// Does some movement mind which squares were visited?
    fresh: bool,
    /// Number of the flames of the movements.
    burn: Option<u16>,
}

/// Where a path stands: what the rest of it depends on.
#[derive(Clone)]
struct Path {
    at: Point,
    parent: u32,
    /// Square on which the leg in hand began; slides that come round stop before it.
    leg_start: Option<u16>,
    visited: Vec<u16>,
    vacated: Vec<u16>,
    cargo: Cargo,
    /// Start of the piece that goes.
    mover: u16,
    trail: Vec<u16>,
    last_slide: u16,
    flags: Flags,
}

/// What a path has captured and unloaded. Nothing in it is filled for pieces that never unload.
#[derive(Clone, Default)]
struct Cargo {
    /// Squares where what was captured stood before the move, in order; unloaded pieces are not among them.
    held: Vec<u16>,
    /// Squares that wait for the next victim.
    waiting: Vec<Option<u16>>,
    /// Unloaded pieces: where they stand, and where they stood before the move.
    standing: Vec<(u16, u16)>,
    /// Squares on which the path ended a leg without touching the piece there.
    occupied: Vec<u16>,
    /// Where a piece from the hand was put.
    gate: Option<u16>,
}

impl Path {
    /// A leg with `u` begins on `start`; can the path go on?
    ///
    /// SPEC: XBetza readings 23: unloading happens as soon as victim and square are known; the victim captured last
    /// re-appears.
    fn unload(&mut self, start: Option<u16>) -> bool {
        match self.cargo.held.pop() {
            Some(victim) => self.put(victim, start),
            None => {
                self.cargo.waiting.push(start);
                true
            }
        }
    }
    /// A piece from the hand is put on `start`, or what the path has captured; can the path go on?
    ///
    /// SPEC: drops.txt: "to unload something (from the hand, as it did not capture anything before in that move)".
    fn gate(&mut self, start: Option<u16>) -> bool {
        if let Some(victim) = self.cargo.held.pop() {
            return self.put(victim, start);
        }
        let Some(square) = start.filter(|square| !self.cargo.occupied.contains(square)) else { return false };
        self.vacated.retain(|&other| other != square);
        self.cargo.gate = Some(square);
        true
    }
    /// The piece that may be captured in passing is captured; can the path go on?
    fn capture_passing(&mut self) -> bool {
        self.flags = self.flags.with(Flags::PASSED).with(Flags::LOCUST);
        self.cargo.held.push(Extra::PASSING);
        if self.cargo.waiting.is_empty() {
            return true;
        }
        let start = self.cargo.waiting.remove(0);
        self.cargo.held.pop().is_some_and(|victim| self.put(victim, start))
    }
    /// What stands on `square` at this point of the path is captured; can the path go on?
    fn capture(&mut self, square: u16) -> bool {
        if self.cargo.gate == Some(square) {
            return false;
        }
        let standing = self.cargo.standing.iter().position(|&(at, _)| at == square);
        let victim = standing.map_or(square, |index| self.cargo.standing.remove(index).1);
        self.cargo.occupied.retain(|&other| other != square);
        self.vacated.push(square);
        if self.cargo.waiting.is_empty() {
            self.cargo.held.push(victim);
            return true;
        }
        let start = self.cargo.waiting.remove(0);
        self.put(victim, start)
    }
    /// SPEC: XBetza readings 23: the leg's start must be empty by then, else the move does not exist.
    fn put(&mut self, victim: u16, square: Option<u16>) -> bool {
        let Some(square) = square else { return false };
        let standing = self.cargo.standing.iter().any(|&(at, _)| at == square);
        if standing || self.cargo.gate == Some(square) || self.cargo.occupied.contains(&square) {
            return false;
        }
        self.vacated.retain(|&other| other != square);
        self.cargo.standing.push((square, victim));
        true
    }
    /// What the leg may end on. What may be captured in passing is captured once.
    fn landing(&self, stem: &Stem<'_>) -> Landing {
        let mut landing = stem.leg.landing;
        if self.flags.has(Flags::PASSED) {
            landing.take = landing.take.without(Occupancy::EN_PASSANT);
        }
        landing
    }
    fn holds_unloaded(&self, square: u16) -> bool {
        self.cargo.standing.iter().any(|&(at, _)| at == square) || self.cargo.gate == Some(square)
    }
    /// Must the squares where things stand after the move be told apart from those before it?
    fn carries(&self) -> bool {
        !self.cargo.waiting.is_empty() || !self.cargo.standing.is_empty() || self.cargo.gate.is_some()
    }
}

/// One landing square of a leg.
struct Stop {
    square: u16,
    /// Steps made so far.
    n: u16,
    /// May the leg end here?
    ends: bool,
    /// May it go on?
    goes_on: bool,
    /// Condition to get here.
    passage: Option<Passage>,
}

impl<'a> Unroller<'a> {
    /// An unroller for a colour. `starts` says on which squares the type starts (`ii`), `zones` which squares movements may be bound to; `budget` is the number of
    /// nodes that all trees of the variant together may still have.
    pub fn new(
        board: &'a Geometry,
        color: Color,
        access: &'a [Access],
        (starts, zones): (&'a [bool], &'a [Vec<bool>]),
        budget: &'a AtomicUsize,
    ) -> Self {
        let forest = Forest { first: vec![0], ..Forest::default() };
        Self {
            board,
            color,
            access,
            starts,
            zones,
            forest,
            budget,
            overflow: false,
            origin: Square(0),
            quoted: false,
            unloads: false,
            fresh: false,
            burn: None,
        }
    }
    /// The trees, or `None` if they grew beyond the budget.
    pub fn finish(self) -> Option<Forest> {
        (!self.overflow).then_some(self.forest)
    }
    /// Adds the tree of the next square (a1 first): what is not compiled, then the rest.
    pub fn add_square(&mut self, square: Square, bundles: &[Vec<Bundle<'_>>; 2]) {
        self.origin = square;
        if self.overflow {
            return;
        }
        let before = self.forest.nodes.len();
        let [residual, compiled] = bundles;
        let on_board = !self.board.is_hole(square);
        residual.iter().filter(|_| on_board).for_each(|bundle| self.add_bundle(bundle));
        self.forest.residual.push(self.forest.nodes.len() as u32);
        compiled.iter().filter(|_| on_board).for_each(|bundle| self.add_bundle(bundle));
        let added = self.forest.nodes.len() - before;
        let spent = self.budget.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(added));
        self.overflow |= spent.is_err();
        self.forest.first.push(self.forest.nodes.len() as u32);
    }
    fn add_bundle(&mut self, bundle: &Bundle<'_>) {
        self.quoted = bundle.quoted;
        (self.unloads, self.fresh, self.burn) = (bundle.unloads, bundle.fresh, bundle.burn);
        let mut path = self.start();
        match bundle.initial {
            Initial::StartSquare if !self.starts[self.origin.index()] => (),
            Initial::Zone(zone) if !self.starts_in(zone) => (),
            Initial::Any | Initial::StartSquare | Initial::Zone(_) => self.add_moves(bundle, &path),
            Initial::Virgin => {
                path.flags = path.flags.with(Flags::INITIAL);
                let flags = path.flags.with(Flags::GUARD);
                let all = Occupancy(u8::MAX);
                let guard = self.open(self.origin.0, Occupancy::NONE, all, flags, &path, Extra::default());
                path.parent = guard;
                self.add_moves(bundle, &path);
                self.close(guard);
            }
        }
    }
    fn starts_in(&self, zone: u16) -> bool {
        self.zones.get(usize::from(zone)).is_some_and(|zone| zone[self.origin.index()])
    }
    fn add_moves(&mut self, bundle: &Bundle<'_>, path: &Path) {
        self.add_stems(&bundle.stems, path);
        bundle.universal.iter().for_each(|&landing| self.add_universal(landing, path));
    }
    /// The path before the first leg.
    fn start(&self) -> Path {
        let origin = self.origin;
        Path {
            at: Point::of(self.board, origin),
            parent: Node::NO_PARENT,
            leg_start: None,
            visited: vec![origin.0],
            vacated: vec![origin.0],
            cargo: Cargo::default(),
            mover: origin.0,
            trail: Vec::new(),
            last_slide: 1,
            flags: if self.quoted { Flags::QUOTED } else { Flags::default() },
        }
    }
    /// SPEC: XBetza: "U Universal Leaper (Kraken), can teleport to every square except the one it is on".
    fn add_universal(&mut self, landing: Landing, path: &Path) {
        for square in self.board.squares() {
            if square != self.origin && !self.board.is_hole(square) {
                let emit = self.allowed(square.0, landing.pass | landing.take, path);
                self.end(square.0, emit, path);
            }
        }
    }
    /// The nodes of a move that ends on a square and goes no further.
    ///
    /// An empty square marked for capture in passing is both: the plain move and the capture are two moves.
    fn end(&mut self, square: u16, emit: Occupancy, path: &Path) {
        let plain = emit.without(Occupancy::EN_PASSANT);
        for emit in [plain, emit.without(plain)] {
            if !emit.is_empty() {
                let extra = Extra { burn: self.burn, ..Extra::default() };
                let node = self.open(square, emit, Occupancy::NONE, Flags::TAKES, path, extra);
                self.close(node);
            }
        }
    }
    fn add_stems(&mut self, stems: &[Stem<'_>], path: &Path) {
        for stem in stems {
            let start = path.at.square(self.board).map(|s| s.0);
            let mut path = Path { leg_start: start, ..path.clone() };
            let can_go_on = match (stem.leg.unload, stem.leg.gate) {
                (true, _) => path.unload(start),
                (false, true) => path.gate(start),
                (false, false) => true,
            };
            if can_go_on {
                self.step(stem, path, 1);
            }
        }
    }
    /// Least and greatest number of steps of the leg from where the path stands.
    fn range(&self, stem: &Stem<'_>, path: &Path) -> (u16, u16) {
        if stem.leg.iso {
            return (path.last_slide, path.last_slide);
        }
        let max = match stem.leg.max {
            Reach::Steps(n) => n,
            Reach::Unlimited => u16::MAX,
            Reach::EnemyHalf => self.ranks_to_enemy_half(path),
        };
        (stem.leg.min, max)
    }
    /// SPEC: XBetza readings 31.
    fn ranks_to_enemy_half(&self, path: &Path) -> u16 {
        let Some(square) = path.leg_start else { return 1 };
        let rank = i32::from(self.board.relative_rank(self.color, Square(square)));
        let enemy_half = i32::from(self.board.ranks().div_ceil(2));
        (enemy_half - rank - 1).max(1) as u16
    }
    fn vector(&self, stem: &Stem<'_>, n: u16) -> Step {
        let step = bent(stem.leg.step, stem.leg.bend, n - 1);
        if self.color == Color::White { step } else { step.turned() }
    }
    /// Unrolls the `n`-th step (from 1) of a leg and all that follows.
    fn step(&mut self, stem: &Stem<'_>, mut path: Path, n: u16) {
        let leg = stem.leg;
        let (min, max) = self.range(stem, &path);
        if n > max || self.overflow {
            return;
        }
        let vector = self.vector(stem, n);
        let before = path.at;
        path.at = before.stepped(self.board, vector, leg.wrap);
        let Some(square) = path.at.square(self.board).map(|s| s.0) else {
            if leg.off_board && n >= min && (n - min) % leg.every == 0 {
                path.last_slide = if leg.max == Reach::Steps(1) { path.last_slide } else { n };
                self.add_stems(&stem.next, &path);
            }
            return;
        };
        if leg.fresh && path.visited.contains(&square) || n > 1 && path.leg_start == Some(square) {
            return;
        }
        // A leg that begins off the board stops before the first square it entered.
        path.leg_start = path.leg_start.or(Some(square));
        let Ok(passage) = self.passage(leg.path, before, vector, leg.wrap, &path) else { return };
        self.extend_trail(stem, before, vector, square, &mut path);
        if self.fresh {
            path.visited.push(square);
        }
        if n <= leg.skip {
            return self.step(stem, path, n + 1);
        }
        let ends = n >= min && (n - min) % leg.every == 0 && !leg.off_board;
        let landing = Stop { square, n, ends, goes_on: n < max, passage };
        if stem.next.is_empty() {
            return self.finish_or_slide(stem, path, landing);
        }
        if landing.ends {
            self.land(stem, &path, &landing);
        }
        if landing.goes_on {
            let extra = Extra { passage: landing.passage, ..Extra::default() };
            let node = self.open(square, Occupancy::NONE, Occupancy::EMPTY, Flags::default(), &path, extra);
            path.parent = node;
            self.step(stem, path, n + 1);
            self.close(node);
        }
    }
    /// The last leg: the move ends on the square, or slides on over it when it is empty; one node for both.
    fn finish_or_slide(&mut self, stem: &Stem<'_>, mut path: Path, stop: Stop) {
        if stem.leg.excite {
            return self.borrow_or_slide(stem, path, stop);
        }
        let Landing { pass, take } = path.landing(stem);
        let emit = if stop.ends { self.allowed(stop.square, pass | take, &path) } else { Occupancy::NONE };
        let trail = self.intern_trail(&path, stop.square);
        let unloads: Vec<(u16, u16)> = path.cargo.standing.iter().map(|&(at, from)| (from, at)).collect();
        let (gate, burn) = (path.cargo.gate, self.burn);
        let extra = Extra { passage: stop.passage, trail, unloads, stands_in: None, gate, burn };
        // An empty square marked for e.p. is both: the plain move and the capture are two moves.
        let mut plain = emit.without(Occupancy::EN_PASSANT);
        let marked = emit.without(plain);
        if path.carries() {
            self.capture_and_unload(&path, stop.square, plain.without(Occupancy::EMPTY), extra.clone());
            plain = plain.without(Occupancy::OCCUPIED);
        }
        if !marked.is_empty() {
            self.capture_in_passing(&path, stop.square, marked, extra.clone());
        }
        let go = if stop.goes_on { Occupancy::EMPTY } else { Occupancy::NONE };
        let node = self.open(stop.square, plain, go, Flags::TAKES, &path, extra);
        if stop.goes_on {
            path.parent = node;
            self.step(stem, path, stop.n + 1);
        }
        self.close(node);
    }
    /// A last leg with `x` ends on a friend whose moves are borrowed, or slides on.
    fn borrow_or_slide(&mut self, stem: &Stem<'_>, mut path: Path, stop: Stop) {
        let emit = if stop.ends { Occupancy::FRIEND } else { Occupancy::NONE };
        let go = if stop.goes_on { Occupancy::EMPTY } else { Occupancy::NONE };
        let extra = Extra { passage: stop.passage, ..Extra::default() };
        let node = self.open(stop.square, emit, go, Flags::BORROWS, &path, extra);
        if stop.goes_on {
            path.parent = node;
            self.step(stem, path, stop.n + 1);
        }
        self.close(node);
    }
    /// A leg with `x` ends on a friend, which makes the rest of the path.
    ///
    /// SPEC: XBetza, "Move induction": "the second part the move that the piece at the x target will now be able to
    /// make"; XBetza readings 22: the inducer stays, only the friend's own start counts as visited.
    fn induce(&mut self, stem: &Stem<'_>, path: &Path, stop: &Stop) {
        let extra = Extra { passage: stop.passage.clone(), ..Extra::default() };
        let node = self.open(stop.square, Occupancy::NONE, Occupancy::FRIEND, Flags::EXCITES, path, extra);
        let mut inner = Path { parent: node, ..path.clone() };
        inner.vacated.retain(|&square| square != path.mover);
        inner.cargo.occupied.push(path.mover);
        inner.cargo.occupied.retain(|&square| square != stop.square);
        inner.vacated.push(stop.square);
        inner.visited = vec![stop.square];
        inner.trail.clear();
        inner.mover = stop.square;
        inner.flags = inner.flags.with(Flags::INDUCED);
        if stem.leg.max != Reach::Steps(1) {
            inner.last_slide = stop.n;
        }
        self.add_stems(&stem.next, &inner);
        self.close(node);
    }
    /// The last leg captures on a path that has unloaded something, or is about to.
    fn capture_and_unload(&mut self, path: &Path, square: u16, emit: Occupancy, extra: Extra) {
        let mut after = path.clone();
        if emit.is_empty() || !after.capture(square) {
            return;
        }
        // The mover stands there: nothing can be unloaded there as well.
        let unloads: Vec<(u16, u16)> = after.cargo.standing.iter().map(|&(at, from)| (from, at)).collect();
        if unloads.iter().any(|&(_, at)| at == square) {
            return;
        }
        let node = self.open(square, emit, Occupancy::NONE, Flags::TAKES, path, Extra { unloads, ..extra });
        self.close(node);
    }
    /// The last leg captures in passing.
    fn capture_in_passing(&mut self, path: &Path, square: u16, marked: Occupancy, extra: Extra) {
        let mut after = path.clone();
        if !after.capture_passing() {
            return;
        }
        let unloads: Vec<(u16, u16)> = after.cargo.standing.iter().map(|&(at, from)| (from, at)).collect();
        if unloads.iter().any(|&(_, at)| at == square) {
            return;
        }
        let node = self.open(square, marked, Occupancy::NONE, Flags::TAKES, path, Extra { unloads, ..extra });
        self.close(node);
    }
    /// A leg with legs behind it ends on the square.
    fn land(&mut self, stem: &Stem<'_>, path: &Path, stop: &Stop) {
        if stem.last {
            let once = Stop { goes_on: false, passage: stop.passage.clone(), ..*stop };
            self.finish_or_slide(stem, path.clone(), once);
        }
        if stem.leg.excite {
            return self.induce(stem, path, stop);
        }
        let Landing { pass, take } = path.landing(stem);
        let marked = Occupancy(take.0 & Occupancy::EN_PASSANT.0);
        let take = take.without(Occupancy::EN_PASSANT);
        let mut ways = vec![(pass, false), (take, true)];
        if self.unloads {
            // Whether something is captured, or stands in the way later, must be known.
            let empty = pass.without(Occupancy::OCCUPIED);
            ways = vec![(empty, false), (pass.without(Occupancy::EMPTY), false), (take, true)];
        } else if pass.without(Occupancy::EMPTY).is_empty() {
            ways = vec![(pass | take, !take.is_empty())];
        }
        for (go, takes) in ways {
            if go.is_empty() {
                continue;
            }
            let flags = if takes { Flags::TAKES } else { Flags::default() };
            let mut inner = path.clone();
            if self.unloads && takes && !inner.capture(stop.square) {
                continue;
            }
            if self.unloads && !takes && !go.meets(Occupancy::EMPTY) {
                inner.cargo.occupied.push(stop.square);
            }
            let extra = Extra { passage: stop.passage.clone(), ..Extra::default() };
            let node = self.open(stop.square, Occupancy::NONE, go, flags, path, extra);
            inner.parent = node;
            if stem.leg.max != Reach::Steps(1) {
                inner.last_slide = stop.n;
            }
            if takes {
                if !self.unloads {
                    inner.vacated.push(stop.square);
                }
                inner.flags = inner.flags.with(Flags::LOCUST);
            }
            self.add_stems(&stem.next, &inner);
            self.close(node);
        }
        let mut inner = path.clone();
        if !marked.is_empty() && inner.capture_passing() {
            let extra = Extra { passage: stop.passage.clone(), ..Extra::default() };
            let node = self.open(stop.square, Occupancy::NONE, marked, Flags::default(), path, extra);
            inner.parent = node;
            if stem.leg.max != Reach::Steps(1) {
                inner.last_slide = stop.n;
            }
            self.add_stems(&stem.next, &inner);
            self.close(node);
        }
    }
    /// Contents with which a move may end on the square. Which type it is that an inducer sets in motion is not known
    /// here.
    fn allowed(&self, square: u16, contents: Occupancy, path: &Path) -> Occupancy {
        match self.access[usize::from(square)] {
            _ if self.quoted || path.flags.has(Flags::INDUCED) => contents,
            Access::Open => contents,
            Access::Forbidden => Occupancy::NONE,
            Access::NoFriend => contents.without(Occupancy::FRIEND),
        }
    }
    /// The condition that a leap's path rule sets here; `Err` where it can never hold.
    fn passage(
        &self,
        rule: PathRule,
        before: Point,
        vector: Step,
        wrap: Wrap,
        path: &Path,
    ) -> Result<Option<Passage>, ()> {
        if rule == PathRule::Any || vector.dx.abs() <= 1 && vector.dy.abs() <= 1 {
            return if rule == PathRule::Blocked { Err(()) } else { Ok(None) };
        }
        let ways = paths(self.board, before, vector, wrap);
        let on_board = |way: &[Point]| -> Option<Vec<u16>> {
            let stays = |square: &Square| !self.board.is_fleeting(*square);
            way.iter().map(|point| point.square(self.board).filter(stays).map(|s| s.0)).collect()
        };
        let occupied = |square: &u16| !path.vacated.contains(square);
        if rule == PathRule::Blocked {
            // SPEC: XBetza readings 24: holes count as occupied.
            if ways.iter().any(|way| on_board(way).is_none()) {
                return Ok(None);
            }
            let mut squares: Vec<u16> =
                ways.iter().filter_map(|way| on_board(way)).flatten().filter(occupied).collect();
            if ways.iter().filter_map(|way| on_board(way)).flatten().any(|s| path.holds_unloaded(s)) {
                return Ok(None);
            }
            squares.sort_unstable();
            squares.dedup();
            return if squares.is_empty() { Err(()) } else { Ok(Some(Passage::Blocked(squares))) };
        }
        let mut free: Vec<Vec<u16>> = ways.iter().filter_map(|way| on_board(way)).collect();
        free.retain(|way| !way.iter().any(|&square| path.holds_unloaded(square)));
        free.iter_mut().for_each(|way| way.retain(occupied));
        if free.is_empty() {
            return Err(());
        }
        Ok((!free.iter().any(Vec::is_empty)).then_some(Passage::Free(free)))
    }
    /// SPEC: XBetza readings 32: steppers mark the squares they step to, leaps all squares on all shortest paths.
    fn extend_trail(&self, stem: &Stem<'_>, before: Point, vector: Step, square: u16, path: &mut Path) {
        if !stem.leg.trail {
            return;
        }
        if vector.dx.abs() > 1 || vector.dy.abs() > 1 {
            let ways = paths(self.board, before, vector, stem.leg.wrap);
            let squares = ways.iter().flatten().filter_map(|point| point.square(self.board));
            path.trail.extend(squares.map(|s| s.0));
        }
        path.trail.push(square);
    }
    fn intern_trail(&mut self, path: &Path, end: u16) -> Option<u32> {
        let mut squares = path.trail.clone();
        squares.retain(|&square| square != end && square != path.mover);
        squares.sort_unstable();
        squares.dedup();
        if squares.is_empty() {
            return None;
        }
        let trails = &mut self.forest.trails;
        let index = trails.iter().position(|t| *t == squares).unwrap_or_else(|| {
            trails.push(squares);
            trails.len() - 1
        });
        Some(index as u32)
    }
    /// Opens a node; everything pushed until [`Self::close`] is its subtree.
    fn open(
        &mut self,
        square: u16,
        emit: Occupancy,
        go: Occupancy,
        flags: Flags,
        path: &Path,
        mut extra: Extra,
    ) -> u32 {
        let mut flags = flags.with(path.flags);
        if path.vacated.contains(&square) {
            flags = flags.with(Flags::VACATED);
        }
        if let Some(&(_, from)) = path.cargo.standing.iter().find(|&&(at, _)| at == square) {
            flags = flags.with(Flags::DISPLACED);
            extra.stands_in = Some(from);
        }
        if path.cargo.gate == Some(square) {
            // A friend, as the piece is that moves.
            flags = flags.with(Flags::DISPLACED);
            extra.stands_in = Some(path.mover);
        }
        if extra.gate.is_some() {
            flags = flags.with(Flags::GATES);
        }
        if extra.burn.is_some() {
            flags = flags.with(Flags::BURNS);
        }
        if !extra.unloads.is_empty() {
            flags = flags.with(Flags::UNLOADS);
        }
        let mut index = 0;
        if extra != Extra::default() {
            flags = flags.with(Flags::EXTRA);
            index = self.intern_extra(extra);
        }
        // Without a piece on it such a square is a hole.
        let gone = if self.board.is_fleeting(Square(square)) { VANISHED } else { Occupancy::NONE };
        let (emit, go) = (emit.without(gone), go.without(gone));
        let id = self.forest.nodes.len() as u32;
        self.forest.nodes.push(Node { square, emit, go, flags, skip: 0, parent: path.parent, extra: index });
        self.overflow |= self.forest.nodes.len() > super::Tables::MAX_NODES;
        id
    }
    fn intern_extra(&mut self, extra: Extra) -> u32 {
        // Equal extras come from neighbouring nodes of the same tree: a short look back finds them.
        let extras = &mut self.forest.extras;
        let start = extras.len().saturating_sub(16);
        let index = extras[start..].iter().position(|e| *e == extra).map_or_else(
            || {
                extras.push(extra);
                extras.len() - 1
            },
            |offset| start + offset,
        );
        index as u32
    }
    /// Closes a node: sets its `skip`, or drops it when nothing can come of it.
    fn close(&mut self, id: u32) {
        let nodes = &mut self.forest.nodes;
        let end = nodes.len() as u32;
        let node = &mut nodes[id as usize];
        let possible = if node.flags.has(Flags::VACATED) && !node.flags.has(Flags::GUARD) {
            Occupancy::EMPTY | Occupancy::EN_PASSANT
        } else if node.flags.has(Flags::DISPLACED) && !node.flags.has(Flags::GUARD) {
            Occupancy::OCCUPIED
        } else {
            Occupancy(u8::MAX)
        };
        node.emit = Occupancy(node.emit.0 & possible.0);
        node.go = Occupancy(node.go.0 & possible.0);
        node.skip = end;
        let barren = node.go.is_empty() || end == id + 1;
        if barren && node.emit.is_empty() {
            nodes.truncate(id as usize);
        }
    }
}
