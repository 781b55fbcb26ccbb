//! The content of a square when a path reaches it: the pieces captured on the way are gone.

use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::position;
use crate::position::{Game, Passing, Position, before};
use crate::tables::tree::{Extra, Flags, Node, Passage};

/// A position as the paths of one side see it.
#[derive(Clone, Copy)]
pub(crate) struct SquareView<'a> {
    game: &'a Game,
    pos: &'a Position,
    occupancy: &'a [Occupancy],
    /// Square that counts as holding an enemy royal.
    target: Option<Square>,
    /// The en passant right, if the side has it.
    passing: Option<Passing>,
}

impl<'a> SquareView<'a> {
    /// Creates the view of a side. `target`, if given, counts as an enemy royal.
    pub fn new(game: &'a Game, pos: &'a Position, color: Color, target: Option<Square>) -> Self {
        let others = |passing: &Passing| pos.cell(passing.victim).kind().is_some_and(|k| k.color() != color);
        let passing = pos.passing().filter(others);
        Self { game, pos, occupancy: game.tables.occupancy(color), target, passing }
    }
    /// Content of the node's square when a path gets there.
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
    /// Whether a square that the path to the node passes is empty.
    #[inline]
    pub fn is_empty(&self, node: &Node, square: u16) -> bool {
        let square = Square(square);
        let gone = node.flags.has(Flags::PASSED) && self.passing.is_some_and(|p| p.victim == square);
        gone || self.target != Some(square) && self.pos.cell(square).is_empty()
    }
    /// Whether the node's square allows an en passant capture not yet made on the path.
    #[inline]
    pub fn marked(&self, node: &Node) -> bool {
        let Some(passing) = self.passing else { return false };
        self.game.tables.trail(passing.trail).contains(&node.square)
            && !(node.flags.has(Flags::LOCUST) && self.has_captured(node, passing.victim))
    }
    fn has_captured(&self, node: &Node, victim: Square) -> bool {
        let takes = |passed: &Node| passed.square == victim.0 && position::is_victim(passed);
        self.game.tables.ancestors(node).any(takes)
    }
    /// Whether a node that accepts `contents` accepts its square's `content`, en passant included.
    #[inline]
    pub fn admits(&self, node: &Node, contents: Occupancy, content: Occupancy) -> bool {
        let passing = contents.meets(Occupancy::EN_PASSANT) && content == Occupancy::EMPTY;
        contents.meets(content) || passing && self.marked(node)
    }
}

/// Whether the condition of a leap holds.
pub(crate) fn passable(extra: &Extra, empty: impl Fn(u16) -> bool) -> bool {
    match &extra.passage {
        None => true,
        Some(Passage::Free(ways)) => ways.iter().any(|way| way.iter().all(|&square| empty(square))),
        Some(Passage::Blocked(squares)) => squares.iter().any(|&square| !empty(square)),
    }
}
