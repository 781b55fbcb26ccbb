//! What a path asks of the squares on its way.

use super::marks::MoveMark;
use super::reach_map::Survey;
use crate::board::Square;
use crate::notation::legs::Occupancy;
use crate::position::Game;
use crate::tables::tree::{Flags, Node, Passage};
use std::collections::{BTreeMap, BTreeSet};

/// An empty square, whether it can be captured on in passing or not.
const VACANT: Occupancy = Occupancy(Occupancy::EMPTY.0 | Occupancy::EN_PASSANT.0);

/// Does a path capture something before its end?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Locust {
    /// No.
    Never,
    /// If an enemy stands there.
    Maybe,
    /// Yes.
    Always,
}

/// A path to a node, read back to its root.
#[derive(Debug)]
pub struct PathDrawing {
    /// Only before the piece has moved?
    pub initial: bool,
    /// Does it jump?
    pub jump: bool,
    /// Does it need a piece on its way that stays there?
    pub hop: bool,
    /// Does it capture on its way?
    pub locust: Locust,
    /// What the squares on its way are to it.
    pub marks: Vec<(Square, MoveMark, Occupancy)>,
    /// What squares may hold at the start of the move: the answer of all nodes that look at them.
    asks: BTreeMap<Square, Occupancy>,
    /// Squares that a lame leap needs empty.
    lame: BTreeSet<Square>,
}

impl PathDrawing {
    /// The path from the start to a node.
    pub fn to(survey: &Survey<'_>, game: &Game, node: &Node) -> Self {
        let nodes = game.tables.nodes();
        let mut path = Self {
            initial: node.flags.has(Flags::INITIAL),
            jump: false,
            hop: false,
            locust: Locust::Never,
            marks: Vec::new(),
            asks: BTreeMap::new(),
            lame: BTreeSet::new(),
        };
        if node.flags.has(Flags::INDUCED) {
            // Whoever sets another piece in motion stays where it is.
            path.ask(survey.start, Occupancy::FRIEND);
        }
        let mut here = node;
        while let Some(parent) = (here.parent != Node::NO_PARENT).then(|| &nodes[here.parent as usize]) {
            match parent.flags.has(Flags::GUARD) {
                true => {
                    path.initial = true;
                    path.leap(survey, game, (survey.start, here));
                }
                false => {
                    path.leap(survey, game, (Square(parent.square), here));
                    path.pass(parent);
                }
            }
            here = parent;
        }
        if !here.flags.has(Flags::GUARD) {
            path.leap(survey, game, (survey.start, here));
        }
        path
    }
    fn mark(&mut self, square: u16, way: MoveMark, contents: Occupancy) {
        self.marks.push((Square(square), way, contents));
    }
    fn ask(&mut self, square: Square, contents: Occupancy) {
        let contents = if contents.meets(VACANT) { contents | VACANT } else { contents };
        let known = self.asks.entry(square).or_insert(Occupancy(u8::MAX));
        *known = Occupancy(known.0 & contents.0);
    }
    /// What the step from a square to a node asks of those between them.
    fn leap(&mut self, survey: &Survey<'_>, game: &Game, (from, node): (Square, &Node)) {
        let extra = node.flags.has(Flags::EXTRA).then(|| game.tables.extra(node));
        match extra.and_then(|extra| extra.passage.as_ref()) {
            Some(Passage::Blocked(squares)) => {
                self.hop = true;
                squares.iter().for_each(|&square| self.mark(square, MoveMark::Mount, Occupancy::OCCUPIED));
            }
            Some(Passage::Free(ways)) => {
                let on_all = |square: &&u16| ways.iter().all(|way| way.contains(square));
                self.lame.extend(ways.iter().flatten().filter(on_all).map(|&square| Square(square)));
                ways.iter().flatten().for_each(|&square| self.mark(square, MoveMark::Clear, Occupancy::NONE));
            }
            None => self.jump |= !survey.adjacent(from, Square(node.square)),
        }
    }
    /// What going on over a node asks of its square.
    fn pass(&mut self, node: &Node) {
        if looks(node) {
            self.ask(Square(node.square), node.go);
        }
        if node.flags.has(Flags::EXCITES) {
            return self.mark(node.square, MoveMark::Induce, Occupancy::NONE);
        }
        if node.flags.has(Flags::VACATED) {
            return;
        }
        let pieces = Occupancy(node.go.0 & Occupancy::OCCUPIED.0);
        let vacant = node.go.meets(Occupancy::EMPTY);
        if node.go.meets(Occupancy::EN_PASSANT) {
            self.locust = Locust::Always;
            self.mark(node.square, MoveMark::EnPassant, Occupancy::NONE);
        } else if !pieces.is_empty() && node.flags.has(Flags::TAKES) {
            self.locust = self.locust.max(if vacant { Locust::Maybe } else { Locust::Always });
            self.mark(node.square, MoveMark::Victim, pieces);
        } else if !pieces.is_empty() {
            self.hop |= !vacant;
            self.mark(node.square, MoveMark::Mount, pieces);
        }
    }
    /// The contents of a node's square with which a move can end there at the end of the path.
    pub fn admits(&self, node: &Node) -> Occupancy {
        if self.asks.values().any(|contents| contents.is_empty()) {
            return Occupancy::NONE;
        }
        match self.asks.get(&Square(node.square)).filter(|_| looks(node)) {
            Some(contents) => Occupancy(node.emit.0 & contents.0),
            None => node.emit,
        }
    }
    /// Squares that have to be empty.
    pub fn clear(&self) -> BTreeSet<Square> {
        let vacant = self.asks.iter().filter(|(_, contents)| contents.without(VACANT).is_empty());
        vacant.map(|(&square, _)| square).chain(self.lame.iter().copied()).collect()
    }
}

/// Does the node look at what stood on its square before the move?
fn looks(node: &Node) -> bool {
    !node.flags.has(Flags::VACATED.with(Flags::DISPLACED))
}
