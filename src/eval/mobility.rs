//! Expected mobility: what a piece can do from a square of a randomly filled board.
//!
//! Nothing is drawn at random: the chance that a path is open is the product of the chances that its squares
//! hold what it needs, so one pass over a trajectory tree gives the expectation.

use crate::board::{Geometry, Square};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::tables::Tables;
use crate::tables::tree::{Flags, Node, Passage};

/// What a piece can do from a square, in expected numbers of squares.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Mobility {
    /// Squares where it could capture, were an enemy there.
    pub attack: f64,
    /// Squares that it could go to, were they empty.
    pub quiet: f64,
    /// Ranks that it gains with its best forward move.
    pub forward: f64,
    /// Moves that it has there.
    pub moves: f64,
}

impl Mobility {
    /// Both together on the scale of targets of a piece that moves as it captures.
    /// SPEC: published rules: capture only : move only : both = 2 : 1 : 3.
    pub fn targets(self) -> f64 {
        (2.0 * self.attack + self.quiet) / 3.0
    }
}

/// How much a target one step away counts against one farther off: short moves are slow and fork little.
const ADJACENT: f64 = 0.92;
/// A square that must be empty and that the piece cannot go to makes it lame: the piece itself cannot remove
/// the blocker. The chance that it is empty enters with this power.
/// SPEC: published rules: a lame Knight is half a Knight.
const LAME: i32 = 2;
/// Weight of initial moves: they are there only once in a piece's life.
const INITIAL: f64 = 0.15;
/// Extra for a second victim in one move, per expected pair.
const SECOND_VICTIM: f64 = 0.05;

/// Walks trees; keeps its buffers from one to the next.
#[derive(Debug)]
pub struct Walker<'a> {
    tables: &'a Tables,
    board: &'a Geometry,
    /// Share of the squares that are occupied.
    density: f64,
    /// `[node of the tree]`: chance that the path goes on below it.
    open: Vec<f64>,
    /// `[square]`: chance that no path captures there.
    spared: Vec<f64>,
    /// `[square]`: chance that no path ends there quietly.
    unmoved: Vec<f64>,
    touched: Vec<u16>,
    /// `[square]`: can the piece go there by some path?
    visited: Vec<bool>,
    pairs: f64,
}

impl<'a> Walker<'a> {
    /// A walker for a board filled to `density` (0 to 1), half of it enemies.
    pub fn new(tables: &'a Tables, board: &'a Geometry, density: f64) -> Self {
        let ones = vec![1.0; board.len()];
        Self {
            tables,
            board,
            density,
            open: Vec::new(),
            spared: ones.clone(),
            unmoved: ones,
            touched: Vec::new(),
            visited: vec![false; board.len()],
            pairs: 0.0,
        }
    }
    /// The mobility of a kind on a square.
    pub fn mobility(&mut self, kind: Kind, from: Square) -> Mobility {
        let range = self.tables.tree(kind, from);
        let base = range.start;
        self.open.clear();
        self.pairs = 0.0;
        let nodes = &self.tables.nodes()[range];
        for node in nodes.iter().filter(|node| !node.emit.is_empty()) {
            self.visited[usize::from(node.square)] = true;
        }
        for node in nodes {
            let before = match node.parent {
                Node::NO_PARENT => 1.0,
                parent => self.open[parent as usize - base],
            };
            let arrives = before * self.passage(node);
            let goes_on = match node.flags.has(Flags::GUARD) {
                true => INITIAL,
                false if node.go == Occupancy::EMPTY && !self.visited[usize::from(node.square)] => {
                    self.holds(node, node.go).powi(LAME)
                }
                false => self.holds(node, node.go),
            };
            self.open.push(arrives * goes_on);
            if !node.emit.is_empty() && arrives > 0.0 {
                self.touched.push(node.square);
                self.end(node, arrives);
            }
        }
        for node in nodes {
            self.visited[usize::from(node.square)] = false;
        }
        self.sum_up(kind, from)
    }
    /// The chance that a node's square holds something of a set.
    fn holds(&self, node: &Node, set: Occupancy) -> f64 {
        let has = |what: Occupancy, chance: f64| if set.meets(what) { chance } else { 0.0 };
        if node.flags.has(Flags::VACATED) {
            return has(Occupancy::EMPTY, 1.0);
        }
        let half = self.density / 2.0;
        has(Occupancy::EMPTY, 1.0 - self.density) + has(Occupancy::ENEMY, half) + has(Occupancy::FRIEND, half)
    }
    fn passage(&self, node: &Node) -> f64 {
        if !node.flags.has(Flags::EXTRA) {
            return 1.0;
        }
        let empty = |&square: &u16| {
            (1.0 - self.density).powi(if self.visited[usize::from(square)] { 1 } else { LAME })
        };
        match &self.tables.extra(node).passage {
            None => 1.0,
            Some(Passage::Free(ways)) => {
                1.0 - ways.iter().map(|way| 1.0 - way.iter().map(empty).product::<f64>()).product::<f64>()
            }
            Some(Passage::Blocked(squares)) => 1.0 - (1.0 - self.density).powi(squares.len() as i32),
        }
    }
    /// A move may end at the node.
    fn end(&mut self, node: &Node, arrives: f64) {
        let at = usize::from(node.square);
        if !node.flags.has(Flags::LOCUST) {
            if node.emit.meets(Occupancy::EMPTY) {
                self.unmoved[at] *= 1.0 - arrives;
            }
            if node.emit.meets(Occupancy::ENEMY) {
                self.spared[at] *= 1.0 - arrives;
            }
            return;
        }
        // The victims are on the way: what counts is the chance given that an enemy stands there.
        let ends = arrives * self.holds(node, node.emit);
        let mut victims = u32::from(node.emit.meets(Occupancy::ENEMY) && !node.flags.has(Flags::VACATED));
        let mut given = 1.0;
        let mut parent = node.parent;
        while parent != Node::NO_PARENT {
            let inner = &self.tables.nodes()[parent as usize];
            if inner.flags.has(Flags::TAKES) && inner.go.meets(Occupancy::ENEMIES) {
                let chance = self.holds(inner, inner.go);
                if chance > 0.0 {
                    let spared = &mut self.spared[usize::from(inner.square)];
                    *spared = spared.min(1.0 - ends / chance);
                    self.touched.push(inner.square);
                    victims += 1;
                    given *= chance;
                }
            }
            parent = inner.parent;
        }
        if victims >= 2 && given > 0.0 {
            self.pairs += arrives / given;
        }
    }
    fn sum_up(&mut self, kind: Kind, from: Square) -> Mobility {
        let mut sum = Mobility::default();
        let color = kind.color();
        let (file, rank) =
            (i32::from(self.board.file(from)), i32::from(self.board.relative_rank(color, from)));
        self.touched.sort_unstable();
        self.touched.dedup();
        for &square in &self.touched {
            let at = usize::from(square);
            let (attack, quiet) = (1.0 - self.spared[at], 1.0 - self.unmoved[at]);
            (self.spared[at], self.unmoved[at]) = (1.0, 1.0);
            let gained = i32::from(self.board.relative_rank(color, Square(square))) - rank;
            let aside = (i32::from(self.board.file(Square(square))) - file).abs();
            let weight = if aside.max(gained.abs()) <= 1 { ADJACENT } else { 1.0 };
            sum.moves += quiet * (1.0 - self.density) + attack * self.density / 2.0;
            sum.attack += weight * attack;
            sum.quiet += weight * quiet;
            sum.forward = sum.forward.max(quiet.max(attack / 2.0) * f64::from(gained.max(0)));
        }
        sum.attack += SECOND_VICTIM * self.pairs;
        self.touched.clear();
        sum
    }
}
