//! Counting the legal move tree on several threads: the root is divided among them.

use crate::movegen;
use crate::position::{Game, Move, MoveList, Position};
use rayon::prelude::*;

/// Number of leaf nodes `depth` plies below a position. Depth 0 is the position itself: 1.
pub fn count(game: &Game, pos: &Position, depth: u32) -> u64 {
    match depth {
        // Too little to be worth dividing.
        0..=2 => movegen::perft(game, &mut pos.clone(), depth),
        _ => divide(game, pos, depth).iter().map(|&(_, nodes)| nodes).sum(),
    }
}

/// The legal moves, each with the number of leaf nodes `depth - 1` plies below it, in the generator's order.
/// Nothing for depth 0.
pub fn divide(game: &Game, pos: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let mut list = MoveList::new();
    movegen::legal(game, &mut pos.clone(), &mut list);
    let nodes_below = |pos: &mut Position, mv: Move| {
        pos.make(game, mv);
        let nodes = movegen::perft(game, pos, below);
        pos.unmake(game);
        (mv, nodes)
    };
    list.into_par_iter().map_init(|| pos.clone(), nodes_below).collect()
}
