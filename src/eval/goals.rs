//! Ways of a side's pieces to the squares where they win.

use super::army::{EvalContext, SideAttacks, targets};
use super::tapered::Tapered;
use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::movegen;
use crate::position::Game;
use crate::values::EvalRole;

/// Goals more moves away than this do not count.
const MAX_MOVES: i32 = 7;
/// Maximum number of pieces of a side that win on some squares: the ways of many would take long to find.
const MAX_PIECES: u16 = 4;

/// Value of the shortest way of a side's pieces to their goals over squares that the enemy does not guard, if one more
/// piece on a goal decides the game.
pub(super) fn approach<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    [_, enemy]: [&SideAttacks<W>; 2],
) -> Tapered {
    let EvalContext { game, pos, .. } = *context;
    if !game.rules.goals.any {
        return Tapered::default();
    }
    // Where several pieces are needed, those on goals stay there.
    let several = game.variant.ends.goal.needs_several();
    if several && movegen::missing_on_goals(game, pos, color) != 1 {
        return Tapered::default();
    }
    let there = |kind| if several { game.rules.goals.squares::<W>(kind) } else { Bits::EMPTY };
    let own_kinds = game.rules.goals.kinds[color.index()].iter().copied();
    let kinds = || own_kinds.clone().filter(|&kind| heads_for_goals(game, kind));
    let few = kinds().map(|kind| pos.count(kind)).sum::<u16>() <= MAX_PIECES;
    let mut least = MAX_MOVES + 1;
    for kind in kinds().filter(|_| few) {
        pos.kind_set::<W>(kind).without(there(kind)).for_each(|from| {
            least = moves_to_goal(context, kind, from, enemy, least - 1).unwrap_or(least);
        });
    }
    if least > MAX_MOVES {
        return Tapered::default();
    }
    let plies = 2 * least - i32::from(color == pos.side());
    let params = &game.weights.params;
    let value = (1..plies).fold(params.goal_cp, |value, _| value * params.goal_share / 100);
    Tapered { mg: value * params.goal_mg / 100, eg: value }
}

/// Whether pieces of the kind, which win on some squares, are looked at here. Pawn-like ones have terms of their own.
fn heads_for_goals(game: &Game, kind: Kind) -> bool {
    game.weights.traits[kind.index()].role != EvalRole::Pawn
}

/// Number of moves in which a piece reaches a goal if no other piece moves; `None` if it cannot or if it takes more than
/// `most`.
fn moves_to_goal<const W: usize>(
    context: &EvalContext<'_, W>,
    kind: Kind,
    from: Square,
    enemy: &SideAttacks<W>,
    most: i32,
) -> Option<i32> {
    let goals = &context.game.rules.goals;
    // On some goals a piece wins although the enemy guards them.
    let all_goals = goals.squares::<W>(kind);
    let at_once = context.pos.royals(kind.color()).is_empty() && !context.game.variant.ends.goal.stands();
    let winning = if at_once { all_goals } else { goals.winning(kind) };
    let guarded = enemy.guarded | enemy.by_royals;
    let mut reached = Bits::square(from);
    let mut last = reached;
    for moves in 1..=most {
        let mut next = Bits::EMPTY;
        last.for_each(|square| {
            let targets = targets(context, kind, square);
            next |= targets.quiet.without(context.occupied) | targets.takes & enemy.all;
        });
        last = next.without(guarded | reached);
        if last.meets(all_goals) || next.meets(winning) {
            return Some(moves);
        }
        if last.is_empty() {
            return None;
        }
        reached |= last;
    }
    None
}
