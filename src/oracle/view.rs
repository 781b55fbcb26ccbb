//! A state in its game: all that the reference generator reads.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::legs::Occupancy;
use crate::oracle::board_state::ReferenceState;
use crate::position::{Game, Position};
use crate::variant::Variant;
use crate::variant::castling::CastleRule;
use std::ops::Deref;

/// A state, and the rules of its game.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub game: &'a Game,
    pub variant: &'a Variant,
    /// The castling rules of the position.
    pub castles: &'a [CastleRule],
    pub state: &'a ReferenceState,
}

impl Deref for View<'_> {
    type Target = ReferenceState;
    fn deref(&self) -> &ReferenceState {
        self.state
    }
}

impl<'a> View<'a> {
    /// The view of a state with the castling rules of `pos`.
    pub fn new(game: &'a Game, pos: &'a Position, state: &'a ReferenceState) -> Self {
        Self { game, variant: &game.variant, castles: pos.castles(), state }
    }
    /// The same game in another state.
    pub fn at<'b>(self, state: &'b ReferenceState) -> View<'b>
    where
        'a: 'b,
    {
        View { state, ..self }
    }
    /// The piece on a square, if it belongs to the side to move.
    pub fn own(self, square: Square) -> Option<Kind> {
        self.state.cell(square).kind().filter(|kind| kind.color() == self.state.side)
    }
    /// Squares of the given pieces.
    pub fn squares_of(self, kind: Kind) -> impl Iterator<Item = Square> {
        self.variant.board.squares().filter(move |&square| self.state.cell(square).kind() == Some(kind))
    }
    /// Squares of a side's royals.
    pub fn royals(self, color: Color) -> Vec<Square> {
        let royal = |kind: Kind| kind.color() == color && self.variant.is_royal(kind.piece());
        let squares = self.variant.board.squares();
        squares.filter(|&square| self.state.cell(square).kind().is_some_and(royal)).collect()
    }
    /// Whether the side has lost the royals that it must keep. SPEC: diagram readings, `extinction`.
    pub fn has_lost_royals(self, color: Color) -> bool {
        let (at_start, left) =
            (self.game.rules.endings.royals_at_start[color.index()], self.royals(color).len());
        if self.variant.ends.all_must_fall(color) {
            return left == 0 && (at_start > 0 || self.state.fallen[color.index()]);
        }
        self.state.fallen[color.index()] || left < at_start
    }
    /// Whether the type can be dropped or put down by the side to move: it is in its hand.
    pub fn holds(self, piece: PieceType) -> bool {
        self.state.hand(Kind::new(piece, self.state.side)) > 0
    }
}

/// What a piece is for one of `color`.
pub fn seen_by(variant: &Variant, color: Color, kind: Kind) -> Occupancy {
    match (kind.color() == color, variant.is_royal(kind.piece())) {
        (true, _) => Occupancy::FRIEND,
        (false, true) => Occupancy::ENEMY_ROYAL,
        (false, false) => Occupancy::ENEMY,
    }
}
