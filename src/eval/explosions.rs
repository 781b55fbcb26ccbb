//! Attacks on a royal by explosions: captures of the pieces beside it.

use super::army::{EvalContext, SideAttacks};
use crate::board::bits::Bits;
use crate::board::{Kind, Square};
use crate::movegen::explosive_neighbours;

/// Squares of the pieces whose capture by a piece of the kind would explode beside the royal.
#[cold]
pub(super) fn beside<const W: usize>(
    context: &EvalContext<'_, W>,
    kind: Kind,
    royal: Option<Square>,
) -> Bits<W> {
    let squares = explosive_neighbours(context.game, context.pos, kind, royal.as_slice());
    squares.fold(Bits::EMPTY, |all, square| all | Bits::square(square))
}

/// Squares from which a piece of the kind could capture on one of the targets if the board were empty.
#[cold]
pub(super) fn origins<const W: usize>(context: &EvalContext<'_, W>, kind: Kind, targets: Bits<W>) -> Bits<W> {
    let reverse = context.game.tables.reverse();
    targets.into_iter().fold(Bits::EMPTY, |all, square| all | reverse.origins(kind, square))
}

/// Those of the squares from which a piece of the kind would attack one of the targets.
#[cold]
pub(super) fn checking<const W: usize>(
    context: &EvalContext<'_, W>,
    kind: Kind,
    squares: Bits<W>,
    targets: Bits<W>,
) -> Bits<W> {
    let reverse = context.game.tables.reverse();
    let attacking = |target| context.checking(kind, squares & reverse.origins(kind, target), target);
    targets.into_iter().fold(Bits::EMPTY, |all, target| all | attacking(target))
}

/// Danger of the attacks on pieces whose capture would explode beside the enemy royal.
pub(super) fn danger<const W: usize>(
    context: &EvalContext<'_, W>,
    royal: Square,
    own: &SideAttacks<W>,
) -> i32 {
    let EvalContext { game, pos, .. } = *context;
    if !game.rules.captures.explode {
        return 0;
    }
    // For most rules it does not matter which piece captures.
    let captor = pos.cell(royal).kind().and_then(|king| {
        let mut kinds = game.tables.kinds_of(king.color().other());
        kinds.find(|&kind| !game.tables.kind(kind).royal)
    });
    let targets = captor.map_or(Bits::EMPTY, |captor| beside(context, captor, Some(royal)));
    game.weights.params.danger_explosion * (targets & own.guarded).count() as i32
}
