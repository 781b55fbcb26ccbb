//! Expands repeats: the prefix of a move as plain letters, once for each number of repeats.

use crate::notation::ast::{Atom, Item, Letter, Letters, MoveAst};
use crate::notation::directions::is_direction;
use crate::notation::error::{ErrorKind, Result, check_count, check_legs};
use crate::notation::legs::MAX_LEGS;
use std::ops::{Range, RangeInclusive};

/// Marks a leg whose start square receives a piece from the hand (`uO-`, `uW-`); not a modifier of the notation.
pub(super) const GATE: char = '@';

/// A run of letters (including `a`) and how often it occurs in the prefix.
struct LetterRun {
    letters: Vec<Letter>,
    repeats: RangeInclusive<usize>,
}

impl LetterRun {
    fn legs(&self) -> usize {
        self.letters.count('a')
    }
}

/// The legs of a prefix, each as its letters.
pub(super) type PrefixLegs = Vec<Vec<Letter>>;

/// Expands the repeats of a move, splits at each `a` and passes the legs of each expansion to `emit`.
///
/// SPEC: readings 5: a group is textual, its string stands 0, 1, 2, ... times in place. Without a number it is
/// repeated as often as [`MAX_LEGS`] allows, which no line of a board exceeds.
/// SPEC: XBetza of 2020, "`spa2fcR` would repeat the `paf` group".
///
/// # Errors
/// More than [`MAX_LEGS`] legs, or more than [`MAX_MOVEMENTS`](crate::notation::MAX_MOVEMENTS) combinations; those of `emit`.
pub(super) fn unroll(movement: &MoveAst, emit: impl FnMut(&PrefixLegs) -> Result<()>) -> Result<()> {
    let stretches = stretches(&movement.prefix, &movement.atom)?;
    let fixed: usize = stretches.iter().map(|s| s.legs() * *s.repeats.start()).sum::<usize>() + 1;
    let most = stretches.iter().filter(|s| *s.repeats.end() != usize::MAX);
    let most: usize = most.map(|s| s.legs() * (s.repeats.end() - s.repeats.start())).sum::<usize>() + fixed;
    check_legs(most, &movement.span)?;
    let mut unroller = PrefixUnroller { stretches: &stretches, span: &movement.span, count: 0, emit };
    unroller.go(0, Vec::new(), MAX_LEGS - fixed)
}

struct PrefixUnroller<'s, F> {
    stretches: &'s [LetterRun],
    span: &'s Range<usize>,
    count: usize,
    emit: F,
}

impl<F: FnMut(&PrefixLegs) -> Result<()>> PrefixUnroller<'_, F> {
    /// Appends the runs from `index` on to `text`; optional repeats may add up to `spare` legs.
    fn go(&mut self, index: usize, mut text: Vec<Letter>, spare: usize) -> Result<()> {
        let Some(stretch) = self.stretches.get(index) else {
            self.count += 1;
            check_count(self.count, self.span)?;
            let legs = text.split(|letter| letter.letter == 'a').map(<[Letter]>::to_vec);
            return (self.emit)(&legs.collect());
        };
        let least = *stretch.repeats.start();
        let optional = (spare / stretch.legs().max(1)).min(stretch.repeats.end() - least);
        (0..least).for_each(|_| text.extend(&stretch.letters));
        for extra in 0..=optional {
            self.go(index + 1, text.clone(), spare - extra * stretch.legs())?;
            text.extend(&stretch.letters);
        }
        Ok(())
    }
}

fn stretches(items: &[Item], atom: &Atom) -> Result<Vec<LetterRun>> {
    let mut result: Vec<LetterRun> = Vec::new();
    let mut plain: Vec<Letter> = Vec::new();
    let mut items = items.iter().peekable();
    let mut first_leg = true;
    // Number of `i`s before `uO-`; an `i` repeated after it is the same condition.
    let mut given = 0;
    while let Some(item) = items.next() {
        match item {
            Item::Modifier(letter) if letter.letter == 'i' && first_leg && given > 0 => given -= 1,
            Item::Modifier(letter) => plain.push(*letter),
            Item::Unload { atom: before, at } => {
                given = unload(&mut plain, before, atom, *at)?;
                first_leg &= before.letter.letter == 'O';
            }
            Item::Again { at, count: None } => {
                plain.push(Letter { letter: 'a', at: *at });
                first_leg = false;
            }
            Item::Again { at, count: Some(count) } => {
                let mut letters = take_leg(&mut plain, first_leg);
                letters.push(Letter { letter: 'a', at: *at });
                let turn = |item: &&Item| matches!(item, Item::Modifier(l) if is_direction(l.letter, true));
                while let Some(Item::Modifier(letter)) = items.next_if(turn) {
                    letters.push(*letter);
                }
                result.push(LetterRun { letters: std::mem::take(&mut plain), repeats: 1..=1 });
                result.push(LetterRun { letters, repeats: 1..=usize::from(count.value) });
                first_leg = false;
            }
            Item::Group { items, count, .. } => {
                result.push(LetterRun { letters: std::mem::take(&mut plain), repeats: 1..=1 });
                let most = count.as_ref().map_or(usize::MAX, |number| usize::from(number.value));
                result.push(LetterRun { letters: group_letters(items), repeats: 0..=most });
                first_leg = false;
            }
        }
    }
    result.push(LetterRun { letters: plain, repeats: 1..=1 });
    Ok(result)
}

/// Appends [`GATE`] to the leg on whose start a piece from the hand is placed; returns the number of `i`s before `uO-`.
///
/// SPEC: drops.txt: "O means null move, so uO unloads a piece on the square of origin, followed by a normal Knight
/// move. And the 'i' indicates that only virgin pieces have that move."
fn unload(plain: &mut Vec<Letter>, before: &Atom, atom: &Atom, at: usize) -> Result<usize> {
    if plain.has(GATE) {
        return Err(ErrorKind::SecondUnload.at(at));
    }
    let mut leg = split_last_leg(plain);
    leg.retain(|letter| letter.letter != 'u');
    let name = before.letter.letter;
    let gate = Letter { letter: GATE, at };
    if name == 'O' {
        if let Some(stray) = leg.other_than("i").or(plain.last().copied()) {
            return Err(ErrorKind::Meaningless { modifier: stray.letter, atom: name }.at(stray.at));
        }
        if before.range.is_some() || before.quote.is_some() {
            return Err(ErrorKind::RangeNotAllowed(name).at(before.letter.at));
        }
        plain.extend(leg.iter().copied().chain([gate]));
        return Ok(leg.count('i'));
    }
    if before.to_string() != atom.to_string() {
        let after = atom.letter;
        return Err(if after.letter == name {
            ErrorKind::UnloadFormDiffers(name).at(after.at)
        } else {
            ErrorKind::UnloadAtomDiffers(name, after.letter).at(after.at)
        });
    }
    plain.extend(leg);
    plain.extend([Letter { letter: 'a', at }, gate]);
    Ok(0)
}

fn group_letters(items: &[Item]) -> Vec<Letter> {
    let letter = |item: &Item| match item {
        Item::Modifier(letter) => Some(*letter),
        Item::Again { at, .. } => Some(Letter { letter: 'a', at: *at }),
        Item::Group { .. } | Item::Unload { .. } => None, // the parser refuses these inside groups
    };
    items.iter().filter_map(letter).collect()
}

fn split_last_leg(plain: &mut Vec<Letter>) -> Vec<Letter> {
    plain.split_off(plain.iter().rposition(|letter| letter.letter == 'a').map_or(0, |at| at + 1))
}

/// Removes the part of the last leg of `plain` that a numbered `a` repeats, and returns it: all but its directions and
/// the `i` of a first leg, which applies to the whole move.
fn take_leg(plain: &mut Vec<Letter>, first_leg: bool) -> Vec<Letter> {
    let leg = split_last_leg(plain);
    let stays =
        |letter: &Letter| is_direction(letter.letter, !first_leg) || first_leg && letter.letter == 'i';
    let (kept, taken) = leg.into_iter().partition(stays);
    plain.extend::<Vec<Letter>>(kept);
    taken
}

/// Returns the letters before an atom that has no legs; refuses `a` and groups.
pub(super) fn plain_letters(movement: &MoveAst) -> Result<Vec<Letter>> {
    let atom = movement.atom.letter.letter;
    let letter = |item: &Item| match item {
        Item::Modifier(letter) => Ok(*letter),
        Item::Unload { atom, at } if atom.letter.letter == 'O' => Ok(Letter { letter: GATE, at: *at }),
        Item::Unload { at, .. } => Err(ErrorKind::LegsNotAllowed(atom).at(*at)),
        Item::Again { at, .. } => Err(ErrorKind::LegsNotAllowed(atom).at(*at)),
        Item::Group { span, .. } => Err(ErrorKind::LegsNotAllowed(atom).over(span.clone())),
    };
    let mut letters: Vec<Letter> = movement.prefix.iter().map(letter).collect::<Result<_, _>>()?;
    if let Some(gate) = letters.iter().position(|letter| letter.letter == GATE) {
        // `iuO-isO2`: the first `u` belongs to the `-`, and `i` on both sides is one condition.
        let mut spare = [('u', 1), ('i', letters[..gate].count('i').min(letters[gate..].count('i')))];
        letters.retain(|letter| {
            let spare = spare.iter_mut().find(|(dropped, left)| *dropped == letter.letter && *left > 0);
            spare.map(|(_, left)| *left -= 1).is_none()
        });
    }
    Ok(letters)
}
