//! Conditions on a path other than occupancy: forbidden mounts, and spells that hide pieces or stop them.
//!
//! They matter for kinds that mind paths (`Game::minds_paths`).

use crate::board::{Kind, Square};
use crate::moves::mover::Mover;
use crate::moves::spells::casts_on;
use crate::moves::square_view::SquareView;
use crate::notation::legs::Occupancy;
use crate::position::resolve_square;
use crate::tables::tree::{Flags, Node, Passage};
use crate::variant::captures::{CaptureActions, Column, Spell};

impl Mover<'_> {
    /// Whether the path may enter the node's square.
    pub fn enters(&self, node: &Node, view: &SquareView<'_>) -> bool {
        !self.is_braked(node) && self.has_mount(node, view)
    }
    /// SPEC: "enemy pieces cannot move through or out of the spell zone": no step leads out of it.
    fn is_braked(&self, node: &Node) -> bool {
        if self.game.variant.captures.casts(Spell::Brake).is_none() {
            return false;
        }
        let before = self.game.tables.ancestors(node).find(|node| !node.flags.intersects(Flags::GUARD));
        let before = before.map_or(self.from, |node| Square(node.square));
        let braked = |square| casts_on(self.game, self.pos, Spell::Brake, square, self.kind.color().other());
        braked(before) && !braked(Square(node.square))
    }
    /// Whether a path that must jump (`j`) has a permitted mount.
    fn has_mount(&self, node: &Node, view: &SquareView<'_>) -> bool {
        let passage = self.game.tables.extra_of(node).and_then(|extra| extra.passage.as_ref());
        let Some(Passage::Blocked(squares)) = passage else { return true };
        let hopper = self.induced(node);
        squares.iter().any(|&s| !view.is_empty(node, s) && self.may_hop(node, hopper, Square(s)))
    }
    /// Whether the path continues after the node; `goes_on` is the answer by occupancy alone.
    pub fn passes(&self, node: &Node, content: Occupancy, goes_on: bool) -> bool {
        if !content.intersects(Occupancy::OCCUPIED) {
            return goes_on;
        }
        let Some(square) = resolve_square(self.game.tables.read_at(node), self.pos.en_passant()) else {
            return goes_on;
        };
        if !goes_on {
            // SPEC: "sliders can hop over friendly pieces in the spell zone".
            let slides = node.flags.intersects(Flags::SLIDES) && content == Occupancy::FRIEND;
            let (hidden, own) = (Square(node.square), self.kind.color());
            return slides && casts_on(self.game, self.pos, Spell::Hide, hidden, own);
        }
        let hops = !node.flags.intersects(Flags::TAKES | Flags::INDUCES);
        !hops || self.may_hop(node, self.induced(node), square)
    }
    /// The piece that follows the path after the node.
    fn induced(&self, node: &Node) -> Kind {
        self.game.tables.induced(node).and_then(|square| self.pos.cell(square).kind()).unwrap_or(self.kind)
    }
    /// SPEC: "exclude hopping of one specific piece type over another".
    fn may_hop(&self, node: &Node, hopper: Kind, square: Square) -> bool {
        let Some(kind) = self.pos.cell(square).kind() else { return true };
        let column = Column::of(kind.piece(), kind.color() == hopper.color());
        let quoted = node.flags.intersects(Flags::QUOTED);
        let effect = self.game.variant.captures.effect(quoted, hopper.piece(), column);
        !effect.actions.intersects(CaptureActions::NO_HOP)
    }
}
