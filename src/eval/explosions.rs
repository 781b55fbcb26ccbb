//! Attacks on a royal by explosions: captures of the pieces beside it.

use super::army::{EvalContext, SideAttacks};
use crate::board::bits::Bits;
use crate::board::{Kind, Square};
use crate::movegen::explosive_neighbours;

/// Squares from which a piece of the kind could capture, on an empty board, a piece that would explode beside the royal.
#[cold]
pub(super) fn origins<const W: usize>(
    view: &EvalContext<'_, W>,
    kind: Kind,
    royal: Option<Square>,
) -> Bits<W> {
    let reverse = view.game.tables.reverse();
    let beside = explosive_neighbours(view.game, view.pos, kind, royal.as_slice());
    beside.fold(Bits::EMPTY, |all, square| all | reverse.origins(kind, square))
}

/// Those of the squares from which a piece of the kind would attack the royal or a piece that would explode beside it.
#[cold]
pub(super) fn checking<const W: usize>(
    view: &EvalContext<'_, W>,
    kind: Kind,
    squares: Bits<W>,
    royal: Square,
) -> Bits<W> {
    let royals = [royal];
    let beside = explosive_neighbours(view.game, view.pos, kind, &royals);
    let reverse = view.game.tables.reverse();
    let attacking = |target| view.checking(kind, squares & reverse.origins(kind, target), target);
    beside.chain(royals).fold(Bits::EMPTY, |all, target| all | attacking(target))
}

/// Danger of the attacks on pieces whose capture would explode beside the enemy royal.
pub(super) fn danger<const W: usize>(view: &EvalContext<'_, W>, royal: Square, own: &SideAttacks<W>) -> i32 {
    let EvalContext { game, pos, .. } = *view;
    if !game.rules.captures.explode {
        return 0;
    }
    // For most rules it does not matter which piece captures.
    let captor = pos.cell(royal).kind().and_then(|king| {
        let mut kinds = game.tables.kinds_of(king.color().other());
        kinds.find(|&kind| !game.tables.kind(kind).royal)
    });
    let Some(captor) = captor else { return 0 };
    let royals = [royal];
    let beside = explosive_neighbours(game, pos, captor, &royals);
    game.weights.params.danger_explosion * beside.filter(|&square| own.guarded.has(square)).count() as i32
}
