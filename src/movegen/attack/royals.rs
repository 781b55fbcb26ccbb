//! Whether a royal could be captured on a square, by the compiled moves; safe squares of a royal and of castling.

use crate::board::{Bits, Color, Kind, Square};
use crate::position::royals::is_fatal;
use crate::position::{Game, Position};
use crate::tables::attack_tables::KindForm;
use crate::tables::explosions::Explosions;
use crate::variant::castling::CastleRule;

/// The pieces of a side, as attackers of enemy royals. Methods take a reference: see [`crate::moves::Mover`].
#[derive(Clone, Copy)]
pub(crate) struct Attackers<'a> {
    pub game: &'a Game,
    pub pos: &'a Position,
    pub by: Color,
}

impl<'a> Attackers<'a> {
    /// The opponents of the side to move.
    #[inline(always)]
    pub fn of_mover(game: &'a Game, pos: &'a Position) -> Self {
        Self { game, pos, by: pos.side().other() }
    }
    /// Whether one of them on `occupied` squares could capture a royal on `target`, ignoring any piece on it. `None` if
    /// only making the move can tell.
    #[inline]
    pub fn could_take<const W: usize>(&self, target: Square, occupied: Bits<W>) -> Option<bool> {
        let mut sure = true;
        let taken = self.take(target, occupied, |_, _| {
            sure = false;
            false
        });
        (taken || sure).then_some(taken)
    }
    /// Like [`Self::could_take`]; `by_paths` decides about a kind and origin where only the stored paths can tell.
    #[inline(always)]
    pub fn take<const W: usize>(
        &self,
        target: Square,
        occupied: Bits<W>,
        mut by_paths: impl FnMut(Kind, Square) -> bool,
    ) -> bool {
        let Self { game, pos, by } = *self;
        let reverse = game.tables.reverse();
        let taken = Bits::square(target);
        for kind in game.tables.kinds_of(by) {
            let origins: Bits<W> = reverse.origins(kind, target);
            let mut attackers = (origins & pos.kind_set(kind) & occupied).without(taken);
            if attackers.is_empty() {
                continue;
            }
            if game.tables.explosions().is_some() {
                attackers = self.without_suicides(kind, target, attackers);
            }
            let open = |origin: Square| {
                let known = reverse.is_open(kind, [origin, target], occupied);
                known.unwrap_or_else(|| by_paths(kind, origin))
            };
            if attackers.any(open) {
                return true;
            }
        }
        false
    }
    /// Splits the squares `wanted` by a royal into certainly safe ones and those that need [`Self::could_take`],
    /// dropping attacked ones. `occupied` excludes the royal.
    #[inline(always)]
    pub fn split_adjacent<const W: usize>(
        &self,
        (royal, from): (Kind, Square),
        wanted: Bits<W>,
        occupied: Bits<W>,
    ) -> (Bits<W>, Bits<W>) {
        let (forms, reverse) = (self.game.tables.forms(), self.game.tables.reverse());
        let beside = forms.leaps(royal, from);
        let (mut safe, mut uncertain) = (wanted & beside, wanted.without(beside));
        if safe.is_empty() {
            return (safe, uncertain);
        }
        for kind in self.game.tables.kinds_of(self.by) {
            let around: Bits<W> = Bits::of(&forms.around, forms.slot(kind, from));
            let attackers = around & self.pos.kind_set(kind);
            if attackers.is_empty() {
                continue;
            }
            match reverse.kind_form(kind) {
                KindForm::Leap => {
                    attackers.for_each(|origin| safe = safe.without(reverse.reach(kind, origin)));
                    continue;
                }
                KindForm::ByPair => {
                    uncertain |= safe;
                    safe = Bits::EMPTY;
                    continue;
                }
                KindForm::Straight => (),
            }
            for origin in attackers {
                for to in reverse.reach::<W>(kind, origin) & safe {
                    if !reverse.between::<W>(origin, to).meets(occupied) {
                        safe = safe.without(Bits::square(to));
                    }
                }
            }
        }
        (safe, uncertain)
    }
    /// Whether castling is safe for a royal not in check; `None` if only making the move can tell.
    pub fn castling_is_safe<const W: usize>(&self, rule: &CastleRule, occupied: Bits<W>) -> Option<bool> {
        let without_king = occupied.without(Bits::square(rule.from));
        let after = without_king.without(Bits::square(rule.partner)) | Bits::square(rule.partner_to);
        for &square in rule.safe.iter().filter(|&&square| square != rule.from && square != rule.to) {
            if self.could_take(square, without_king)? {
                return Some(false);
            }
        }
        // The king must be safe on its destination both before and after the partner moves.
        let taken = |occupied: Bits<W>| self.could_take(rule.to, occupied);
        let arriving = taken(without_king)?;
        let Some(gate) = rule.gate else { return Some(!arriving && !taken(after)?) };
        let open = !self.game.variant.hand_rules.gates_open || !taken(after)?;
        Some(!arriving && open && !taken(after | Bits::square(gate))?)
    }
    /// Removes the attackers, pieces of one kind, that would lose their own royals by capturing a royal on `target`.
    #[inline]
    pub fn without_suicides<const W: usize>(
        &self,
        kind: Kind,
        target: Square,
        attackers: Bits<W>,
    ) -> Bits<W> {
        let Self { game, pos, .. } = *self;
        let Some(explosions) = game.tables.explosions() else { return attackers };
        if !explosions.explodes_royals(kind.piece()) {
            return attackers;
        }
        let near =
            explosions.area::<W>(target).without(unharmed::<W>(explosions, pos) | Bits::square(target));
        let blown = pos.royals(kind.color()).iter().filter(|&&royal| near.has(royal)).count();
        let fatal = |lost: usize| is_fatal(game, pos, kind.color(), lost);
        if !game.tables.kind(kind).royal {
            return attackers.when(!fatal(blown));
        }
        let mut kept = Bits::EMPTY;
        let dies = usize::from(!explosions.is_proof(kind.piece()));
        attackers.for_each(|from| kept.insert_if(from, !fatal(blown - usize::from(near.has(from)) + dies)));
        kept
    }
}

/// The pieces that an explosion beside them does not destroy.
#[inline]
pub(crate) fn unharmed<const W: usize>(explosions: &Explosions, pos: &Position) -> Bits<W> {
    explosions.unharmed.iter().fold(Bits::EMPTY, |all, &kind| all | pos.kind_set(kind))
}
