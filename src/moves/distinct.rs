//! Removes moves from a list that have the same effect as another: each effect is one legal move.

use crate::moves::capture_rules;
use crate::moves::capture_rules::vanishes;
use crate::moves::changes::{changes, is_ordinary};
use crate::moves::victims::victims;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::tree::{Flags, Node};
use crate::variant::PieceType;

/// Keeps one of several moves with the same effect: the first, or a later one with fewer restrictions. Moves that the
/// capture matrix treats differently stay until illegal moves have been removed ([`remove_equal_effects`]).
pub(crate) fn remove_duplicates(game: &Game, pos: &Position, start: usize, list: &mut MoveList) {
    let judged_alike = |a, b| !game.rules.captures.effects || capture_rules::judged_alike(game, pos, a, b);
    keep_distinct(game, start, list, |a, b| same_effect(game, pos, a, b) && (a == b || judged_alike(a, b)));
}

/// Keeps one of several legal moves with the same effect, even if the capture matrix treats them differently.
#[cold]
pub(crate) fn remove_equal_effects(game: &Game, pos: &Position, start: usize, list: &mut MoveList) {
    keep_distinct(game, start, list, |a, b| same_effect(game, pos, a, b));
}

fn keep_distinct(game: &Game, start: usize, list: &mut MoveList, same: impl Fn(Move, Move) -> bool) {
    let many = list.len() - start > MANY;
    // `[square]`: the number of the newest move kept there; `[number]`: the previous move to the same square.
    let mut newest = vec![None; if many { game.tables.squares() } else { 0 }];
    let mut older: Vec<Option<usize>> = Vec::new();
    let mut kept = start;
    for index in start..list.len() {
        let mv = list[index];
        let twin = match many {
            false => list[start..kept].iter().position(|&other| same(mv, other)),
            true => std::iter::successors(newest[mv.to().index()], |&number| older[number])
                .find(|&number| same(mv, list[start + number])),
        };
        match twin {
            Some(first) if does_less(game, list[start + first], mv) => list[start + first] = mv,
            Some(_) => {}
            None => {
                if many {
                    older.push(newest[mv.to().index()].replace(kept - start));
                }
                list[kept] = mv;
                kept += 1;
            }
        }
    }
    list.truncate(kept);
}

/// Above this number of moves, they are chained by end square to limit comparisons: some pieces have thousands of
/// paths.
const MANY: usize = 64;

/// Whether the first of two moves with the same effect has a restriction that the second lacks: it is initial (a royal
/// in check may not make it) or, failing that, quoted (it cannot win by reaching a goal).
fn does_less(game: &Game, first: Move, second: Move) -> bool {
    let (first, second) = (game.tables.end_flags(first), game.tables.end_flags(second));
    let initial = first.intersects(Flags::INITIAL);
    initial && !second.intersects(Flags::INITIAL)
        || !initial && first.intersects(Flags::QUOTED) && !second.intersects(Flags::QUOTED | Flags::INITIAL)
}

/// Whether two moves lead to the same position, whatever restrictions apply to them.
pub(crate) fn same_effect(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    if a == b {
        return true;
    }
    let special = |mv: Move| mv.is_drop() || mv.castling().is_some() || mv.is_pass();
    if a.from() != b.from() || a.to() != b.to() || a.promotion() != b.promotion() || special(a) || special(b)
    {
        return false;
    }
    if !game.rules.captures.effects && [a, b].into_iter().all(|mv| is_simple(game, mv)) {
        return true;
    }
    if gated(game, a) != gated(game, b)
        || (unloads(game, a) || unloads(game, b)) && !unload_alike(game, pos, a, b)
    {
        return false;
    }
    if game.rules.captures.effects {
        // A piece that disappears leaves no trail.
        let gone = vanishes(game, pos, a);
        return capture_rules::same_consequences(game, pos, a, b)
            && (gone || trail_left(game, a) == trail_left(game, b));
    }
    if trail_left(game, a) != trail_left(game, b) {
        return false;
    }
    unloads(game, a) || unloads(game, b) || same_victims(game, pos, a, b)
}

/// Whether a move changes only its two squares and leaves no trail.
#[inline]
fn is_simple(game: &Game, mv: Move) -> bool {
    let ordinary = |end: &Node| !end.flags.intersects(Flags::EXTRA) && is_ordinary(end);
    !mv.is_en_passant() && mv.gated().is_none() && game.tables.end_of(mv).is_none_or(ordinary)
}

/// The type that a move puts down from the hand, and its square.
fn gated(game: &Game, mv: Move) -> Option<(PieceType, Option<u16>)> {
    let piece = mv.gated()?;
    let by_walk = |end| game.tables.extra(end).gate;
    Some((piece, game.tables.end_of(mv).map_or(Some(mv.from().0), by_walk)))
}

pub(crate) fn unloads(game: &Game, mv: Move) -> bool {
    game.tables.end_flags(mv).intersects(Flags::UNLOADS)
}

/// Whether two moves of which one unloads leave the same pieces on the same squares.
fn unload_alike(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    // A piece put back on its square has moved; one that stays there may lose its right to castle by the same move.
    let after = |mv: Move| {
        let mut after = pos.clone();
        after.apply(game, mv);
        // Counting moves does not maintain the key.
        after.fresh_key()
    };
    changes(game, pos, a) == changes(game, pos, b) || game.rules.unmoved.lapses_show && after(a) == after(b)
}

fn same_victims(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    let (mut count, mut found) = (0, 0);
    victims(game, pos, a, |_, square| {
        count += 1;
        victims(game, pos, b, |_, other| found += u32::from(other == square));
    });
    let mut others = 0;
    victims(game, pos, b, |_, _| others += 1);
    count == found && count == others
}

fn trail_left(game: &Game, mv: Move) -> Option<&[u16]> {
    let trail = game.tables.trail_of(game.tables.end_of(mv)?);
    trail.map(|index| game.tables.trail(index))
}
