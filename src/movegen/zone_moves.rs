//! Moves that change the type of their piece (`zoneMoves` with `=`).

use super::attacks::in_check;
use super::compiled::pseudo_legal_of;
use super::generate::{ArrivalContext, has_room};
use super::{Filter, capture_rules, victims};
use crate::board::{Color, Square};
use crate::notation::legs::TypeChange;
use crate::position::cell::Kind;
use crate::position::{Game, Move, MoveList, Position};
use crate::variant::PieceType;
use crate::with_width;

/// Appends the move if `promoLimit` allows the change of type and the piece is the last of its type, if it must be. A
/// form given by the capture matrix takes precedence.
#[cold]
pub(super) fn arrive(
    game: &Game,
    pos: &Position,
    kind: Kind,
    (mv, change): (Move, TypeChange),
    landing: ArrivalContext,
    list: &mut MoveList,
) {
    if change.last && pos.count(kind) > 1 {
        return;
    }
    let form = PieceType(change.form);
    let wanted = landing.filter != Filter::Quiet && has_room(game, pos, kind.color(), form);
    let turned = |list: &mut MoveList| {
        if wanted {
            list.push(mv.into(form));
        }
    };
    if game.tables.has_events() {
        return capture_rules::arrive(game, pos, kind, mv, landing, list, |_, list| turned(list));
    }
    let bound = game.tables.bans().is_some() || game.tables.explosions().is_some();
    if !bound || !capture_rules::is_forbidden(game, pos, mv) {
        turned(list);
    }
}

/// The type change that the move makes, if any.
pub(crate) fn of(game: &Game, mv: Move) -> Option<TypeChange> {
    game.tables.change(&game.tables.nodes()[mv.node()? as usize])
}

/// Whether the move just made gives check or attacks an enemy though its change of type forbids it.
pub(super) fn disturbs(game: &Game, pos: &Position, mv: Move) -> bool {
    if !of(game, mv).is_some_and(|change| change.calm) {
        return false;
    }
    in_check(game, pos, pos.side()) || attacks_something(game, pos, mv.to(), pos.side().other())
}

/// Whether the piece could capture an enemy if `by` were to move.
fn attacks_something(game: &Game, pos: &Position, square: Square, by: Color) -> bool {
    let mut list = MoveList::new();
    with_width!(game.tables.forms().width, pseudo_legal_of(game, pos, by, Filter::Tactical, &mut list));
    list.into_iter().filter(|mv| mv.from() == square).any(|mv| {
        let mut takes = false;
        victims(game, pos, mv, |kind, _| takes |= kind.color() != by);
        takes
    })
}
