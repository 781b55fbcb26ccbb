//! Whether a piece attacks a square: whether one of its stored paths to it is open in the position.

use crate::board::{Bits, Square};
use crate::moves::mover::Mover;
use crate::moves::paths::PathEnds;
use crate::moves::square_view::SquareView;
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Flags, Node};

/// Above this number of paths to one square, one pass over the part of the tree that leads there is faster, because
/// paths share their first legs.
const MANY_PATHS: usize = 16;

impl Mover<'_> {
    /// Whether the piece could capture a royal on `target`.
    pub fn attacks(&self, target: Square) -> bool {
        self.some_path_is_open(target, self.game.tables.reverse().attacks(self.kind, self.from, target))
    }
    /// Like [`Self::attacks`], for a square that the piece attacks on an empty board. `occupied` holds all pieces.
    #[inline]
    pub fn attacks_over<const W: usize>(&self, target: Square, occupied: Bits<W>) -> bool {
        let open = self.game.tables.reverse().is_open(self.kind, [self.from, target], occupied);
        open.unwrap_or_else(|| self.attacks(target))
    }
    /// Whether one of `paths` is open. They must be all paths by which the piece could capture on `target`.
    pub fn some_path_is_open(&self, target: Square, paths: &[Attack]) -> bool {
        if paths.len() > MANY_PATHS {
            return self.takes_by_tree(target, paths);
        }
        paths.iter().any(|&attack| self.path_is_open(target, attack))
    }
    /// Whether all conditions along the path hold.
    pub fn path_is_open(&self, target: Square, attack: Attack) -> bool {
        // Duplicated for speed: few games have such pieces.
        match self.game.minds_paths(self.kind) {
            true => self.holds_throughout::<true>(target, attack),
            false => self.holds_throughout::<false>(target, attack),
        }
    }
    /// Like [`Self::path_is_open`]; `MINDS`: the contents of passed squares matter, not only whether they are occupied.
    #[inline(always)]
    fn holds_throughout<const MINDS: bool>(&self, target: Square, attack: Attack) -> bool {
        let nodes = self.game.tables.nodes();
        let view = SquareView::new(self, Some(target));
        let holds = |node: &Node| view.is_open(node, self.pos.cell(self.from).is_unmoved());
        let end = &nodes[attack.end as usize];
        let content = view.content(end);
        if !view.admits(end, end.emit, content) || !holds(end) || !self.may_end(end, content) {
            return false;
        }
        if !self.can_put_down(end) || MINDS && !self.enters(end, &view) {
            return false;
        }
        end.ancestors(nodes).all(|node| {
            let guard = node.flags.intersects(Flags::GUARD);
            let passes = guard || view.admits(node, node.go, view.content(node));
            let minds = MINDS && !guard;
            passes
                && holds(node)
                && (!minds || self.enters(node, &view) && self.passes(node, view.content(node), true))
        })
    }
    /// Whether one of `paths`, in the order of the tree, is open: one pass over the part of the tree that leads to
    /// them.
    fn takes_by_tree(&self, target: Square, paths: &[Attack]) -> bool {
        let (mut found, mut ends) = (false, PathEnds::new(paths));
        let leads = |at: usize, node: &Node| ends.are_within(at, node.skip);
        let tree = self.game.tables.tree(self.kind, self.from);
        self.walk_where(tree, Some(target), leads, |end| {
            let ends_path = paths.binary_search_by_key(&end.index, |path| path.end).is_ok();
            found = ends_path && self.can_put_down(end.node) && self.may_end(end.node, end.content);
            !found
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::position::{Game, Position};
    use crate::random::Rng;
    use crate::variant;

    /// One pass over the tree and the paths one by one agree, with any pieces in between.
    #[test]
    fn a_pass_over_the_tree_finds_the_open_paths() {
        for betza in ["KaKaK", "RasR", "cafmKaK", "mafcafsK", "jRaK"] {
            let text = format!(
                "files=6\nranks=6\nroyal=K\nhopper:H:{betza}::b2,,e5\nwall:W:W::c2,d3,b4,,c5,d5,e4\nking:K:K::a1,,f6\n"
            );
            let game = Game::new(variant::read("test", &text).expect(betza).0).expect(betza);
            let (mut open, mut closed) = (0, 0);
            for seed in 0..20 {
                let mut pos = Position::start(&game);
                let mut random = Rng(seed);
                for _ in 0..10 {
                    let list = crate::movegen::legal_moves(&game, &mut pos);
                    if list.is_empty() {
                        break;
                    }
                    pos.make(&game, list[random.below(list.len())]);
                }
                for from in pos.pieces(Color::White).collect::<Vec<_>>() {
                    let kind = pos.cell(from).kind().expect("a piece");
                    for target in game.variant.board.squares() {
                        let paths = game.tables.reverse().attacks(kind, from, target);
                        let mover = Mover::new(&game, &pos, kind.at(from));
                        let each = paths.iter().any(|&path| mover.path_is_open(target, path));
                        let pass = mover.takes_by_tree(target, paths);
                        assert_eq!(each, pass, "{betza} {seed} {from:?} {target:?}");
                        (open, closed) =
                            (open + u32::from(each), closed + u32::from(!each && !paths.is_empty()));
                    }
                }
            }
            assert!(open > 0 && closed > 0, "{betza}: {open} {closed}");
        }
    }
}
