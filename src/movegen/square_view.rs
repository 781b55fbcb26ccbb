//! What a path meets on its way: squares as they are when it comes by.

use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::position::{Game, Passing, Position, before};
use crate::tables::tree::{Flags, Node};

/// A position as the paths of one side see it.
#[derive(Clone, Copy)]
pub(super) struct SquareView<'a> {
    game: &'a Game,
    pos: &'a Position,
    occupancy: &'a [Occupancy],
    /// There stands an enemy royal, whatever is there.
    target: Option<Square>,
    /// The right to capture in passing, if the side has it.
    passing: Option<Passing>,
}

impl<'a> SquareView<'a> {
    /// The view of a side. On `target`, if there is one, stands an enemy royal, whatever is there.
    pub fn new(game: &'a Game, pos: &'a Position, color: Color, target: Option<Square>) -> Self {
        let others = |passing: &Passing| pos.cell(passing.victim).kind().is_some_and(|k| k.color() != color);
        let passing = pos.passing().filter(others);
        Self { game, pos, occupancy: game.tables.occupancy(color), target, passing }
    }
    /// What the node's square holds when a path comes there.
    #[inline]
    pub fn content(&self, node: &Node) -> Occupancy {
        if node.flags.has(Flags::VACATED) {
            return Occupancy::EMPTY;
        }
        let victim = self.passing.map(|passing| passing.victim);
        let displaced = node.flags.has(Flags::DISPLACED);
        let Some(square) = before(self.game.tables.read_at(node), self.passing) else {
            return Occupancy::NONE;
        };
        if !displaced && node.flags.has(Flags::PASSED) && victim == Some(square) {
            return Occupancy::EMPTY;
        }
        if self.target == Some(square) {
            return Occupancy::ENEMY_ROYAL;
        }
        self.occupancy[self.pos.cell(square).slot()]
    }
    /// Is a square that the path to the node passes empty?
    #[inline]
    pub fn is_empty(&self, node: &Node, square: u16) -> bool {
        let square = Square(square);
        let gone = node.flags.has(Flags::PASSED) && self.passing.is_some_and(|p| p.victim == square);
        gone || self.target != Some(square) && self.pos.cell(square).is_empty()
    }
    /// Can a piece be captured in passing on the node's square? What was captured before on the path cannot.
    #[inline]
    pub fn marked(&self, node: &Node) -> bool {
        let Some(passing) = self.passing else { return false };
        self.game.tables.trail(passing.trail).contains(&node.square)
            && !(node.flags.has(Flags::LOCUST) && self.has_captured(node, passing.victim))
    }
    fn has_captured(&self, node: &Node, victim: Square) -> bool {
        let nodes = self.game.tables.nodes();
        let mut at = node.parent;
        while at != Node::NO_PARENT {
            let passed = &nodes[at as usize];
            if crate::position::is_victim(passed) && passed.square == victim.0 {
                return true;
            }
            at = passed.parent;
        }
        false
    }
    /// Does a path go on through the node, or end there if it holds one of `contents`?
    #[inline]
    pub fn admits(&self, node: &Node, contents: Occupancy, content: Occupancy) -> bool {
        let passing = contents.meets(Occupancy::EN_PASSANT) && content == Occupancy::EMPTY;
        contents.meets(content) || passing && self.marked(node)
    }
}
