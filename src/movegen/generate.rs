//! Moves from trajectory trees, castling, and promotion on arrival.

use super::Filter;
use super::path_context::PathContext;
use super::promotion_choices::available_choices;
use super::square_view::SquareView;
use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Arrival;
use crate::tables::tree::{Extra, Flags, Node, Passage};
use crate::tables::unroll::Access;
use crate::variant::PieceType;
use crate::variant::captures::Form;
use std::ops::Range;

/// Whether the condition of a leap holds.
pub(crate) fn passable(extra: &Extra, empty: impl Fn(u16) -> bool) -> bool {
    match &extra.passage {
        None => true,
        Some(Passage::Free(ways)) => ways.iter().any(|way| way.iter().all(|&square| empty(square))),
        Some(Passage::Blocked(squares)) => squares.iter().any(|&square| !empty(square)),
    }
}

/// Appends the moves of the piece on `from` along a tree; several may have the same effect.
pub(super) fn tree_moves(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    filter: Filter,
    tree: Range<usize>,
    list: &mut MoveList,
) {
    // Duplicated for speed: few games need a path context.
    match PathContext::new(game, pos, kind, from) {
        None => follow(game, pos, kind, from, filter, tree, None, |_, _| true, |_, _| true, list),
        context => follow(game, pos, kind, from, filter, tree, context, |_, _| true, |_, _| true, list),
    }
}

/// Appends the moves that end at nodes accepted by `ends`, in subtrees accepted by `leads`.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "everything a tree needs, passed in registers")]
pub(super) fn follow(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    filter: Filter,
    tree: Range<usize>,
    context: Option<PathContext<'_>>,
    mut leads: impl FnMut(usize, &Node) -> bool,
    ends: impl Fn(usize, &Node) -> bool,
    list: &mut MoveList,
) {
    let cell = pos.cell(from);
    let info = game.tables.kind(kind);
    let view = SquareView::new(game, pos, kind.color(), None);
    let nodes = game.tables.nodes();
    let occupancy = game.tables.occupancy(kind.color());
    let (mut at, end) = (tree.start, tree.end);
    while at < end {
        let node = &nodes[at];
        if !leads(at, node) {
            at = node.skip as usize;
            continue;
        }
        let mut content = occupancy[pos.at(node.square).slot()];
        if node.flags.has(NEEDS_PATH) {
            if node.flags.has(Flags::GUARD) {
                at = if cell.is_unmoved() { at + 1 } else { node.skip as usize };
                continue;
            }
            content = view.content(node);
            let empty = |square: u16| view.is_empty(node, square);
            if node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), empty) {
                at = node.skip as usize;
                continue;
            }
        }
        if context.is_some_and(|context| !context.enters(node, &view)) {
            at = node.skip as usize;
            continue;
        }
        let passing = (node.emit | node.go).meets(Occupancy::EN_PASSANT)
            && content == Occupancy::EMPTY
            && view.marked(node);
        let emits = node.emit.meets(content) || passing && node.emit.meets(Occupancy::EN_PASSANT);
        if emits && ends(at, node) {
            let burns = || {
                let mv = Move::walk(from, Square(node.square), at as u32);
                node.flags.has(Flags::BURNS) && burns_something(game, pos, mv)
            };
            let on_the_way = passing || node.flags.has(Flags::LOCUST);
            let quiet = content == Occupancy::EMPTY && !on_the_way && !burns();
            let first = list.len();
            let landing = ArrivalContext { quiet, quoted: node.flags.has(Flags::QUOTED), filter };
            if let Some(change) = game.tables.change(node) {
                let mv = Move::walk(from, Square(node.square), at as u32);
                super::zone_moves::arrive(game, pos, kind, (mv, change), landing, list);
            } else if node.flags.has(Flags::INDUCED.with(Flags::BORROWS)) {
                induced_moves(game, pos, at as u32, content, landing, list);
            } else if filter.wants(quiet) || info.promotes {
                arrive(game, pos, kind, Move::walk(from, Square(node.square), at as u32), landing, list);
            }
            if node.flags.has(Flags::GATES) {
                let gate = game.tables.extra(node).gate.unwrap_or(from.0);
                put_down(game, pos, kind.color(), Square(gate), first, list);
            }
        }
        let mut goes_on = node.go.meets(content) || passing && node.go.meets(Occupancy::EN_PASSANT);
        if let Some(context) = context {
            goes_on = context.passes(node, content, goes_on);
        }
        at = if goes_on { at + 1 } else { node.skip as usize };
    }
}

/// Appends the moves of a friend set in motion, at the end of its path.
///
/// SPEC: XBetza readings 22: the friend's square is the from-square of the move; promotion is the friend's.
fn induced_moves(
    game: &Game,
    pos: &Position,
    index: u32,
    content: Occupancy,
    landing: ArrivalContext,
    list: &mut MoveList,
) {
    let node = &game.tables.nodes()[index as usize];
    let Some(mover) = game.tables.induced(node).filter(|_| !node.flags.has(Flags::BORROWS)) else { return };
    let Some(kind) = pos.cell(mover).kind() else { return };
    if super::attacks::may_end(game, pos, node, content) {
        arrive(game, pos, kind, Move::walk(mover, Square(node.square), index), landing, list);
    }
}

const NEEDS_PATH: Flags =
    Flags::GUARD.with(Flags::VACATED).with(Flags::DISPLACED).with(Flags::EXTRA).with(Flags::PASSED);

fn burns_something(game: &Game, pos: &Position, mv: Move) -> bool {
    !super::burnt(game, pos, mv, None).is_empty()
}

/// Turns each move from `first` on into one move for each piece that can be put down.
fn put_down(game: &Game, pos: &Position, side: Color, gate: Square, first: usize, list: &mut MoveList) {
    let plain: Vec<Move> = list.drain(first..).collect();
    for mv in plain {
        list.extend(gateable(game, pos, side, gate).map(|piece| mv.gating(piece)));
    }
}

/// Whether a move that ends at the node has a piece to put down, if it needs one.
#[inline]
pub(super) fn can_put_down(game: &Game, pos: &Position, side: Color, from: Square, node: &Node) -> bool {
    if !node.flags.has(Flags::GATES) {
        return true;
    }
    let gate = game.tables.extra(node).gate.map_or(from, Square);
    gateable(game, pos, side, gate).next().is_some()
}

/// Types in a side's hand that may be put down on a square.
pub(super) fn gateable(
    game: &Game,
    pos: &Position,
    side: Color,
    gate: Square,
) -> impl Iterator<Item = PieceType> {
    let tables = &game.tables;
    let held = move |piece: &PieceType| {
        let open = || tables.access(Kind::new(*piece, side), gate) != Access::Forbidden;
        pos.hand(side, *piece) > 0 && open()
    };
    game.variant.types().filter(held)
}

/// Facts about the end of a move that promotion and the filter need.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrivalContext {
    /// Whether it captures nothing.
    pub quiet: bool,
    /// Whether `morph` does not apply to it.
    pub quoted: bool,
    /// Which moves are wanted.
    pub filter: Filter,
}

/// Appends the move with all promotions available on its end square.
#[inline]
pub(super) fn arrive(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    landing: ArrivalContext,
    list: &mut MoveList,
) {
    let tables = &game.tables;
    if tables.has_events() {
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
        if let Form::Into(piece) = super::event(game, pos, mv).form {
            if landing.filter.wants(false) {
                list.push(if piece == kind.piece() { mv } else { mv.into(piece) });
            }
            return;
        }
    }
    let bound = tables.bans().is_some() || tables.explosions().is_some_and(|e| e.binds(kind.piece()));
    if bound && super::capture_rules::is_forbidden(game, pos, mv) {
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
    super::capture_rules::arrive(game, pos, kind, mv, landing, list, |arrival, list| {
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
pub(super) fn has_room(game: &Game, pos: &Position, color: Color, piece: PieceType) -> bool {
    let limit = game.variant.promotion.limits.get(piece.index()).copied().flatten();
    limit.is_none_or(|limit| pos.count(Kind::new(piece, color)) < limit)
}

/// Whether the promotion zone lets the move promote.
///
/// SPEC: diagram readings, "Shogi promotion": with drops any move that starts or ends there; without, a move
/// into it or a capture within it.
pub(super) fn concerns_zone(game: &Game, pos: &Position, color: Color, mv: Move) -> bool {
    let (from, to) = (game.tables.in_zone(color, mv.from()), game.tables.in_zone(color, mv.to()));
    if game.variant.captures_to_hand() || game.variant.promotion.inside {
        return from || to;
    }
    to && (!from || super::is_capture(game, pos, mv))
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

/// Appends castling moves; the legality test checks for attacks on the king's path.
#[inline(always)]
pub(super) fn castlings<const W: usize>(game: &Game, pos: &Position, list: &mut MoveList) {
    for index in 0..pos.castles().len() {
        if !pos.castling_is_open::<W>(index) {
            continue;
        }
        let rule = &pos.castles()[index];
        if rule.king.color() == pos.side() && pos.cell(rule.from).kind() == Some(rule.king) {
            let first = list.len();
            list.push(Move::castle(rule.from, rule.to, index));
            if let Some(gate) = rule.gate {
                put_down(game, pos, pos.side(), gate, first, list);
            }
        }
    }
}
