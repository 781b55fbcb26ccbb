//! The position.

use super::cell::{Cell, Kind};
use super::game::Game;
use super::mv::Move;
use crate::board::{Color, Square};
use crate::variant::PieceType;

/// A position of a game, with what is needed to take moves back.
#[derive(Clone, Debug)]
pub struct Position {}

impl Position {
    /// The variant's start position.
    pub fn start(game: &Game) -> Self {
        let _ = game;
        todo!()
    }
    /// Side to move.
    pub fn side(&self) -> Color {
        todo!()
    }
    /// Content of a square.
    pub fn cell(&self, square: Square) -> Cell {
        let _ = square;
        todo!()
    }
    /// Squares of a side's pieces, in no particular order.
    pub fn pieces(&self, color: Color) -> &[Square] {
        let _ = color;
        todo!()
    }
    /// How many pieces of a type a side holds.
    pub fn hand(&self, color: Color, piece: PieceType) -> u16 {
        let _ = (color, piece);
        todo!()
    }
    /// How many pieces of a kind stand on the board.
    pub fn count(&self, kind: Kind) -> u16 {
        let _ = kind;
        todo!()
    }
    /// Hash key: pieces, virginity, hands, e.p. rights, side.
    pub fn key(&self) -> u64 {
        todo!()
    }
    /// Plies since the last capture, drop or irreversible pawn move.
    pub fn quiet_plies(&self) -> u16 {
        todo!()
    }
    /// Sum of the weights, White minus Black: (middle game, endgame), and the phase of both sides together.
    pub fn weights(&self) -> ((i32, i32), i32) {
        todo!()
    }
    /// How often the present position has occurred, itself included.
    pub fn occurrences(&self) -> u16 {
        todo!()
    }
    /// Makes a move that the generator gave for this position.
    pub fn make(&mut self, game: &Game, mv: Move) {
        let _ = (game, mv);
        todo!()
    }
    /// Takes the last move back.
    pub fn unmake(&mut self, game: &Game) {
        let _ = game;
        todo!()
    }
    /// Passes: only the side to move and the e.p. rights change. Undone by [`Self::unmake`].
    pub fn make_null(&mut self, game: &Game) {
        let _ = game;
        todo!()
    }
}
