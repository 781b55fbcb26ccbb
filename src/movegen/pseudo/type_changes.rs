//! Lists moves that change the type of their piece (`zoneMoves` with `=`).

use crate::movegen::filter::{ArrivalContext, Filter};
use crate::moves::{Mover, capture_rules};
use crate::notation::legs::TypeChange;
use crate::position::{Move, MoveList};
use crate::variant::PieceType;

impl Mover<'_> {
    /// Appends the move if `promoLimit` allows the change of type and the piece is the last of its type, if it must be. A
    /// form given by the capture matrix takes precedence.
    #[cold]
    pub fn arrive_changed(self, mv: Move, change: TypeChange, landing: ArrivalContext, list: &mut MoveList) {
        let Self { game, pos, kind, .. } = self;
        if change.last && pos.count(kind) > 1 {
            return;
        }
        let form = PieceType(change.form);
        let wanted = landing.filter != Filter::Quiet && self.has_room(form);
        let turned = |list: &mut MoveList| list.extend(wanted.then(|| mv.into(form)));
        if game.tables.has_events() {
            return self.arrive_capturing(mv, landing, list, |_, list| turned(list));
        }
        let bound = game.tables.bans().is_some() || game.tables.explosions().is_some();
        if !bound || !capture_rules::is_forbidden(game, pos, mv) {
            turned(list);
        }
    }
}
