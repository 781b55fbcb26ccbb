//! Classification of movements: which of them need no tree.

use super::RayCondition;
use crate::board::Geometry;
use crate::notation::legs::{
    Bend, Initial, Landing, Leg, Movement, MovementKind, Occupancy, PathRule, Reach, Step, Wrap,
};
use crate::tables::bans::Bans;
use crate::tables::leap::PlanePoint;
use crate::variant::{PieceType, Variant};

/// How a movement is compiled.
#[derive(Clone, Copy)]
pub(in crate::tables) enum Form<'a> {
    Leap(&'a Leg),
    Conditional(&'a Leg, Initial),
    /// Single steps to empty squares, then an ordinary one.
    Steps(&'a [Leg], Initial),
    Ride(&'a Leg, RayCondition),
    /// Captures only royals or en passant: left to the reverse tables.
    Reverse(&'a Leg),
    /// Repeats a leap or ride, and puts a piece from the hand on the start square.
    Gate(Initial),
    Tree,
}

const PLAIN: Occupancy = Occupancy::EMPTY.union(Occupancy::ENEMIES);

/// Whether a landing is quiet and whether it captures, en passant excluded; `None` if it is not ordinary.
pub(super) fn ordinary(landing: Landing) -> Option<(bool, bool)> {
    let takes = landing.take - Occupancy::EN_PASSANT;
    let fits = landing.pass.difference(PLAIN).is_empty() && (takes == Occupancy::ENEMIES || takes.is_empty());
    fits.then_some((landing.pass.intersects(Occupancy::EMPTY), !takes.is_empty()))
}

/// Whether a leg has no property but those that [`classify`] looks at: landing, path, wrapping, trail, fresh squares.
fn straight(leg: &Leg) -> bool {
    // Names every field, so that none is forgotten.
    let Leg {
        step,
        min,
        max,
        every,
        skip,
        bend,
        unload,
        gate,
        induce,
        iso,
        off_board,
        landing: _,
        path: _,
        wrap: _,
        fresh: _,
        trail: _,
    } = *leg;
    let plain = !(unload || gate || induce || iso || off_board) && (every, skip, min) == (1, 0, 1);
    plain && step != Step::new(0, 0) && bend == Bend::Straight && max != Reach::EnemyHalf
}

fn classify<'a>(board: &Geometry, movement: &'a Movement, royal: bool) -> Form<'a> {
    let MovementKind::Walk(legs) = &movement.kind else { return Form::Tree };
    // A royal may not leave check by an initial move: only tree nodes record that.
    if movement.quoted
        || !movement.flames.is_empty()
        || !legs.iter().all(straight)
        || royal && movement.initial == Initial::Unmoved
        || movement.initial.zone().is_some()
    {
        return Form::Tree;
    }
    if legs.iter().any(|leg| leg.wrap != Wrap::None) {
        return match &legs[..] {
            [leg] => classify_wrapped(board, leg, movement.initial),
            _ => Form::Tree,
        };
    }
    match &legs[..] {
        // `fresh` legs are ordinary where they cannot revisit a square anyway: as single steps.
        _ if legs.iter().any(|leg| leg.fresh && leg.max != Reach::Steps(1)) => Form::Tree,
        [leg] => classify_leg(leg, movement.initial),
        [first @ .., last]
            if first.iter().all(is_silent_step) && is_ordinary_step(last) && never_returns(legs) =>
        {
            Form::Steps(legs, movement.initial)
        }
        [hop, off] => {
            let hops = !off.fresh
                && hop.landing == Landing::HOP
                && hop.step == off.step
                && hop.max == Reach::Unlimited
                && !hop.trail
                && !off.trail
                && hop.path == PathRule::Any
                && off.path == PathRule::Any
                && movement.initial == Initial::Any
                && ordinary(off.landing).is_some()
                && !off.landing.take.intersects(Occupancy::EN_PASSANT);
            match off.max {
                Reach::Unlimited if hops => Form::Ride(off, RayCondition::Hop),
                Reach::Steps(1) if hops => Form::Ride(off, RayCondition::HopBehind),
                _ => Form::Tree,
            }
        }
        _ => Form::Tree,
    }
}

/// Whether the legs visit no point twice, including the start.
fn never_returns(legs: &[Leg]) -> bool {
    let mut points = vec![(0, 0)];
    for leg in legs {
        let (x, y) = points[points.len() - 1];
        points.push((x + leg.step.dx, y + leg.step.dy));
    }
    (1..points.len()).all(|n| !points[..n].contains(&points[n]))
}

/// Whether the leg is a single step to an empty square that leaves no trail.
fn is_silent_step(leg: &Leg) -> bool {
    leg.max == Reach::Steps(1) && leg.landing == Landing::MOVE && !leg.trail && leg.path == PathRule::Any
}

fn is_ordinary_step(leg: &Leg) -> bool {
    let passing = leg.landing.take.intersects(Occupancy::EN_PASSANT);
    leg.max == Reach::Steps(1)
        && !leg.trail
        && !passing
        && leg.path == PathRule::Any
        && ordinary(leg.landing).is_some()
}

fn classify_leg(leg: &Leg, initial: Initial) -> Form<'_> {
    let takes = leg.landing.take - Occupancy::EN_PASSANT;
    let single = leg.max == Reach::Steps(1);
    let passing = leg.landing.take.intersects(Occupancy::EN_PASSANT);
    let simple = leg.path == PathRule::Any && initial == Initial::Any;
    // An en passant capture that leaves a trail itself has two kinds of moves to one square.
    if passing && (!(single && simple) || leg.trail) {
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
        (false, Initial::Any) if free && !leg.trail => Form::Ride(leg, RayCondition::Clear),
        _ => Form::Tree,
    }
}

/// Wrapping leaps are ordinary leaps unless they return to their start. Rays that wrap around the sides while
/// going forward or backward still meet their squares in order, rank by rank.
fn classify_wrapped<'a>(board: &Geometry, leg: &'a Leg, initial: Initial) -> Form<'a> {
    let start = PlanePoint { file: 0, rank: 0 };
    let returns = start.stepped(board, leg.step, leg.wrap) == start;
    match classify_leg(leg, initial) {
        Form::Leap(leg) if !returns => Form::Leap(leg),
        Form::Ride(leg, way) if leg.wrap == Wrap::Files && leg.step.dy != 0 => Form::Ride(leg, way),
        _ => Form::Tree,
    }
}

/// Classifies the movements of a variant's pieces.
#[derive(Clone, Debug)]
pub(in crate::tables) struct Classifier<'a> {
    variant: &'a Variant,
    /// `[type]`: what is compiled of it.
    extents: Box<[Extent]>,
}

/// Which movements of a type are compiled, if they have such a form.
#[derive(Clone, Copy, Debug)]
enum Extent {
    All,
    /// Of a type bound by capture bans: moves from which the pieces that it must spare can be taken off.
    LeapsAndRides,
    Nothing,
}

impl Extent {
    fn includes(self, form: &Form<'_>) -> bool {
        match self {
            Self::All => true,
            Self::LeapsAndRides => {
                matches!(form, Form::Leap(_) | Form::Ride(..)) && !captures_en_passant(form)
            }
            Self::Nothing => false,
        }
    }
}

impl<'a> Classifier<'a> {
    /// Creates a classifier for a variant with these bans.
    pub fn new(variant: &'a Variant, bans: Option<&Bans>) -> Self {
        // Without bans, the contents of passed squares matter for every piece, not only whether they are occupied.
        let none = variant.board.has_fleeting() || bans.is_none() && variant.captures.mind_paths();
        let extent = |piece| match bans {
            _ if none => Extent::Nothing,
            Some(bans) if bans.bind(piece) => Extent::LeapsAndRides,
            _ => Extent::All,
        };
        Self { variant, extents: variant.types().map(extent).collect() }
    }
    /// Returns the forms of a piece's movements, in order.
    ///
    /// Movements that capture only royals are found through the reverse tables, which know whether a piece
    /// attacks but not by which of its movements. They keep their trees if another movement keeps its tree,
    /// as that one may capture the royal on its way. En passant captures keep theirs if a longer path may capture the
    /// same piece and end on the same square: duplicates are found among the moves of trees.
    ///
    /// Nothing is compiled if the contents of passed squares matter beyond occupancy and bans, or if squares vanish when
    /// pieces leave them. Of a piece bound by bans, only leaps and rides are.
    pub fn forms(&self, piece: PieceType) -> Vec<Form<'a>> {
        let variant = self.variant;
        let (movements, royal) = (variant.movements(piece), variant.is_royal(piece));
        let mut forms: Vec<Form<'_>> = movements.iter().map(|m| classify(&variant.board, m, royal)).collect();
        let extent = self.extents[piece.index()];
        forms.iter_mut().filter(|form| !extent.includes(form)).for_each(|form| *form = Form::Tree);
        let repeats =
            |(movement, form): (&Movement, &Form<'_>)| form.is_residual() && captures_elsewhere(movement);
        if movements.iter().zip(&forms).any(repeats) {
            forms.iter_mut().filter(|form| captures_en_passant(form)).for_each(|form| *form = Form::Tree);
        }
        let keeps_tree = |(movement, form): (&Movement, &Form<'_>)| {
            !matches!(movement.kind, MovementKind::Castle(_) | MovementKind::Drop(_)) && form.is_residual()
        };
        if movements.iter().zip(&forms).any(keeps_tree) {
            forms.iter_mut().filter(|form| captures_only_royals(form)).for_each(|form| *form = Form::Tree);
        }
        if variant.captures.is_empty() {
            mark_gates(movements, &mut forms);
        }
        forms
    }
}

/// Marks the movements that put a piece from the hand on the start square, if they repeat all leaps and rides of the
/// piece and no other movement.
fn mark_gates(movements: &[Movement], forms: &mut [Form<'_>]) {
    let gates = |movement: &Movement| movement.legs().iter().any(|leg| leg.gate);
    let mut initials = movements.iter().filter(|movement| gates(movement)).map(|movement| movement.initial);
    let Some(initial) = initials.next().filter(|initial| matches!(initial, Initial::Any | Initial::Unmoved))
    else {
        return;
    };
    let compiled: Vec<Movement> = movements
        .iter()
        .zip(&*forms)
        .filter(|(_, form)| matches!(form, Form::Leap(_) | Form::Ride(..)))
        .map(|(movement, _)| movement.unplaced())
        .collect();
    let gated: Vec<Option<Movement>> =
        movements.iter().filter(|movement| gates(movement)).map(without_gate).collect();
    let repeats = |gate: &Option<Movement>| gate.as_ref().is_some_and(|gate| compiled.contains(gate));
    let repeated = |movement: &Movement| gated.iter().flatten().any(|gate| gate == movement);
    if initials.all(|other| other == initial) && gated.iter().all(repeats) && compiled.iter().all(repeated) {
        let marked = movements.iter().zip(forms).filter(|(movement, _)| gates(movement));
        marked.for_each(|(_, form)| *form = Form::Gate(initial));
    }
}

/// The same movement at any time and without a piece from the hand; `None` if its path may return to the start square,
/// or if it captures en passant.
fn without_gate(movement: &Movement) -> Option<Movement> {
    let mut movement = Movement { initial: Initial::Any, ..movement.unplaced() };
    let MovementKind::Walk(legs) = &mut movement.kind else { return None };
    std::mem::take(&mut legs.first_mut()?.gate);
    let simple = |leg: &Leg| {
        !leg.gate && leg.wrap == Wrap::None && !leg.landing.take.intersects(Occupancy::EN_PASSANT)
    };
    legs.iter().all(simple).then_some(movement)
}

impl Form<'_> {
    /// Whether the movement keeps its tree.
    pub(in crate::tables) fn is_residual(&self) -> bool {
        matches!(self, Form::Tree)
    }
}

/// Whether a movement of this form captures en passant.
fn captures_en_passant(form: &Form<'_>) -> bool {
    matches!(form, Form::Leap(leg) | Form::Reverse(leg) if leg.landing.take.intersects(Occupancy::EN_PASSANT))
}

/// Whether a movement may capture a piece on another square than its end.
fn captures_elsewhere(movement: &Movement) -> bool {
    let MovementKind::Walk(legs) = &movement.kind else { return false };
    let elsewhere =
        |(index, leg): (usize, &Leg)| !leg.landing.take.is_empty() && index + 1 < legs.len() || leg.induce;
    legs.iter().enumerate().any(elsewhere)
        || legs.iter().any(|leg| leg.landing.take.intersects(Occupancy::EN_PASSANT))
        || !movement.flames.is_empty()
}

/// Whether a movement of this form captures only royals.
pub(super) fn captures_only_royals(form: &Form<'_>) -> bool {
    matches!(form, Form::Reverse(leg) if leg.landing.take.intersects(Occupancy::ENEMY_ROYAL))
}
