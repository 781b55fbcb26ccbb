//! Atoms that do not walk: castling, universal leaps, drops, imitator and mirror.

use super::collector::Collector;
use super::plan;
use super::unroll::{GATE, plain_letters};
use crate::notation::ast::{Letter, Letters, MoveAst, WrittenRange};
use crate::notation::atoms::{self, AtomKind};
use crate::notation::error::{ErrorKind, Result};
use crate::notation::legs::{
    Castle, Drop, DropLimits, Imitate, Initial, Landing, MovementKind, Occupancy, Reach, Side, UniversalLeap,
};

/// Number of squares the king moves when `O` has no number.
const CASTLING_RANGE: u16 = 2;

/// Expands an atom that does not walk.
///
/// # Errors
/// Modifiers that mean nothing for the atom.
pub(super) fn expand(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<()> {
    match atoms::atom_kind(movement.atom.letter.letter) {
        Some(AtomKind::Castle) => castle(movement, collector),
        Some(AtomKind::Universal) => universal(movement, collector),
        Some(AtomKind::Drop) => drop(movement, collector),
        Some(AtomKind::Imitate) => imitate(movement, collector),
        Some(AtomKind::Mirror) => mirror(movement, collector),
        // A leap too long for any board.
        Some(AtomKind::Walk(_)) | None => Err(ErrorKind::NothingResults.over(movement.span.clone())),
    }
}

/// Returns the letters before the atom; refuses any that are not in `meaningful`.
fn letters(movement: &MoveAst, meaningful: &str) -> Result<Vec<Letter>> {
    let letters = plain_letters(movement)?;
    let Some(stray) = letters.other_than(meaningful) else { return Ok(letters) };
    let modifier = if stray.letter == GATE { 'u' } else { stray.letter };
    Err(ErrorKind::Meaningless { modifier, atom: movement.atom.letter.letter }.at(stray.at))
}

/// SPEC: readings 34.
fn castle(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<()> {
    let letters = letters(movement, "ilrsjp@")?;
    let distance = match &movement.atom.range {
        Some(WrittenRange::Number(number)) => number.value,
        _ => CASTLING_RANGE,
    };
    let both = letters.has('s') || letters.find("lr").is_none();
    let sides = [(Side::Left, both || letters.has('l')), (Side::Right, both || letters.has('r'))];
    for (side, _) in sides.into_iter().filter(|(_, wanted)| *wanted) {
        let castle = Castle {
            side,
            distance,
            inner: times(&letters, 'j'),
            fast: letters.has('p'),
            gate: letters.has(GATE),
        };
        collector.add(MovementKind::Castle(castle), plan::initial(&letters))?;
    }
    Ok(())
}

/// SPEC: XBetza: `u` "describes a piece that can swap location" with those that it captures ("Displacing pieces"); a final
/// `x` borrows "moves from the target piece" ("Move borrowing").
fn universal(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<()> {
    let letters = letters(movement, "imcdektux")?;
    plan::refuse(&letters, false)?;
    let initial = plan::initial(&letters);
    let unload = letters.has('u');
    let mut add = |landing, induce| {
        collector.add(MovementKind::Universal(UniversalLeap { landing, unload, induce }), initial)
    };
    let induces = letters.has('x');
    let modes = plan::landing(&letters).or((!induces).then_some(Landing::MOVE_OR_CAPTURE));
    if let Some(landing) = modes {
        add(plan::spare_royals(&letters, landing), false)?;
    }
    if induces { add(Landing::default(), true) } else { Ok(()) }
}

/// SPEC: XBetza, "The Imitator": "Directions are limited to the vertical ones, f (default) and b"; "c implies k".
fn imitate(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<()> {
    let letters = letters(movement, "fbmcekd")?;
    let modes = borrowed_landing(&letters);
    let (forward, backward) = (letters.has('f') || !letters.has('b'), letters.has('b'));
    for (backward, _) in [(false, forward), (true, backward)].into_iter().filter(|(_, wanted)| *wanted) {
        collector.add(MovementKind::Imitate(Imitate { backward, modes }), Initial::Any)?;
    }
    Ok(())
}

/// Returns the landing to which borrowed moves are restricted; `c` includes royals.
fn borrowed_landing(letters: &[Letter]) -> Option<Landing> {
    let enemies = if letters.has('c') { Occupancy::ENEMIES } else { Occupancy::empty() };
    plan::landing(letters).map(|landing| Landing { take: landing.take | enemies, ..landing })
}

/// SPEC: XBetza, "Ideas for the future": "M (for 'Mirror'), which targets all squares containing pieces that target it,
/// with the same modes".
fn mirror(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<()> {
    let modes = borrowed_landing(&letters(movement, "cdk")?);
    collector.add(MovementKind::Mirror(modes), Initial::Any)
}

/// SPEC: `drops.txt`; readings 36.
fn drop(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<()> {
    let letters = letters(movement, "fsbmckjn")?;
    let limit = |letter| u8::try_from(letters.count(letter)).unwrap_or(u8::MAX);
    let drop = Drop {
        depth: movement.atom.range.as_ref().map_or(Reach::Steps(1), WrittenRange::reach),
        skip: times(&letters, 'j'),
        landing: plan::landing(&letters).unwrap_or(Landing::MOVE),
        limits: DropLimits { per_file: limit('f'), per_shade: limit('s'), per_board: limit('b') },
        blocked: letters.has('n'),
    };
    if matches!(drop.depth, Reach::Steps(ranks) if ranks <= drop.skip) {
        return Err(ErrorKind::NothingResults.over(movement.span.clone()));
    }
    collector.add(MovementKind::Drop(drop), Initial::Any)
}

fn times(letters: &[Letter], wanted: char) -> u16 {
    u16::try_from(letters.count(wanted)).unwrap_or(u16::MAX)
}
