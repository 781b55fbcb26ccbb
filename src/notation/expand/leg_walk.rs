//! Enumerates the headings of a move, leg by leg.

use super::plan::{Curve, HeadingSource, LegEnd, LegPlan, turn_letter};
use crate::notation::directions::{absolute, refuse_repeats, relative};
use crate::notation::error::{ErrorKind, Result};
use crate::notation::heading::{Bend, Heading, Turn};
use crate::notation::lattice::{Family, Lattice};
use crate::notation::legs::{Landing, Leg, MAX_MOVEMENTS, Occupancy, Reach};
use std::ops::Range;

/// Maximum number of steps of a `q` rider: the eighth would lead back to its start.
pub(super) const CIRCLE: u16 = 7;
/// Maximum number of legs tried for one move; far above what the limit on movements allows.
const MAX_NODES: usize = 1 << 20;

/// Passes every sequence of legs that the plans allow to `emit`.
///
/// # Errors
/// Those of `emit`; directions that contradict the atom; plans without any sequence.
pub(super) fn walk<F>(plans: &[LegPlan], lattice: Lattice, span: &Range<usize>, emit: F) -> Result<()>
where
    F: FnMut(Vec<Leg>) -> Result<()>,
{
    let mut walker = LegWalker { plans, lattice, span, legs: Vec::new(), nodes: 0, found: false, emit };
    walker.go(0, WalkState::default())?;
    if walker.found {
        return Ok(());
    }
    Err(match turn_letter(plans) {
        Some(turn) => ErrorKind::NoEarlierTurn(turn.letter).at(turn.at),
        None => ErrorKind::NothingResults.over(span.clone()),
    })
}

/// State of the earlier legs that affects later ones.
#[derive(Clone, Copy, Default)]
struct WalkState {
    /// Heading of the last step; none before the first leg.
    heading: Option<Heading>,
    /// Direction of the last turn.
    turn: Option<Turn>,
    /// Length of the last slider leg, if it is fixed.
    length: Option<u16>,
    /// Continuation of the last leg along its own line.
    onward: Option<Continuation>,
}

/// The continuation of a leg along its own line.
#[derive(Clone, Copy)]
struct Continuation {
    heading: Heading,
    bend: Bend,
    /// Steps left of a shared range or of a full circle.
    spare: Option<u16>,
}

/// One possible start of a leg.
#[derive(Clone, Copy)]
struct WalkStart {
    heading: Heading,
    bend: Bend,
    turn: Option<Turn>,
    /// Limit on the steps below that of the plan.
    spare: Option<u16>,
}

struct LegWalker<'w, F> {
    plans: &'w [LegPlan],
    lattice: Lattice,
    span: &'w Range<usize>,
    legs: Vec<Leg>,
    nodes: usize,
    found: bool,
    emit: F,
}

impl<F> LegWalker<'_, F>
where
    F: FnMut(Vec<Leg>) -> Result<()>,
{
    /// Tries all choices for the legs from `index` on.
    fn go(&mut self, index: usize, state: WalkState) -> Result<()> {
        let Some(plan) = self.plans.get(index) else {
            self.found = true;
            return (self.emit)(self.legs.clone());
        };
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(ErrorKind::TooManyMovements { limit: MAX_MOVEMENTS, count: MAX_MOVEMENTS }
                .over(self.span.clone()));
        }
        for start in self.starts(plan, state)? {
            for (min, max, every) in self.lengths(plan, index, start, state)? {
                let fixed = (Reach::Steps(min) == max).then_some(min);
                let mut after = advance(plan, start, state, fixed.or((every > 1).then_some(min)));
                if fixed.is_none() {
                    after.length = state.length.filter(|_| plan.max == Reach::Steps(1));
                }
                for end in &plan.ends {
                    let leg = self.leg(plan, start, (min, max, every), *end, state);
                    if leg.fresh && self.legs.last().is_some_and(|last| turns_back(last, &leg)) {
                        continue;
                    }
                    self.legs.push(leg);
                    self.go(index + 1, after)?;
                    self.legs.pop();
                }
            }
        }
        Ok(())
    }

    /// Returns the possible starts of a leg.
    fn starts(&self, plan: &LegPlan, state: WalkState) -> Result<Vec<WalkStart>> {
        let last = state.heading.unwrap_or(Heading::new(0));
        let headings: Vec<(Heading, Option<Turn>)> = match &plan.course {
            HeadingSource::Onward => {
                let onward =
                    state.onward.unwrap_or(Continuation { heading: last, bend: Bend::Straight, spare: None });
                let Continuation { heading, bend, spare } = onward;
                return Ok(vec![WalkStart { heading, bend, turn: state.turn, spare }]);
            }
            HeadingSource::First(directions) => {
                let family = self.lattice.family;
                refuse_repeats(directions, |some| absolute(some, family))?;
                let headings =
                    if directions.is_empty() { family.headings() } else { absolute(directions, family)? };
                // SPEC: readings 28: an oblique first leap turns right when it is one of `hr`, left when of `hl`.
                let side = |heading: Heading| if heading.is_odd() { Turn::Left } else { Turn::Right };
                let turn = |heading| (family == Family::Oblique).then(|| side(heading));
                headings.each().map(|heading| (heading, turn(heading))).collect()
            }
            HeadingSource::Next(directions) => {
                let offsets = if directions.is_empty() {
                    self.lattice.kin(last).each().map(|heading| heading.relative_to(last)).collect()
                } else {
                    refuse_repeats(directions, |some| relative(some, state.turn))?;
                    relative(directions, state.turn)?
                };
                let turned = |offset: Heading| (last.turned(offset.0.into()), offset.sense().or(state.turn));
                offsets.each().map(turned).collect()
            }
        };
        let bends: &[Bend] = match plan.curve {
            Some(_) if plan.max == Reach::Steps(1) => &[Bend::Straight],
            None => &[Bend::Straight],
            Some(Curve::Circular) => &[Bend::Circular(Turn::Left), Bend::Circular(Turn::Right)],
            Some(Curve::Zigzag) => &[Bend::Zigzag(Turn::Left), Bend::Zigzag(Turn::Right)],
        };
        let bent = |(heading, turn)| {
            bends.iter().map(move |bend| WalkStart { heading, bend: *bend, turn, spare: None })
        };
        Ok(headings.into_iter().flat_map(bent).collect())
    }

    /// Returns the ranges of length (min, max, every) that need separate movements: usually one, but each length on its
    /// own if later legs depend on it.
    fn lengths(
        &self,
        plan: &LegPlan,
        index: usize,
        start: WalkStart,
        state: WalkState,
    ) -> Result<Vec<(u16, Reach, u16)>> {
        if let (true, Some(length)) = (plan.iso, state.length) {
            // SPEC: readings 20: the length is copied, whatever the leg's own range.
            return Ok(if length >= plan.min { vec![(length, Reach::Steps(length), 1)] } else { Vec::new() });
        }
        let most = plan.max.at_most(start.spare);
        // SPEC: readings 27: a circular rider stops before its own starting square.
        let most = match (start.bend, most) {
            (Bend::Circular(_), Reach::Steps(_) | Reach::Unlimited) => most.at_most(Some(CIRCLE)),
            _ => most,
        };
        let bent_on = start.bend != Bend::Straight && index + 1 < self.plans.len();
        let limit = match most {
            Reach::Steps(most) if plan.shared => most - 1,
            Reach::Steps(most) if bent_on => most,
            // The heading after a zigzag rider depends on the parity of its steps; a single step has not turned yet.
            Reach::Unlimited | Reach::EnemyHalf if bent_on => {
                let single = (plan.min == 1).then_some((1, Reach::Steps(1), 1));
                let least = plan.min.max(2);
                return Ok(single.into_iter().chain([(least, most, 2), (least + 1, most, 2)]).collect());
            }
            Reach::Steps(most) if most < plan.min => return Ok(Vec::new()),
            _ => return Ok(vec![(plan.min, most, 1)]),
        };
        Ok((plan.min..=limit).map(|length| (length, Reach::Steps(length), 1)).collect())
    }

    fn leg(
        &self,
        plan: &LegPlan,
        start: WalkStart,
        (min, max, every): (u16, Reach, u16),
        end: LegEnd,
        state: WalkState,
    ) -> Leg {
        let (landing, off_board) = match end {
            LegEnd::On(landing) => (landing, false),
            LegEnd::OffBoard => (Landing::default(), true),
            LegEnd::Induce => (Landing { pass: Occupancy::FRIEND, take: Occupancy::empty() }, false),
        };
        Leg {
            step: self.lattice.step(start.heading),
            min,
            max,
            every,
            skip: plan.skip,
            bend: if max == Reach::Steps(1) { Bend::Straight } else { start.bend },
            path: plan.path,
            wrap: plan.wrap,
            landing,
            unload: plan.unload,
            gate: plan.gate,
            iso: plan.iso && state.length.is_none(),
            fresh: matches!(&plan.course, HeadingSource::Next(directions) if directions.is_empty()),
            trail: plan.trail,
            off_board,
            induce: end == LegEnd::Induce,
        }
    }
}

/// Whether a leg that must not revisit squares starts straight back and therefore cannot make a step. (After `x` only
/// the friend's own start counts as visited.)
fn turns_back(last: &Leg, leg: &Leg) -> bool {
    !last.induce
        && leg.step == last.step.turned()
        && last.bend == Bend::Straight
        && last.skip == 0
        && leg.skip == 0
}

/// Returns the state after a leg of `fixed` steps, if that number is known.
fn advance(plan: &LegPlan, start: WalkStart, state: WalkState, fixed: Option<u16>) -> WalkState {
    let length = if plan.max == Reach::Steps(1) { state.length } else { fixed };
    let unknown = WalkState { heading: Some(start.heading), turn: start.turn, length, onward: None };
    let Some(steps) = fixed else { return unknown };
    let spare = match plan.max {
        Reach::Steps(most) if plan.shared => Some(most - steps),
        _ => None,
    };
    let (first, count) = (start.heading, i32::from(steps));
    let (last, next) = (start.bend.eighths(count - 1), start.bend.eighths(count));
    let (turn, bend, spare) = match start.bend {
        Bend::Straight => (None, Bend::Straight, spare),
        Bend::Circular(turn) => {
            let circle = CIRCLE.saturating_sub(steps);
            (Some(turn), start.bend, Some(spare.map_or(circle, |spare| spare.min(circle))))
        }
        Bend::Zigzag(turn) => {
            let back = if count % 2 == 1 { turn.other() } else { turn };
            (Some(back), Bend::Zigzag(back), spare)
        }
    };
    WalkState {
        heading: Some(first.turned(last)),
        turn: turn.filter(|_| count > 1).or(start.turn),
        length,
        onward: Some(Continuation { heading: first.turned(next), bend, spare }),
    }
}
