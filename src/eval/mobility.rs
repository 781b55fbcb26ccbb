//! Expected mobility: what a piece can do from a square of a randomly filled board.
//!
//! Nothing is sampled: the probability that a path is open is the product of those of its squares, so one
//! pass over a trajectory tree gives the expectation.

use super::constants::Constants;
use crate::board::{Geometry, Square, bits};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::tables::Tables;
use crate::tables::tree::{Flags, Node, Passage};

/// Mobility of a piece on a square, in expected numbers of squares.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Mobility {
    /// Squares where it could capture an enemy, weighted by direction.
    pub attack: f64,
    /// Squares it could move to if empty, weighted by direction.
    pub quiet: f64,
    /// Targets lost to lame paths, on the scale of [`Constants::capture`].
    pub lost: f64,
    /// Ranks gained by its best forward move.
    pub forward: f64,
    /// Number of moves.
    pub moves: f64,
    /// Equivalent number of targets for a piece that captures as it moves.
    pub targets: f64,
}

/// A square where moves may end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReachedSquare {
    /// The square.
    pub square: u16,
    /// Probability that the piece can go there, whatever stands on it.
    pub chance: f64,
}

/// Walks trees, reusing its buffers.
#[derive(Debug)]
pub struct MobilityWalk<'a> {
    tables: &'a Tables,
    board: &'a Geometry,
    constants: &'a Constants,
    /// Share of occupied squares.
    density: f64,
    /// `[node of the tree]`: probability that the path continues below it.
    open: Vec<f64>,
    /// `[node of the tree]`: whether the path depends on a square the piece cannot clear.
    lame: Vec<bool>,
    /// `[square]`: probability that no path captures there, with and without the lameness factor.
    spared: Vec<[f64; 2]>,
    /// `[square]`: probability that no path ends there quietly, likewise.
    unmoved: Vec<[f64; 2]>,
    /// Bit set of the squares where moves of the current tree end or capture.
    touched: Vec<u64>,
    /// `[square]`: whether the piece can go there by some path.
    visited: Vec<bool>,
    pairs: f64,
    ends: Vec<ReachedSquare>,
}

impl<'a> MobilityWalk<'a> {
    /// Creates a walker for a board filled to `density` (0 to 1), half of it enemies.
    pub fn new(tables: &'a Tables, board: &'a Geometry, constants: &'a Constants, density: f64) -> Self {
        let ones = vec![[1.0; 2]; board.len()];
        Self {
            tables,
            board,
            constants,
            density,
            open: Vec::new(),
            lame: Vec::new(),
            spared: ones.clone(),
            unmoved: ones,
            touched: vec![0; bits::width(board.len())],
            visited: vec![false; board.len()],
            pairs: 0.0,
            ends: Vec::new(),
        }
    }
    /// Computes the mobility of a kind on a square.
    pub fn mobility(&mut self, kind: Kind, from: Square) -> Mobility {
        let range = self.tables.tree(kind, from);
        let base = range.start;
        self.open.clear();
        self.lame.clear();
        self.ends.clear();
        self.pairs = 0.0;
        let nodes = &self.tables.nodes()[range];
        for node in nodes.iter().filter(|node| !node.emit.is_empty()) {
            self.visited[usize::from(node.square)] = true;
        }
        for node in nodes {
            let (before, lame) = match node.parent {
                Node::NO_PARENT => (1.0, false),
                parent => (self.open[parent as usize - base], self.lame[parent as usize - base]),
            };
            let (passes, hampered) = self.passage(node);
            let (arrives, lame) = (before * passes, lame || hampered);
            let goes_on =
                if node.flags.has(Flags::GUARD) { self.constants.initial } else { self.holds(node, node.go) };
            self.open.push(arrives * goes_on);
            self.lame.push(lame || self.hampers(node));
            if !node.emit.is_empty() && arrives > 0.0 {
                bits::insert(&mut self.touched, usize::from(node.square));
                self.end(node, arrives, lame);
            }
        }
        for node in nodes {
            self.visited[usize::from(node.square)] = false;
        }
        self.sum_up(kind, from)
    }
    /// End squares of the moves in the last result of [`Self::mobility`].
    pub fn ends(&self) -> &[ReachedSquare] {
        &self.ends
    }
    /// Whether the path needs the node's square empty and the piece can do nothing about a blocker there.
    fn hampers(&self, node: &Node) -> bool {
        let real = !node.flags.has(Flags::GUARD) && !node.flags.has(Flags::VACATED);
        real && node.go == Occupancy::EMPTY && !self.visited[usize::from(node.square)]
    }
    /// Probability that a node's square holds something in `set`.
    fn holds(&self, node: &Node, set: Occupancy) -> f64 {
        let has = |what: Occupancy, chance: f64| if set.meets(what) { chance } else { 0.0 };
        if node.flags.has(Flags::VACATED) {
            return has(Occupancy::EMPTY, 1.0);
        }
        let half = self.density / 2.0;
        has(Occupancy::EMPTY, 1.0 - self.density) + has(Occupancy::ENEMY, half) + has(Occupancy::FRIEND, half)
    }
    /// Probability that the squares a leap passes allow it, and whether the enemy can block it for good.
    fn passage(&self, node: &Node) -> (f64, bool) {
        if !node.flags.has(Flags::EXTRA) {
            return (1.0, false);
        }
        let empty = 1.0 - self.density;
        match &self.tables.extra(node).passage {
            None => (1.0, false),
            Some(Passage::Free(ways)) => {
                let closed = ways.iter().map(|way| 1.0 - empty.powi(way.len() as i32)).product::<f64>();
                let hampered = |way: &Vec<u16>| way.iter().any(|&square| !self.visited[usize::from(square)]);
                (1.0 - closed, ways.iter().all(hampered))
            }
            Some(Passage::Blocked(squares)) => (1.0 - empty.powi(squares.len() as i32), false),
        }
    }
    /// Adds a move that ends at the node.
    fn end(&mut self, node: &Node, arrives: f64, lame: bool) {
        let at = usize::from(node.square);
        let chances = [if lame { arrives * self.constants.lame } else { arrives }, arrives];
        if !node.flags.has(Flags::LOCUST) {
            if node.emit.meets(Occupancy::EMPTY) {
                (0..2).for_each(|i| self.unmoved[at][i] *= 1.0 - chances[i]);
            }
            if node.emit.meets(Occupancy::ENEMY) {
                (0..2).for_each(|i| self.spared[at][i] *= 1.0 - chances[i]);
            }
            return;
        }
        // Victims on the way: the probability that counts is conditional on an enemy standing there.
        let ends = chances[0] * self.holds(node, node.emit);
        let mut victims = u32::from(node.emit.meets(Occupancy::ENEMY) && !node.flags.has(Flags::VACATED));
        let mut given = 1.0;
        let mut parent = node.parent;
        while parent != Node::NO_PARENT {
            let inner = &self.tables.nodes()[parent as usize];
            if inner.flags.has(Flags::TAKES) && inner.go.meets(Occupancy::ENEMIES) {
                let chance = self.holds(inner, inner.go);
                if chance > 0.0 {
                    let spared = &mut self.spared[usize::from(inner.square)];
                    spared.iter_mut().for_each(|spared| *spared = spared.min(1.0 - ends / chance));
                    bits::insert(&mut self.touched, usize::from(inner.square));
                    victims += 1;
                    given *= chance;
                }
            }
            parent = inner.parent;
        }
        if victims >= 2 && given > 0.0 {
            self.pairs += chances[0] / given;
        }
    }
    fn sum_up(&mut self, kind: Kind, from: Square) -> Mobility {
        let constants = self.constants;
        let mut sum = Mobility::default();
        let color = kind.color();
        let rank = i32::from(self.board.relative_rank(color, from));
        let targets =
            |attack: f64, quiet: f64| constants.capture * attack + (1.0 - constants.capture) * quiet;
        for at in bits::squares_of(&self.touched) {
            let square = at as u16;
            let [attack, attack_sound] = self.spared[at].map(|spared| 1.0 - spared);
            let [quiet, quiet_sound] = self.unmoved[at].map(|unmoved| 1.0 - unmoved);
            (self.spared[at], self.unmoved[at]) = ([1.0; 2], [1.0; 2]);
            let gained = i32::from(self.board.relative_rank(color, Square(square))) - rank;
            let weight = constants.direction(gained);
            let moves = quiet * (1.0 - self.density) + attack * self.density / 2.0;
            sum.moves += moves;
            sum.attack += weight * attack;
            sum.quiet += weight * quiet;
            sum.lost += weight * (targets(attack_sound, quiet_sound) - targets(attack, quiet));
            sum.forward = sum.forward.max(quiet.max(attack / 2.0) * f64::from(gained.max(0)));
            self.ends.push(ReachedSquare { square, chance: moves / (1.0 - self.density / 2.0) });
        }
        sum.attack += constants.second_victim * self.pairs;
        sum.targets = targets(sum.attack, sum.quiet);
        self.touched.fill(0);
        sum
    }
}
