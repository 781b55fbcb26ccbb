//! Moves that could capture on given squares, where capture rules make it necessary to list them.

use crate::board::{Bits, Color, Kind, Square};
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::compiled::en_passant_captures;
use crate::movegen::pseudo::targets::Scene;
use crate::moves::Mover;
use crate::moves::paths::PathEnds;
use crate::notation::legs::Occupancy;
use crate::position::{Game, MoveList, Position};
use crate::tables::bitboards::Conditionals;
use crate::tables::tree::{Flags, Node};

/// What moves are listed for.
struct CaptorSearch<'a, const W: usize> {
    game: &'a Game,
    pos: &'a Position,
    scene: Scene<W>,
    filter: Filter,
    /// The squares on which moves should capture.
    aims: &'a [Square],
    /// Minimum number of them on which a piece must be able to capture.
    fewest: usize,
    /// Squares on which such moves end or capture.
    squares: Bits<W>,
    /// Whether enemy royals stand on all of the squares.
    royals: bool,
    /// Whether all such moves are captures that the attack tables hold, as far as the pieces are in these tables.
    by_paths: bool,
}

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
    let burns = game.rules.captures.burn;
    let squares = if quiet && !burns { Bits::ALL } else { ends_that_take(game, aims) };
    let royals = aims.iter().all(|&aim| game.is_royal(pos.cell(aim)));
    let (scene, by_paths) = (Scene::of(pos, by), royals && !burns && !quiet);
    let search = CaptorSearch::<W> { game, pos, scene, filter, aims, fewest, squares, royals, by_paths };
    // A piece captured en passant does not stand on the capture square.
    let en_passant = by == pos.side() && pos.en_passant().is_some_and(|right| aims.contains(&right.victim));
    for kind in game.tables.kinds_of(by) {
        let pieces = pos.kind_set::<W>(kind);
        if pieces.is_empty() || !(en_passant || game.tables.kind(kind).can_capture(fewest)) {
            continue;
        }
        let pieces = if en_passant { pieces } else { search.captors(kind, pieces) };
        pieces.for_each(|from| search.moves_of(&Mover::new(game, pos, kind.at(from)), list));
    }
    if en_passant {
        en_passant_captures(game, pos, filter, list);
    }
}

/// Squares on which a move must end to capture on `aims`, if explosions spare friends; with `aims` themselves.
pub(crate) fn ends_that_take<const W: usize>(game: &Game, aims: &[Square]) -> Bits<W> {
    let mut ends = Bits::EMPTY;
    aims.iter().for_each(|&aim| ends.insert_if(aim, true));
    if let Some(effects) = game.burn_effects() {
        let near = aims.iter().flat_map(|&aim| effects.exposed_to(aim));
        near.for_each(|&square| ends.insert_if(Square(square), true));
    }
    ends
}

impl<const W: usize> CaptorSearch<'_, W> {
    /// A superset of the pieces that could capture on enough of the squares.
    fn captors(&self, kind: Kind, mut pieces: Bits<W>) -> Bits<W> {
        let (tables, forms) = (&self.game.tables, self.game.tables.forms());
        let info = tables.kind(kind);
        let aims = || self.aims.iter().copied();
        let keep = |pieces: Bits<W>, test: &dyn Fn(Square) -> bool| {
            pieces
                .into_iter()
                .filter(|&from| test(from))
                .fold(Bits::EMPTY, |all, from| all | Bits::square(from))
        };
        // Its captures depend on other pieces.
        if info.dynamic {
            return pieces;
        }
        if self.royals && self.fewest > 1 {
            let takes = |from, aim| tables.reverse().pair(kind, from, aim).is_some();
            pieces = keep(pieces, &|from| aims().filter(|&aim| takes(from, aim)).count() >= self.fewest);
        }
        // The squares around which they burn are not in the tables either.
        if tables.effect_tables().is_some_and(|effects| effects.burns_around(kind.piece())) {
            return pieces;
        }
        if self.royals {
            let near =
                pieces & aims().fold(Bits::EMPTY, |all, aim| all | tables.reverse().origins(kind, aim));
            // Paths along trees are followed only once, when their moves are listed.
            let unknown = self.game.minds_paths(kind) || info.trees;
            let free = |from| aims().any(|aim| Mover::new(self.game, self.pos, kind.at(from)).attacks(aim));
            return if unknown { near } else { keep(near, &free) };
        }
        let conditional = forms.conditional_kinds[kind.index()] != Conditionals::None;
        if info.trees || forms.royal_captures[kind.index()] || conditional {
            return pieces;
        }
        keep(pieces, &|from| {
            let takes = Mover::new(self.game, self.pos, kind.at(from)).targets(&self.scene).takes;
            aims().any(|aim| takes.has(aim))
        })
    }
    /// Appends at least the moves of one piece that end or capture on the squares; several may have the same effect.
    ///
    /// PERF: processor time of random definitions (`wide_definitions`), when first only compiled moves and then only
    /// paths to royals were listed: seed 1538, `search --nodes 2000`, 21 s -> 13 s -> 3 s; seed 327, `perft 2`, 4.8 s
    /// -> 2 s.
    fn moves_of(&self, mover: &Mover<'_>, list: &mut MoveList) {
        let (start, tables, &Mover { kind, from, .. }) = (list.len(), &self.game.tables, mover);
        let (info, filter) = (tables.kind(kind), self.filter);
        let reached = mover.targets(&self.scene);
        mover.plain_moves(reached.within(self.squares), filter, list);
        mover.conditional_moves(&self.scene, (reached, self.squares), filter, list);
        // Captures of these pieces are not in the attack tables, or depend on more than the contents of squares.
        let known = !info.dynamic && !self.game.minds_paths(kind) && self.pos.en_passant().is_none();
        let tree = tables.residual_tree(kind, from);
        if !info.trees || info.dynamic {
            mover.all_tree_moves(filter, list);
        } else if self.by_paths && known {
            for &royal in self.aims {
                // The paths are in the order of the tree: only the part of it that leads to them is visited.
                let paths = tables.reverse().attacks(kind, from, royal);
                let mut ends = PathEnds::new(paths);
                mover.walk_where(
                    tree.clone(),
                    None,
                    |at, node| ends.are_within(at, node.skip),
                    |end| {
                        if paths.binary_search_by_key(&end.index, |path| path.end).is_ok() {
                            mover.end_path(end, filter, list);
                        }
                        true
                    },
                );
            }
        } else {
            mover.walk_where(
                tree,
                None,
                |_, _| true,
                |end| {
                    if may_affect(end.node, self.squares) {
                        mover.end_path(end, filter, list);
                    }
                    true
                },
            );
        }
        mover.royal_captures((filter, start), list);
    }
}

/// Whether a path that ends at the node could end on one of the squares or affect a piece there.
#[inline]
pub(crate) fn may_affect<const W: usize>(node: &Node, squares: Bits<W>) -> bool {
    let elsewhere = Flags::SIDE_EFFECTS | Flags::PASSED;
    squares.has(Square(node.square))
        || node.flags.intersects(elsewhere)
        || node.emit.intersects(Occupancy::EN_PASSANT)
}
