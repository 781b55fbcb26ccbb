//! Possible captures of royals, cached across the moves of a position.

use crate::board::{Color, Kind, Square};
use crate::notation::Movement;
use crate::notation::legs::{MovementKind, Occupancy};
use crate::oracle::arrival::ReferenceArrival;
use crate::oracle::arrive::{arrives, take};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::drops::drops;
use crate::oracle::pieces::{movement_moves, piece_moves};
use crate::oracle::ranges::Ranges;
use crate::oracle::royal_captures::takes_king_for_free;
use crate::oracle::seen_squares::SeenSquares;
use crate::position::{Game, Position};
use crate::variant::captures::Spell;

/// Captures of royals open to the side not to move, and the squares that each of its movements read to find them.
///
/// A move that changes none of these squares, and moves no royal, leaves the movement as it was.
pub struct Threats {
    before: ReferenceState,
    royals: Vec<Square>,
    watches: Vec<Watch>,
    /// `[square]`: the watches that read it.
    readers: Vec<Vec<usize>>,
    /// Pieces whose moves depend on more than the squares they read.
    nonlocal: Vec<Square>,
}

/// A movement that could capture a royal if the squares between allowed it.
struct Watch {
    from: Square,
    kind: Kind,
    movement: usize,
    /// The ways in which it captures one.
    takes: Vec<ReferenceArrival>,
}

impl Threats {
    /// The threats in a position; `None` if, by the rules, every piece depends on more than the squares that it reads.
    pub fn of(game: &Game, state: &ReferenceState) -> Option<Self> {
        if casts_far(game) {
            return None;
        }
        let mut before = ReferenceState { passing: None, ..state.clone() };
        before.turn();
        let royals = before.royals(&game.variant, state.side);
        let readers = vec![Vec::new(); before.cells.len()];
        let mut threats = Self { before, royals, watches: Vec::new(), readers, nonlocal: Vec::new() };
        for from in game.variant.board.squares() {
            let kind = threats.before.cell(from).kind().filter(|kind| kind.color() == threats.before.side);
            kind.into_iter().for_each(|kind| threats.watch(game, from, kind));
        }
        Some(threats)
    }

    fn watch(&mut self, game: &Game, from: Square, kind: Kind) {
        let memo = Ranges::of(game);
        let Some(ranges) = memo.from(game, kind, from) else {
            return self.nonlocal.push(from);
        };
        let movements = &game.variant.pieces[kind.piece().index()].movements;
        let near = ranges.iter().enumerate().filter(|(_, range)| meet(range, &self.royals));
        for index in near.map(|(index, _)| index).collect::<Vec<_>>() {
            let (seen, mut takes) = (SeenSquares::default(), Vec::new());
            seen.note(from);
            let mut found = |arrival: ReferenceArrival| {
                if meet(&arrival.path.victims, &self.royals) {
                    takes.push(arrival);
                }
            };
            let piece = (kind, from, kind.color());
            let movement = &movements[index];
            movement_moves(game, &self.before, piece, movement, Some(&seen), &mut found, &mut Vec::new());
            for square in seen.squares() {
                self.readers[square.index()].push(self.watches.len());
            }
            self.watches.push(Watch { from, kind, movement: index, takes });
        }
    }

    /// Calls `visit` with every possible capture of a royal after a move that leaves the royals in place.
    fn after(&self, game: &Game, after: &ReferenceState, visit: &mut dyn FnMut(&ReferenceArrival)) {
        let cells = (0..).map(Square).zip(self.before.cells.iter().zip(&after.cells));
        let changed = cells.filter(|(_, (old, new))| old != new).map(|(square, _)| square);
        let marked = after.passing.iter().flat_map(|marks| marks.squares.iter().copied());
        let changed: Vec<Square> = changed.chain(marked).collect();
        let mut concerned: Vec<usize> = Vec::new();
        changed.iter().for_each(|square| concerned.extend(&self.readers[square.index()]));
        concerned.sort_unstable();
        concerned.dedup();
        let same = |square: Square| after.cell(square).kind() == self.before.cell(square).kind();
        for &index in &concerned {
            let watch = &self.watches[index];
            let movement = &game.variant.pieces[watch.kind.piece().index()].movements[watch.movement];
            if same(watch.from) {
                let piece = (watch.kind, watch.from, watch.kind.color());
                movement_moves(game, after, piece, movement, None, &mut |way| visit(&way), &mut Vec::new());
            }
        }
        let known = self.watches.iter().enumerate().filter(|(_, watch)| !watch.takes.is_empty());
        let known = known.filter(|(index, _)| concerned.binary_search(index).is_err());
        known.for_each(|(_, watch)| watch.takes.iter().for_each(&mut *visit));
        let new = changed.iter().filter(|&&square| !same(square));
        for &from in new.chain(self.nonlocal.iter().filter(|&&square| same(square))) {
            if let Some(kind) = after.cell(from).kind().filter(|kind| kind.color() == after.side) {
                piece_moves(game, after, kind, from, &mut |way| visit(&way));
            }
        }
    }
}

/// Whether a spell affects squares that walks pass.
fn casts_far(game: &Game) -> bool {
    let rules = &game.variant.captures;
    rules.casts(Spell::Hide).or_else(|| rules.casts(Spell::Brake)).is_some()
}

fn meet(range: &[Square], royals: &[Square]) -> bool {
    royals.iter().any(|royal| range.contains(royal))
}

/// Whether a royal could be captured en passant.
fn marks_royal(state: &ReferenceState, royals: &[Square]) -> bool {
    state.passing.as_ref().is_some_and(|marks| royals.contains(&marks.victim))
}

/// Calls `visit` with every way in which the side to move might capture one of the royals.
fn all(game: &Game, state: &ReferenceState, royals: &[Square], visit: &mut dyn FnMut(&ReferenceArrival)) {
    let everything = casts_far(game) || marks_royal(state, royals);
    let memo = Ranges::of(game);
    for from in game.variant.board.squares() {
        let Some(kind) = state.cell(from).kind().filter(|kind| kind.color() == state.side) else { continue };
        let ranges = if everything { None } else { memo.from(game, kind, from) };
        let Some(ranges) = ranges else {
            piece_moves(game, state, kind, from, &mut |way| visit(&way));
            continue;
        };
        let movements = game.variant.pieces[kind.piece().index()].movements.iter();
        for (movement, _) in movements.zip(ranges).filter(|(_, range)| meet(range, royals)) {
            let piece = (kind, from, kind.color());
            movement_moves(game, state, piece, movement, None, &mut |way| visit(&way), &mut Vec::new());
        }
    }
}

/// Whether the side to move can win by capturing royals of `color`, explosions apart.
pub fn can_take(
    game: &Game,
    pos: &Position,
    state: &ReferenceState,
    color: Color,
    threats: Option<&Threats>,
) -> bool {
    let royals = state.royals(&game.variant, color);
    if royals.is_empty() || state.frozen {
        return false;
    }
    let least = if game.variant.ends.extinction[color.index()] { royals.len() } else { 1 };
    let mut taken = false;
    let mut visit = |way: &ReferenceArrival| {
        let lost = || royals.iter().filter(|royal| way.path.victims.contains(royal)).count();
        taken = taken || lost() >= least && succeeds(game, state, way, color);
    };
    match threats.filter(|threats| threats.royals == royals && !marks_royal(state, &royals)) {
        Some(threats) => threats.after(game, state, &mut visit),
        None => all(game, state, &royals, &mut visit),
    }
    taken || takes_by_drop(game, pos, state, color)
}

/// Whether a capture of royals is possible and does not lose the capturer's own.
fn succeeds(game: &Game, state: &ReferenceState, way: &ReferenceArrival, color: Color) -> bool {
    if game.variant.captures.is_empty() {
        return arrives(game, state, way);
    }
    let mut replies = Vec::new();
    take(game, state, way, &mut replies);
    replies.iter().any(|reply| takes_king_for_free(game, state, reply, color))
}

/// Whether royals can be captured by drops.
fn takes_by_drop(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    let held = |index: &usize| state.hands[*index] > 0;
    if !(state.side.index()..state.hands.len()).step_by(2).any(|index| held(&index)) {
        return false;
    }
    if !game.variant.pieces.iter().any(|piece| piece.movements.iter().any(takes_royals)) {
        return false;
    }
    let mut replies = Vec::new();
    drops(&game.variant, pos.castles(), state, &mut replies);
    replies.iter().any(|reply| takes_king_for_free(game, state, reply, color))
}

/// Whether the movement is a drop that captures enemy royals.
fn takes_royals(movement: &Movement) -> bool {
    matches!(&movement.kind, MovementKind::Drop(drop) if drop.landing.take.meets(Occupancy::ENEMY_ROYAL))
}
