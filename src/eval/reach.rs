//! How fast a piece gets about: mean nearness of the squares that it can reach.

use super::mobility::ReachedSquare;
use crate::board::{Geometry, Square};

/// Costs are counted in parts of a move.
const MOVE: usize = 8;
/// A way that is open less often than this costs no more moves than its inverse.
const RARE: f64 = 0.1;
/// Boards with more squares are sampled: about this many files and ranks of each.
const SAMPLED: u16 = 12;
/// About so many edges are looked at for a kind.
const MOST_EDGES: usize = 50_000_000;

/// The moves of a kind as a graph, each edge as long as one waits for it on average.
#[derive(Debug, Default)]
pub struct MoveGraph {
    /// `[square]`: first edge; one more at the end.
    first: Vec<u32>,
    /// Square and cost.
    edges: Vec<(u16, u8)>,
}

impl MoveGraph {
    /// Adds the moves from the next square, in the order of the squares.
    pub fn push(&mut self, ends: &[ReachedSquare], waiting: f64) {
        if self.first.is_empty() {
            self.first.push(0);
        }
        let cost =
            |chance: f64| (MOVE as f64 / chance.clamp(RARE, 1.0).powf(waiting)).round().min(80.0) as u8;
        self.edges
            .extend(ends.iter().filter(|end| end.chance > 0.0).map(|end| (end.square, cost(end.chance))));
        self.first.push(self.edges.len() as u32);
    }
    fn edges(&self, square: u16) -> &[(u16, u8)] {
        let square = usize::from(square);
        &self.edges[self.first[square] as usize..self.first[square + 1] as usize]
    }
    /// Mean of one over the number of moves to each other square of the board, but of no less than `least` for each.
    /// CITE: V. Latora, M. Marchiori, "Efficient behavior of small-world networks", 2001.
    pub fn nearness(&self, board: &Geometry, inside: &[bool], least: f64) -> f64 {
        let holes = board.squares().filter(|&square| board.is_hole(square)).count();
        let others = (board.len() - holes).saturating_sub(1).max(1) as f64;
        let mut search = DistanceSearch::new(self, board.len());
        let (mut nearness, mut squares) = (0.0, 0_u32);
        let sampled =
            || board.squares().filter(|&square| inside[square.index()] && is_sampled(board, square));
        // Where all that would take too long, some stand for all again.
        let every = (sampled().count() * self.edges.len() / MOST_EDGES).max(1);
        for from in sampled().step_by(every) {
            nearness += least + search.nearness(from.0, least) / others;
            squares += 1;
        }
        if squares == 0 { 0.0 } else { nearness / f64::from(squares) }
    }
}

/// Is the square one of those that stand for all? They lie symmetrically.
fn is_sampled(board: &Geometry, square: Square) -> bool {
    let taken = |at: u16, size: u16| {
        let step = size.div_ceil(SAMPLED);
        at % step == 0 || (size - 1 - at) % step == 0
    };
    taken(board.file(square), board.files()) && taken(board.rank(square), board.ranks())
}

/// Shortest paths from one square after the other. CITE: R. B. Dial, "Shortest-path forest with topological
/// ordering", 1969: costs are small integers, so buckets serve as the queue.
struct DistanceSearch<'a> {
    graph: &'a MoveGraph,
    /// `[square]`: cost so far.
    cost: Vec<u32>,
    buckets: Vec<Vec<u16>>,
}

impl<'a> DistanceSearch<'a> {
    fn new(graph: &'a MoveGraph, squares: usize) -> Self {
        let longest = (MOVE as f64 / RARE).round() as usize;
        Self { graph, cost: vec![u32::MAX; squares], buckets: vec![Vec::new(); longest + 1] }
    }
    /// Sum over the squares of what one over the moves there is more than `least`.
    fn nearness(&mut self, from: u16, least: f64) -> f64 {
        self.cost.fill(u32::MAX);
        self.cost[usize::from(from)] = 0;
        self.buckets[0].push(from);
        let (mut waiting, mut now) = (1, 0_u32);
        let mut sum = 0.0;
        while waiting > 0 {
            let bucket = now as usize % self.buckets.len();
            while let Some(square) = self.buckets[bucket].pop() {
                waiting -= 1;
                if self.cost[usize::from(square)] != now {
                    continue;
                }
                if now > 0 {
                    sum += (MOVE as f64 / f64::from(now) - least).max(0.0);
                }
                waiting += self.relax(square, now);
            }
            now += 1;
        }
        sum
    }
    /// Looks at the edges from a square; the number of squares that now wait.
    fn relax(&mut self, square: u16, now: u32) -> usize {
        let mut pushed = 0;
        for &(to, length) in self.graph.edges(square) {
            let cost = now + u32::from(length);
            if cost < self.cost[usize::from(to)] {
                self.cost[usize::from(to)] = cost;
                let bucket = cost as usize % self.buckets.len();
                self.buckets[bucket].push(to);
                pushed += 1;
            }
        }
        pushed
    }
}
