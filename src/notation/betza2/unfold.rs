//! Unfolds the syntax tree into paths: distributes groups and repeats exponents.

use super::prefix;
use super::tree::{Base, Betza2Move, Exponent, Operand};
use crate::notation::ast::{Letter, Letters};
use crate::notation::error::{Result, check_count, check_legs};
use crate::notation::legs::{Landing, MAX_LEGS, Occupancy, Reach};
use crate::notation::path::{Betza2Path, LegRun, PathLeg, PathTurn};
use crate::notation::path_error::PathError;
use std::ops::Range;

/// Returns all paths of a description.
///
/// # Errors
/// Misplaced modifiers, moves that legs cannot express, more legs or paths than the limits allow.
pub(super) fn paths(moves: &[Betza2Move]) -> Result<Vec<Betza2Path>> {
    let mut found = Vec::new();
    for one in moves {
        collect(one, &[], &mut found)?;
    }
    Ok(found)
}

/// SPEC: "m(AB) where m is a string of modifiers and A and B are atoms, (or expressions grouped in parentheses), is
/// defined to mean mAmB".
fn collect(one: &Betza2Move, outer: &[Letter], found: &mut Vec<Betza2Path>) -> Result<()> {
    let prefix: Vec<Letter> = outer.iter().chain(&one.prefix).copied().collect();
    if let [Operand { base: Base::Group(moves), exponent: None, .. }] = one.chain.as_slice() {
        return moves.iter().try_for_each(|inner| collect(inner, &prefix, found));
    }
    for legs in chain(&one.chain, &one.span)? {
        prefix::apply(&prefix, legs, &one.span, found)?;
        check_count(found.len(), &one.span)?;
    }
    Ok(())
}

/// Returns the minimum number of legs of a path through an operand.
fn least_legs(operand: &Operand) -> usize {
    let of_move = |one: &Betza2Move| one.chain.iter().map(least_legs).sum::<usize>();
    match &operand.base {
        Base::Atom(_) => 1,
        Base::Group(moves) => moves.iter().map(of_move).min().unwrap_or(1),
    }
}

fn chain(operands: &[Operand], span: &Range<usize>) -> Result<Vec<LegRun>> {
    let least: usize = operands.iter().map(least_legs).sum();
    let mut result: Vec<LegRun> = vec![LegRun::new()];
    for (index, operand) in operands.iter().enumerate() {
        let mut next = all_turned(base(operand, index == 0, span)?, &operand.turn)?;
        if let Some(exponent) = &operand.exponent {
            let room = MAX_LEGS.saturating_sub(least - least_legs(operand));
            let last = index + 1 == operands.len();
            next = repeated(operand, next, exponent, last, room, span)?;
        }
        result = joined(&result, operand.link, &next, span)?;
    }
    Ok(result)
}

/// Joins every path of `before` to every path of `after` with the operator.
fn joined(
    before: &[LegRun],
    link: Option<Letter>,
    after: &[LegRun],
    span: &Range<usize>,
) -> Result<Vec<LegRun>> {
    check_count(before.len().saturating_mul(after.len()), span)?;
    let mut result = Vec::with_capacity(before.len() * after.len());
    for first in before {
        for second in after {
            check_legs(first.len() + second.len(), span)?;
            let mut legs = first.clone();
            if let Some(link) = link {
                connect(&mut legs, link);
            }
            legs.extend(second.iter().cloned());
            result.push(legs);
        }
    }
    Ok(result)
}

/// Applies an operator to the end of a path.
fn connect(legs: &mut LegRun, link: Letter) {
    let Some(leg) = legs.last_mut() else { return };
    if link.letter != 'y' {
        (leg.onward, leg.optional) = connection(link);
        return;
    }
    // SPEC: "y: connection square is one step before first obstacle; must continue from there". The path goes one step
    // farther, onto the obstacle, and that step back.
    leg.range.0 = leg.range.0.saturating_add(1);
    if let Reach::Steps(most) = &mut leg.range.1 {
        *most = most.saturating_add(1);
    }
    leg.onward = Landing::HOP;
    let back = PathLeg { back: true, ..PathLeg::new(leg.lattice, Reach::Steps(1), leg.span.clone()) };
    legs.push(back);
}

/// Returns an operator's condition on the square between two steps, and whether the move may end there.
///
/// SPEC: Betza 2.0, "Overview of chaining operators".
fn connection(link: Letter) -> (Landing, bool) {
    let pass = |pass| Landing { pass, take: Occupancy::empty() };
    match link.letter {
        't' => (Landing::MOVE, true),
        '+' => (Landing::HOP, false),
        '?' => (pass(Occupancy::FRIEND), false),
        '!' => (pass(Occupancy::ENEMIES), false),
        'x' => (Landing::CAPTURE, false),
        'd' => (Landing { take: Occupancy::ENEMIES | Occupancy::FRIEND, ..Landing::default() }, false),
        _ => (Landing::MOVE, false),
    }
}

/// Returns the paths of one operand without its exponent.
fn base(operand: &Operand, first: bool, span: &Range<usize>) -> Result<Vec<LegRun>> {
    let moves = match &operand.base {
        Base::Atom(atom) => {
            let range = if atom.slides { Reach::Unlimited } else { Reach::Steps(1) };
            return Ok(vec![vec![PathLeg::new(atom.lattice, range, atom.span.clone())]]);
        }
        Base::Group(moves) => moves,
    };
    let mut result = Vec::new();
    for inner in moves {
        // SPEC: modifiers "are only allowed in front of a complete path ... and not on individual steps"; after an
        // operator a group distributes directions.
        if let (true, Some(letter)) = (first, inner.prefix.first()) {
            return Err(PathError::ModifierInside(letter.letter).at(letter.at));
        }
        for legs in chain(&inner.chain, &inner.span)? {
            result.push(turned(legs, &inner.prefix)?);
        }
        check_count(result.len(), span)?;
    }
    Ok(result)
}

/// Adds a turn to the first leg of a path.
fn turned(mut legs: LegRun, letters: &[Letter]) -> Result<LegRun> {
    if let Some(letter) = letters.other_than("fblrsvhae") {
        return Err(PathError::ModifierInside(letter.letter).at(letter.at));
    }
    let Some(leg) = legs.first_mut() else { return Ok(legs) };
    leg.equal |= letters.has('e');
    let mut directions: Vec<Letter> = letters.iter().filter(|letter| letter.letter != 'e').copied().collect();
    if let PathTurn::Letters(inner) = &leg.turn {
        directions.extend(inner);
    }
    if leg.turn == PathTurn::All || directions.has('a') {
        leg.turn = PathTurn::All;
    } else if !directions.is_empty() {
        leg.turn = PathTurn::Letters(directions);
    }
    Ok(legs)
}

fn all_turned(paths: Vec<LegRun>, letters: &[Letter]) -> Result<Vec<LegRun>> {
    paths.into_iter().map(|legs| turned(legs, letters)).collect()
}

/// Repeats the paths of an operand; at most `room` legs each if the number of repeats is free.
///
/// SPEC: "We define AmN ... to mean AmAmAm...mA with N factors A and N-1 operators between them".
fn repeated(
    operand: &Operand,
    base: Vec<LegRun>,
    exponent: &Exponent,
    last: bool,
    room: usize,
    span: &Range<usize>,
) -> Result<Vec<LegRun>> {
    let link = exponent.link.unwrap_or(Letter { letter: 't', at: exponent.span.start });
    let straight = exponent.turn.other_than("f").is_none();
    if let (Base::Atom(atom), 't', true) = (&operand.base, link.letter, straight)
        && atom.slides
    {
        return Err(PathError::SliderExponent(atom.letter).over(exponent.span.clone()));
    }
    if link.letter == 't' && straight && base.len() == 1 && base[0].len() == 1 {
        // SPEC: "Those moves are indicated by writing the number of steps the piece can maximally make behind the
        // atom, where '0' can be used to indicate 'any number of steps'": a slide is one leg of any length.
        let mut base = base;
        let range = if exponent.count == 0 { Reach::Unlimited } else { Reach::Steps(exponent.count) };
        base[0][0].range = (1, range);
        return Ok(base);
    }
    if exponent.count == 1 {
        return Ok(base);
    }
    if exponent.count == 0 && link.letter != 't' {
        return Err(PathError::EndlessExponent(link.letter).over(exponent.span.clone()));
    }
    let longest = base.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let factors = if exponent.count == 0 { room / longest } else { usize::from(exponent.count) };
    let next = all_turned(base.clone(), &exponent.turn)?;
    // A repeat that may stop early but must continue becomes one path for each length.
    let early = link.letter == 't' && !last;
    let link = if early { Letter { letter: '-', ..link } } else { link };
    let (mut result, mut shorter) = (base, Vec::new());
    for _ in 1..factors {
        if early {
            shorter.extend(result.iter().cloned());
        }
        result = joined(&result, Some(link), &next, span)?;
        check_count(shorter.len() + result.len(), span)?;
    }
    shorter.append(&mut result);
    Ok(shorter)
}
