//! Lists moves that change the type of their piece (`zoneMoves` with `=`).

use crate::board::Kind;
use crate::movegen::filter::{ArrivalContext, Filter};
use crate::movegen::pseudo::arrival::has_room;
use crate::movegen::pseudo::capture_arrival;
use crate::moves::capture_rules;
use crate::notation::legs::TypeChange;
use crate::position::{Game, Move, MoveList, Position};
use crate::variant::PieceType;

/// Appends the move if `promoLimit` allows the change of type and the piece is the last of its type, if it must be. A
/// form given by the capture matrix takes precedence.
#[cold]
pub(crate) fn arrive(
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
    if game.rules.captures.judged {
        return capture_arrival::arrive(game, pos, kind, mv, landing, list, |_, list| turned(list));
    }
    let bound = game.tables.bans().is_some() || game.tables.explosions().is_some();
    if !bound || !capture_rules::is_forbidden(game, pos, mv) {
        turned(list);
    }
}
