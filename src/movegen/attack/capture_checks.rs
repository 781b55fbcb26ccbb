//! Checks in games where captures have consequences: found by generating the captures that could take the royal.

use crate::board::{Color, Kind, Square};
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::arrival::retain_admitted;
use crate::movegen::pseudo::captors::captors_moves;
use crate::movegen::pseudo::drops::all_drops;
use crate::moves::{effect, removals, takes, trades, victims};
use crate::position::royals::{can_lose_all_at_once, is_fatal, must_keep_one_safe, royals_lost};
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::tree::Flags;
use crate::variant::captures::CaptureActions;
use crate::with_width;
use arrayvec::ArrayVec;

/// Whether `test` holds for some move of `by` that could capture at least `fewest` of `aims`, in a position where `by` may
/// make it.
///
/// Protection and royal safety are not checked.
fn some_capture(
    game: &Game,
    pos: &Position,
    by: Color,
    aims: &[Square],
    fewest: usize,
    mut test: impl FnMut(&Position, Move) -> bool,
) -> bool {
    if pos.is_frozen() && pos.side() == by {
        return false;
    }
    let mut list = MoveList::new();
    with_width!(game.tables.forms().width, captors_moves(game, pos, by, (aims, fewest), &mut list));
    let bars = trades::bar_now(game, pos, by);
    // Exploded pieces count as captured in some games.
    let effects = game.burn_effects();
    let mut holds = |pos: &Position, mv: Move| {
        let explodes = |aim: &Square| effects.is_some_and(|effects| effects.blast(mv.to()).contains(&aim.0));
        let hits = aims.iter().any(explodes) || takes(game, pos, mv, |_, square| aims.contains(&square));
        hits && !(bars && trades::is_barred(game, pos, mv)) && test(pos, mv)
    };
    if list.iter().any(|&mv| holds(pos, mv)) {
        return true;
    }
    if !game.rules.hands.capturing_drops {
        return false;
    }
    // What a drop captures depends on the side to move.
    let mut turned = pos.clone();
    turned.stand_in(by);
    list.clear();
    all_drops(game, &turned, Filter::Tactical, &mut list);
    retain_admitted(game, &turned, 0, &mut list);
    list.iter().any(|&mv| holds(&turned, mv))
}

/// Whether the opponent could win by capturing royals of `color` without losing its own.
pub(crate) fn in_check(game: &Game, pos: &Position, color: Color) -> bool {
    let royals = pos.royals(color);
    let all_must_fall = game.variant.ends.all_must_fall(color);
    if must_keep_one_safe(game, color, royals) {
        let attacked = |royal: &Square| {
            some_capture(game, pos, color.other(), std::slice::from_ref(royal), 1, |_, _| true)
        };
        return royals.iter().all(attacked);
    }
    if royals.is_empty() || all_must_fall && !can_lose_all_at_once(game, royals) {
        return false;
    }
    // Burnt pieces count as captured: the direct victims are the others.
    let fewest = if all_must_fall { royals.len().saturating_sub(most_burnt(game, royals)).max(1) } else { 1 };
    some_capture(game, pos, color.other(), royals, fewest, |pos, mv| {
        takes_king_for_free(game, pos, mv, color)
    })
}

/// Squares of the pieces of `by` that could capture one of `aims`, each once; `None` for pieces in hand.
pub(crate) fn captors(game: &Game, pos: &Position, by: Color, aims: &[Square]) -> Vec<Option<Square>> {
    let mut found = Vec::new();
    some_capture(game, pos, by, aims, 1, |_, mv| {
        let from = (!mv.is_drop()).then(|| mv.from());
        found.extend((!found.contains(&from)).then_some(from));
        false
    });
    found
}

/// Maximum number of the royals that one explosion can destroy as if capturing them.
fn most_burnt(game: &Game, royals: &[Square]) -> usize {
    let Some(effects) = game.burn_effects() else { return 0 };
    let mut centers: ArrayVec<u16, 512> = ArrayVec::new();
    for &royal in royals {
        if centers.try_extend_from_slice(effects.exposed_to(royal)).is_err() {
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
        let burning = game.rules.captures.burn;
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
            victims(game, pos, mv, |kind, at| count(kind, at, true));
        } else {
            removals(game, pos, mv, count);
        }
        losses
    }
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
    let displaces = game.tables.end_flags(mv).intersects(Flags::UNLOADS | Flags::GATES);
    if !royal && !displaces && mv.promotion().is_none() {
        return is_fatal(game, pos, by, losses.own);
    }
    let mut after = pos.clone();
    after.stand_in(by);
    after.apply(game, mv);
    royals_lost(game, &after, by)
}

/// Whether the move is legal only if the piece cannot be recaptured.
pub(crate) fn must_be_safe(game: &Game, pos: &Position, mv: Move) -> bool {
    let minds = game.rules.captures.protection;
    minds && effect(game, pos, mv).actions.intersects(CaptureActions::UNPROTECTED)
}

/// Whether the side to move could capture the piece without losing its own royals.
pub(crate) fn can_be_taken(game: &Game, pos: &Position, square: Square) -> bool {
    let by = pos.side();
    if pos.cell(square).kind().is_none_or(|kind| kind.color() == by) {
        return false;
    }
    some_capture(game, pos, by, &[square], 1, |pos, mv| {
        let losses = CaptureLosses::of(game, pos, mv, by, Some(square));
        losses.taken && !loses_itself(game, pos, mv, by, &losses)
    })
}
