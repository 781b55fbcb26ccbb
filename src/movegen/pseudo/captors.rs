//! Moves that could capture on given squares, where capture rules make it necessary to list them.

use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::compiled::{
    all_tree_moves, conditional_moves, passing_moves, plain_moves, royal_captures,
};
use crate::movegen::pseudo::targets::{Scene, Targets, targets};
use crate::movegen::pseudo::trees::follow;
use crate::moves::attacks;
use crate::moves::path_context::PathContext;
use crate::moves::paths::PathEnds;
use crate::notation::legs::Occupancy;
use crate::position::{Game, MoveList, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::bitboards::Conditionals;
use crate::tables::tree::{Flags, Node};
use std::ops::Range;

/// Appends all moves that could capture on the squares, of the pieces that could capture at least `fewest` of them;
/// several may have the same effect.
pub(crate) fn captors_moves<const W: usize>(
    game: &Game,
    pos: &Position,
    by: Color,
    (aims, fewest): (&[Square], usize),
    list: &mut MoveList,
) {
    let quiet = game.rules.captures.quiet_blasts;
    let filter = if quiet { Filter::All } else { Filter::Tactical };
    let scene = Scene::<W>::of(pos, by);
    let burns = game.variant.captures.blast.enemies_only;
    let wanted = if quiet && !burns { Bits::ALL } else { ends_that_take(game, aims) };
    let royals = aims.iter().all(|&aim| game.is_royal(pos.cell(aim))) && !burns && !quiet;
    // A piece captured en passant does not stand on the capture square.
    let passing = by == pos.side() && pos.passing().is_some_and(|passing| aims.contains(&passing.victim));
    for kind in game.tables.kinds_of(by) {
        let pieces = pos.kind_set::<W>(kind);
        if pieces.is_empty() || !(passing || game.tables.kind(kind).can_capture(fewest)) {
            continue;
        }
        let pieces =
            if passing { pieces } else { could_take(game, pos, kind, pieces, (aims, fewest), &scene) };
        let royals = royals.then_some(aims);
        pieces.for_each(|from| moves_to(game, pos, (kind, from), &scene, (wanted, filter), royals, list));
    }
    if passing {
        passing_moves(game, pos, filter, list);
    }
}

/// Squares on which a move must end to capture on `aims`, if explosions spare friends; with `aims` themselves.
pub(crate) fn ends_that_take<const W: usize>(game: &Game, aims: &[Square]) -> Bits<W> {
    let mut ends = Bits::EMPTY;
    aims.iter().for_each(|&aim| ends.insert_if(aim, true));
    if let Some(events) = game.tables.events().filter(|_| game.variant.captures.blast.enemies_only) {
        let near = aims.iter().flat_map(|&aim| events.exposed_to(aim));
        near.for_each(|&square| ends.insert_if(Square(square), true));
    }
    ends
}

/// A superset of the pieces that could capture on at least `fewest` of the squares.
fn could_take<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    mut pieces: Bits<W>,
    (aims, fewest): (&[Square], usize),
    scene: &Scene<W>,
) -> Bits<W> {
    let (tables, forms) = (&game.tables, game.tables.forms());
    let info = tables.kind(kind);
    // Its captures depend on other pieces.
    if info.dynamic {
        return pieces;
    }
    let royals = aims.iter().all(|&aim| game.is_royal(pos.cell(aim)));
    if royals && fewest > 1 {
        let takes = |from: Square, aim: &Square| tables.reverse().pair(kind, from, *aim).is_some();
        let few = |&from: &Square| aims.iter().filter(|&aim| takes(from, aim)).count() < fewest;
        pieces = pieces.into_iter().filter(few).fold(pieces, |left, from| left.without(Bits::square(from)));
    }
    // The squares around which they burn are not in the tables either.
    if tables.events().is_some_and(|events| events.burns_around(kind.piece())) {
        return pieces;
    }
    if royals {
        let origins = |all: Bits<W>, &aim: &Square| all | tables.reverse().origins(kind, aim);
        let near = pieces & aims.iter().fold(Bits::EMPTY, origins);
        let free = |from: Square| aims.iter().any(|&aim| attacks(game, pos, kind, from, aim));
        // Paths along trees are followed only once, when their moves are listed.
        let closed = |from: &Square| !game.minds_paths(kind) && !info.trees && !free(*from);
        return near.into_iter().filter(closed).fold(near, |left, from| left.without(Bits::square(from)));
    }
    if info.trees || forms.hunts[kind.index()] || forms.conditional_kinds[kind.index()] != Conditionals::None
    {
        return pieces;
    }
    let misses = |from: &Square| {
        let takes = targets(forms, kind, *from, scene).takes;
        !aims.iter().any(|&aim| takes.has(aim))
    };
    pieces.into_iter().filter(misses).fold(pieces, |left, from| left.without(Bits::square(from)))
}

/// Appends at least the moves of one piece that end or capture on `squares`; several may have the same effect.
/// `royals`: where enemy royals stand, if these are all the squares and only captures of them are wanted.
///
/// PERF: processor time of random definitions (`wide_definitions`), when first only compiled moves and then only
/// paths to royals were listed: seed 1538, `search --nodes 2000`, 21 s -> 13 s -> 3 s; seed 327, `perft 2`, 4.8 s -> 2
/// s.
fn moves_to<const W: usize>(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    scene: &Scene<W>,
    (squares, filter): (Bits<W>, Filter),
    royals: Option<&[Square]>,
    list: &mut MoveList,
) {
    let start = list.len();
    let (info, tables) = (game.tables.kind(kind), &game.tables);
    let reached = targets(tables.forms(), kind, from, scene);
    let aimed = Targets { quiet: reached.quiet & squares, takes: reached.takes & squares };
    plain_moves(game, pos, kind, from, aimed, filter, list);
    conditional_moves(game, pos, kind, from, scene, (reached, squares), filter, list);
    // Captures of these pieces are not in the attack tables, or depend on more than the contents of squares.
    let known = !info.dynamic && !game.minds_paths(kind) && pos.passing().is_none();
    match royals.filter(|_| known) {
        Some(royals) if info.trees => {
            for &royal in royals {
                let paths = tables.reverse().attacks(kind, from, royal);
                let tree = tables.residual_tree(kind, from);
                tree_moves_along(game, pos, (kind, from), filter, tree, paths, list);
            }
        }
        None if info.trees && !info.dynamic => {
            tree_moves_to(game, pos, (kind, from), filter, tables.residual_tree(kind, from), squares, list);
        }
        _ => all_tree_moves(game, pos, kind, from, filter, list),
    }
    royal_captures(game, pos, kind, from, (filter, start), list);
}

/// Appends the moves along a tree that end where one of `paths` does, which must be in the order of the
/// tree. Visits only the part of the tree that leads to them.
fn tree_moves_along(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    filter: Filter,
    tree: Range<usize>,
    paths: &[Attack],
    list: &mut MoveList,
) {
    let context = PathContext::new(game, pos, kind, from);
    let mut ends = PathEnds::new(paths);
    let leads = |at: usize, node: &Node| ends.are_within(at, node.skip as usize);
    let is_end = |at: usize, _: &Node| paths.binary_search_by_key(&(at as u32), |path| path.end).is_ok();
    follow(game, pos, kind, from, filter, tree, context, leads, is_end, list);
}

/// Appends at least the moves along a tree that end or affect pieces on `squares`.
fn tree_moves_to<const W: usize>(
    game: &Game,
    pos: &Position,
    (kind, from): (Kind, Square),
    filter: Filter,
    tree: Range<usize>,
    squares: Bits<W>,
    list: &mut MoveList,
) {
    let context = PathContext::new(game, pos, kind, from);
    let leads = |_: usize, _: &Node| true;
    let is_end = |_: usize, node: &Node| may_affect(node, squares);
    follow(game, pos, kind, from, filter, tree, context, leads, is_end, list);
}

/// Whether a path that ends at the node could end on one of the squares or affect a piece there.
#[inline]
pub(crate) fn may_affect<const W: usize>(node: &Node, squares: Bits<W>) -> bool {
    squares.has(Square(node.square)) || node.flags.has(ELSEWHERE) || node.emit.meets(Occupancy::EN_PASSANT)
}

/// Flags of end nodes whose moves affect pieces on other squares.
const ELSEWHERE: Flags = Flags::LOCUST
    .with(Flags::UNLOADS)
    .with(Flags::INDUCED)
    .with(Flags::GATES)
    .with(Flags::PASSED)
    .with(Flags::BURNS);
