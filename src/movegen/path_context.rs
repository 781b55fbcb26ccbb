//! What lies on a path besides whether it is occupied: pieces that cannot be hopped over, spells that hide or brake.

use super::capture_rules::casts_on;
use super::square_view::SquareView;
use crate::board::Square;
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, Position, before};
use crate::tables::tree::{Flags, Node, Passage};
use crate::variant::captures::{CaptureActions, Column, Spell};

/// The paths of one piece, as the capture matrix and spells bear on them.
#[derive(Clone, Copy)]
pub(super) struct PathContext<'a> {
    game: &'a Game,
    pos: &'a Position,
    kind: Kind,
    from: Square,
}

impl<'a> PathContext<'a> {
    /// The lens for a piece; `None` where no path needs it.
    #[inline]
    pub fn new(game: &'a Game, pos: &'a Position, kind: Kind, from: Square) -> Option<Self> {
        game.tables.minds_paths(kind).then_some(Self { game, pos, kind, from })
    }
    /// May the path come to the node's square?
    pub fn enters(&self, node: &Node, sight: &SquareView<'_>) -> bool {
        !self.is_braked(node) && self.has_mount(node, sight)
    }
    /// SPEC: "enemy pieces cannot move through or out of the spell zone": no step leads out of it.
    fn is_braked(&self, node: &Node) -> bool {
        if self.game.variant.captures.casts(Spell::Brake).is_none() {
            return false;
        }
        let nodes = self.game.tables.nodes();
        let mut up = node.parent;
        while up != Node::NO_PARENT && nodes[up as usize].flags.has(Flags::GUARD) {
            up = nodes[up as usize].parent;
        }
        let before = if up == Node::NO_PARENT { self.from } else { Square(nodes[up as usize].square) };
        let braked = |square| casts_on(self.game, self.pos, Spell::Brake, square, self.kind.color().other());
        braked(before) && !braked(Square(node.square))
    }
    /// Where the path jumps over something (`j`), is it something that may be jumped over?
    fn has_mount(&self, node: &Node, sight: &SquareView<'_>) -> bool {
        if !node.flags.has(Flags::EXTRA) {
            return true;
        }
        match &self.game.tables.extra(node).passage {
            Some(Passage::Blocked(squares)) => {
                let mover = self.mover(node);
                let mount = |&&s: &&u16| !sight.is_empty(node, s) && self.may_hop(node, mover, Square(s));
                squares.iter().find(mount).is_some()
            }
            _ => true,
        }
    }
    /// Does the path go on behind the node, where it would if only occupancy counted (`goes_on`)?
    pub fn passes(&self, node: &Node, content: Occupancy, goes_on: bool) -> bool {
        if !content.meets(Occupancy::OCCUPIED) {
            return goes_on;
        }
        let Some(square) = before(self.game.tables.read_at(node), self.pos.passing()) else { return goes_on };
        if !goes_on {
            // SPEC: "sliders can hop over friendly pieces in the spell zone".
            let slides = node.flags.has(Flags::SLIDES) && content == Occupancy::FRIEND;
            return slides && self.is_hidden(Square(node.square));
        }
        let hops = !node.flags.has(Flags::TAKES.with(Flags::EXCITES));
        !hops || self.may_hop(node, self.mover(node), square)
    }
    fn is_hidden(&self, square: Square) -> bool {
        casts_on(self.game, self.pos, Spell::Hide, square, self.kind.color())
    }
    /// The piece that goes along the path behind the node.
    fn mover(&self, node: &Node) -> Kind {
        self.game.tables.induced(node).and_then(|square| self.pos.cell(square).kind()).unwrap_or(self.kind)
    }
    /// SPEC: "exclude hopping of one specific piece type over another".
    fn may_hop(&self, node: &Node, mover: Kind, square: Square) -> bool {
        let Some(kind) = self.pos.cell(square).kind() else { return true };
        let column = Column::of(kind.piece(), kind.color() == mover.color());
        let quoted = node.flags.has(Flags::QUOTED);
        let event = self.game.variant.captures.event(quoted, mover.piece(), column);
        !event.actions.has(CaptureActions::NO_HOP)
    }
}
