//! Atoms that do not walk: castling, universal leaps, drops, imitator and mirror.

use super::collector::Collector;
use super::plan;
use super::unroll::{GATE, plain_letters};
use crate::notation::ast::{Letter, MoveAst, WrittenRange};
use crate::notation::error::{ErrorKind, NotationError};
use crate::notation::legs::{
    Castle, Drop, DropLimits, Imitate, Initial, Landing, MovementKind, Occupancy, Reach, Side,
};

/// Number of squares the king moves when `O` has no number.
const CASTLING_RANGE: u16 = 2;

/// Expands `O`, `U`, `I`, `M` and `@`.
///
/// # Errors
/// Modifiers that mean nothing for the atom.
pub(super) fn expand(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    let atom = movement.atom.letter;
    match atom.letter {
        'O' => castle(movement, collector),
        'U' => universal(movement, collector),
        '@' => drop(movement, collector),
        'I' => imitate(movement, collector),
        'M' => mirror(movement, collector),
        // A leap too long for any board.
        _ => Err(NotationError::new(ErrorKind::NothingResults, movement.span.clone())),
    }
}

/// Returns the letters before the atom; refuses any that are not in `meaningful`.
fn letters(movement: &MoveAst, meaningful: &str) -> Result<Vec<Letter>, NotationError> {
    let letters = plain_letters(movement)?;
    match letters.iter().find(|letter| !meaningful.contains(letter.letter)) {
        Some(stray) => {
            let modifier = if stray.letter == GATE { 'u' } else { stray.letter };
            let kind = ErrorKind::Meaningless { modifier, atom: movement.atom.letter.letter };
            Err(NotationError::at(kind, stray.at))
        }
        None => Ok(letters),
    }
}

fn number(movement: &MoveAst) -> Option<u16> {
    match &movement.atom.range {
        Some(WrittenRange::Number(number)) => Some(number.value),
        Some(WrittenRange::Star(_)) | None => None,
    }
}

/// SPEC: readings 34.
fn castle(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    let letters = letters(movement, "ilrsjp@")?;
    let has = |letter| plan::count(&letters, letter) > 0;
    let no_side = !has('l') && !has('r');
    let sides =
        [(Side::Left, has('l') || has('s') || no_side), (Side::Right, has('r') || has('s') || no_side)];
    for (side, _) in sides.into_iter().filter(|(_, wanted)| *wanted) {
        let castle = Castle {
            side,
            distance: number(movement).unwrap_or(CASTLING_RANGE),
            inner: times(&letters, 'j'),
            fast: has('p'),
            gate: has(GATE),
        };
        collector.add(MovementKind::Castle(castle), plan::initial(&letters))?;
    }
    Ok(())
}

fn universal(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    let letters = letters(movement, "imcdekt")?;
    plan::refuse(&letters, false)?;
    let landing = plan::landing(&letters).unwrap_or(Landing::MOVE_OR_CAPTURE);
    let landing = plan::spare_royals(&letters, landing);
    collector.add(MovementKind::Universal(landing), plan::initial(&letters))
}

/// SPEC: XBetza, "The Imitator": "Directions are limited to the vertical ones, f (default) and b"; "c implies k".
fn imitate(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    let letters = letters(movement, "fbmcekd")?;
    let has = |letter| plan::count(&letters, letter) > 0;
    let mut modes = plan::landing(&letters);
    if let Some(modes) = modes.as_mut().filter(|_| has('c')) {
        modes.take |= Occupancy::ENEMIES;
    }
    if has('f') || !has('b') {
        collector.add(MovementKind::Imitate(Imitate { backward: false, modes }), Initial::Any)?;
    }
    if has('b') {
        collector.add(MovementKind::Imitate(Imitate { backward: true, modes }), Initial::Any)?;
    }
    Ok(())
}

/// SPEC: XBetza, "Ideas for the future": "M (for 'Mirror'), which targets all squares containing pieces that target it,
/// with the same modes".
fn mirror(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    let letters = letters(movement, "cdk")?;
    let mut modes = plan::landing(&letters);
    if let Some(modes) = modes.as_mut().filter(|_| plan::count(&letters, 'c') > 0) {
        modes.take |= Occupancy::ENEMIES;
    }
    collector.add(MovementKind::Mirror(modes), Initial::Any)
}

/// SPEC: `drops.txt`; readings 36.
fn drop(movement: &MoveAst, collector: &mut Collector<'_>) -> Result<(), NotationError> {
    let letters = letters(movement, "fsbmckjn")?;
    let limit = |letter| u8::try_from(plan::count(&letters, letter)).unwrap_or(u8::MAX);
    let drop = Drop {
        depth: match number(movement) {
            None => Reach::Steps(1),
            Some(0) => Reach::Unlimited,
            Some(ranks) => Reach::Steps(ranks),
        },
        skip: times(&letters, 'j'),
        landing: plan::landing(&letters).unwrap_or(Landing::MOVE),
        limits: DropLimits { per_file: limit('f'), per_shade: limit('s'), per_board: limit('b') },
        blocked: plan::count(&letters, 'n') > 0,
    };
    if matches!(drop.depth, Reach::Steps(ranks) if ranks <= drop.skip) {
        return Err(NotationError::new(ErrorKind::NothingResults, movement.span.clone()));
    }
    collector.add(MovementKind::Drop(drop), Initial::Any)
}

fn times(letters: &[Letter], wanted: char) -> u16 {
    u16::try_from(plan::count(letters, wanted)).unwrap_or(u16::MAX)
}
