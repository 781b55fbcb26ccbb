//! Turns an arrival on a square into moves: with the promotions and changes of type that it allows or demands.

use crate::board::{Bits, Kind, Square};
use crate::movegen::filter::{ArrivalContext, retain};
use crate::moves::capture_rules::admits;
use crate::moves::{Mover, capture_rules, effect, is_capture};
use crate::notation::legs::TypeChange;
use crate::position::promotion_choices::chosen;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::{self, Arrival};
use crate::variant::PieceType;
use crate::variant::captures::Form;

/// Number of moves that `list` appends to `scratch`, which is restored.
#[inline(always)]
pub(crate) fn count_listed(scratch: &mut MoveList, list: impl FnOnce(&mut MoveList)) -> u64 {
    let begin = scratch.len();
    list(scratch);
    let listed = scratch.len() - begin;
    scratch.truncate(begin);
    listed as u64
}

impl<'a> Mover<'a> {
    /// Number of moves to the squares: one for each form that the piece can take there.
    #[inline(always)]
    pub fn count_arrivals<const W: usize>(&self, to: Bits<W>) -> u64 {
        let tables = &self.game.tables;
        if !tables.kind(self.kind).changes_type {
            return u64::from(to.count());
        }
        let single: Bits<W> = Bits::of(&tables.forms().single, self.kind.index());
        let multiple = if tables.in_zone(self.kind.color(), self.from) { to } else { to.without(single) };
        let rest = to.without(multiple);
        u64::from(rest.count()) + multiple.map(|to| self.arrivals(to)).sum::<u64>()
    }
    /// Number of moves that one arrival yields: one for each form that the piece can take.
    #[inline]
    pub fn arrivals(&self, to: Square) -> u64 {
        match self.game.tables.arrival(self.kind, to) {
            Arrival::Plain | Arrival::Into(_) | Arrival::Must(_) | Arrival::ZoneForced(_) => 1,
            Arrival::May(form) => 1 + u64::from(self.has_room(form)),
            Arrival::Zone(form) => {
                let concerned = self.concerns_zone(Move::plain(self.from, to));
                1 + u64::from(concerned && self.has_room(form))
            }
            Arrival::Choose(set) => match self.game.fixed_choices.of(self.kind, to, set) {
                Some(pieces) => pieces.len() as u64,
                None => self.available_choices(to, set).count() as u64,
            },
        }
    }
    /// The promotion choices of a set that are available on a square now.
    fn available_choices(&self, to: Square, set: u16) -> impl Iterator<Item = PieceType> {
        chosen(self.game.game_rules(), self.kind, to, set, move |choice| {
            (!choice.from_hand || self.pos.hand(self.kind.color(), choice.piece) > 0)
                && (choice.piece == self.kind.piece() || self.has_room(choice.piece))
        })
    }
    /// Appends the move with all promotions available on its end square.
    #[inline]
    pub fn arrive(&self, mv: Move, landing: ArrivalContext, list: &mut MoveList) {
        let Self { game, pos, kind, .. } = *self;
        let tables = &game.tables;
        if game.rules.captures.judged {
            return self.arrive_with_effects(mv, landing, list);
        }
        if !tables.kind(kind).checks_arrivals {
            if landing.filter.wants(landing.quiet) {
                list.push(mv);
            }
            return;
        }
        if tables.changes_by_capture(kind) && !landing.quiet && !landing.quoted {
            // A capture decides the form before square and zone.
            if let Form::Into(piece) = effect(game, pos, mv).form {
                return self.arrive_as(piece, mv, landing, list);
            }
        }
        let bound = tables.bans().is_some() || tables.explosions().is_some_and(|e| e.binds(kind.piece()));
        if bound && capture_rules::is_forbidden(game, pos, mv) {
            return;
        }
        self.promote(mv, self.usual_arrival(mv, landing), landing, list);
    }
    /// Like [`Self::arrive`] where captures have consequences; separate to keep the common case short.
    #[inline(never)]
    fn arrive_with_effects(&self, mv: Move, landing: ArrivalContext, list: &mut MoveList) {
        self.arrive_capturing(mv, landing, list, |arrival, list| {
            let arrival = arrival.unwrap_or_else(|| self.usual_arrival(mv, landing));
            self.promote(mv, arrival, landing, list);
        });
    }
    #[inline(always)]
    fn usual_arrival(&self, mv: Move, landing: ArrivalContext) -> Arrival {
        let (tables, kind) = (&self.game.tables, self.kind);
        if landing.quoted { tables.quoted_arrival(kind, mv.to()) } else { tables.arrival(kind, mv.to()) }
    }
    /// Appends the move in every form that an arrival allows.
    #[inline(always)]
    fn promote(&self, mv: Move, arrival: Arrival, landing: ArrivalContext, list: &mut MoveList) {
        let wanted = landing.filter.wants(landing.quiet);
        let (forms, plain) = match arrival {
            Arrival::Plain => (None, true),
            Arrival::Into(form) | Arrival::Must(form) => (Some(form), false),
            Arrival::Choose(set) => return self.choose(mv, set, landing, list),
            Arrival::May(form) => (Some(form), true),
            Arrival::Zone(form) => (self.concerns_zone(mv).then_some(form), true),
            Arrival::ZoneForced(form) => {
                let forced = self.concerns_zone(mv);
                (forced.then_some(form), !forced)
            }
        };
        let limited = !matches!(arrival, Arrival::Into(_));
        let barred = limited && forms.is_some_and(|form| !self.has_room(form));
        if self.wants_change(landing) && !barred {
            list.extend(forms.map(|form| mv.into(form)));
        }
        if (plain || barred) && wanted {
            list.push(mv);
        }
    }
    /// Whether moves that change the type are wanted. They are tactical, unless the piece can change back.
    #[inline]
    fn wants_change(&self, landing: ArrivalContext) -> bool {
        landing.filter.wants(landing.quiet && self.game.tables.kind(self.kind).changes_back)
    }
    /// Appends the move as one after which the piece has the type, if the filter wants it.
    fn arrive_as(&self, piece: PieceType, mv: Move, landing: ArrivalContext, list: &mut MoveList) {
        let (turned, wanted) = match piece == self.kind.piece() {
            true => (mv, landing.filter.wants(landing.quiet)),
            false => (mv.into(piece), self.wants_change(landing)),
        };
        list.extend(wanted.then_some(turned));
    }
    /// Whether `promoLimit` lets pieces of the side promote to the type now.
    #[inline]
    pub fn has_room(&self, piece: PieceType) -> bool {
        let limit = self.game.variant.promotion.limit_of(piece);
        limit.is_none_or(|limit| self.pos.count(Kind::new(piece, self.kind.color())) < limit)
    }
    /// Whether the promotion zone lets the move promote.
    ///
    /// SPEC: diagram readings, "Shogi promotion": with drops any move that starts or ends there; without, a move
    /// into it or a capture within it.
    fn concerns_zone(&self, mv: Move) -> bool {
        let Self { game, pos, kind, .. } = *self;
        let [from, to] = [mv.from(), mv.to()].map(|square| game.tables.in_zone(kind.color(), square));
        if game.variant.captures_to_hand() || game.variant.promotion.inside {
            return from || to;
        }
        to && (!from || is_capture(game, pos, mv))
    }
    /// Appends promotions by choice.
    fn choose(&self, mv: Move, set: u16, landing: ArrivalContext, list: &mut MoveList) {
        let mut add = |piece: PieceType| self.arrive_as(piece, mv, landing, list);
        match self.game.fixed_choices.of(self.kind, mv.to(), set) {
            Some(pieces) => pieces.iter().copied().for_each(add),
            None => self.available_choices(mv.to(), set).for_each(&mut add),
        }
    }
    /// Appends the move, if allowed, in every form the piece may take; `usual` appends the forms given by square and
    /// zone.
    pub fn arrive_capturing(
        &self,
        mv: Move,
        landing: ArrivalContext,
        list: &mut MoveList,
        usual: impl FnOnce(Option<Arrival>, &mut MoveList),
    ) {
        let Self { game, kind, .. } = *self;
        let effect = effect(game, self.pos, mv);
        if !admits(game, self.pos, mv, effect) {
            return;
        }
        match effect.form {
            Form::Same => usual(None, list),
            Form::Shogi => {
                let must = game.tables.kind(kind).must_promote || game.tables.is_stuck(kind, mv.to());
                let arrival = match rules::promoted_form(&game.variant, kind.piece()) {
                    Some(form) if must => Arrival::Must(form),
                    Some(form) => Arrival::May(form),
                    None => Arrival::Plain,
                };
                usual(Some(arrival), list);
            }
            Form::Into(piece) | Form::Defector(piece) => {
                self.arrive_as(piece, mv, landing, list);
            }
        }
    }
    /// Appends the move if `promoLimit` allows the change of type and the piece is the last of its type, if it must be. A
    /// form given by the capture matrix takes precedence.
    #[cold]
    pub fn arrive_changed(&self, mv: Move, change: TypeChange, landing: ArrivalContext, list: &mut MoveList) {
        let Self { game, pos, kind, .. } = *self;
        if change.last && pos.count(kind) > 1 {
            return;
        }
        let form = PieceType(change.form);
        let wanted = self.wants_change(landing) && self.has_room(form);
        let turned = |list: &mut MoveList| list.extend(wanted.then(|| mv.into(form)));
        if game.rules.captures.judged {
            return self.arrive_capturing(mv, landing, list, |_, list| turned(list));
        }
        let bound = game.tables.bans().is_some() || game.tables.explosions().is_some();
        if !bound || !capture_rules::is_forbidden(game, pos, mv) {
            turned(list);
        }
    }
}

/// Removes forbidden castling moves and drops from `start` on.
pub(crate) fn retain_admitted(game: &Game, pos: &Position, start: usize, list: &mut MoveList) {
    retain(start, list, |mv| {
        let special = mv.is_drop() || mv.castling().is_some();
        !special || admits(game, pos, mv, effect(game, pos, mv))
    });
}
