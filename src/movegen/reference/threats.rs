//! What could take royals: asked for after every move, so that what the move does not concern is looked up.

use super::arrive::{ReferenceArrival, arrives, take};
use super::board_state::ReferenceState;
use super::castling_and_drops;
use super::pieces::{movement_moves, piece_moves};
use super::ranges::{Ranges, SeenSquares};
use super::takes_king_for_free;
use crate::board::{Color, Square};
use crate::notation::legs::{Movement, MovementKind, Occupancy};
use crate::position::cell::Kind;
use crate::position::{Game, Position};
use crate::variant::captures::Spell;

/// How the pieces of the side that is not to move could take a royal, and at which squares each of their movements looked
/// for that.
///
/// Where a move changes none of these squares, nor where the royals are, the movement can do the same after the move.
pub struct Threats {
    before: ReferenceState,
    royals: Vec<Square>,
    watches: Vec<Watch>,
    /// `[square]`: the watches that looked there.
    lookouts: Vec<Vec<usize>>,
    /// Pieces on which more bears than the squares that they look at.
    roaming: Vec<Square>,
}

/// A movement of a piece that could take a royal, if the squares between allowed it.
struct Watch {
    from: Square,
    kind: Kind,
    movement: usize,
    /// The ways in which it takes one.
    takes: Vec<ReferenceArrival>,
}

impl Threats {
    /// Of a position; `None` where the game has rules by which more than these squares bears on every piece.
    pub fn of(game: &Game, state: &ReferenceState) -> Option<Self> {
        if casts_far(game) {
            return None;
        }
        let mut before = ReferenceState { passing: None, ..state.clone() };
        before.turn();
        let royals = before.royals(&game.variant, state.side);
        let lookouts = vec![Vec::new(); before.cells.len()];
        let mut threats = Self { before, royals, watches: Vec::new(), lookouts, roaming: Vec::new() };
        for from in game.variant.board.squares() {
            let kind = threats.before.cell(from).kind().filter(|kind| kind.color() == threats.before.side);
            kind.into_iter().for_each(|kind| threats.watch(game, from, kind));
        }
        Some(threats)
    }

    fn watch(&mut self, game: &Game, from: Square, kind: Kind) {
        let Some(ranges) = Ranges::of(game).from(game, kind, from) else {
            return self.roaming.push(from);
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
                self.lookouts[square.index()].push(self.watches.len());
            }
            self.watches.push(Watch { from, kind, movement: index, takes });
        }
    }

    /// Tells `look` every way in which a royal might be taken after a move that leaves the royals where they are.
    fn after(&self, game: &Game, after: &ReferenceState, look: &mut dyn FnMut(&ReferenceArrival)) {
        let cells = (0..).map(Square).zip(self.before.cells.iter().zip(&after.cells));
        let changed = cells.filter(|(_, (old, new))| old != new).map(|(square, _)| square);
        let marked = after.passing.iter().flat_map(|marks| marks.squares.iter().copied());
        let changed: Vec<Square> = changed.chain(marked).collect();
        let mut concerned: Vec<usize> = Vec::new();
        changed.iter().for_each(|square| concerned.extend(&self.lookouts[square.index()]));
        concerned.sort_unstable();
        concerned.dedup();
        let same = |square: Square| after.cell(square).kind() == self.before.cell(square).kind();
        for &index in &concerned {
            let watch = &self.watches[index];
            let movement = &game.variant.pieces[watch.kind.piece().index()].movements[watch.movement];
            if same(watch.from) {
                let piece = (watch.kind, watch.from, watch.kind.color());
                movement_moves(game, after, piece, movement, None, &mut |way| look(&way), &mut Vec::new());
            }
        }
        let known = self.watches.iter().enumerate().filter(|(_, watch)| !watch.takes.is_empty());
        let known = known.filter(|(index, _)| concerned.binary_search(index).is_err());
        known.for_each(|(_, watch)| watch.takes.iter().for_each(&mut *look));
        let new = changed.iter().filter(|&&square| !same(square));
        for &from in new.chain(self.roaming.iter().filter(|&&square| same(square))) {
            if let Some(kind) = after.cell(from).kind().filter(|kind| kind.color() == after.side) {
                piece_moves(game, after, kind, from, &mut |way| look(&way));
            }
        }
    }
}

/// Is there a spell that bears on squares which walks come by?
fn casts_far(game: &Game) -> bool {
    let rules = &game.variant.captures;
    rules.casts(Spell::Hide).or_else(|| rules.casts(Spell::Brake)).is_some()
}

fn meet(range: &[Square], royals: &[Square]) -> bool {
    royals.iter().any(|royal| range.contains(royal))
}

/// Could a royal be captured in passing?
fn marks_royal(state: &ReferenceState, royals: &[Square]) -> bool {
    state.passing.as_ref().is_some_and(|marks| royals.contains(&marks.victim))
}

/// Tells `look` every way in which a piece of the side to move might take one of the royals.
fn all(game: &Game, state: &ReferenceState, royals: &[Square], look: &mut dyn FnMut(&ReferenceArrival)) {
    let everything = casts_far(game) || marks_royal(state, royals);
    for from in game.variant.board.squares() {
        let Some(kind) = state.cell(from).kind().filter(|kind| kind.color() == state.side) else { continue };
        let ranges = if everything { None } else { Ranges::of(game).from(game, kind, from) };
        let Some(ranges) = ranges else {
            piece_moves(game, state, kind, from, &mut |way| look(&way));
            continue;
        };
        let movements = game.variant.pieces[kind.piece().index()].movements.iter();
        for (movement, _) in movements.zip(ranges).filter(|(_, range)| meet(range, royals)) {
            let piece = (kind, from, kind.color());
            movement_moves(game, state, piece, movement, None, &mut |way| look(&way), &mut Vec::new());
        }
    }
}

/// Can the side to move take so many royals of `color` that the loss loses, explosions apart?
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
    let mut look = |way: &ReferenceArrival| {
        let lost = || royals.iter().filter(|royal| way.path.victims.contains(royal)).count();
        taken = taken || lost() >= least && succeeds(game, state, way, color);
    };
    match threats.filter(|threats| threats.royals == royals && !marks_royal(state, &royals)) {
        Some(threats) => threats.after(game, state, &mut look),
        None => all(game, state, &royals, &mut look),
    }
    taken || takes_by_drop(game, pos, state, color)
}

/// Does a way of taking royals come to that? Who loses its own royals with them takes none.
fn succeeds(game: &Game, state: &ReferenceState, way: &ReferenceArrival, color: Color) -> bool {
    if game.variant.captures.is_empty() {
        return arrives(game, state, way);
    }
    let mut replies = Vec::new();
    take(game, state, way, &mut replies);
    replies.iter().any(|reply| takes_king_for_free(game, state, reply, color))
}

/// Can royals be taken by drops?
fn takes_by_drop(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    let held = |index: &usize| state.hands[*index] > 0;
    if !(state.side.index()..state.hands.len()).step_by(2).any(|index| held(&index)) {
        return false;
    }
    if !game.variant.pieces.iter().any(|piece| piece.movements.iter().any(takes_royals)) {
        return false;
    }
    let mut drops = Vec::new();
    castling_and_drops::drops(&game.variant, pos.castles(), state, &mut drops);
    drops.iter().any(|reply| takes_king_for_free(game, state, reply, color))
}

/// Is it a drop on enemy royals?
fn takes_royals(movement: &Movement) -> bool {
    matches!(&movement.kind, MovementKind::Drop(drop) if drop.landing.take.meets(Occupancy::ENEMY_ROYAL))
}
