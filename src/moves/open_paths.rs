//! Whether a piece attacks a square: whether one of its stored paths to it is open in the position.

use crate::board::bits::Bits;
use crate::board::{Kind, Square};
use crate::moves::path_context::PathContext;
use crate::moves::paths::{PathEnds, can_put_down, may_end, walk_where};
use crate::moves::square_view::{SquareView, passable};
use crate::position::{Game, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Flags, Node};

/// Whether the piece on `from` could capture a royal on `target`.
pub fn attacks(game: &Game, pos: &Position, kind: Kind, from: Square, target: Square) -> bool {
    some_path_is_open(game, pos, kind, from, target, game.tables.reverse().attacks(kind, from, target))
}

/// Like [`attacks`], for a square from which the piece attacks `target` on an empty board. `occupied` holds all pieces.
#[inline]
pub fn attacks_over<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Square,
    occupied: Bits<W>,
) -> bool {
    let reverse = game.tables.reverse();
    if reverse.is_straight(kind) {
        return !reverse.between::<W>(from, target).meets(occupied);
    }
    attacks(game, pos, kind, from, target)
}

/// Above this number of paths to one square, one pass over the part of the tree that leads there is faster, because
/// paths share their first legs.
const MANY_PATHS: usize = 16;

/// Whether one of `paths` is open. They must be all paths by which the piece could capture on `target`.
pub(crate) fn some_path_is_open(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Square,
    paths: &[Attack],
) -> bool {
    if paths.len() > MANY_PATHS {
        return takes_by_tree(game, pos, (kind, from), target, paths);
    }
    paths.iter().any(|&attack| path_is_open(game, pos, kind, from, target, attack))
}

/// Whether all conditions along the path hold.
pub(crate) fn path_is_open(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Square,
    attack: Attack,
) -> bool {
    // Duplicated for speed: few games need a path context.
    match PathContext::new(game, pos, kind, from) {
        None => holds_throughout(game, pos, (kind, from), target, attack, None),
        context => holds_throughout(game, pos, (kind, from), target, attack, context),
    }
}

#[inline(always)]
fn holds_throughout(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    target: Square,
    attack: Attack,
    context: Option<PathContext<'_>>,
) -> bool {
    let nodes = game.tables.nodes();
    let view = SquareView::new(game, pos, kind.color(), Some(target));
    let holds = |node: &Node| {
        if node.flags.has(Flags::GUARD) {
            return pos.cell(from).is_unmoved();
        }
        let empty = |square: u16| view.is_empty(node, square);
        !node.flags.has(Flags::EXTRA) || passable(game.tables.extra(node), empty)
    };
    let end = &nodes[attack.end as usize];
    let content = view.content(end);
    if !view.admits(end, end.emit, content) || !holds(end) || !may_end(game, pos, end, content) {
        return false;
    }
    if !can_put_down(game, pos, kind.color(), from, end)
        || context.is_some_and(|context| !context.enters(end, &view))
    {
        return false;
    }
    for node in end.ancestors(nodes) {
        let passes = node.flags.has(Flags::GUARD) || view.admits(node, node.go, view.content(node));
        if !passes || !holds(node) {
            return false;
        }
        let admits = |context: PathContext<'_>| {
            context.enters(node, &view) && context.passes(node, view.content(node), true)
        };
        if context.is_some_and(|context| !node.flags.has(Flags::GUARD) && !admits(context)) {
            return false;
        }
    }
    true
}

/// Whether one of `paths`, in the order of the tree, is open: one pass over the part of the tree that leads to them.
fn takes_by_tree(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    target: Square,
    paths: &[Attack],
) -> bool {
    let nodes = game.tables.nodes();
    let (mut found, mut ends) = (false, PathEnds::new(paths));
    let leads = |at: usize, skip: usize| ends.are_within(at, skip);
    walk_where(
        game,
        pos,
        (kind, from),
        game.tables.tree(kind, from),
        Some(target),
        leads,
        |index, content| {
            let end = &nodes[index as usize];
            let ends_path = paths.binary_search_by_key(&index, |path| path.end).is_ok();
            found = ends_path
                && can_put_down(game, pos, kind.color(), from, end)
                && may_end(game, pos, end, content);
            !found
        },
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::position::MoveList;
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
                    let mut list = MoveList::new();
                    crate::movegen::legal(&game, &mut pos, &mut list);
                    if list.is_empty() {
                        break;
                    }
                    pos.make(&game, list[random.below(list.len())]);
                }
                for from in pos.pieces(Color::White).collect::<Vec<_>>() {
                    let kind = pos.cell(from).kind().expect("a piece");
                    for target in game.variant.board.squares() {
                        let paths = game.tables.reverse().attacks(kind, from, target);
                        let each =
                            paths.iter().any(|&path| path_is_open(&game, &pos, kind, from, target, path));
                        let pass = takes_by_tree(&game, &pos, (kind, from), target, paths);
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
