//! Conditions of a path on the squares along it.

use super::marks::MoveMark;
use super::reach_map::Survey;
use crate::board::Square;
use crate::notation::legs::Occupancy;
use crate::position::Game;
use crate::tables::tree::{Flags, Node, Passage};
use std::collections::{BTreeMap, BTreeSet};

/// An empty square, with or without an en passant victim.
const VACANT: Occupancy = Occupancy::EMPTY.union(Occupancy::EN_PASSANT);

/// Whether a path makes a locust capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Locust {
    #[default]
    Never,
    /// If an enemy is on the square.
    Maybe,
    Always,
}

/// A path to a node, traced back to the root.
#[derive(Default, Debug)]
pub struct PathDrawing {
    /// Whether the piece must be unmoved.
    pub initial: bool,
    /// Whether it jumps.
    pub jump: bool,
    /// Whether it needs a mount.
    pub hop: bool,
    /// Whether it makes a locust capture.
    pub locust: Locust,
    /// Marks of the squares along the path.
    pub marks: Vec<(Square, MoveMark, Occupancy)>,
    /// Contents that squares may have before the move, to satisfy all nodes.
    allowed: BTreeMap<Square, Occupancy>,
    /// Squares that a lame leap needs empty.
    lame: BTreeSet<Square>,
}

impl PathDrawing {
    /// Traces the path from the start square to a node.
    pub fn to(survey: &Survey<'_>, game: &Game, node: &Node) -> Self {
        let mut path = Self { initial: node.flags.intersects(Flags::INITIAL), ..Self::default() };
        if node.flags.intersects(Flags::INDUCED) {
            // A piece that induces another one to move stays on its square.
            path.restrict(survey.start, Occupancy::FRIEND);
        }
        let mut here = node;
        for parent in game.tables.ancestors(node) {
            if parent.flags.intersects(Flags::GUARD) {
                path.initial = true;
                path.leap(survey, game, (survey.start, here));
            } else {
                path.leap(survey, game, (Square(parent.square), here));
                path.pass(parent);
            }
            here = parent;
        }
        if !here.flags.intersects(Flags::GUARD) {
            path.leap(survey, game, (survey.start, here));
        }
        path
    }
    fn mark(&mut self, square: u16, way: MoveMark, contents: Occupancy) {
        self.marks.push((Square(square), way, contents));
    }
    fn restrict(&mut self, square: Square, contents: Occupancy) {
        let contents = if contents.intersects(VACANT) { contents | VACANT } else { contents };
        *self.allowed.entry(square).or_insert(Occupancy::all()) &= contents;
    }
    /// Adds the conditions of a step on the squares it passes.
    fn leap(&mut self, survey: &Survey<'_>, game: &Game, (from, node): (Square, &Node)) {
        match game.tables.extra_of(node).and_then(|extra| extra.passage.as_ref()) {
            Some(Passage::Blocked(squares)) => {
                self.hop = true;
                squares.iter().for_each(|&square| self.mark(square, MoveMark::Mount, Occupancy::OCCUPIED));
            }
            Some(Passage::Free(ways)) => {
                let on_all = |square: &&u16| ways.iter().all(|way| way.contains(square));
                self.lame.extend(ways.iter().flatten().filter(on_all).map(|&square| Square(square)));
                ways.iter()
                    .flatten()
                    .for_each(|&square| self.mark(square, MoveMark::Clear, Occupancy::empty()));
            }
            None => self.jump |= !survey.adjacent(from, Square(node.square)),
        }
    }
    /// Adds the conditions on the square of a node over which the path continues.
    fn pass(&mut self, node: &Node) {
        if needs_contents(node) {
            self.restrict(Square(node.square), node.go);
        }
        if node.flags.intersects(Flags::INDUCES) {
            return self.mark(node.square, MoveMark::Induce, Occupancy::empty());
        }
        if node.flags.intersects(Flags::VACATED) {
            return;
        }
        let pieces = node.go & Occupancy::OCCUPIED;
        let vacant = node.go.intersects(Occupancy::EMPTY);
        if node.go.intersects(Occupancy::EN_PASSANT) {
            self.locust = Locust::Always;
            self.mark(node.square, MoveMark::EnPassant, Occupancy::empty());
        } else if !pieces.is_empty() && node.flags.intersects(Flags::TAKES) {
            self.locust = self.locust.max(if vacant { Locust::Maybe } else { Locust::Always });
            self.mark(node.square, MoveMark::Victim, pieces);
        } else if !pieces.is_empty() {
            self.hop |= !vacant;
            self.mark(node.square, MoveMark::Mount, pieces);
        }
    }
    /// Returns the contents of a node's square with which the move can end there.
    pub fn admits(&self, node: &Node) -> Occupancy {
        if self.allowed.values().any(|contents| contents.is_empty()) {
            return Occupancy::empty();
        }
        match self.allowed.get(&Square(node.square)).filter(|_| needs_contents(node)) {
            Some(contents) => node.emit & *contents,
            None => node.emit,
        }
    }
    /// Returns the squares that must be empty.
    pub fn clear(&self) -> BTreeSet<Square> {
        let vacant = self.allowed.iter().filter(|(_, contents)| contents.difference(VACANT).is_empty());
        vacant.map(|(&square, _)| square).chain(self.lame.iter().copied()).collect()
    }
}

/// Whether the node depends on the contents of its square before the move.
fn needs_contents(node: &Node) -> bool {
    !node.flags.intersects(Flags::VACATED | Flags::DISPLACED)
}
