//! Whether a square is attacked and whether a side is in check, read from the stored paths without generating moves.

use crate::board::{Color, Kind, Square};
use crate::movegen::attack::capture_checks;
use crate::movegen::attack::royals::Attackers;
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::compiled::list_pseudo_legal;
use crate::movegen::pseudo::drops;
use crate::moves::{Mover, trades, victims};
use crate::notation::legs::Occupancy;
use crate::position::royals::{can_lose_all_at_once, must_keep_one_safe};
use crate::position::{Game, MoveList, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::Node;
use crate::with_width;

/// Whether `by` could capture a royal on `target`, whatever stands there.
pub fn attacked(game: &Game, pos: &Position, target: Square, by: Color) -> bool {
    with_width!(game.tables.forms().width, attacked_in_width(game, pos, target, by))
}

fn attacked_in_width<const W: usize>(game: &Game, pos: &Position, target: Square, by: Color) -> bool {
    let occupied = pos.occupied::<W>();
    let mover = |kind: Kind, from| Mover::new(game, pos, kind.at(from));
    let by_paths = |kind, from| mover(kind, from).attacks(target);
    let borrows =
        |from| pos.cell(from).kind().is_some_and(|kind| mover(kind, from).attacks_dynamically(target));
    let borrowed = || pos.pieces(by).any(borrows);
    Attackers { game, pos, by }.take(target, occupied, by_paths)
        || game.rules.sharing.dynamic && borrowed()
        || game.rules.hands.capturing_drops && drops::attack(game, pos, target, by)
}

/// Whether the side is in check: the opponent could win by capturing royals.
///
/// One attacked royal is enough, unless `extinction` applies to several: then one move must be able to capture them
/// all, or, with `dupleCheck`, all must be attacked.
pub fn in_check(game: &Game, pos: &Position, color: Color) -> bool {
    if game.rules.captures.judged || trades::bar_now(game, pos, color.other()) {
        return capture_checks::in_check(game, pos, color);
    }
    let royals = pos.royals(color);
    let all_must_fall = game.variant.ends.all_must_fall(color) && royals.len() > 1;
    if pos.side() != color && pos.en_passant().is_some_and(|right| royals.contains(&right.victim)) {
        // The royal itself has just left a trail and can be captured en passant.
        let fatal = |taken: &[Square]| match all_must_fall {
            true => royals.iter().all(|royal| taken.contains(royal)),
            false => royals.iter().any(|royal| taken.contains(royal)),
        };
        if some_capture_takes(game, pos, fatal) {
            return true;
        }
    }
    if must_keep_one_safe(game, color, royals) {
        return royals.iter().all(|&square| attacked(game, pos, square, color.other()));
    }
    if all_must_fall {
        return can_lose_all_at_once(game, royals) && all_could_be_taken(game, pos, royals, color.other());
    }
    royals.iter().any(|&square| attacked(game, pos, square, color.other()))
}

/// Whether the side to move has a capture whose victims satisfy `condition`. Generates them all.
fn some_capture_takes(game: &Game, pos: &Position, condition: impl Fn(&[Square]) -> bool) -> bool {
    let mut list = MoveList::new();
    list_pseudo_legal(game, pos, Filter::Tactical, &mut list);
    list.iter().any(|&mv| {
        let mut taken = Vec::new();
        victims(game, pos, mv, |_, square| taken.push(square));
        condition(&taken)
    })
}

/// Whether one move of `by` could capture all these royals.
///
/// SPEC: diagram readings, "Multi-capture and royals": all victims of one move count together.
fn all_could_be_taken(game: &Game, pos: &Position, royals: &[Square], by: Color) -> bool {
    let nodes = game.tables.nodes();
    let takes_all = |attack: &Attack| {
        let end = &nodes[attack.end as usize];
        let takes = |node: &Node| node.is_victim() && node.go.intersects(Occupancy::ENEMY_ROYAL);
        let is_taken = |royal: u16| {
            end.square == royal || game.tables.ancestors(end).any(|node| node.square == royal && takes(node))
        };
        royals.iter().all(|royal| is_taken(royal.0) && !game.tables.displaces(end, royal.0))
    };
    pos.pieces(by).any(|from| {
        let Some(kind) = pos.cell(from).kind() else { return false };
        if !game.tables.kind(kind).can_capture(royals.len()) {
            return false;
        }
        let mover = Mover::new(game, pos, kind.at(from));
        let mut paths = game.tables.reverse().attacks(kind, from, royals[0]).iter();
        let all = |taken: &[u16]| royals.iter().all(|royal| taken.contains(&royal.0));
        game.rules.sharing.dynamic && mover.can_take(royals[0], all)
            || paths.any(|&attack| takes_all(&attack) && mover.path_is_open(royals[0], attack))
    })
}
