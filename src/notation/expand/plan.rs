//! Modes and ranges of the legs of one move, before any direction is chosen.

use super::unroll::GATE;
use crate::notation::ast::{Letter, MoveAst, WrittenRange};
use crate::notation::directions::{Direction, combine, is_direction};
use crate::notation::error::{ErrorKind, NotationError};
use crate::notation::lattice::Lattice;
use crate::notation::legs::{Initial, Landing, Occupancy, PathRule, Reach, Wrap};
use std::ops::Range;

/// The range of an atom.
#[derive(Clone, Copy, Debug)]
pub(super) struct InitialRange {
    pub(super) reach: Reach,
    /// Whether it is written in the text.
    pub(super) written: bool,
}

/// Returns the atom's initial range. A written range takes precedence over a doubled letter.
///
/// SPEC: XBetza, "Basics": "The capital can optionally be followed by a number indicating the maximum number of times a
/// step can be repeated"; "Riders with unlimited range can be indicated by doubling the letter".
pub(super) fn initial_range(movement: &MoveAst) -> InitialRange {
    let atom = &movement.atom;
    let written = match &atom.range {
        Some(WrittenRange::Star(_)) => Some(Reach::EnemyHalf),
        Some(WrittenRange::Number(number)) if number.value == 0 => Some(Reach::Unlimited),
        Some(WrittenRange::Number(number)) => Some(Reach::Steps(number.value)),
        None if atom.doubled.is_some() => Some(Reach::Unlimited),
        None => None,
    };
    let default = if "BRQ".contains(atom.letter.letter) { Reach::Unlimited } else { Reach::Steps(1) };
    InitialRange { reach: written.unwrap_or(default), written: written.is_some() }
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
    Excite,
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
pub(super) fn initial(first_leg: &[Letter]) -> Initial {
    match count(first_leg, 'i') {
        0 => Initial::Any,
        1 => Initial::Unmoved,
        _ => Initial::StartSquare,
    }
}

/// Returns the landing given by the mode letters of a leg; `None` without any.
///
/// SPEC: readings 12, 33.
pub(in super::super) fn landing(letters: &[Letter]) -> Option<Landing> {
    let has = |letter| count(letters, letter) > 0;
    let mut landing = Landing::default();
    if has('m') {
        landing.pass |= Occupancy::EMPTY;
    }
    landing.take |= match (has('c'), has('k')) {
        (true, true) => Occupancy::ENEMY,
        (true, false) => Occupancy::ENEMIES,
        (false, true) => Occupancy::ENEMY_ROYAL,
        (false, false) => Occupancy::NONE,
    };
    if has('d') {
        landing.take |= Occupancy::FRIEND;
    }
    if has('e') {
        landing.take |= Occupancy::EN_PASSANT;
    }
    (landing != Landing::default()).then_some(landing)
}

pub(super) fn count(letters: &[Letter], wanted: char) -> usize {
    letters.iter().filter(|letter| letter.letter == wanted).count()
}

pub(super) fn position(letters: &[Letter], wanted: char, otherwise: &Range<usize>) -> Range<usize> {
    let found = letters.iter().find(|letter| letter.letter == wanted);
    found.map_or(otherwise.clone(), |letter| letter.at..letter.at + 1)
}

/// Gives every leg its modes and range; a final `p` or `g` becomes two legs.
///
/// # Errors
/// Modifiers that contradict each other or are not supported.
pub(super) fn plan(
    legs: &[Vec<Letter>],
    lattice: Lattice,
    range: InitialRange,
    span: &Range<usize>,
) -> Result<Vec<LegPlan>, NotationError> {
    let mut plans: Vec<LegPlan> = Vec::with_capacity(legs.len() + 1);
    let mut planner = Planner { lattice, reach: range.reach, slider_before: false, span };
    if !range.written && range.reach == Reach::Steps(1) && curve(&legs[0]).is_some() {
        planner.reach = Reach::Unlimited; // SPEC: readings 27, both make riders of leapers
    }
    refuse_gates(legs)?;
    for (index, letters) in legs.iter().enumerate() {
        refuse(letters, index == 0)?;
        let has = |letter| count(letters, letter) > 0;
        let course = course(letters, index > 0)?;
        let hop = has('p') || has('g');
        if index + 1 < legs.len() {
            plans.push(planner.leg(letters, course, inner_ends(letters, hop))?);
            if has('g') || has('y') {
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
fn refuse_gates(legs: &[Vec<Letter>]) -> Result<(), NotationError> {
    let Some(gate) = legs.iter().flatten().find(|letter| letter.letter == GATE) else { return Ok(()) };
    match legs.iter().flatten().find(|letter| "ux".contains(letter.letter)) {
        Some(Letter { letter: 'u', at }) => Err(NotationError::at(ErrorKind::SecondUnload, *at)),
        Some(_) => Err(NotationError::at(ErrorKind::Contradiction('u', 'x'), gate.at)),
        None => Ok(()),
    }
}

/// Refuses a rider that would bend in two ways, and `t` with no mode to restrict.
pub(super) fn refuse(letters: &[Letter], first: bool) -> Result<(), NotationError> {
    let has = |letter| count(letters, letter) > 0;
    // A lone `t` more likely means the chaining operator of Betza 2.0.
    if has('t') && !letters.iter().any(|letter| "mcdkpg".contains(letter.letter)) {
        return Err(NotationError::new(ErrorKind::LoneT, position(letters, 't', &(0..0))));
    }
    if first && has('q') && has('z') {
        return Err(NotationError::new(ErrorKind::Contradiction('q', 'z'), position(letters, 'z', &(0..0))));
    }
    Ok(())
}

/// SPEC: xboard notes, 3.4: `t` "may not take a King-slot piece".
pub(super) fn spare_royals(letters: &[Letter], mut landing: Landing) -> Landing {
    if count(letters, 't') > 0 {
        landing.take = landing.take.without(Occupancy::ENEMY_ROYAL);
    }
    landing
}

fn curve(first_leg: &[Letter]) -> Option<Curve> {
    first_leg.iter().find_map(|letter| match letter.letter {
        'q' => Some(Curve::Circular),
        'z' => Some(Curve::Zigzag),
        _ => None,
    })
}

fn course(letters: &[Letter], continuation: bool) -> Result<HeadingSource, NotationError> {
    let directions = combine(letters, continuation)?;
    Ok(if continuation { HeadingSource::Next(directions) } else { HeadingSource::First(directions) })
}

/// Returns the possible ends of a non-final leg. SPEC: readings 12, 29.
fn inner_ends(letters: &[Letter], hop: bool) -> Vec<LegEnd> {
    let off_board = count(letters, 'o') == 1;
    let mut on = landing(letters);
    if hop {
        // SPEC: xboard notes, 3.4: `t` "with p/g: own pieces only as hurdle".
        let mounts = if count(letters, 't') > 0 { Occupancy::FRIEND } else { Occupancy::OCCUPIED };
        on.get_or_insert_default().pass |= mounts;
    }
    let excites = count(letters, 'x') > 0;
    let on = if off_board || excites { on } else { on.or(Some(Landing::MOVE)) };
    let on = on.map(|landing| spare_royals(letters, landing));
    let mut ends: Vec<LegEnd> = on.map(LegEnd::On).into_iter().collect();
    ends.extend(off_board.then_some(LegEnd::OffBoard));
    ends.extend(excites.then_some(LegEnd::Excite));
    ends
}

/// Returns the possible ends of a final leg. SPEC: readings 12.
fn final_ends(letters: &[Letter]) -> Vec<LegEnd> {
    let excites = count(letters, 'x') > 0;
    let on = landing(letters).or((!excites).then_some(Landing::MOVE_OR_CAPTURE));
    let on = on.map(|landing| LegEnd::On(spare_royals(letters, landing)));
    on.into_iter().chain(excites.then_some(LegEnd::Excite)).collect()
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
    fn toggle(&mut self, letters: &[Letter]) -> Result<(), NotationError> {
        self.reach = match self.reach {
            Reach::Steps(1) => Reach::Unlimited,
            Reach::Steps(_) | Reach::Unlimited => Reach::Steps(1),
            Reach::EnemyHalf => return Err(self.star(letters)),
        };
        Ok(())
    }

    fn star(&self, letters: &[Letter]) -> NotationError {
        let toggles = |letter: &&Letter| "gyp".contains(letter.letter);
        let at = letters.iter().find(toggles).map_or(self.span.clone(), |letter| letter.at..letter.at + 1);
        NotationError::new(ErrorKind::StarToggled, at)
    }

    /// Plans a final leg without a hop: `o` wraps.
    fn final_leg(&mut self, letters: &[Letter], course: HeadingSource) -> Result<LegPlan, NotationError> {
        let mut plan = self.leg(letters, course, final_ends(letters))?;
        plan.wrap = wrap_of_final(letters);
        Ok(plan)
    }

    /// Adds the implied second leg of a final `p` or `g`.
    ///
    /// SPEC: readings 19: other modes go to it, `n` and `j` to both, directions, `i` and `u` stay with the first;
    /// 29: both parts wrap.
    fn hop_off(&mut self, letters: &[Letter], plans: &mut Vec<LegPlan>) -> Result<(), NotationError> {
        let mut shared = false;
        if count(letters, 'g') > 0 {
            self.toggle(letters)?;
        } else {
            match self.reach {
                Reach::EnemyHalf => return Err(self.star(letters)),
                Reach::Steps(steps) => shared = steps > 1,
                Reach::Unlimited => {}
            }
        }
        let kept = |letter: &&Letter| "mcdekxnjot".contains(letter.letter);
        let second: Vec<Letter> = letters.iter().filter(kept).copied().collect();
        let plan = self.final_leg(&second, HeadingSource::Onward)?;
        if let Some(first) = plans.last_mut() {
            first.wrap = plan.wrap;
            first.shared = shared;
        }
        plans.push(plan);
        Ok(())
    }

    /// Plans a leg with the current range.
    fn leg(
        &mut self,
        letters: &[Letter],
        course: HeadingSource,
        ends: Vec<LegEnd>,
    ) -> Result<LegPlan, NotationError> {
        let has = |letter| count(letters, letter) > 0;
        let is_first = matches!(course, HeadingSource::First(_));
        let (path, skip) = self.path(letters)?;
        let min = skip + 1;
        if matches!(self.reach, Reach::Steps(most) if most < min) {
            return Err(NotationError::new(ErrorKind::NothingResults, position(letters, 'j', self.span)));
        }
        let n = count(letters, 'n');
        // SPEC: readings 32.
        let trail = n > 1 || n == 1 && (self.lattice.is_king_step() || is_first && has('i'));
        let plan = LegPlan {
            curve: if is_first { curve(letters) } else { None },
            min,
            max: self.reach,
            skip,
            path,
            wrap: if count(letters, 'o') > 1 { Wrap::Torus } else { Wrap::None },
            ends,
            unload: has('u'),
            gate: has(GATE),
            iso: !is_first && has('i') && self.slider_before,
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
    fn path(&self, letters: &[Letter]) -> Result<(PathRule, u16), NotationError> {
        let (n, j) = (count(letters, 'n'), count(letters, 'j'));
        if self.lattice.is_king_step() {
            if j > 0 && self.reach == Reach::Steps(1) {
                return Err(NotationError::new(ErrorKind::StepCannotJump, position(letters, 'j', self.span)));
            }
            return Ok((PathRule::Any, u16::try_from(j).unwrap_or(u16::MAX - 1)));
        }
        match (n > 0, j > 0) {
            (true, true) => {
                Err(NotationError::new(ErrorKind::Contradiction('n', 'j'), position(letters, 'j', self.span)))
            }
            (true, false) => Ok((PathRule::Free, 0)),
            (false, true) => Ok((PathRule::Blocked, 0)),
            (false, false) => Ok((PathRule::Any, 0)),
        }
    }
}

fn wrap_of_final(letters: &[Letter]) -> Wrap {
    match count(letters, 'o') {
        0 => Wrap::None,
        1 => Wrap::Files,
        _ => Wrap::Torus,
    }
}

/// Returns the first `q` or `z` that is a turn of a later leg.
pub(super) fn turn_letter(plans: &[LegPlan]) -> Option<Letter> {
    let letters = |direction: &Direction| match *direction {
        Direction::Single(letter) | Direction::Half(letter) => [Some(letter), None],
        Direction::Pair(a, b) => [Some(a), Some(b)],
        Direction::Chiral(..) => [None, None],
    };
    let directions = plans.iter().filter_map(|plan| match &plan.course {
        HeadingSource::Next(directions) => Some(directions),
        HeadingSource::First(_) | HeadingSource::Onward => None,
    });
    let mut turns = directions.flatten().flat_map(letters).flatten();
    turns.find(|letter| !is_direction(letter.letter, false))
}
