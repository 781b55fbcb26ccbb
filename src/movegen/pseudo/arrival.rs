//! Turns an arrival on a square into moves: with the promotions and changes of type that it allows or demands.

use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::movegen::filter::{ArrivalContext, Filter};
use crate::movegen::pseudo::capture_arrival;
use crate::moves::{capture_rules, event, is_capture};
use crate::position::promotion_choices::chosen;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Arrival;
use crate::variant::PieceType;
use crate::variant::captures::Form;

/// The promotion choices of a set that are available to a kind on a square now.
fn available_choices<'a>(
    game: &'a Game,
    pos: &'a Position,
    kind: Kind,
    to: Square,
    set: u16,
) -> impl Iterator<Item = PieceType> + 'a {
    chosen(game, kind, to, set, move |choice| {
        (!choice.from_hand || pos.hand(kind.color(), choice.piece) > 0)
            && (choice.piece == kind.piece() || has_room(game, pos, kind.color(), choice.piece))
    })
}

/// Number of moves that `list` appends to `scratch`, which is restored.
#[inline(always)]
pub(crate) fn count_listed(scratch: &mut MoveList, list: impl FnOnce(&mut MoveList)) -> u64 {
    let begin = scratch.len();
    list(scratch);
    let listed = scratch.len() - begin;
    scratch.truncate(begin);
    listed as u64
}

/// Number of moves to the squares: one for each form that the piece can take there.
#[inline(always)]
pub(crate) fn count_arrivals<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    to: Bits<W>,
) -> u64 {
    if !game.tables.kind(kind).promotes {
        return u64::from(to.count());
    }
    let single: Bits<W> = Bits::of(&game.tables.forms().single, kind.index());
    let multiple = if game.tables.in_zone(kind.color(), from) { to } else { to.without(single) };
    let rest = to.without(multiple);
    u64::from(rest.count()) + multiple.map(|to| arrivals(game, pos, kind, from, to)).sum::<u64>()
}

/// Number of moves that one arrival yields: one for each form that the piece can take.
#[inline]
pub(crate) fn arrivals(game: &Game, pos: &Position, kind: Kind, from: Square, to: Square) -> u64 {
    match game.tables.arrival(kind, to) {
        Arrival::Plain | Arrival::Into(_) | Arrival::Must(_) | Arrival::ZoneForced(_) => 1,
        Arrival::May(form) => 1 + u64::from(has_room(game, pos, kind.color(), form)),
        Arrival::Zone(form) => {
            let concerned = concerns_zone(game, pos, kind.color(), Move::plain(from, to));
            1 + u64::from(concerned && has_room(game, pos, kind.color(), form))
        }
        Arrival::Choose(set) => match game.fixed_choices.of(kind, to, set) {
            Some(pieces) => pieces.len() as u64,
            None => available_choices(game, pos, kind, to, set).count() as u64,
        },
    }
}

/// Appends the move with all promotions available on its end square.
#[inline]
pub(crate) fn arrive(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    landing: ArrivalContext,
    list: &mut MoveList,
) {
    let tables = &game.tables;
    if game.rules.captures.judged {
        return arrive_with_events(game, pos, kind, mv, landing, list);
    }
    if !tables.kind(kind).promotes {
        if landing.filter.wants(landing.quiet) {
            list.push(mv);
        }
        return;
    }
    if tables.turns(kind) && !landing.quiet && !landing.quoted {
        // A capture decides the form before square and zone.
        if let Form::Into(piece) = event(game, pos, mv).form {
            if landing.filter.wants(false) {
                list.push(if piece == kind.piece() { mv } else { mv.into(piece) });
            }
            return;
        }
    }
    let bound = tables.bans().is_some() || tables.explosions().is_some_and(|e| e.binds(kind.piece()));
    if bound && capture_rules::is_forbidden(game, pos, mv) {
        return;
    }
    promote(game, pos, kind, mv, usual_arrival(game, kind, mv, landing), landing, list);
}

/// Like [`arrive`] where captures have consequences; separate to keep the common case short.
#[inline(never)]
fn arrive_with_events(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    landing: ArrivalContext,
    list: &mut MoveList,
) {
    capture_arrival::arrive(game, pos, kind, mv, landing, list, |arrival, list| {
        let arrival = arrival.unwrap_or_else(|| usual_arrival(game, kind, mv, landing));
        promote(game, pos, kind, mv, arrival, landing, list);
    });
}

#[inline(always)]
fn usual_arrival(game: &Game, kind: Kind, mv: Move, landing: ArrivalContext) -> Arrival {
    let tables = &game.tables;
    if landing.quoted { tables.quoted_arrival(kind, mv.to()) } else { tables.arrival(kind, mv.to()) }
}

/// Appends the move in every form that an arrival allows.
#[inline(always)]
fn promote(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    arrival: Arrival,
    ArrivalContext { quiet, filter, .. }: ArrivalContext,
    list: &mut MoveList,
) {
    let wanted = filter.wants(quiet);
    let (forms, plain) = match arrival {
        Arrival::Plain => (None, true),
        Arrival::Into(form) | Arrival::Must(form) => (Some(form), false),
        Arrival::Choose(set) => return choose(game, pos, kind, mv, set, (wanted, filter), list),
        Arrival::May(form) => (Some(form), true),
        Arrival::Zone(form) => (concerns_zone(game, pos, kind.color(), mv).then_some(form), true),
        Arrival::ZoneForced(form) => {
            let forced = concerns_zone(game, pos, kind.color(), mv);
            (forced.then_some(form), !forced)
        }
    };
    let limited = !matches!(arrival, Arrival::Into(_));
    let barred = limited && forms.is_some_and(|form| !has_room(game, pos, kind.color(), form));
    if filter != Filter::Quiet && !barred {
        list.extend(forms.map(|form| mv.into(form)));
    }
    if (plain || barred) && wanted {
        list.push(mv);
    }
}

/// Whether `promoLimit` lets pieces of a side promote to the type now.
#[inline]
pub(crate) fn has_room(game: &Game, pos: &Position, color: Color, piece: PieceType) -> bool {
    let limit = game.variant.promotion.limits.get(piece.index()).copied().flatten();
    limit.is_none_or(|limit| pos.count(Kind::new(piece, color)) < limit)
}

/// Whether the promotion zone lets the move promote.
///
/// SPEC: diagram readings, "Shogi promotion": with drops any move that starts or ends there; without, a move
/// into it or a capture within it.
fn concerns_zone(game: &Game, pos: &Position, color: Color, mv: Move) -> bool {
    let (from, to) = (game.tables.in_zone(color, mv.from()), game.tables.in_zone(color, mv.to()));
    if game.variant.captures_to_hand() || game.variant.promotion.inside {
        return from || to;
    }
    to && (!from || is_capture(game, pos, mv))
}

/// Appends promotions by choice.
fn choose(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    set: u16,
    (wanted, filter): (bool, Filter),
    list: &mut MoveList,
) {
    let mut add = |piece: PieceType| {
        if piece != kind.piece() {
            if filter != Filter::Quiet {
                list.push(mv.into(piece));
            }
        } else if wanted {
            list.push(mv);
        }
    };
    match game.fixed_choices.of(kind, mv.to(), set) {
        Some(pieces) => pieces.iter().copied().for_each(add),
        None => available_choices(game, pos, kind, mv.to(), set).for_each(&mut add),
    }
}
