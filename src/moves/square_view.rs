//! The content of a square when a path reaches it: the pieces captured on the way are gone.

use crate::board::Square;
use crate::moves::mover::Mover;
use crate::notation::legs::Occupancy;
use crate::position::{EnPassantRight, Game, Position, resolve_square};
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
    en_passant: Option<EnPassantRight>,
}

/// Flags of nodes where paths do not simply find the piece on the square.
const ALTERED: Flags = Flags::VACATED.union(Flags::DISPLACED).union(Flags::PASSED);

impl<'a> SquareView<'a> {
    /// Creates the view of the mover's side. `target`, if given, counts as an enemy royal.
    #[inline]
    pub fn new(&Mover { game, pos, kind, .. }: &Mover<'a>, target: Option<Square>) -> Self {
        let color = kind.color();
        let others =
            |right: &EnPassantRight| pos.cell(right.victim).kind().is_some_and(|k| k.color() != color);
        let en_passant = pos.en_passant().filter(others);
        Self { game, pos, occupancy: game.tables.occupancy(color), target, en_passant }
    }
    /// Content of the node's square when a path gets there.
    #[inline]
    pub fn content(&self, node: &Node) -> Occupancy {
        if node.flags.intersects(ALTERED) { self.altered(node) } else { self.on(Square(node.square)) }
    }
    fn altered(&self, node: &Node) -> Occupancy {
        if node.flags.intersects(Flags::VACATED) {
            return Occupancy::EMPTY;
        }
        let Some(square) = resolve_square(self.game.tables.read_at(node), self.en_passant) else {
            return Occupancy::empty();
        };
        let gone = !node.flags.intersects(Flags::DISPLACED) && self.has_taken(node, square);
        if gone { Occupancy::EMPTY } else { self.on(square) }
    }
    #[inline]
    fn on(&self, square: Square) -> Occupancy {
        let royal = self.target == Some(square);
        if royal { Occupancy::ENEMY_ROYAL } else { self.occupancy[self.pos.cell(square).slot()] }
    }
    /// Whether the path to the node has captured the piece on the square en passant.
    #[inline]
    fn has_taken(&self, node: &Node, square: Square) -> bool {
        node.flags.intersects(Flags::PASSED) && self.en_passant.is_some_and(|right| right.victim == square)
    }
    /// Whether a square that the path to the node passes is empty.
    #[inline]
    pub fn is_empty(&self, node: &Node, square: u16) -> bool {
        let square = Square(square);
        self.has_taken(node, square) || self.target != Some(square) && self.pos.cell(square).is_empty()
    }
    /// Whether the node's conditions hold: on the squares that a leap passes, or on the piece, which may be `unmoved`.
    #[inline]
    pub fn is_open(&self, node: &Node, unmoved: bool) -> bool {
        if node.flags.intersects(Flags::GUARD) {
            return unmoved;
        }
        let extra = self.game.tables.extra_of(node);
        extra.is_none_or(|extra| passable(extra, |square| self.is_empty(node, square)))
    }
    /// Whether the node's square allows an en passant capture not yet made on the path.
    #[inline]
    pub fn marked(&self, node: &Node) -> bool {
        let Some(right) = self.en_passant else { return false };
        let takes = |passed: &Node| passed.square == right.victim.0 && passed.is_victim();
        self.game.tables.trail(right.trail).contains(&node.square)
            && !(node.flags.intersects(Flags::LOCUST) && self.game.tables.ancestors(node).any(takes))
    }
    /// Whether a node that accepts `contents` accepts its square's `content`, en passant included.
    #[inline]
    pub fn admits(&self, node: &Node, contents: Occupancy, content: Occupancy) -> bool {
        let en_passant = contents.intersects(Occupancy::EN_PASSANT) && content == Occupancy::EMPTY;
        contents.intersects(content) || en_passant && self.marked(node)
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
