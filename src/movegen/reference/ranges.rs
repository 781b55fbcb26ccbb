//! How far walks look: the squares that one has looked at, and what pieces could ever take from a square.

use super::trajectory::{self, WalkGround, WalkView};
use crate::board::Square;
use crate::notation::legs::{Movement, MovementKind};
use crate::position::Game;
use crate::position::cell::Kind;
use std::cell::RefCell;
use std::sync::OnceLock;

/// Squares that walks have looked at.
#[derive(Clone, Default, Debug)]
pub struct SeenSquares(RefCell<Vec<Square>>);

impl SeenSquares {
    /// A walk looks at the square.
    pub fn note(&self, square: Square) {
        let mut squares = self.0.borrow_mut();
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    /// The squares, in no particular order.
    pub fn squares(self) -> Vec<Square> {
        self.0.into_inner()
    }
}

/// What each piece could take from each square, whatever stood on the others: found once.
#[derive(Debug)]
pub(crate) struct Ranges {
    /// `[kind * squares + square][movement]`: squares, ascending; `None` for a type with a movement for which more counts
    /// than the squares that its walk looks at.
    slots: Vec<OnceLock<Option<Vec<Vec<Square>>>>>,
    squares: usize,
}

impl Ranges {
    /// Of a game.
    pub(super) fn of(game: &Game) -> &Self {
        game.ranges.get_or_init(|| {
            let squares = game.variant.board.len();
            let slots = (0..game.variant.pieces.len() * 2 * squares).map(|_| OnceLock::new()).collect();
            Self { slots, squares }
        })
    }
    /// What the movements of a piece could take from a square: what walks on an unknown board capture, but in passing.
    pub(super) fn from(&self, game: &Game, kind: Kind, from: Square) -> Option<&[Vec<Square>]> {
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

/// Does the movement depend on nothing but the squares that its walk looks at?
fn is_local(movement: &Movement) -> bool {
    let walks = match &movement.kind {
        MovementKind::Walk(legs) => legs.iter().all(|leg| !leg.excite && !leg.gate),
        MovementKind::Castle(_) | MovementKind::Drop(_) => true,
        MovementKind::Universal(_) | MovementKind::Imitate(_) | MovementKind::Mirror(_) => false,
    };
    walks && movement.flames.is_empty()
}
