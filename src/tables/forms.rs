//! Compiled forms: the movements that need no tree.
//!
//! Leaps, rides along straight lines, hops over one piece of such a line, and single leaps with a condition
//! (lame, initial, leaving a trail) become bit sets. What is left of a piece keeps its trajectory tree. Captures
//! in passing and captures of royals only are left out of both: they are found through the reverse tables.

use super::Kind;
use super::leap::{Point, paths};
use crate::board::{Color, Square, bits};
use crate::notation::legs::{
    Bend, Initial, Kind as MovementKind, Landing, Leg, Movement, Occupancy, PathRule, Reach, Step, Wrap,
};
use crate::variant::Variant;
use std::ops::Range;

/// A ride of one kind: a ray table and what the ride may do on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ride {
    /// First set of the ride's rays, as far as its range goes, in the table of rays: one set a square.
    pub ray: u32,
    /// First set of the unlimited rays in the same direction; row `square + 1`, rows of nothing before and behind.
    pub full: u32,
    /// May it end on empty squares?
    pub quiet: bool,
    /// May it capture?
    pub takes: bool,
    /// What lies between start and end.
    pub way: Way,
}

/// What a ride passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Empty squares only.
    Clear,
    /// Exactly one piece, then empty squares (`p`).
    Hop,
    /// Exactly one piece, just before the end (`g`).
    HopBehind,
}

/// A single leap with conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditional {
    /// Where it ends.
    pub to: u16,
    /// May it end on an empty square?
    pub quiet: bool,
    /// May it capture?
    pub takes: bool,
    /// Only for a piece that has not moved.
    pub virgin: bool,
    /// Does it leave a trail? Then the move names its node.
    pub trail: bool,
    /// Sets of squares, one of which must be empty: first set and number; none: no condition.
    pub ways: (u32, u16),
    /// Node of the full tree, for moves that leave a trail.
    pub node: u32,
}

/// Rides of one kind.
#[derive(Clone, Debug, Default)]
pub struct Rides {
    /// Over empty squares, towards higher square numbers.
    pub ascending: Vec<Ride>,
    /// Over empty squares, towards lower square numbers.
    pub descending: Vec<Ride>,
    /// Over one piece, towards higher square numbers.
    pub hops_up: Vec<Ride>,
    /// Over one piece, towards lower square numbers.
    pub hops_down: Vec<Ride>,
}

/// Bit sets of every kind.
#[derive(Debug, Default)]
pub struct Forms {
    /// Words of a set.
    pub width: usize,
    squares: usize,
    /// `[kind * squares + square]`: empty squares it may leap to.
    pub quiet_leaps: Box<[u64]>,
    /// `[kind * squares + square]`: squares it may capture on by a leap.
    pub taking_leaps: Box<[u64]>,
    /// `[kind]`.
    pub rides: Box<[Rides]>,
    /// Rays of all rides.
    pub rays: Box<[u64]>,
    conditionals: Box<[Conditional]>,
    /// `[kind * squares + square]`; one more entry closes the last.
    first_conditional: Box<[u32]>,
    /// Sets that conditions refer to.
    pub ways: Box<[u64]>,
    /// `[kind]`: has it conditional leaps, and are all of them initial?
    pub conditional_kinds: Box<[Conditionals]>,
    /// `[kind]`: squares that moves of it may end on.
    pub enterable: Box<[u64]>,
    /// `[kind]`: squares where arriving from outside the promotion zone is one move.
    pub single: Box<[u64]>,
    /// `[kind]`: has it movements that capture only royals?
    pub hunts: Box<[bool]>,
    /// `[colour][square]`: kinds and origins whose compiled movements could capture in passing there.
    pub passing: [Vec<Vec<(Kind, Square)>>; 2],
}

/// Whether a kind has conditional leaps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Conditionals {
    /// None.
    #[default]
    None,
    /// Only initial ones.
    Initial,
    /// Some at any time.
    Always,
}

impl Forms {
    /// Conditional leaps of a kind from a square.
    #[inline]
    pub fn conditionals(&self, kind: Kind, square: Square) -> &[Conditional] {
        let slot = kind.index() * self.squares + square.index();
        &self.conditionals[self.first_conditional[slot] as usize..self.first_conditional[slot + 1] as usize]
    }
    /// Index of the sets of a kind on a square.
    #[inline]
    pub fn slot(&self, kind: Kind, square: Square) -> usize {
        kind.index() * self.squares + square.index()
    }
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        (self.quiet_leaps.len() + self.taking_leaps.len() + self.rays.len() + self.ways.len()) * 8
            + self.conditionals.len() * size_of::<Conditional>()
            + self.first_conditional.len() * 4
    }
}

/// How a movement is compiled.
#[derive(Clone, Copy)]
enum Form<'a> {
    Leap(&'a Leg),
    Conditional(&'a Leg, Initial),
    /// Single steps over empty squares, the last of them ordinary.
    Steps(&'a [Leg], Initial),
    Ride(&'a Leg, Way),
    /// Only captures of royals or in passing: left to the reverse tables.
    Reverse,
    Tree,
}

const PLAIN: Occupancy = Occupancy(Occupancy::EMPTY.0 | Occupancy::ENEMIES.0);

/// What a landing does apart from captures in passing, if that is ordinary.
fn ordinary(landing: Landing) -> Option<(bool, bool)> {
    let takes = landing.take.without(Occupancy::EN_PASSANT);
    let fits = landing.pass.without(PLAIN).is_empty() && (takes == Occupancy::ENEMIES || takes.is_empty());
    fits.then_some((landing.pass.meets(Occupancy::EMPTY), !takes.is_empty()))
}

fn straight(leg: &Leg) -> bool {
    let plain = !leg.unload
        && !leg.gate
        && leg.every == 1
        && !leg.excite
        && !leg.iso
        && !leg.off_board
        && leg.skip == 0
        && leg.min == 1;
    plain && leg.wrap == Wrap::None && leg.bend == Bend::Straight && leg.max != Reach::EnemyHalf
}

fn classify(movement: &Movement, royal: bool) -> Form<'_> {
    let MovementKind::Walk(legs) = &movement.kind else { return Form::Tree };
    // Initial moves of a royal may not leave check: their nodes say so.
    if movement.quoted
        || !movement.flames.is_empty()
        || !legs.iter().all(straight)
        || royal && movement.initial == Initial::Virgin
    {
        return Form::Tree;
    }
    match &legs[..] {
        // A continuation that may not visit a square twice is ordinary where it could not anyway: in single steps.
        _ if legs.iter().any(|leg| leg.fresh && leg.max != Reach::Steps(1)) => Form::Tree,
        [leg] => classify_leg(leg, movement.initial),
        [first @ .., last]
            if first.iter().all(is_silent_step) && is_ordinary_step(last) && never_returns(legs) =>
        {
            Form::Steps(legs, movement.initial)
        }
        [hop, off] => {
            let hops = !off.fresh
                && hop.landing == Landing { pass: Occupancy::OCCUPIED, take: Occupancy::NONE }
                && hop.step == off.step
                && hop.max == Reach::Unlimited
                && !hop.trail
                && !off.trail
                && hop.path == PathRule::Any
                && off.path == PathRule::Any
                && movement.initial == Initial::Any
                && ordinary(off.landing).is_some()
                && !off.landing.take.meets(Occupancy::EN_PASSANT);
            match off.max {
                Reach::Unlimited if hops => Form::Ride(off, Way::Hop),
                Reach::Steps(1) if hops => Form::Ride(off, Way::HopBehind),
                _ => Form::Tree,
            }
        }
        _ => Form::Tree,
    }
}

/// Do the legs come to no point twice, the start included?
fn never_returns(legs: &[Leg]) -> bool {
    let mut points = vec![(0, 0)];
    for leg in legs {
        let (x, y) = points[points.len() - 1];
        points.push((x + leg.step.dx, y + leg.step.dy));
    }
    (1..points.len()).all(|n| !points[..n].contains(&points[n]))
}

/// A single step to an empty square that leaves nothing behind.
fn is_silent_step(leg: &Leg) -> bool {
    let landing = Landing { pass: Occupancy::EMPTY, take: Occupancy::NONE };
    leg.max == Reach::Steps(1) && leg.landing == landing && !leg.trail && leg.path == PathRule::Any
}

fn is_ordinary_step(leg: &Leg) -> bool {
    let passing = leg.landing.take.meets(Occupancy::EN_PASSANT);
    leg.max == Reach::Steps(1)
        && !leg.trail
        && !passing
        && leg.path == PathRule::Any
        && ordinary(leg.landing).is_some()
}

fn classify_leg(leg: &Leg, initial: Initial) -> Form<'_> {
    let takes = leg.landing.take.without(Occupancy::EN_PASSANT);
    let single = leg.max == Reach::Steps(1);
    let passing = leg.landing.take.meets(Occupancy::EN_PASSANT);
    let simple = leg.path == PathRule::Any && initial == Initial::Any;
    if passing && !(single && simple) {
        return Form::Tree;
    }
    if leg.landing.pass.is_empty() && simple && (takes.is_empty() || takes == Occupancy::ENEMY_ROYAL) {
        return Form::Reverse;
    }
    if ordinary(leg.landing).is_none() || leg.path == PathRule::Blocked {
        return Form::Tree;
    }
    let adjacent = leg.step.dx.abs() <= 1 && leg.step.dy.abs() <= 1;
    let free = leg.path == PathRule::Any || adjacent;
    match (single, initial) {
        (true, Initial::Any) if free && !leg.trail => Form::Leap(leg),
        (true, _) => Form::Conditional(leg, initial),
        (false, Initial::Any) if free && !leg.trail => Form::Ride(leg, Way::Clear),
        _ => Form::Tree,
    }
}

/// Movements of a piece that keep their tree.
pub fn residual(movements: &[Movement], royal: bool) -> Vec<Movement> {
    let kept = |m: &&Movement| matches!(classify(m, royal), Form::Tree);
    let unrolls = |m: &&Movement| matches!(m.kind, MovementKind::Walk(_) | MovementKind::Universal(_));
    movements.iter().filter(unrolls).filter(kept).cloned().collect()
}

/// Does the movement capture nothing but royals?
fn hunts_royals(movement: &Movement, royal: bool) -> bool {
    let MovementKind::Walk(legs) = &movement.kind else { return false };
    let reverse = matches!(classify(movement, royal), Form::Reverse);
    reverse && legs[0].landing.take.meets(Occupancy::ENEMY_ROYAL)
}

/// Builds the forms of all kinds.
#[derive(Debug)]
pub struct FormBuilder<'a> {
    variant: &'a Variant,
    width: usize,
    squares: usize,
    rays: Vec<u64>,
    /// `(step, range)` and the first set of its rays.
    known: Vec<((Step, u16), u32)>,
    known_full: Vec<(Step, u32)>,
    ways: Vec<u64>,
}

/// What is known of one kind before its forms are built.
#[derive(Clone, Copy, Debug)]
pub struct KindFacts<'a> {
    /// The kind.
    pub kind: Kind,
    /// Is it royal?
    pub royal: bool,
    /// `[square]`: may its moves end there?
    pub open: &'a [bool],
    /// `[square]`: does the type start there?
    pub starts: &'a [bool],
}

impl<'a> FormBuilder<'a> {
    /// A builder for a variant.
    pub fn new(variant: &'a Variant) -> Self {
        let squares = variant.board.len();
        let width = bits::width(squares);
        Self {
            variant,
            width,
            squares,
            rays: Vec::new(),
            known: Vec::new(),
            known_full: Vec::new(),
            ways: Vec::new(),
        }
    }
    /// The forms. `node` finds the node of a kind's full tree, from one square, where a trail-leaving leap ends.
    pub fn build(mut self, kinds: &[KindFacts<'_>], node: impl Fn(Kind, Square, u16) -> u32) -> Forms {
        let sets = kinds.len() * self.squares * self.width;
        let mut forms = Forms {
            width: self.width,
            squares: self.squares,
            quiet_leaps: vec![0; sets].into(),
            taking_leaps: vec![0; sets].into(),
            passing: [vec![Vec::new(); self.squares], vec![Vec::new(); self.squares]],
            ..Forms::default()
        };
        let (mut rides, mut conditional_kinds, mut hunts) = (Vec::new(), Vec::new(), Vec::new());
        let (mut conditionals, mut first) = (Vec::<Conditional>::new(), Vec::new());
        let mut enterable = vec![0; kinds.len() * self.width];
        for facts in kinds {
            let movements = &self.variant.pieces[facts.kind.piece().index()].movements;
            rides.push(self.rides(facts, movements));
            let start = conditionals.len();
            for square in self.variant.board.squares() {
                self.leaps(facts, movements, square, &mut forms);
                first.push(conditionals.len() as u32);
                self.conditional_leaps(facts, movements, square, &mut conditionals);
                let from = first[first.len() - 1] as usize;
                for entry in conditionals[from..].iter_mut().filter(|entry| entry.trail) {
                    entry.node = node(facts.kind, square, entry.to);
                }
                if facts.open[square.index()] {
                    enterable[facts.kind.index() * self.width + square.index() / 64] |=
                        1 << (square.index() % 64);
                }
            }
            conditional_kinds.push(match &conditionals[start..] {
                [] => Conditionals::None,
                own if own.iter().all(|c| c.virgin) => Conditionals::Initial,
                _ => Conditionals::Always,
            });
            hunts.push(movements.iter().any(|m| hunts_royals(m, facts.royal)));
        }
        first.push(conditionals.len() as u32);
        forms.rides = rides.into();
        forms.rays = self.rays.into();
        forms.conditionals = conditionals.into();
        forms.first_conditional = first.into();
        forms.ways = self.ways.into();
        forms.conditional_kinds = conditional_kinds.into();
        forms.enterable = enterable.into();
        forms.hunts = hunts.into();
        forms
    }
    fn on_board(&self, square: Square) -> bool {
        !self.variant.board.is_hole(square)
    }
    fn target(&self, kind: Kind, from: Square, step: Step) -> Option<Square> {
        let step = if kind.color() == Color::White { step } else { step.turned() };
        let board = &self.variant.board;
        Point::of(board, from).stepped(board, step, Wrap::None).square(board)
    }
    fn leaps(&self, facts: &KindFacts<'_>, movements: &[Movement], from: Square, forms: &mut Forms) {
        let slot = forms.slot(facts.kind, from) * self.width;
        for movement in movements.iter().filter(|_| self.on_board(from)) {
            let (leg, leaps) = match classify(movement, facts.royal) {
                Form::Leap(leg) => (leg, true),
                Form::Reverse => match &movement.kind {
                    MovementKind::Walk(legs) => (&legs[0], false),
                    _ => continue,
                },
                _ => continue,
            };
            let Some(to) = self.target(facts.kind, from, leg.step).filter(|to| facts.open[to.index()]) else {
                continue;
            };
            if leg.landing.take.meets(Occupancy::EN_PASSANT) {
                forms.passing[facts.kind.color().index()][to.index()].push((facts.kind, from));
            }
            let (rests, takes) = ordinary(leg.landing).unwrap_or_default();
            let (word, bit) = (slot + to.index() / 64, 1 << (to.index() % 64));
            forms.quiet_leaps[word] |= u64::from(leaps && rests) * bit;
            forms.taking_leaps[word] |= u64::from(leaps && takes) * bit;
        }
    }
    fn conditional_leaps(
        &mut self,
        facts: &KindFacts<'_>,
        movements: &[Movement],
        from: Square,
        found: &mut Vec<Conditional>,
    ) {
        let mut entries: Vec<(Conditional, Vec<Vec<Square>>)> = Vec::new();
        for movement in movements.iter().filter(|_| !self.variant.board.is_hole(from)) {
            let (last, way, initial) = match classify(movement, facts.royal) {
                Form::Conditional(leg, initial) => (leg, self.ways_of_leap(facts.kind, from, leg), initial),
                Form::Steps(legs, initial) => {
                    (&legs[legs.len() - 1], self.way_of_steps(facts.kind, from, legs), initial)
                }
                _ => continue,
            };
            let Some((to, ways)) = way.filter(|(to, _)| facts.open[to.index()]) else { continue };
            if initial == Initial::StartSquare && !facts.starts[from.index()] {
                continue;
            }
            let (quiet, takes) = ordinary(last.landing).unwrap_or_default();
            let virgin = initial == Initial::Virgin;
            let entry =
                Conditional { to: to.0, quiet, takes, virgin, trail: last.trail, ways: (0, 0), node: 0 };
            match entries.iter_mut().find(|(known, _)| *known == entry) {
                // An unconditional way makes the others superfluous.
                Some((_, known)) if known.is_empty() || ways.is_empty() => known.clear(),
                Some((_, known)) => known.extend(ways),
                None => entries.push((entry, ways)),
            }
        }
        for (entry, ways) in entries {
            found.push(Conditional { ways: self.store_ways(&ways), ..entry });
        }
    }
    /// Where single steps lead, and the squares between; `None` where they leave the board.
    fn way_of_steps(&self, kind: Kind, from: Square, legs: &[Leg]) -> Option<(Square, Vec<Vec<Square>>)> {
        let mut way = vec![from];
        for leg in legs {
            way.push(self.target(kind, way[way.len() - 1], leg.step)?);
        }
        let to = way.pop()?;
        way.remove(0);
        Some((to, vec![way]))
    }
    fn store_ways(&mut self, ways: &[Vec<Square>]) -> (u32, u16) {
        let first = self.ways.len() / self.width;
        for way in ways {
            let set = self.ways.len();
            self.ways.resize(set + self.width, 0);
            way.iter().for_each(|s| self.ways[set + s.index() / 64] |= 1 << (s.index() % 64));
        }
        (first as u32, ways.len() as u16)
    }
    /// Where a leap leads, and its ways if one of them must be empty; `None` where it is never possible.
    fn ways_of_leap(&self, kind: Kind, from: Square, leg: &Leg) -> Option<(Square, Vec<Vec<Square>>)> {
        let to = self.target(kind, from, leg.step)?;
        let adjacent = leg.step.dx.abs() <= 1 && leg.step.dy.abs() <= 1;
        if leg.path == PathRule::Any || adjacent {
            return Some((to, Vec::new()));
        }
        let board = &self.variant.board;
        let step = if kind.color() == Color::White { leg.step } else { leg.step.turned() };
        let ways = paths(board, Point::of(board, from), step, Wrap::None);
        let whole = |way: &Vec<Point>| way.iter().map(|p| p.square(board)).collect::<Option<Vec<Square>>>();
        let ways: Vec<Vec<Square>> = ways.iter().filter_map(whole).collect();
        (!ways.is_empty()).then_some((to, ways))
    }
    fn rides(&mut self, facts: &KindFacts<'_>, movements: &[Movement]) -> Rides {
        let mut rides = Rides::default();
        for movement in movements {
            let Form::Ride(leg, way) = classify(movement, facts.royal) else { continue };
            let step = if facts.kind.color() == Color::White { leg.step } else { leg.step.turned() };
            let range = match leg.max {
                Reach::Steps(n) if way == Way::Clear => n,
                _ => u16::MAX,
            };
            let (quiet, takes) = ordinary(leg.landing).unwrap_or_default();
            let (ray, full) = (self.ray(step, range), self.full(step));
            let ride = Ride { ray, full, quiet, takes, way };
            let ascends = step.dy > 0 || step.dy == 0 && step.dx > 0;
            let list = match (way, ascends) {
                (Way::Clear, true) => &mut rides.ascending,
                (Way::Clear, false) => &mut rides.descending,
                (_, true) => &mut rides.hops_up,
                (_, false) => &mut rides.hops_down,
            };
            let same = |r: &&mut Ride| (r.ray, r.full, r.way) == (ride.ray, ride.full, ride.way);
            match list.iter_mut().find(same) {
                Some(known) => (known.quiet, known.takes) = (known.quiet | quiet, known.takes | takes),
                None => list.push(ride),
            }
        }
        rides
    }
    /// Squares of the ray from a square, nearest first.
    fn squares_of_ray(&self, from: Square, step: Step, range: u16) -> Vec<Square> {
        let board = &self.variant.board;
        let mut squares = Vec::new();
        let mut at = Point::of(board, from);
        while squares.len() < usize::from(range) {
            at = at.stepped(board, step, Wrap::None);
            let Some(square) = at.square(board) else { break };
            squares.push(square);
        }
        squares
    }
    fn push_rays(&mut self, step: Step, range: u16, rows: Range<usize>) -> u32 {
        let first = self.rays.len() / self.width;
        let base = self.rays.len();
        self.rays.resize(base + rows.end * self.width, 0);
        let on_board: Vec<Square> = self.variant.board.squares().filter(|&s| self.on_board(s)).collect();
        for from in on_board {
            let row = base + (from.index() + rows.start) * self.width;
            for square in self.squares_of_ray(from, step, range) {
                self.rays[row + square.index() / 64] |= 1 << (square.index() % 64);
            }
        }
        first as u32
    }
    fn ray(&mut self, step: Step, range: u16) -> u32 {
        if let Some(known) = self.known.iter().find(|k| k.0 == (step, range)) {
            return known.1;
        }
        let first = self.push_rays(step, range, 0..self.squares);
        self.known.push(((step, range), first));
        first
    }
    fn full(&mut self, step: Step) -> u32 {
        if let Some(known) = self.known_full.iter().find(|k| k.0 == step) {
            return known.1;
        }
        let first = self.push_rays(step, u16::MAX, 1..self.width * 64 + 2);
        self.known_full.push((step, first));
        first
    }
}
