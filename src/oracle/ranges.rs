//! Squares that walks read, and squares that pieces could ever capture on.

use crate::board::{Kind, Square};
use crate::notation::Movement;
use crate::notation::legs::{Leg, MovementKind, Occupancy};
use crate::oracle::trajectory;
use crate::oracle::trajectory::{WalkGround, WalkView};
use crate::position::Game;
use std::sync::OnceLock;

/// Squares on which each piece could ever capture from each square; computed once.
#[derive(Debug)]
pub(crate) struct Ranges {
    /// `[kind * squares + square][movement]`: squares, ascending; `None` if a movement of the type depends on more than
    /// the squares its walk reads.
    slots: Vec<OnceLock<Option<Vec<Vec<Square>>>>>,
    squares: usize,
}

impl Ranges {
    /// Ranges of a game, which remembers them.
    pub(crate) fn of(game: &Game) -> &Self {
        let memo = game.memo.get_or_init(|| {
            let squares = game.variant.board.len();
            let slots = game.variant.pieces.len() * 2 * squares;
            Box::new(Self { slots: (0..slots).map(|_| OnceLock::new()).collect(), squares })
        });
        memo.downcast_ref().expect("only ranges are remembered")
    }
    /// Squares on which the movements of a piece could ever capture, except en passant.
    pub(crate) fn from(&self, game: &Game, kind: Kind, from: Square) -> Option<&[Vec<Square>]> {
        let slot = &self.slots[kind.index() * self.squares + from.index()];
        let found = slot.get_or_init(|| {
            let movements = &game.variant.pieces[kind.piece().index()].movements;
            let local = movements.iter().all(is_local);
            local.then(|| movements.iter().map(|movement| range(game, kind, from, movement)).collect())
        });
        found.as_deref()
    }
}

fn range(game: &Game, kind: Kind, from: Square, movement: &Movement) -> Vec<Square> {
    let MovementKind::Walk(legs) = &movement.kind else { return Vec::new() };
    let colors = (kind.color(), kind.color());
    let paths = trajectory::paths(WalkGround::bare(&game.variant), WalkView::Anything, colors, from, legs);
    let mut squares: Vec<Square> = paths.into_iter().flat_map(|path| path.victims).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Whether the movement depends only on the squares its walk reads.
fn is_local(movement: &Movement) -> bool {
    // After a capture en passant the walk goes on only where something can be captured so.
    let goes_on_after_passing = |legs: &[Leg]| {
        legs.split_last()
            .is_some_and(|(_, first)| first.iter().any(|leg| leg.landing.take.meets(Occupancy::EN_PASSANT)))
    };
    let walks = match &movement.kind {
        MovementKind::Walk(legs) => {
            legs.iter().all(|leg| !leg.excite && !leg.gate) && !goes_on_after_passing(legs)
        }
        MovementKind::Castle(_) | MovementKind::Drop(_) => true,
        MovementKind::Universal(_) | MovementKind::Imitate(_) | MovementKind::Mirror(_) => false,
    };
    walks && movement.flames.is_empty()
}
