//! Walks the legs of movements, step by step.

use super::budget::{Budget, Excess};
use super::path::{Cargo, UnrollPath};
use super::state::{Forest, Stop, Unroller};
use crate::board::{Color, Kind, Square};
use crate::notation::legs::{
    Initial, Leg, Occupancy, PathRule, Reach, Step, TypeChange, UniversalLeap, Wrap,
};
use crate::tables::leap::PlanePoint;
use crate::tables::squares::Squares;
use crate::tables::tree::{Extra, Flags, Node};
use crate::tables::trie::{Bundle, BundleKey, Stem};
use crate::tables::{layout, rules};
use crate::variant::Variant;

/// Number of squares kept with a path that cost as much as a step: they are copied and searched.
const SQUARES_A_STEP: usize = 16;

/// How a leg continues after a step.
enum NextStep {
    /// Over a square without a node.
    Over,
    /// Through a node, which stays open.
    Through(u32),
}

impl<'a> Unroller<'a> {
    /// Creates an unroller for a kind, with movements laid out for a colour; `zones` are those that they may be bound to,
    /// `[zone][square]`. `budget` is shared by all trees of the variant.
    pub fn new(
        variant: &'a Variant,
        kind: Kind,
        color: Color,
        zones: Vec<Vec<bool>>,
        budget: &'a Budget,
    ) -> Self {
        let forest = Forest { first: vec![0], ..Forest::default() };
        let key = BundleKey { initial: Initial::Any, quoted: false, unloads: false, burn: None };
        Self {
            board: &variant.board,
            color,
            access: rules::access(variant, kind),
            starts: layout::starts(variant, kind),
            zones,
            forest,
            budget,
            steps: 0,
            taken_bytes: 0,
            excess: None,
            origin: Square(0),
            key,
            fresh: false,
        }
    }
    /// Returns the trees.
    ///
    /// # Errors
    /// The limit that was exceeded.
    pub fn finish(self) -> Result<Forest, Excess> {
        self.excess.map_or(Ok(self.forest), Err)
    }
    /// Adds the tree of the next square (a1 first): residual nodes, then the rest.
    pub fn add_square(&mut self, square: Square, bundles: &[Vec<Bundle<'_>>; 2]) {
        self.origin = square;
        if self.excess.is_some() {
            return;
        }
        let before = self.forest.nodes.len();
        let [residual, compiled] = bundles;
        let on_board = !self.board.is_hole(square);
        residual.iter().filter(|_| on_board).for_each(|bundle| self.add_bundle(bundle));
        self.forest.residual.push(self.forest.nodes.len() as u32);
        compiled.iter().filter(|_| on_board).for_each(|bundle| self.add_bundle(bundle));
        let added = self.forest.nodes.len() - before;
        if !self.budget.take_nodes(added) {
            self.excess = Some(Excess::Nodes);
        }
        self.take_bytes(added * size_of::<Node>());
        self.forest.first.push(self.forest.nodes.len() as u32);
    }
    fn add_bundle(&mut self, bundle: &Bundle<'_>) {
        (self.key, self.fresh) = (bundle.key, bundle.fresh);
        let mut path = self.start();
        match bundle.key.initial {
            Initial::StartSquare if !self.starts[self.origin.index()] => (),
            Initial::Zone(zone) | Initial::Change(TypeChange { zone, .. }) if !self.starts_in(zone) => (),
            Initial::Any | Initial::StartSquare | Initial::Zone(_) | Initial::Change(_) => {
                self.add_moves(bundle, &path);
            }
            Initial::Unmoved => {
                path.flags |= Flags::INITIAL;
                let flags = path.flags | Flags::GUARD;
                let all = Occupancy::all();
                let guard = self.open(self.origin.0, Occupancy::empty(), all, flags, &path, Extra::default());
                path.parent = guard;
                self.add_moves(bundle, &path);
                self.close(guard);
            }
        }
    }
    fn starts_in(&self, zone: u16) -> bool {
        self.zones.get(usize::from(zone)).is_some_and(|zone| zone[self.origin.index()])
    }
    fn add_moves(&mut self, bundle: &Bundle<'_>, path: &UnrollPath) {
        self.add_stems(&bundle.stems, path.clone());
        bundle.universal.iter().for_each(|leap| self.add_universal(leap, path.clone()));
    }
    /// The path before the first leg.
    fn start(&self) -> UnrollPath {
        let origin = self.origin;
        UnrollPath {
            at: PlanePoint::of(self.board, origin),
            parent: Node::NO_PARENT,
            leg_start: None,
            range: (1, 1),
            visited: Squares::of(origin.0),
            vacated: Squares::of(origin.0),
            cargo: Cargo::default(),
            mover: origin.0,
            trail: Vec::new(),
            last_slide: 1,
            flags: if self.key.quoted { Flags::QUOTED } else { Flags::default() },
        }
    }
    /// Adds universal leaps.
    ///
    /// SPEC: XBetza: "U Universal Leaper (Kraken), can teleport to every square except the one it is on".
    fn add_universal(&mut self, leap: &UniversalLeap, mut path: UnrollPath) {
        if leap.unload {
            path.unload(self.firm(self.origin));
        }
        for square in self.board.squares() {
            if square == self.origin || self.board.is_hole(square) {
                continue;
            }
            let stop = Stop { square: square.0, n: 1, ends: true, goes_on: false, passage: None };
            if leap.induce {
                self.borrow_or_slide(&path, stop);
            } else if leap.unload {
                self.end_or_slide(leap.landing, &path, stop);
            } else {
                let emit = self.allowed(square.0, leap.landing.pass | leap.landing.take, &path);
                self.end(square.0, emit, &path);
            }
        }
    }
    /// Returns the number of a square on which a piece can be put.
    ///
    /// SPEC: Interactive diagrams, "Irregular boards": what a piece has left "will revert to a hole": nothing is put there.
    fn firm(&self, square: Square) -> Option<u16> {
        Some(square.0).filter(|_| !self.board.is_fleeting(square))
    }
    /// Adds the nodes of a move that ends on a square and does not continue.
    ///
    /// On an empty square marked for en passant, the plain move and the capture are two moves.
    fn end(&mut self, square: u16, emit: Occupancy, path: &UnrollPath) {
        let plain = emit - Occupancy::EN_PASSANT;
        for emit in [plain, emit.difference(plain)] {
            if !emit.is_empty() {
                let extra = self.end_extra();
                let node = self.open(square, emit, Occupancy::empty(), Flags::TAKES, path, extra);
                self.close(node);
            }
        }
    }
    pub(super) fn add_stems(&mut self, stems: &[Stem<'_>], path: UnrollPath) {
        let mut last = None;
        for stem in stems {
            if !self.leads_nowhere(stem, &path)
                && let Some(earlier) = last.replace(stem)
            {
                self.add_stem(earlier, path.clone());
            }
        }
        if let Some(stem) = last {
            self.add_stem(stem, path);
        }
    }
    fn add_stem(&mut self, stem: &Stem<'_>, mut path: UnrollPath) {
        let start = path.at.square(self.board).map(|s| s.0);
        path.range = self.range(stem.leg, start, &path);
        path.leg_start = start;
        let firm = start.and_then(|square| self.firm(Square(square)));
        let can_go_on = match (stem.leg.unload, stem.leg.gate) {
            (true, _) => path.unload(firm),
            (false, true) => path.gate(firm),
            (false, false) => true,
        };
        if can_go_on {
            self.slide(stem, path);
        }
    }
    /// Whether the first step of a leg is impossible in every position.
    fn leads_nowhere(&self, stem: &Stem<'_>, path: &UnrollPath) -> bool {
        if stem.leg.off_board {
            return false;
        }
        let at = path.at.stepped(self.board, self.vector(stem, 1), stem.leg.wrap);
        at.square(self.board).is_none_or(|square| stem.leg.fresh && path.visited.contains(square.0))
    }
    /// Minimum and maximum number of steps of a leg after `path`; `start` is its first square, if that is on
    /// the board.
    fn range(&self, leg: &Leg, start: Option<u16>, path: &UnrollPath) -> (u16, u16) {
        if leg.iso {
            return (path.last_slide, path.last_slide);
        }
        let max = match leg.max {
            Reach::Steps(n) => n,
            Reach::Unlimited => u16::MAX,
            Reach::EnemyHalf => self.ranks_to_enemy_half(start),
        };
        (leg.min, max)
    }
    /// Steps to the last rank before the enemy half.
    ///
    /// SPEC: XBetza readings 31. From a point off the board there is no number of ranks to count: the least.
    fn ranks_to_enemy_half(&self, start: Option<u16>) -> u16 {
        let Some(square) = start else { return 1 };
        let rank = i32::from(self.board.relative_rank(self.color, Square(square)));
        let enemy_half = i32::from(self.board.ranks().div_ceil(2));
        (enemy_half - rank - 1).max(1) as u16
    }
    fn vector(&self, stem: &Stem<'_>, n: u16) -> Step {
        let step = stem.leg.step.rotated(stem.leg.bend.eighths(i32::from(n) - 1));
        if self.color == Color::White { step } else { step.turned() }
    }
    /// Unrolls a leg and all that follows. Not recursive, as a slide may take as many steps as there are
    /// squares.
    fn slide(&mut self, stem: &Stem<'_>, mut path: UnrollPath) {
        let mut passed: Vec<u32> = Vec::new();
        let mut n = 1;
        while let Some(onward) = self.step(stem, &mut path, n) {
            if let NextStep::Through(node) = onward {
                path.parent = node;
                passed.push(node);
            }
            n += 1;
        }
        passed.into_iter().rev().for_each(|node| self.close(node));
    }
    /// Unrolls the `n`-th step (from 1) of a leg, and all that follows if the leg ends there; `None` if it
    /// goes no further.
    fn step(&mut self, stem: &Stem<'_>, path: &mut UnrollPath, n: u16) -> Option<NextStep> {
        let leg = stem.leg;
        let (min, max) = path.range;
        let cost = 1 + (path.visited.len() + path.trail.len()) / SQUARES_A_STEP;
        if !self.budget.take_steps(cost, &mut self.steps) {
            self.excess = Some(Excess::Steps);
        }
        if n > max || self.excess.is_some() {
            return None;
        }
        let vector = self.vector(stem, n);
        let before = path.at;
        path.at = before.stepped(self.board, vector, leg.wrap);
        let Some(square) = path.at.square(self.board).map(|s| s.0) else {
            if leg.off_board && n >= min && (n - min) % leg.every == 0 {
                path.last_slide = if leg.max == Reach::Steps(1) { path.last_slide } else { n };
                self.add_stems(&stem.next, path.clone());
            }
            return None;
        };
        if leg.fresh && path.visited.contains(square)
            || (n > 1 || leg.wrap != Wrap::None) && path.leg_start == Some(square)
        {
            return None;
        }
        let minds_passed = leg.path != PathRule::Any || leg.trail;
        if minds_passed && !self.budget.take_steps(squares_passed(vector), &mut self.steps) {
            self.excess = Some(Excess::Steps);
            return None;
        }
        // A leg that begins off the board stops before returning to the first square it entered.
        path.leg_start = path.leg_start.or(Some(square));
        let passage = self.passage(leg.path, before, vector, leg.wrap, path).ok()?;
        self.extend_trail(stem, before, vector, square, path);
        if self.fresh {
            path.visited.insert(square);
        }
        if n <= leg.skip {
            return Some(NextStep::Over);
        }
        let ends = n >= min && (n - min) % leg.every == 0 && !leg.off_board;
        let landing = Stop { square, n, ends, goes_on: n < max, passage };
        if stem.next.is_empty() {
            return self.finish_or_slide(stem, path, landing).map(NextStep::Through);
        }
        if landing.ends {
            self.land(stem, path, &landing);
        }
        landing.goes_on.then(|| {
            let extra = Extra { passage: landing.passage, ..Extra::default() };
            let flags = Flags::SLIDES;
            NextStep::Through(self.open(square, Occupancy::empty(), Occupancy::EMPTY, flags, path, extra))
        })
    }
}

/// Number of squares that a leap passes on all shortest paths together.
fn squares_passed(leap: Step) -> usize {
    let length = usize::from(leap.size().1.unsigned_abs());
    leap.count_routes().saturating_mul(length.saturating_sub(1))
}
