//! Attack detection along the stored paths, without generating moves.

use super::generate::{can_put_down, passable};
use super::masks::takes_royal;
use super::path_context::PathContext;
use super::square_view::SquareView;
use super::{Filter, borrowed};
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, MoveList, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Flags, Node};
use crate::tables::unroll::Access;
use crate::with_width;

/// Whether `by` could capture a royal on `target`, whatever stands there.
pub fn attacked(game: &Game, pos: &Position, target: Square, by: Color) -> bool {
    with_width!(game.tables.forms().width, attacked_in_width(game, pos, target, by))
}

fn attacked_in_width<const W: usize>(game: &Game, pos: &Position, target: Square, by: Color) -> bool {
    let occupied = pos.side_set::<W>(Color::White) | pos.side_set(Color::Black);
    let reverse = game.tables.reverse();
    let by_paths =
        |kind, from, pair| some_path_is_open(game, pos, kind, from, target, reverse.attacks_of(pair));
    let borrowed = || {
        pos.pieces(by).any(|from| {
            pos.cell(from).kind().is_some_and(|kind| borrowed::attacks(game, pos, kind, from, target))
        })
    };
    takes_royal(game, pos, target, occupied, by, by_paths)
        || game.tables.has_dynamic() && borrowed()
        || game.tables.has_capturing_drops() && super::drops::attack(game, pos, target, by)
}

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
pub(super) fn some_path_is_open(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    target: Square,
    paths: &[Attack],
) -> bool {
    if paths.len() > MANY_PATHS {
        return borrowed::takes_by_tree(game, pos, (kind, from), target, paths);
    }
    paths.iter().any(|&attack| path_is_open(game, pos, kind, from, target, attack))
}

/// Whether the side is in check: the opponent could win by capturing royals.
///
/// One attacked royal is enough, unless `extinction` applies to several: then one move must be able to capture them
/// all, or, with `dupleCheck`, all must be attacked.
pub fn in_check(game: &Game, pos: &Position, color: Color) -> bool {
    if game.tables.has_events() || super::trades::bar_now(game, pos, color.other()) {
        return super::capture_rules::in_check(game, pos, color);
    }
    let royals = pos.royals(color);
    let together = game.variant.ends.extinction[color.index()] && royals.len() > 1;
    if pos.side() != color && pos.passing().is_some_and(|passing| royals.contains(&passing.victim)) {
        // The royal itself has just left a trail and can be captured en passant.
        let fatal = |taken: &[Square]| match together {
            true => royals.iter().all(|royal| taken.contains(royal)),
            false => royals.iter().any(|royal| taken.contains(royal)),
        };
        if some_capture_takes(game, pos, fatal) {
            return true;
        }
    }
    if together && game.variant.rules.duple_check[color.index()] {
        // SPEC: Spartan Chess (Steven Streetman), duple check: "a move that leaves both attacked is illegal".
        return royals.iter().all(|&square| attacked(game, pos, square, color.other()));
    }
    if together {
        return can_lose_all_at_once(game, royals) && all_could_be_taken(game, pos, royals, color.other());
    }
    royals.iter().any(|&square| attacked(game, pos, square, color.other()))
}

/// Whether the side to move has a capture whose victims satisfy `condition`. Generates them all.
fn some_capture_takes(game: &Game, pos: &Position, condition: impl Fn(&[Square]) -> bool) -> bool {
    let mut list = MoveList::new();
    super::pseudo_legal(game, pos, Filter::Tactical, &mut list);
    list.iter().any(|&mv| {
        let mut taken = Vec::new();
        super::victims(game, pos, mv, |_, square| taken.push(square));
        condition(&taken)
    })
}

/// Whether a side that loses only with the last of these royals can be in check: by `dupleCheck`, or because one move
/// can capture them all.
pub(super) fn can_lose_several(game: &Game, color: Color, royals: &[Square]) -> bool {
    game.variant.rules.duple_check[color.index()] || can_lose_all_at_once(game, royals)
}

/// Whether any move of the game can capture `royals.len()` pieces. Explosions are not captures.
pub(super) fn can_lose_all_at_once(game: &Game, royals: &[Square]) -> bool {
    royals.len() <= game.most_victims.into()
}

/// Whether one move of `by` could capture all these royals.
///
/// SPEC: diagram readings, "Multi-capture and royals": all victims of one move count together.
fn all_could_be_taken(game: &Game, pos: &Position, royals: &[Square], by: Color) -> bool {
    let nodes = game.tables.nodes();
    let takes_all = |attack: &Attack| {
        let end = &nodes[attack.end as usize];
        let takes = |node: &Node| crate::position::is_victim(node) && node.go.meets(Occupancy::ENEMY_ROYAL);
        let is_taken = |royal: u16| {
            end.square == royal || game.tables.ancestors(end).any(|node| node.square == royal && takes(node))
        };
        royals.iter().all(|royal| is_taken(royal.0) && !game.tables.displaces(end, royal.0))
    };
    pos.pieces(by).any(|from| {
        let Some(kind) = pos.cell(from).kind() else { return false };
        if !game.tables.kind(kind).can_capture(royals.len()) {
            return false;
        }
        let paths = game.tables.reverse().attacks(kind, from, royals[0]).iter();
        let all = |taken: &[u16]| royals.iter().all(|royal| taken.contains(&royal.0));
        if game.tables.has_dynamic() && borrowed::can_take(game, pos, kind, from, royals[0], all) {
            return true;
        }
        paths
            .filter(|attack| takes_all(attack))
            .any(|&attack| path_is_open(game, pos, kind, from, royals[0], attack))
    })
}

/// Whether an induced piece may end on the node's square according to its `morph` board.
#[inline]
pub(super) fn may_end(game: &Game, pos: &Position, end: &Node, content: Occupancy) -> bool {
    let Some(mover) = game.tables.induced(end) else { return true };
    let Some(kind) = pos.cell(mover).kind() else { return false };
    match game.tables.access(kind, Square(end.square)) {
        _ if end.flags.has(Flags::QUOTED) => true,
        Access::Open => true,
        Access::Forbidden => false,
        Access::NoFriend => content != Occupancy::FRIEND,
    }
}

/// Whether all conditions along the path hold.
pub(super) fn path_is_open(
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

#[cfg(test)]
mod tests {
    use super::*;
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
                    super::super::legal(&game, &mut pos, &mut list);
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
                        let pass = borrowed::takes_by_tree(&game, &pos, (kind, from), target, paths);
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
