//! Legal moves and attacks.

use crate::board::Color;
use crate::position::{Game, Move, MoveList, Position};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filter {
    /// All.
    All,
    /// Captures and promotions.
    Tactical,
}

/// How a game has ended without regard to the legal moves, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// Nobody has.
    Drawn,
}

/// Pseudo-legal moves of the side to move: all that its pieces can do, royal safety not considered.
pub fn pseudo_legal(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    let _ = (game, pos, filter, list);
    todo!()
}

/// Is a pseudo-legal move legal?
pub fn is_legal(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let _ = (game, pos, mv);
    todo!()
}

/// Legal moves of the side to move; none when the game is over.
pub fn legal(game: &Game, pos: &mut Position, list: &mut MoveList) {
    let _ = (game, pos, list);
    todo!()
}

/// Could the opponent take a royal whose loss loses?
pub fn in_check(game: &Game, pos: &Position, color: Color) -> bool {
    let _ = (game, pos, color);
    todo!()
}

/// Has the game ended by extinction, baring or a captured royal? Draws by repetition or move count and the
/// lack of legal moves are not looked at.
pub fn outcome(game: &Game, pos: &Position) -> Option<Outcome> {
    let _ = (game, pos);
    todo!()
}

/// The result with everything considered: [`outcome`], no legal moves (mate, stalemate by the variant's rule),
/// repetition and move count.
pub fn result(game: &Game, pos: &mut Position) -> Option<Outcome> {
    let _ = (game, pos);
    todo!()
}

/// Calls `each` for every piece that the move captures (kind and square).
pub fn victims(game: &Game, pos: &Position, mv: Move, each: impl FnMut(crate::position::cell::Kind, crate::board::Square)) {
    let _ = (game, pos, mv, each);
    todo!()
}

/// Number of leaf nodes of the legal move tree.
pub fn perft(game: &Game, pos: &mut Position, depth: u32) -> u64 {
    let _ = (game, pos, depth);
    todo!()
}
