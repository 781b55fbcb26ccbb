//! Compiled forms: the movements that need no tree.
//!
//! Leaps, rides along straight lines, hops over one piece of such a line, and single leaps with a condition
//! (lame, initial, leaving a trail) become bit sets. What is left of a piece keeps its trajectory tree. Captures
//! in passing and captures of royals only are left out of both: they are found through the reverse tables.

use super::Kind;
use super::leap::{Point, paths};
use super::profile::Profile;
use super::setwise;
use crate::board::{Color, Geometry, Square, bits};
use crate::notation::legs::{
    Bend, Initial, Kind as MovementKind, Landing, Leg, Movement, Occupancy, PathRule, Reach, Step, Wrap,
};
use crate::position::Move;
use crate::variant::Variant;

/// A ride of one kind: a ray table and what the ride may do on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ride {
    /// First set of the ride's rays, as far as its range goes, in the table of rays: one set a square.
    pub ray: u32,
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
    /// Rides over empty squares that end on empty squares and capture, by fours: numbers in [`Forms::fans`].
    pub fans: Box<[u32]>,
    /// Do all moves of the kind, its leaps too, end on empty squares as well as capture, riding over nothing?
    pub uniform: bool,
    /// Other rides.
    pub others: OtherRides,
}

/// Rides that only capture or only do not, or pass a piece.
#[derive(Clone, Debug, Default)]
pub struct OtherRides {
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
    /// Number of squares of the board.
    pub squares: usize,
    /// `[kind * squares + square]`: empty squares it may leap to.
    pub quiet_leaps: Box<[u64]>,
    /// `[kind * squares + square]`: squares it may capture on by a leap.
    pub taking_leaps: Box<[u64]>,
    /// `[kind]`.
    pub rides: Box<[Rides]>,
    /// Rays of all rides.
    pub rays: Box<[u64]>,
    /// `[fan * squares + square]`: four rays, two towards higher square numbers, two towards lower.
    pub fans: Box<[u64]>,
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
    /// `[kind * squares + square]`: squares from where the kind could capture on some square that a royal of the
    /// other colour leaps to from the square.
    pub around: Box<[u64]>,
    /// `[colour]`: the promotion zone.
    pub zone: Box<[u64]>,
    /// `[kind]`: squares where arriving from outside the promotion zone changes nothing.
    pub plain: Box<[u64]>,
    /// `[kind]`: has it movements that capture only royals?
    pub hunts: Box<[bool]>,
    /// `[kind]`: all its steps, if it has few and nothing else.
    pub steps: Box<[Box<[setwise::Step]>]>,
    /// `[kind]`: how its moves are counted.
    pub profiles: Box<[Profile]>,
    /// `[colour][square]`: kinds and origins whose compiled movements could capture in passing there.
    pub passing: [Vec<Vec<(Kind, Square)>>; 2],
}

impl Rides {
    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.fans.is_empty() && self.others.is_empty()
    }
}

impl OtherRides {
    /// Are there none?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        [&self.ascending, &self.descending, &self.hops_up, &self.hops_down].iter().all(|list| list.is_empty())
    }
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
    /// The move of a kind that leaves a trail between two squares, if it has one; else the ordinary move.
    #[inline]
    pub(crate) fn trailing(&self, kind: Kind, from: Square, to: Square) -> Move {
        let leaves_trail = |entry: &&Conditional| entry.trail && entry.to == to.0;
        match self.conditionals(kind, from).iter().find(leaves_trail) {
            Some(entry) => Move::walk(from, to, entry.node),
            None => Move::plain(from, to),
        }
    }
    /// Index of the sets of a kind on a square.
    #[inline]
    pub fn slot(&self, kind: Kind, square: Square) -> usize {
        kind.index() * self.squares + square.index()
    }
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        let leaps = self.quiet_leaps.len() + self.taking_leaps.len();
        (leaps + self.rays.len() + self.fans.len() + self.ways.len()) * 8
            + self.conditionals.len() * size_of::<Conditional>()
            + self.first_conditional.len() * 4
    }
}

/// How a movement is compiled.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    Leap(&'a Leg),
    Conditional(&'a Leg, Initial),
    /// Single steps over empty squares, the last of them ordinary.
    Steps(&'a [Leg], Initial),
    Ride(&'a Leg, Way),
    /// Only captures of royals or in passing: left to the reverse tables.
    Reverse(&'a Leg),
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
        || matches!(movement.initial, Initial::Zone(_))
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
        return Form::Reverse(leg);
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

/// The forms of a piece's movements.
///
/// Captures of royals alone are found through the reverse tables, which know whether a piece attacks, not by which of
/// its movements: beside one that keeps its tree, and may take the royal on its way, they keep theirs.
///
/// Where squares vanish under pieces that leave them everything keeps its tree.
pub(super) fn classify_all<'a>(board: &Geometry, movements: &'a [Movement], royal: bool) -> Vec<Form<'a>> {
    let whole = !board.has_fleeting();
    let of = |movement| if whole { classify(movement, royal) } else { Form::Tree };
    let mut forms: Vec<Form<'a>> = movements.iter().map(of).collect();
    let keeps_tree = |(movement, form): (&Movement, &Form<'_>)| {
        !matches!(movement.kind, MovementKind::Castle(_) | MovementKind::Drop(_)) && form.is_residual()
    };
    if movements.iter().zip(&forms).any(keeps_tree) {
        forms.iter_mut().filter(|form| hunts_royals(form)).for_each(|form| *form = Form::Tree);
    }
    forms
}

impl Form<'_> {
    /// Does the movement keep its tree?
    pub(super) fn is_residual(&self) -> bool {
        matches!(self, Form::Tree)
    }
}

/// Does a movement of this form capture nothing but royals?
fn hunts_royals(form: &Form<'_>) -> bool {
    matches!(form, Form::Reverse(leg) if leg.landing.take.meets(Occupancy::ENEMY_ROYAL))
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
    fans: Vec<u64>,
    known_fans: Vec<[Option<u32>; 4]>,
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
            fans: Vec::new(),
            known_fans: Vec::new(),
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
            let mut movements = classify_all(&self.variant.board, movements, facts.royal);
            movements.retain(|form| !form.is_residual());
            rides.push(self.rides(facts, &movements));
            let start = conditionals.len();
            for square in self.variant.board.squares() {
                self.leaps(facts, &movements, square, &mut forms);
                first.push(conditionals.len() as u32);
                self.conditional_leaps(facts, &movements, square, &mut conditionals);
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
            hunts.push(movements.iter().any(hunts_royals));
        }
        first.push(conditionals.len() as u32);
        let leaps_of = |table: &[u64], kind: usize| {
            let row = self.squares * self.width;
            table[kind * row..(kind + 1) * row].to_vec()
        };
        for (kind, rides) in rides.iter_mut().enumerate() {
            let same = leaps_of(&forms.quiet_leaps, kind) == leaps_of(&forms.taking_leaps, kind);
            rides.uniform = same && rides.others.is_empty();
        }
        forms.rides = rides.into();
        forms.rays = self.rays.into();
        forms.fans = self.fans.into();
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
    fn leaps(&self, facts: &KindFacts<'_>, movements: &[Form<'_>], from: Square, forms: &mut Forms) {
        let slot = forms.slot(facts.kind, from) * self.width;
        for form in movements.iter().filter(|_| self.on_board(from)) {
            let (leg, leaps) = match form {
                Form::Leap(leg) => (leg, true),
                Form::Reverse(leg) => (leg, false),
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
        movements: &[Form<'_>],
        from: Square,
        found: &mut Vec<Conditional>,
    ) {
        let mut entries: Vec<(Conditional, Vec<Vec<Square>>)> = Vec::new();
        for form in movements.iter().filter(|_| self.on_board(from)) {
            let (last, way, initial) = match *form {
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
    fn rides(&mut self, facts: &KindFacts<'_>, movements: &[Form<'_>]) -> Rides {
        let mut others = self.all_rides(facts, movements);
        let mut split = |list: fn(&mut OtherRides) -> &mut Vec<Ride>| -> Vec<u32> {
            let list = list(&mut others);
            let (both, rest) = list.iter().partition(|ride| ride.quiet && ride.takes);
            *list = rest;
            let both: Vec<Ride> = both;
            both.iter().map(|ride| ride.ray).collect()
        };
        let (up, down) = (split(|rides| &mut rides.ascending), split(|rides| &mut rides.descending));
        let pairs = |rays: &[u32], n: usize| [2 * n, 2 * n + 1].map(|n| rays.get(n).copied());
        let count = up.len().max(down.len()).div_ceil(2);
        let fans = (0..count).map(|n| self.fan(pairs(&up, n), pairs(&down, n))).collect();
        Rides { fans, uniform: false, others }
    }
    /// Number of the fan of those rays.
    fn fan(&mut self, up: [Option<u32>; 2], down: [Option<u32>; 2]) -> u32 {
        let rays = [up[0], up[1], down[0], down[1]];
        if let Some(known) = self.known_fans.iter().position(|known| *known == rays) {
            return known as u32;
        }
        for square in 0..self.squares {
            for ray in rays {
                let row = ray.map(|ray| (ray as usize + square) * self.width);
                let words = row.map_or(vec![0; self.width], |row| self.rays[row..row + self.width].to_vec());
                self.fans.extend(words);
            }
        }
        self.known_fans.push(rays);
        self.known_fans.len() as u32 - 1
    }
    fn all_rides(&mut self, facts: &KindFacts<'_>, movements: &[Form<'_>]) -> OtherRides {
        let mut rides = OtherRides::default();
        for form in movements {
            let Form::Ride(leg, way) = *form else { continue };
            let step = if facts.kind.color() == Color::White { leg.step } else { leg.step.turned() };
            let range = match leg.max {
                Reach::Steps(n) if way == Way::Clear => n,
                _ => u16::MAX,
            };
            let (quiet, takes) = ordinary(leg.landing).unwrap_or_default();
            let ride = Ride { ray: self.ray(step, range), quiet, takes, way };
            let ascends = step.dy > 0 || step.dy == 0 && step.dx > 0;
            let list = match (way, ascends) {
                (Way::Clear, true) => &mut rides.ascending,
                (Way::Clear, false) => &mut rides.descending,
                (_, true) => &mut rides.hops_up,
                (_, false) => &mut rides.hops_down,
            };
            let same = |r: &&mut Ride| (r.ray, r.way) == (ride.ray, ride.way);
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
    fn push_rays(&mut self, step: Step, range: u16) -> u32 {
        let base = self.rays.len();
        self.rays.resize(base + self.squares * self.width, 0);
        let on_board: Vec<Square> = self.variant.board.squares().filter(|&s| self.on_board(s)).collect();
        for from in on_board {
            let row = base + from.index() * self.width;
            for square in self.squares_of_ray(from, step, range) {
                self.rays[row + square.index() / 64] |= 1 << (square.index() % 64);
            }
        }
        (base / self.width) as u32
    }
    fn ray(&mut self, step: Step, range: u16) -> u32 {
        if let Some(known) = self.known.iter().find(|k| k.0 == (step, range)) {
            return known.1;
        }
        let first = self.push_rays(step, range);
        self.known.push(((step, range), first));
        first
    }
}
