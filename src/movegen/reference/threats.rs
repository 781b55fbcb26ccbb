//! What could take royals: asked for after every move, so that what the move does not concern is looked up.

use super::arrive::{Arrival, arrives, take};
use super::deprives;
use super::pieces::{movement_moves, piece_moves};
use super::special;
use super::state::State;
use super::walk::Seen;
use crate::board::{Color, Square};
use crate::notation::legs::{Kind as MovementKind, Movement, Occupancy};
use crate::position::cell::Kind;
use crate::position::{Game, Position};
use crate::variant::PieceType;
use crate::variant::captures::Spell;

/// How the pieces of the side that is not to move could take a royal, and at which squares each of their movements looked
/// for that.
///
/// Where a move changes none of these squares, the movement can do the same after the move.
pub struct Threats {
    before: State,
    watches: Vec<Watch>,
    /// `[square]`: the watches that looked there.
    lookouts: Vec<Vec<usize>>,
    /// Pieces on which more bears than the squares that they look at.
    roaming: Vec<Square>,
}

/// A movement of a piece.
struct Watch {
    from: Square,
    kind: Kind,
    movement: usize,
    /// The ways in which it takes a royal.
    takes: Vec<Arrival>,
}

impl Threats {
    /// Of a position; `None` where the game has rules by which more than these squares bears on every piece.
    pub fn of(game: &Game, state: &State) -> Option<Self> {
        let rules = &game.variant.captures;
        if rules.casts(Spell::Hide).or_else(|| rules.casts(Spell::Brake)).is_some() {
            return None;
        }
        let mut before = State { passing: None, ..state.clone() };
        before.turn();
        let lookouts = vec![Vec::new(); before.cells.len()];
        let mut threats = Self { before, watches: Vec::new(), lookouts, roaming: Vec::new() };
        for from in game.variant.board.squares() {
            let kind = threats.before.cell(from).kind().filter(|kind| kind.color() == threats.before.side);
            kind.into_iter().for_each(|kind| threats.watch(game, from, kind));
        }
        Some(threats)
    }

    fn watch(&mut self, game: &Game, from: Square, kind: Kind) {
        let movements = &game.variant.pieces[kind.piece().index()].movements;
        if !movements.iter().all(is_local) {
            return self.roaming.push(from);
        }
        let royals = self.before.royals(&game.variant, self.before.side.other());
        for (index, movement) in movements.iter().enumerate() {
            let (seen, mut takes) = (Seen::default(), Vec::new());
            seen.note(from);
            let piece = (kind, from, kind.color());
            let mut found = |arrival: Arrival| {
                if arrival.path.victims.iter().any(|victim| royals.contains(victim)) {
                    takes.push(arrival);
                }
            };
            movement_moves(game, &self.before, piece, movement, Some(&seen), &mut found, &mut Vec::new());
            for square in seen.squares() {
                self.lookouts[square.index()].push(self.watches.len());
            }
            self.watches.push(Watch { from, kind, movement: index, takes });
        }
    }

    /// Squares on which something else stands than before, or may be taken in passing.
    fn changed(&self, after: &State) -> Vec<Square> {
        let cells = (0..).map(Square).zip(self.before.cells.iter().zip(&after.cells));
        let changed = cells.filter(|(_, (old, new))| old != new).map(|(square, _)| square);
        let marked = after.passing.iter().flat_map(|marks| marks.squares.iter().copied());
        changed.chain(marked).collect()
    }

    /// Tells `look` every way in which a royal might be taken after a move.
    fn after(&self, game: &Game, after: &State, look: &mut dyn FnMut(&Arrival)) {
        let changed = self.changed(after);
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

/// Does the movement depend on nothing but the squares that its walk looks at?
fn is_local(movement: &Movement) -> bool {
    let walks = match &movement.kind {
        MovementKind::Walk(legs) => legs.iter().all(|leg| !leg.excite && !leg.gate),
        MovementKind::Castle(_) | MovementKind::Drop(_) => true,
        MovementKind::Universal(_) | MovementKind::Imitate(_) | MovementKind::Mirror(_) => false,
    };
    walks && movement.flames.is_empty()
}

/// Can the side to move take so many royals of `color` that the loss loses, explosions apart?
pub fn can_take(game: &Game, pos: &Position, state: &State, color: Color, threats: Option<&Threats>) -> bool {
    let variant = &game.variant;
    let royals = state.royals(variant, color);
    if royals.is_empty() || state.frozen {
        return false;
    }
    let least = if variant.ends.extinction[color.index()] { royals.len() } else { 1 };
    let mut taken = false;
    let mut look = |way: &Arrival| {
        let lost = royals.iter().filter(|royal| way.path.victims.contains(royal)).count();
        taken = taken || lost >= least && succeeds(game, state, way, color);
    };
    match threats {
        Some(threats) => threats.after(game, state, &mut look),
        None => {
            for from in variant.board.squares() {
                if let Some(kind) = state.cell(from).kind().filter(|kind| kind.color() == state.side) {
                    piece_moves(game, state, kind, from, &mut |way| look(&way));
                }
            }
        }
    }
    taken || takes_by_drop(game, pos, state, color)
}

/// Does a way of taking royals come to that? Who loses its own royals with them takes none.
fn succeeds(game: &Game, state: &State, way: &Arrival, color: Color) -> bool {
    if game.variant.captures.is_empty() {
        return arrives(game, state, way);
    }
    let mut replies = Vec::new();
    take(game, state, way, &mut replies);
    replies.iter().any(|reply| deprives(game, state, reply, color))
}

/// Can royals be taken by drops?
fn takes_by_drop(game: &Game, pos: &Position, state: &State, color: Color) -> bool {
    let takes = |piece: PieceType| game.variant.pieces[piece.index()].movements.iter().any(takes_royals);
    if !(0..game.variant.pieces.len() as u16).map(PieceType).any(takes) {
        return false;
    }
    let mut drops = Vec::new();
    special::drops(&game.variant, pos.castles(), state, &mut drops);
    drops.iter().any(|reply| deprives(game, state, reply, color))
}

/// Is it a drop on enemy royals?
fn takes_royals(movement: &Movement) -> bool {
    matches!(&movement.kind, MovementKind::Drop(drop) if drop.landing.take.meets(Occupancy::ENEMY_ROYAL))
}
