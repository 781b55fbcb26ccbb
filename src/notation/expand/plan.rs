//! Modes and ranges of the legs of one move, before any direction is chosen.

use super::unroll::GATE;
use crate::notation::ast::{Atom, Letter, Letters, MoveAst, WrittenRange};
use crate::notation::atoms;
use crate::notation::directions::{Direction, combine, is_direction};
use crate::notation::error::{ErrorKind, NotationError, Result};
use crate::notation::lattice::Lattice;
use crate::notation::legs::{Initial, Landing, Occupancy, PathRule, Reach, Wrap};
use std::ops::Range;

/// Returns the atom's initial range. A written range takes precedence over a doubled letter.
///
/// SPEC: XBetza, "Basics": "The capital can optionally be followed by a number indicating the maximum number of times a
/// step can be repeated"; "Riders with unlimited range can be indicated by doubling the letter".
pub(super) fn initial_range(atom: &Atom) -> Reach {
    let rides = atom.doubled.is_some() || atoms::walking(atom.letter.letter).is_some_and(|atom| atom.slides);
    let default = if rides { Reach::Unlimited } else { Reach::Steps(1) };
    atom.range.as_ref().map_or(default, WrittenRange::reach)
}

/// `q` or `z` in a first leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Curve {
    Circular,
    Zigzag,
}

/// Source of the headings of a leg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum HeadingSource {
    /// The atom's own headings.
    First(Vec<Direction>),
    /// Relative to the previous leg. Empty: all of the atom's headings, but only to squares not visited before.
    Next(Vec<Direction>),
    /// The implied second part of a final `p` or `g`: continues along the line of the previous leg.
    Onward,
}

/// How a leg can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LegEnd {
    /// On a square with this content.
    On(Landing),
    /// Off the board.
    OffBoard,
    /// On a friend that continues the move or whose moves are borrowed (`x`).
    Induce,
}

/// One leg without its directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LegPlan {
    pub(super) course: HeadingSource,
    pub(super) curve: Option<Curve>,
    pub(super) min: u16,
    pub(super) max: Reach,
    pub(super) skip: u16,
    pub(super) path: PathRule,
    pub(super) wrap: Wrap,
    /// Alternatives, each a movement of its own.
    pub(super) ends: Vec<LegEnd>,
    pub(super) unload: bool,
    /// A piece from the hand is put on its start.
    pub(super) gate: bool,
    pub(super) iso: bool,
    pub(super) trail: bool,
    /// Whether the range limits this leg and the next together: a final `p` with a limited range.
    pub(super) shared: bool,
}

/// Returns when a move whose first leg has these letters is available. SPEC: readings 3.
pub(in super::super) fn initial(first_leg: &[Letter]) -> Initial {
    match first_leg.count('i') {
        0 => Initial::Any,
        1 => Initial::Unmoved,
        _ => Initial::StartSquare,
    }
}

/// Returns the landing given by the mode letters of a leg; `None` without any.
///
/// SPEC: readings 12, 33.
pub(in super::super) fn landing(letters: &[Letter]) -> Option<Landing> {
    let given = |letter, content| if letters.has(letter) { content } else { Occupancy::empty() };
    let enemies = match (letters.has('c'), letters.has('k')) {
        (true, true) => Occupancy::ENEMY,
        (true, false) => Occupancy::ENEMIES,
        (false, _) => given('k', Occupancy::ENEMY_ROYAL),
    };
    let take = enemies | given('d', Occupancy::FRIEND) | given('e', Occupancy::EN_PASSANT);
    Some(Landing { pass: given('m', Occupancy::EMPTY), take }).filter(|landing| !landing.is_empty())
}

/// Returns the place of the first of the `wanted` letters; `otherwise` if there is none.
fn position(letters: &[Letter], wanted: &str, otherwise: &Range<usize>) -> Range<usize> {
    letters.find(wanted).map_or(otherwise.clone(), |letter| letter.at..letter.at + 1)
}

/// Gives every leg its modes and range; a final `p` or `g` becomes two legs.
///
/// # Errors
/// Modifiers that contradict each other or are not supported.
pub(super) fn plan(legs: &[Vec<Letter>], lattice: Lattice, movement: &MoveAst) -> Result<Vec<LegPlan>> {
    let mut plans: Vec<LegPlan> = Vec::with_capacity(legs.len() + 1);
    let MoveAst { atom, span, .. } = movement;
    let mut planner = Planner { lattice, reach: initial_range(atom), slider_before: false, span };
    if atom.range.is_none() && curve(&legs[0]).is_some() {
        planner.reach = Reach::Unlimited; // SPEC: readings 27, both make riders of leapers
    }
    refuse_gates(legs)?;
    for (index, letters) in legs.iter().enumerate() {
        refuse(letters, index == 0)?;
        let directions = combine(letters, index > 0)?;
        let course =
            if index > 0 { HeadingSource::Next(directions) } else { HeadingSource::First(directions) };
        let hop = letters.has('p') || letters.has('g');
        if index + 1 < legs.len() {
            plans.push(planner.leg(letters, course, inner_ends(letters, hop))?);
            if letters.has('g') || letters.has('y') {
                planner.toggle(letters)?;
            }
        } else if hop {
            plans.push(planner.leg(letters, course, vec![LegEnd::On(Landing::HOP)])?);
            planner.hop_off(letters, &mut plans)?;
        } else {
            plans.push(planner.final_leg(letters, course)?);
        }
    }
    Ok(plans)
}

/// Refuses `u` and `x` in a move that places a piece from the hand: that piece was not captured, and the moving piece
/// itself must make the whole move.
fn refuse_gates(legs: &[Vec<Letter>]) -> Result<()> {
    let Some(gate) = legs.iter().flatten().find(|letter| letter.letter == GATE) else { return Ok(()) };
    match legs.concat().find("ux") {
        Some(Letter { letter: 'u', at }) => Err(ErrorKind::SecondUnload.at(at)),
        Some(_) => Err(ErrorKind::Contradiction('u', 'x').at(gate.at)),
        None => Ok(()),
    }
}

/// Refuses a rider that would bend in two ways, `t` without a mode to restrict, and `k` with `t`: it would capture
/// only royals, and spare them.
pub(super) fn refuse(letters: &[Letter], first: bool) -> Result<()> {
    // A lone `t` more likely means the chaining operator of Betza 2.0.
    let lone = letters.find("t").filter(|_| letters.find("mcdkpg").is_none());
    if let Some(t) = lone {
        return Err(ErrorKind::LoneT.at(t.at));
    }
    if let Some(t) = letters.find("t").filter(|_| letters.has('k') && !letters.has('c')) {
        return Err(ErrorKind::Contradiction('k', 't').at(t.at));
    }
    match letters.find("z") {
        Some(z) if first && letters.has('q') => Err(ErrorKind::Contradiction('q', 'z').at(z.at)),
        _ => Ok(()),
    }
}

/// SPEC: xboard notes, 3.4: `t` "may not take a King-slot piece".
pub(super) fn spare_royals(letters: &[Letter], mut landing: Landing) -> Landing {
    if letters.has('t') {
        landing.take -= Occupancy::ENEMY_ROYAL;
    }
    landing
}

fn curve(first_leg: &[Letter]) -> Option<Curve> {
    first_leg.find("qz").map(|letter| if letter.letter == 'q' { Curve::Circular } else { Curve::Zigzag })
}

/// Returns the possible ends of a non-final leg. SPEC: readings 12, 29.
fn inner_ends(letters: &[Letter], hop: bool) -> Vec<LegEnd> {
    let off_board = letters.count('o') == 1;
    let mut on = landing(letters);
    if hop {
        // SPEC: xboard notes, 3.4: `t` "with p/g: own pieces only as hurdle".
        let mounts = if letters.has('t') { Occupancy::FRIEND } else { Occupancy::OCCUPIED };
        on.get_or_insert_default().pass |= mounts;
    }
    let induces = letters.has('x');
    let on = if off_board || induces { on } else { on.or(Some(Landing::MOVE)) };
    let on = on.map(|landing| spare_royals(letters, landing));
    let mut ends: Vec<LegEnd> = on.map(LegEnd::On).into_iter().collect();
    ends.extend(off_board.then_some(LegEnd::OffBoard));
    ends.extend(induces.then_some(LegEnd::Induce));
    ends
}

/// Returns the possible ends of a final leg. SPEC: readings 12.
fn final_ends(letters: &[Letter]) -> Vec<LegEnd> {
    let induces = letters.has('x');
    let on = landing(letters).or((!induces).then_some(Landing::MOVE_OR_CAPTURE));
    let on = on.map(|landing| LegEnd::On(spare_royals(letters, landing)));
    on.into_iter().chain(induces.then_some(LegEnd::Induce)).collect()
}

/// Plans legs and tracks how the range changes between them.
struct Planner<'s> {
    lattice: Lattice,
    reach: Reach,
    slider_before: bool,
    span: &'s Range<usize>,
}

impl Planner<'_> {
    /// SPEC: readings 18: range 1 becomes unlimited, any other range becomes 1.
    fn toggle(&mut self, letters: &[Letter]) -> Result<()> {
        self.reach = match self.reach {
            Reach::Steps(1) => Reach::Unlimited,
            Reach::Steps(_) | Reach::Unlimited => Reach::Steps(1),
            Reach::EnemyHalf => return Err(self.star(letters)),
        };
        Ok(())
    }

    fn star(&self, letters: &[Letter]) -> NotationError {
        ErrorKind::StarToggled.over(position(letters, "gyp", self.span))
    }

    /// Plans a final leg without a hop: `o` wraps.
    fn final_leg(&mut self, letters: &[Letter], course: HeadingSource) -> Result<LegPlan> {
        let wrap = if letters.count('o') == 1 { Some(Wrap::Files) } else { None };
        let plan = self.leg(letters, course, final_ends(letters))?;
        Ok(LegPlan { wrap: wrap.unwrap_or(plan.wrap), ..plan })
    }

    /// Adds the implied second leg of a final `p` or `g`.
    ///
    /// SPEC: readings 19: other modes go to it, `n` and `j` to both, directions, `i` and `u` stay with the first;
    /// 29: both parts wrap.
    fn hop_off(&mut self, letters: &[Letter], plans: &mut Vec<LegPlan>) -> Result<()> {
        let mut shared = false;
        if letters.has('g') {
            self.toggle(letters)?;
        } else {
            match self.reach {
                Reach::EnemyHalf => return Err(self.star(letters)),
                Reach::Steps(steps) => shared = steps > 1,
                Reach::Unlimited => {}
            }
        }
        let mut second = letters.to_vec();
        second.retain(|letter| "mcdekxnjot".contains(letter.letter));
        let plan = self.final_leg(&second, HeadingSource::Onward)?;
        if let Some(first) = plans.last_mut() {
            first.wrap = plan.wrap;
            first.shared = shared;
        }
        plans.push(plan);
        Ok(())
    }

    /// Plans a leg with the current range.
    fn leg(&mut self, letters: &[Letter], course: HeadingSource, ends: Vec<LegEnd>) -> Result<LegPlan> {
        let is_first = matches!(course, HeadingSource::First(_));
        let (path, skip) = self.path(letters)?;
        let min = skip + 1;
        if matches!(self.reach, Reach::Steps(most) if most < min) {
            return Err(ErrorKind::NothingResults.over(position(letters, "j", self.span)));
        }
        let n = letters.count('n');
        // SPEC: readings 32.
        let trail = n > 1 || n == 1 && (self.lattice.is_king_step() || is_first && letters.has('i'));
        let plan = LegPlan {
            curve: if is_first { curve(letters) } else { None },
            min,
            max: self.reach,
            skip,
            path,
            wrap: if letters.count('o') > 1 { Wrap::Torus } else { Wrap::None },
            ends,
            unload: letters.has('u'),
            gate: letters.has(GATE),
            iso: !is_first && letters.has('i') && self.slider_before,
            trail,
            shared: false,
            course,
        };
        self.slider_before |= self.reach != Reach::Steps(1);
        Ok(plan)
    }

    /// Returns the rule that `n` and `j` set for the squares passed, and the number of steps a ski slider skips.
    ///
    /// SPEC: readings 24, 25, 26.
    fn path(&self, letters: &[Letter]) -> Result<(PathRule, u16)> {
        let (n, j) = (letters.count('n'), letters.count('j'));
        if self.lattice.is_king_step() {
            if j > 0 && self.reach == Reach::Steps(1) {
                return Err(ErrorKind::StepCannotJump.over(position(letters, "j", self.span)));
            }
            return Ok((PathRule::Any, u16::try_from(j).unwrap_or(u16::MAX - 1)));
        }
        match (n, j) {
            (0, 0) => Ok((PathRule::Any, 0)),
            (0, _) => Ok((PathRule::Blocked, 0)),
            (_, 0) => Ok((PathRule::Free, 0)),
            _ => Err(ErrorKind::Contradiction('n', 'j').over(position(letters, "j", self.span))),
        }
    }
}

/// Returns the first `q` or `z` that is a turn of a later leg.
pub(super) fn turn_letter(plans: &[LegPlan]) -> Option<Letter> {
    let directions = plans.iter().filter_map(|plan| match &plan.course {
        HeadingSource::Next(directions) => Some(directions),
        HeadingSource::First(_) | HeadingSource::Onward => None,
    });
    let mut letters = directions.flatten().flat_map(|direction| direction.letters());
    letters.find(|letter| !is_direction(letter.letter, false))
}
