//! Effects of the capture matrix and spells on moves.
//!
//! Legality is tested by generating replies: whether a royal can be captured depends on its type and square and on what
//! would become of the capturer.

use super::attacks::can_lose_all_at_once;
use super::calm::CalmSquares;
use super::captors::captors_moves;
use super::legality::{is_legal, royals_lost};
use super::{ArrivalContext, Filter};
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::position::cell::Kind;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Arrival;
use crate::tables::tree::Flags;
use crate::variant::PieceType;
use crate::variant::captures::{CaptureActions, CaptureEffect, CaptureRules, Column, Form, Spell};
use crate::with_width;
use arrayvec::ArrayVec;

/// Combined effect of the capture matrix on a move, over all its victims.
///
/// Castling has none; for drops only forbidden captures count. If several victims change the mover, the first column
/// decides.
pub(crate) fn event(game: &Game, pos: &Position, mv: Move) -> CaptureEffect {
    let rules = &game.variant.captures;
    let drop = mv.dropped().map(|piece| Kind::new(piece, pos.side()));
    let Some(mover) = drop.or_else(|| pos.cell(mv.from()).kind()) else { return CaptureEffect::NONE };
    if mv.castling().is_some() || mv.is_pass() {
        return CaptureEffect::NONE;
    }
    let quoted = mv.is_drop() || is_quoted(game, mv);
    let types = game.variant.pieces.len();
    let (mut all, mut first) = (CaptureEffect::NONE, usize::MAX);
    let (mut gain, mut captures) = (0, false);
    super::victims(game, pos, mv, |kind, square| {
        captures = true;
        let column = Column::of(kind.piece(), kind.color() == mover.color());
        let mut event = rules.event(quoted, mover.piece(), column);
        if !mv.is_drop() && game.variant.board.distance(mv.from(), square) < rules.protected_range {
            event.actions = event.actions.without(CaptureActions::UNPROTECTED);
        }
        all.actions = all.actions.with(event.actions);
        if event.form != Form::Same && column.index(types) < first {
            (all.form, first) = (event.form, column.index(types));
        }
        let worth = game.tables.events().map_or(0, |events| i64::from(events.worth[kind.piece().index()]));
        gain += if kind.color() == mover.color() { -worth } else { worth };
    });
    if !captures {
        all = rules.event(quoted, mover.piece(), Column::Empty);
    }
    if mv.is_drop() {
        let forbidden = if all.actions.has(CaptureActions::FORBIDDEN) {
            CaptureActions::FORBIDDEN
        } else {
            CaptureActions::default()
        };
        return CaptureEffect { actions: forbidden, form: Form::Same };
    }
    if all.actions.has(CaptureActions::UNPROTECTED) && captures && pays(game, mover, gain) {
        all.actions = all.actions.without(CaptureActions::UNPROTECTED);
    }
    all
}

/// Whether the capture matrix forbids the move.
pub(super) fn is_forbidden(game: &Game, pos: &Position, mv: Move) -> bool {
    event(game, pos, mv).actions.has(CaptureActions::FORBIDDEN)
}

/// Whether a capture gains enough material to ignore protection.
///
/// SPEC: "weakened by a threshold, which would allow the capture when it would gain an amount of material equivalent to
/// the value of the piece specified by tradeThreshold": the value captured less the value that would be retaken.
fn pays(game: &Game, mover: Kind, gain: i64) -> bool {
    let (Some(events), Some(threshold)) = (game.tables.events(), game.variant.captures.threshold) else {
        return false;
    };
    let worth = |piece: PieceType| i64::from(events.worth[piece.index()]);
    gain - worth(mover.piece()) >= worth(threshold)
}

fn is_quoted(game: &Game, mv: Move) -> bool {
    mv.node().is_some_and(|index| game.tables.nodes()[index as usize].flags.has(Flags::QUOTED))
}

/// Whether the piece stands in the zone of an enemy that casts the spell.
pub(crate) fn is_under(game: &Game, pos: &Position, spell: Spell, square: Square) -> bool {
    let Some(kind) = pos.cell(square).kind() else { return false };
    casts_on(game, pos, spell, square, kind.color().other())
}

/// Whether the square is in the zone of a piece of `by` that casts the spell.
pub(super) fn casts_on(game: &Game, pos: &Position, spell: Spell, square: Square, by: Color) -> bool {
    let (Some(events), Some(influence)) = (game.tables.events(), game.variant.captures.casts(spell)) else {
        return false;
    };
    let casts = |square: u16| {
        let kind = pos.at(square).kind().filter(|kind| kind.color() == by);
        kind.is_some_and(|kind| CaptureRules::marks(&influence.casters, kind.piece()))
    };
    events.in_zone(square, casts)
}

/// Whether an explosion caused by `by` destroys an adjacent piece of the kind.
pub(crate) fn is_blown_up(game: &Game, kind: Kind, by: Color) -> bool {
    let blast = &game.variant.captures.blast;
    let spared = if blast.enemies_only {
        kind.color() == by
    } else {
        CaptureRules::marks(&blast.spared, kind.piece())
    };
    !spared && !CaptureRules::marks(&blast.proof, kind.piece())
}

/// Whether the capture matrix and spells allow the move. Protection is not checked.
fn admits(game: &Game, pos: &Position, mv: Move, event: CaptureEffect) -> bool {
    let rules = &game.variant.captures;
    if event.actions.has(CaptureActions::FORBIDDEN) {
        return false;
    }
    let moves = !mv.is_drop();
    if moves && is_under(game, pos, Spell::Freeze, mv.from()) {
        return false;
    }
    if let Some(rule) = mv.castling().map(|index| &pos.castles()[index]) {
        return !is_under(game, pos, Spell::Freeze, rule.partner);
    }
    let charmed = moves && is_under(game, pos, Spell::Charm, mv.from());
    let drop = mv.dropped().map(|piece| Kind::new(piece, pos.side()));
    let Some(mover) = drop.or_else(|| pos.cell(mv.from()).kind()) else { return true };
    // Counterstrike binds only the side that has just lost a piece.
    let struck = mover.color() == pos.side();
    let mut allowed = true;
    super::victims(game, pos, mv, |kind, square| {
        let iron = struck && super::trades::is_struck(game, pos, kind);
        let enemy = kind.color() != mover.color();
        let shielded = enemy && casts_on(game, pos, Spell::Protect, square, kind.color());
        allowed &= !charmed && !iron && !shielded;
    });
    let converts = moves && CaptureRules::marks(&rules.conversion, mover.piece());
    allowed && !(converts && pos.cell(mv.from()).is_unmoved() && repeats_shade(game, pos, mover, mv.to()))
}

/// Whether another piece of the kind has already moved and stands on the shade of `to`.
///
/// SPEC: "Pieces of the specified type must then make their first moves to different square shades."
fn repeats_shade(game: &Game, pos: &Position, mover: Kind, to: Square) -> bool {
    let board = &game.variant.board;
    let moved = |square: Square| pos.cell(square).kind() == Some(mover) && !pos.cell(square).is_unmoved();
    pos.pieces(mover.color()).any(|square| moved(square) && board.shade(square) == board.shade(to))
}

/// Appends the move, if allowed, in every form the piece may take; `usual` appends the forms given by square and zone.
pub(super) fn arrive(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mv: Move,
    landing: ArrivalContext,
    list: &mut MoveList,
    usual: impl FnOnce(Option<Arrival>, &mut MoveList),
) {
    let event = event(game, pos, mv);
    if !admits(game, pos, mv, event) {
        return;
    }
    let promoted = crate::tables::rules::promoted_form(&game.variant, kind.piece());
    match event.form {
        Form::Same => usual(None, list),
        Form::Shogi => {
            let must = game.tables.kind(kind).must_promote || game.tables.is_stuck(kind, mv.to());
            let arrival = match promoted {
                Some(form) if must => Arrival::Must(form),
                Some(form) => Arrival::May(form),
                None => Arrival::Plain,
            };
            usual(Some(arrival), list);
        }
        Form::Into(piece) | Form::Defector(piece) => {
            let turned = if piece == kind.piece() { mv } else { mv.into(piece) };
            // A move that changes the type is always tactical.
            if landing.filter.wants(landing.quiet && piece == kind.piece()) {
                list.push(turned);
            }
        }
    }
}

/// Removes forbidden castling moves and drops from `start` on.
pub(super) fn retain_admitted(game: &Game, pos: &Position, start: usize, list: &mut MoveList) {
    super::retain(start, list, |mv| {
        let special = mv.is_drop() || mv.castling().is_some();
        !special || admits(game, pos, mv, event(game, pos, mv))
    });
}

/// Whether the move makes the moving piece disappear.
pub(crate) fn vanishes(game: &Game, pos: &Position, mv: Move) -> bool {
    let mut gone = false;
    removals(game, pos, mv, |_, square, captured| gone |= !captured && square == mv.from());
    gone
}

/// Calls `each` for every piece that a move removes; the flag is true for captured pieces. Displaced pieces are
/// reported on their old squares.
pub(crate) fn removals(game: &Game, pos: &Position, mv: Move, mut each: impl FnMut(Kind, Square, bool)) {
    let Some(mover) = pos.cell(mv.from()).kind() else { return };
    let event = event(game, pos, mv);
    let mut taken: ArrayVec<Square, 32> = ArrayVec::new();
    super::victims(game, pos, mv, |kind, square| {
        let _ = taken.try_push(square);
        each(kind, square, true);
    });
    let blast = &game.variant.captures.blast;
    let explodes = event.actions.has(CaptureActions::BLAST);
    if let Some(events) = game.tables.events().filter(|_| explodes) {
        for &square in events.blast(mv.to()) {
            let square = Square(square);
            let gone = square == mv.from() || taken.contains(&square);
            if let Some(kind) = pos.cell(square).kind().filter(|_| !gone) {
                if is_blown_up(game, kind, mover.color()) {
                    each(kind, square, false);
                }
            }
        }
    }
    let blown = explodes && !blast.enemies_only && !CaptureRules::marks(&blast.proof, mover.piece());
    if blown || event.actions.has(CaptureActions::KAMIKAZE) {
        each(mover, mv.from(), false);
    }
}

/// Whether `test` holds for some move of the pieces of `by` that could capture at least `fewest` of `aims`.
///
/// Protection and royal safety are not checked.
fn some_capture(
    game: &Game,
    pos: &Position,
    by: Color,
    aims: &[Square],
    fewest: usize,
    mut test: impl FnMut(Move) -> bool,
) -> bool {
    if pos.is_frozen() && pos.side() == by {
        return false;
    }
    let mut list = MoveList::new();
    with_width!(game.tables.forms().width, captors_moves(game, pos, by, (aims, fewest), &mut list));
    if game.tables.has_capturing_drops() {
        let mut turned = pos.clone();
        turned.stand_in(by);
        let start = list.len();
        with_width!(game.tables.forms().width, capturing_drops(game, &turned, &mut list));
        retain_admitted(game, &turned, start, &mut list);
    }
    let bars = super::trades::bar_now(game, pos, by);
    // Exploded pieces count as captured in some games.
    let events = game.tables.events().filter(|_| game.variant.captures.blast.enemies_only);
    let hits = |mv: Move| {
        let explodes = |aim: &Square| events.is_some_and(|events| events.blast(mv.to()).contains(&aim.0));
        let mut hit = aims.iter().any(explodes);
        super::victims(game, pos, mv, |_, square| hit |= aims.contains(&square));
        hit
    };
    list.iter().any(|&mv| hits(mv) && !(bars && super::trades::is_barred(game, pos, mv)) && test(mv))
}

fn capturing_drops<const W: usize>(game: &Game, pos: &Position, list: &mut MoveList) {
    super::drops::drops::<W>(game, pos, Bits::ALL, Filter::Tactical, list);
}

/// Whether the opponent could win by capturing royals of `color` without losing its own.
pub(super) fn in_check(game: &Game, pos: &Position, color: Color) -> bool {
    let royals = pos.royals(color);
    let together = game.variant.ends.extinction[color.index()];
    if together && royals.len() > 1 && game.variant.rules.duple_check[color.index()] {
        let attacked =
            |royal: &Square| some_capture(game, pos, color.other(), std::slice::from_ref(royal), 1, |_| true);
        return royals.iter().all(attacked);
    }
    if royals.is_empty() || together && !can_lose_all_at_once(game, royals) {
        return false;
    }
    // Burnt pieces count as captured: the direct victims are the others.
    let fewest = if together { royals.len().saturating_sub(most_burnt(game, royals)).max(1) } else { 1 };
    some_capture(game, pos, color.other(), royals, fewest, |mv| takes_king_for_free(game, pos, mv, color))
}

/// Maximum number of the royals that one explosion can destroy as if capturing them.
fn most_burnt(game: &Game, royals: &[Square]) -> usize {
    let Some(events) = game.tables.events().filter(|_| game.variant.captures.blast.enemies_only) else {
        return 0;
    };
    let mut centers: ArrayVec<u16, 512> = ArrayVec::new();
    for &royal in royals {
        if centers.try_extend_from_slice(events.exposed_to(royal)).is_err() {
            return royals.len();
        }
    }
    centers.sort_unstable();
    centers.chunk_by(|a, b| a == b).map(<[u16]>::len).max().unwrap_or(0)
}

/// Losses caused by a move.
struct CaptureLosses {
    /// Enemy royals captured. Merely exploding does not count: explosions give no check.
    captured: usize,
    /// Own royals that disappear.
    own: usize,
    /// Whether the piece on the given square is captured.
    taken: bool,
}

impl CaptureLosses {
    fn of(game: &Game, pos: &Position, mv: Move, by: Color, square: Option<Square>) -> Self {
        let mut losses = Self { captured: 0, own: 0, taken: false };
        // SPEC: "With N=0 (the default) this would capture all enemy pieces".
        let burning = game.variant.captures.blast.enemies_only;
        let royal = |kind: Kind| usize::from(game.tables.kind(kind).royal);
        let mut count = |kind: Kind, at: Square, captured: bool| {
            if kind.color() == by {
                losses.own += royal(kind);
            } else if captured || burning {
                losses.captured += royal(kind);
            }
            losses.taken |= square == Some(at) && (captured || burning);
        };
        if mv.is_drop() {
            super::victims(game, pos, mv, |kind, at| count(kind, at, true));
        } else {
            removals(game, pos, mv, count);
        }
        losses
    }
}

/// Whether the loss of `lost` royals loses the game.
fn is_fatal(game: &Game, pos: &Position, color: Color, lost: usize) -> bool {
    lost > 0 && (!game.variant.ends.extinction[color.index()] || lost >= pos.royals(color).len())
}

/// Whether a move of the opponent captures enough royals of `color` to win, without losing its own.
fn takes_king_for_free(game: &Game, pos: &Position, mv: Move, color: Color) -> bool {
    let by = color.other();
    let losses = CaptureLosses::of(game, pos, mv, by, None);
    is_fatal(game, pos, color, losses.captured) && !loses_itself(game, pos, mv, by, &losses)
}

/// Whether a move loses enough royals of its own side to lose the game.
fn loses_itself(game: &Game, pos: &Position, mv: Move, by: Color, losses: &CaptureLosses) -> bool {
    // Only making the move can tell: the mover may change its royalty or disappear, or displaced pieces may explode.
    let royal = pos.cell(mv.from()).kind().is_some_and(|kind| game.tables.kind(kind).royal);
    let flags = |index: u32| game.tables.nodes()[index as usize].flags;
    let displaces = mv.node().is_some_and(|index| flags(index).has(Flags::UNLOADS.with(Flags::GATES)));
    if !royal && !displaces && mv.promotion().is_none() {
        return is_fatal(game, pos, by, losses.own);
    }
    let mut after = pos.clone();
    after.stand_in(by);
    after.make(game, mv);
    royals_lost(game, &after, by)
}

/// Whether the move is legal only if the piece cannot be recaptured.
pub(super) fn must_be_safe(game: &Game, pos: &Position, mv: Move) -> bool {
    let minds = game.tables.events().is_some_and(|events| events.minds_protection);
    minds && event(game, pos, mv).actions.has(CaptureActions::UNPROTECTED)
}

/// Whether the side to move could capture the piece without losing its own royals.
pub(super) fn can_be_taken(game: &Game, pos: &Position, square: Square) -> bool {
    let by = pos.side();
    if pos.cell(square).kind().is_none_or(|kind| kind.color() == by) {
        return false;
    }
    some_capture(game, pos, by, &[square], 1, |mv| {
        let losses = CaptureLosses::of(game, pos, mv, by, Some(square));
        losses.taken && !loses_itself(game, pos, mv, by, &losses)
    })
}

/// Appends the legal moves of the side to move to `list`; if some are mandatory, only those.
pub(super) fn legal<const W: usize>(
    game: &Game,
    pos: &mut Position,
    calm: &CalmSquares<W>,
    list: &mut MoveList,
) {
    let start = list.len();
    super::pseudo_legal(game, pos, Filter::All, list);
    let forced = |pos: &Position, mv| super::is_forced(game, pos, mv);
    if game.rule_flags.lists && keep(pos, start, list, |pos, mv| forced(pos, mv) && is_legal(game, pos, mv)) {
        return;
    }
    let lists = game.rule_flags.lists;
    let legal = |pos: &mut Position, mv| {
        !(lists && forced(pos, mv)) && calm.judge(game, pos, mv).unwrap_or_else(|| is_legal(game, pos, mv))
    };
    if !keep(pos, start, list, legal) {
        list.truncate(start);
    }
}

/// Keeps the moves from `start` on that satisfy the test; if none does, leaves the list unchanged and returns false.
fn keep(
    pos: &mut Position,
    start: usize,
    list: &mut MoveList,
    mut test: impl FnMut(&mut Position, Move) -> bool,
) -> bool {
    let mut kept = start;
    for index in start..list.len() {
        let mv = list[index];
        if test(pos, mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    if kept > start {
        list.truncate(kept);
    }
    kept > start
}

/// Whether the capture matrix treats two moves alike. A quote after an atom may make a difference.
pub(super) fn judged_alike(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    let demands = |mv: Move| {
        let actions = event(game, pos, mv).actions;
        (actions.has(CaptureActions::MANDATORY), actions.has(CaptureActions::UNPROTECTED))
    };
    demands(a) == demands(b)
}

/// Whether two moves of one piece to the same square have the same consequences.
pub(super) fn same_consequences(game: &Game, pos: &Position, a: Move, b: Move) -> bool {
    let consequences = |mv: Move| {
        let mut removed = Vec::new();
        // A captured friend goes into a different hand from one that explodes.
        let own = |kind: Kind| pos.cell(mv.from()).kind().is_some_and(|mover| mover.color() == kind.color());
        removals(game, pos, mv, |kind, square, captured| removed.push((square, captured && own(kind))));
        removed.sort_unstable();
        let freezes = event(game, pos, mv).actions.has(CaptureActions::FREEZE);
        let defects = matches!(event(game, pos, mv).form, Form::Defector(_));
        (removed, freezes, defects)
    };
    consequences(a) == consequences(b)
}
