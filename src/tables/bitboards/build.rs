//! Construction of bit sets and lists from classified movements.

use super::classify::{Classifier, Form, captures_only_royals, ordinary};
use super::{BitboardMoves, Conditional, Conditionals, OtherRides, RayCondition, Ride, Rides};
use crate::board::bits::{self, insert};
use crate::board::{Color, Kind, Square};
use crate::notation::legs::{Initial, Leg, Occupancy, PathRule, Reach, Step, Wrap};
use crate::tables::bans::Bans;
use crate::tables::leap::{PlanePoint, paths};
use crate::variant::Variant;

/// Builds the compiled forms of all kinds.
#[derive(Debug)]
pub struct FormBuilder<'a> {
    variant: &'a Variant,
    classifier: Classifier<'a>,
    width: usize,
    squares: usize,
    rays: Vec<u64>,
    /// Paths and the index of their first ray set.
    known: Vec<(StraightPath, u32)>,
    fans: Vec<u64>,
    known_fans: Vec<[Option<u32>; 4]>,
    ways: Vec<u64>,
}

/// A straight path: its step, wrapping and range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StraightPath {
    step: Step,
    wrap: Wrap,
    range: u16,
}

/// Facts about one kind needed to build its forms.
#[derive(Clone, Debug)]
pub struct KindFacts {
    /// The kind.
    pub kind: Kind,
    /// `[square]`: whether its moves may end there.
    pub open: Vec<bool>,
    /// `[square]`: whether the type starts there.
    pub starts: Vec<bool>,
}

/// Whether there are conditional leaps, and whether all of them are initial.
fn condition_of(leaps: &[Conditional]) -> Conditionals {
    match leaps {
        [] => Conditionals::None,
        leaps if leaps.iter().all(|leap| leap.unmoved) => Conditionals::Initial,
        _ => Conditionals::Always,
    }
}

/// The set of the squares that are marked.
fn set_of(marked: &[bool]) -> Vec<u64> {
    let mut set = vec![0; bits::width(marked.len())];
    let squares = (0..marked.len()).filter(|&square| marked[square]);
    squares.for_each(|square| insert(&mut set, square));
    set
}

impl BitboardMoves {
    /// Stores the conditional leaps; `first` as in [`Self::first_conditional`].
    fn set_conditionals(&mut self, conditionals: Vec<Conditional>, first: Vec<u32>) {
        let between = |first: u32, end: u32| &conditionals[first as usize..end as usize];
        let rows = || first[..first.len() - 1].chunks(self.squares).zip(first[1..].chunks(self.squares));
        let of_kinds = || rows().map(|(starts, ends)| between(starts[0], ends[self.squares - 1]));
        let clashing = |(starts, ends): (&[u32], &[u32])| {
            starts.iter().zip(ends).any(|(&start, &end)| clash(between(start, end)))
        };
        self.clashing = rows().map(clashing).collect();
        self.conditional_kinds = of_kinds().map(condition_of).collect();
        self.conditional_takes = of_kinds().map(|own| own.iter().any(|c| c.takes)).collect();
        self.conditionals = conditionals.into();
        self.first_conditional = first.into();
    }
}

/// Whether two conditional leaps of one list could be the same move in the same position.
fn clash(entries: &[Conditional]) -> bool {
    let alike = |a: &Conditional, b: &Conditional| {
        (a.to, a.trail) == (b.to, b.trail) && (a.quiet && b.quiet || a.takes && b.takes)
    };
    (1..entries.len()).any(|n| entries[..n].iter().any(|other| alike(&entries[n], other)))
}

impl<'a> FormBuilder<'a> {
    /// Creates a builder for a variant with these bans.
    pub fn new(variant: &'a Variant, bans: Option<&Bans>) -> Self {
        let squares = variant.board.len();
        let width = bits::width(squares);

        Self {
            variant,
            classifier: Classifier::new(variant, bans),
            width,
            squares,
            rays: Vec::new(),
            known: Vec::new(),
            fans: Vec::new(),
            known_fans: Vec::new(),
            ways: Vec::new(),
        }
    }
    /// Builds the forms. `node` finds the node of a kind's full tree where a leap from a square ends that leaves a
    /// trail; `None` if there is no square to mark.
    pub fn build(
        mut self,
        kinds: &[KindFacts],
        node: impl Fn(Kind, Square, &Conditional) -> Option<u32>,
    ) -> BitboardMoves {
        let sets = vec![0; kinds.len() * self.squares * self.width];
        let mut forms = BitboardMoves {
            width: self.width,
            squares: self.squares,
            quiet_leaps: sets.clone().into(),
            taking_leaps: sets.into(),
            passing: [vec![Vec::new(); self.squares], vec![Vec::new(); self.squares]],
            ..BitboardMoves::default()
        };
        let (mut rides, mut conditionals, mut first) = (Vec::new(), Vec::<Conditional>::new(), Vec::new());
        let compiled = |facts: &KindFacts| {
            let forms = self.classifier.forms(facts.kind.piece()).into_iter();
            forms.filter(|form| !form.is_residual()).collect()
        };
        let movements: Vec<Vec<Form<'_>>> = kinds.iter().map(compiled).collect();
        for (facts, movements) in kinds.iter().zip(&movements) {
            rides.push(self.rides(facts, movements));
            for square in self.variant.board.squares() {
                self.leaps(facts, movements, square, &mut forms);
                first.push(conditionals.len() as u32);
                self.conditional_leaps(facts, movements, square, &mut conditionals);
                let from = first[first.len() - 1] as usize;
                for entry in conditionals[from..].iter_mut().filter(|entry| entry.trail) {
                    let found = node(facts.kind, square, entry);
                    (entry.trail, entry.node) = (found.is_some(), found.unwrap_or_default());
                }
            }
        }
        first.push(conditionals.len() as u32);
        let row = self.squares * self.width;
        let leaps = forms.quiet_leaps.chunks(row).zip(forms.taking_leaps.chunks(row));
        for (rides, (quiet, takes)) in rides.iter_mut().zip(leaps) {
            rides.uniform = quiet == takes && rides.others.is_empty();
        }
        forms.rides = rides.into();
        forms.rays = self.rays.into();
        forms.fans = self.fans.into();
        forms.ways = self.ways.into();
        forms.set_conditionals(conditionals, first);
        forms.enterable = kinds.iter().flat_map(|facts| set_of(&facts.open)).collect();
        forms.royal_captures = movements.iter().map(|own| own.iter().any(captures_only_royals)).collect();
        forms.gates = movements.iter().map(|own| gate_condition(own)).collect();
        forms
    }
    fn on_board(&self, square: Square) -> bool {
        !self.variant.board.is_hole(square)
    }
    fn target(&self, kind: Kind, from: Square, leg: &Leg) -> Option<Square> {
        let step = if kind.color() == Color::White { leg.step } else { leg.step.turned() };
        let board = &self.variant.board;
        PlanePoint::of(board, from).stepped(board, step, leg.wrap).square(board)
    }
    fn leaps(&self, facts: &KindFacts, movements: &[Form<'_>], from: Square, forms: &mut BitboardMoves) {
        let slot = forms.slot(facts.kind, from) * self.width;
        for form in movements.iter().filter(|_| self.on_board(from)) {
            let (leg, leaps) = match form {
                Form::Leap(leg) => (leg, true),
                Form::Reverse(leg) => (leg, false),
                _ => continue,
            };
            let Some(to) = self.target(facts.kind, from, leg).filter(|to| facts.open[to.index()]) else {
                continue;
            };
            if leg.landing.take.intersects(Occupancy::EN_PASSANT) {
                let known = &mut forms.passing[facts.kind.color().index()][to.index()];
                if !known.contains(&(facts.kind, from)) {
                    known.push((facts.kind, from));
                }
            }
            let (rests, takes) = ordinary(leg.landing).unwrap_or_default();
            let (word, bit) = (slot + to.index() / 64, 1 << (to.index() % 64));
            forms.quiet_leaps[word] |= u64::from(leaps && rests) * bit;
            forms.taking_leaps[word] |= u64::from(leaps && takes) * bit;
        }
    }
    fn conditional_leaps(
        &mut self,
        facts: &KindFacts,
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
            let unmoved = initial == Initial::Unmoved;
            let entry =
                Conditional { to: to.0, quiet, takes, unmoved, trail: last.trail, ..Conditional::default() };
            match entries.iter_mut().find(|(known, _)| *known == entry) {
                // An unconditional way makes the others redundant.
                Some((_, known)) if known.is_empty() || ways.is_empty() => known.clear(),
                Some((_, known)) => known.extend(ways),
                None => entries.push((entry, ways)),
            }
        }
        for index in (0..entries.len()).rev() {
            // Of two that allow the same moves, the later one is removed.
            let stronger = |n: usize| n != index && covers(&entries[n], &entries[index]);
            if (0..entries.len()).any(stronger) {
                entries.remove(index);
            }
        }
        for (entry, ways) in entries {
            let passed = (ways.len() == 1 && ways[0].len() == 1).then(|| ways[0][0]);
            found.push(Conditional { passed, ways: self.store_ways(&ways), ..entry });
        }
    }
    /// End square of a sequence of single steps, and the squares between; `None` if it leaves the board.
    fn way_of_steps(&self, kind: Kind, from: Square, legs: &[Leg]) -> Option<(Square, Vec<Vec<Square>>)> {
        let mut way = vec![from];
        for leg in legs {
            way.push(self.target(kind, way[way.len() - 1], leg)?);
        }
        let to = way.pop()?;
        way.remove(0);
        Some((to, vec![way]))
    }
    fn store_ways(&mut self, ways: &[Vec<Square>]) -> (u32, u32) {
        let first = self.ways.len() / self.width;
        for way in ways {
            let set = self.ways.len();
            self.ways.resize(set + self.width, 0);
            way.iter().for_each(|s| insert(&mut self.ways[set..], s.index()));
        }
        (first as u32, ways.len() as u32)
    }
    /// End square of a leap, and its ways if one of them must be empty; `None` if it is never possible.
    fn ways_of_leap(&self, kind: Kind, from: Square, leg: &Leg) -> Option<(Square, Vec<Vec<Square>>)> {
        let to = self.target(kind, from, leg)?;
        let adjacent = leg.step.dx.abs() <= 1 && leg.step.dy.abs() <= 1;
        if leg.path == PathRule::Any || adjacent {
            return Some((to, Vec::new()));
        }
        let board = &self.variant.board;
        let step = if kind.color() == Color::White { leg.step } else { leg.step.turned() };
        let ways = paths(board, PlanePoint::of(board, from), step, Wrap::None);
        let whole =
            |way: &Vec<PlanePoint>| way.iter().map(|p| p.square(board)).collect::<Option<Vec<Square>>>();
        let ways: Vec<Vec<Square>> = ways.iter().filter_map(whole).collect();
        (!ways.is_empty()).then_some((to, ways))
    }
    fn rides(&mut self, facts: &KindFacts, movements: &[Form<'_>]) -> Rides {
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
    /// Returns the number of the fan of these rays, adding it if it is new.
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
    fn all_rides(&mut self, facts: &KindFacts, movements: &[Form<'_>]) -> OtherRides {
        let mut rides = OtherRides::default();
        for form in movements {
            let Form::Ride(leg, way) = *form else { continue };
            let step = if facts.kind.color() == Color::White { leg.step } else { leg.step.turned() };
            let range = match leg.max {
                Reach::Steps(n) if way == RayCondition::Clear => n,
                _ => u16::MAX,
            };
            let (quiet, takes) = ordinary(leg.landing).unwrap_or_default();
            let path = StraightPath { step, wrap: leg.wrap, range };
            let ride = Ride { ray: self.ray(path), quiet, takes, way };
            let ascends = step.dy > 0 || step.dy == 0 && step.dx > 0;
            let list = match (way, ascends) {
                (RayCondition::Clear, true) => &mut rides.ascending,
                (RayCondition::Clear, false) => &mut rides.descending,
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
    /// Returns the first ray set of a path, adding one set per square if the path is new.
    fn ray(&mut self, path: StraightPath) -> u32 {
        if let Some(known) = self.known.iter().find(|k| k.0 == path) {
            return known.1;
        }
        let (board, base) = (&self.variant.board, self.rays.len());
        self.rays.resize(base + self.squares * self.width, 0);
        for from in board.squares().filter(|&square| !board.is_hole(square)) {
            let row = base + from.index() * self.width;
            let mut at = PlanePoint::of(board, from);
            for _ in 0..path.range {
                at = at.stepped(board, path.step, path.wrap);
                let Some(square) = at.square(board) else { break };
                insert(&mut self.rays[row..], square.index());
            }
        }
        let first = (base / self.width) as u32;
        self.known.push((path, first));
        first
    }
}

/// Whether leaps and rides can put a piece from the hand on the square they leave.
fn gate_condition(movements: &[Form<'_>]) -> Conditionals {
    match movements.iter().find(|form| matches!(form, Form::Gate(_))) {
        None => Conditionals::None,
        Some(Form::Gate(Initial::Any)) => Conditionals::Always,
        Some(_) => Conditionals::Initial,
    }
}

/// Whether the first conditional leap, given with its ways, is possible whenever the second is, with the same
/// result.
fn covers(
    (first, ways): &(Conditional, Vec<Vec<Square>>),
    (second, others): &(Conditional, Vec<Vec<Square>>),
) -> bool {
    (first.to, first.trail) == (second.to, second.trail)
        && (first.quiet || !second.quiet)
        && (first.takes || !second.takes)
        && (second.unmoved || !first.unmoved)
        && (ways.is_empty() || ways == others)
}
