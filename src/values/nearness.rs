//! How fast a piece gets around: mean nearness of the squares it can reach.

use super::mobility::ReachedSquare;
use crate::board::{Geometry, Square};

/// Cost of one move: costs are counted in fractions of a move.
const MOVE: usize = 8;
/// Minimum probability of an open path in the cost of an edge: rarer ones cost no more.
const RARE: f64 = 0.1;
/// Larger boards are sampled: about this many files and ranks.
const SAMPLED: u16 = 12;
/// Approximate maximum number of edges visited per kind.
const MAX_EDGES: usize = 50_000_000;

/// The moves of a kind as a graph; the length of an edge is the average wait for it.
#[derive(Debug, Default)]
pub struct MoveGraph {
    /// `[square]`: first edge; one extra entry at the end.
    first: Vec<u32>,
    /// Square and cost.
    edges: Vec<(u16, u8)>,
}

impl MoveGraph {
    /// Adds the moves from the next square; squares come in order. `phase`: 0 in the middle game, 1 in the endgame.
    pub fn push(&mut self, ends: &[ReachedSquare], phase: usize, waiting: f64) {
        if self.first.is_empty() {
            self.first.push(0);
        }
        let cost =
            |chance: f64| (MOVE as f64 / chance.clamp(RARE, 1.0).powf(waiting)).round().min(80.0) as u8;
        let likely =
            ends.iter().map(|end| (end.square, end.chance[phase])).filter(|&(_, chance)| chance > 0.0);
        self.edges.extend(likely.map(|(square, chance)| (square, cost(chance))));
        self.first.push(self.edges.len() as u32);
    }
    fn edges(&self, square: u16) -> &[(u16, u8)] {
        let square = usize::from(square);
        &self.edges[self.first[square] as usize..self.first[square + 1] as usize]
    }
    /// Mean of 1 / moves over the other squares of the board, at least `least` for each.
    /// CITE: V. Latora, M. Marchiori, "Efficient behavior of small-world networks", 2001.
    pub fn nearness(&self, board: &Geometry, inside: &[bool], least: f64) -> f64 {
        let holes = board.squares().filter(|&square| board.is_hole(square)).count();
        let others = (board.len() - holes).saturating_sub(1).max(1) as f64;
        let mut search = DistanceSearch::new(self, board.len());
        let sample = sample(board, inside);
        // If this would take too long, sample the sample.
        let every = (sample.len() * self.edges.len() / MAX_EDGES).max(1);
        let (mut nearness, mut squares) = (0.0, 0_u32);
        for from in sample.into_iter().step_by(every) {
            nearness += least + search.nearness(from.0, least) / others;
            squares += 1;
        }
        if squares == 0 { 0.0 } else { nearness / f64::from(squares) }
    }
}

/// The squares of the domain that belong to the sample; all of them if none does, as for pieces of one shade.
fn sample(board: &Geometry, inside: &[bool]) -> Vec<Square> {
    let domain: Vec<Square> = board.squares().filter(|square| inside[square.index()]).collect();
    let sampled: Vec<Square> = domain.iter().copied().filter(|&square| is_sampled(board, square)).collect();
    if sampled.is_empty() { domain } else { sampled }
}

/// Whether the square belongs to the sample of the whole board, which is symmetric.
fn is_sampled(board: &Geometry, square: Square) -> bool {
    let taken = |at: u16, size: u16| {
        let step = size.div_ceil(SAMPLED);
        at % step == 0 || (size - 1 - at) % step == 0
    };
    taken(board.file(square), board.files()) && taken(board.rank(square), board.ranks())
}

/// Shortest paths from one square after another. CITE: R. B. Dial, "Shortest-path forest with topological
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
    /// Sums the excess of 1 / moves over `least` for all squares.
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
    /// Relaxes the edges from a square; returns the number of squares queued.
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
