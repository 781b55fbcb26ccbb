//! Reach of a piece from one square: destinations, blockers, mounts and victims.

use super::marks::{MoveMark, SquareMark, Ways};
use super::notes::{self, Note};
use super::path::{Locust, PathDrawing};
use crate::board::{Color, Geometry, Kind, Square};
use crate::notation::legs::{Movement, MovementKind, Occupancy, Side, Wrap};
use crate::position::Game;
use crate::tables::tree::{Flags, Node};
use crate::variant::{PieceType, Variant};
use std::collections::{BTreeMap, BTreeSet};

/// A board with the moves of one piece.
pub struct Survey<'a> {
    pub board: &'a Geometry,
    /// Square of the piece.
    pub start: Square,
    /// The piece's letter.
    pub letter: char,
    /// Marks, `[square]`.
    pub ways: Vec<Ways>,
    /// Steps of paths that a piece can block, and of hops: from, to, and the contents of `to` with which the path
    /// continues.
    pub rays: BTreeMap<(Square, Square), Occupancy>,
    /// Destinations that become unreachable when the square is occupied.
    pub blocks: BTreeMap<Square, Vec<Square>>,
    /// Notes that cannot be shown as marks.
    pub notes: Vec<Note>,
    wraps: (bool, bool),
}

impl<'a> Survey<'a> {
    /// Surveys White's piece of a type on a square near the middle of the board.
    pub fn new(game: &'a Game, piece: PieceType) -> Self {
        let board = &game.variant.board;
        let kind = Kind::new(piece, Color::White);
        let definition = &game.variant.pieces[piece.index()];
        let mut survey = Self {
            board,
            start: best_start(game, kind),
            letter: definition.id.chars().find(|c| c.is_alphabetic()).unwrap_or('O'),
            ways: vec![Ways::default(); board.len()],
            rays: BTreeMap::new(),
            blocks: BTreeMap::new(),
            notes: Vec::new(),
            wraps: wraps(&definition.movements),
        };
        survey.walk(game, kind);
        survey.castle(&game.variant, &definition.movements);
        survey.burn(game, kind);
        if definition.movements.iter().any(|m| matches!(m.kind, MovementKind::Mirror(_))) {
            survey.add(survey.start, MoveMark::Mirror);
        }
        // Gates that repeat other moves have no tree.
        if definition.movements.iter().any(|m| m.legs().first().is_some_and(|leg| leg.gate)) {
            survey.add(survey.start, MoveMark::Gate);
        }
        let drops = definition.movements.iter().any(|m| matches!(m.kind, MovementKind::Drop(_)));
        if drops && (!game.variant.captures_to_owner() || definition.name.is_empty()) {
            let squares = game.tables.kind(kind).drops.iter().flat_map(|rule| &rule.squares);
            squares.for_each(|&square| survey.add(Square(square), MoveMark::Drop));
        }
        survey.notes = notes::of(game, piece, survey.start, survey.legend().is_empty());
        survey
    }
    fn add(&mut self, square: Square, way: MoveMark) {
        self.add_with(square, way, Occupancy::empty());
    }
    fn add_with(&mut self, square: Square, way: MoveMark, modes: Occupancy) {
        self.ways[square.index()].add(way, modes);
    }
    /// Whether the step from `a` to `b` is a king's step, including steps around the edges if the piece wraps.
    pub fn adjacent(&self, a: Square, b: Square) -> bool {
        let near = |a: u16, b: u16, size: u16, wraps: bool| {
            let distance = a.abs_diff(b);
            distance <= 1 || wraps && size - distance <= 1
        };
        let board = self.board;
        near(board.file(a), board.file(b), board.files(), self.wraps.0)
            && near(board.rank(a), board.rank(b), board.ranks(), self.wraps.1)
    }
    fn walk(&mut self, game: &Game, kind: Kind) {
        let nodes = game.tables.nodes();
        // For each destination, the squares that must be empty on all paths to it.
        let mut needs: BTreeMap<Square, BTreeSet<Square>> = BTreeMap::new();
        for index in game.tables.tree(kind, self.start) {
            let node = &nodes[index];
            if node.flags.intersects(Flags::GUARD) {
                continue;
            }
            let path = PathDrawing::to(self, game, node);
            self.draw(nodes, index, &path);
            let (square, found) = (Square(node.square), ends(node, &path));
            if found.is_empty() {
                continue;
            }
            found.into_iter().for_each(|(way, modes)| self.add_with(square, way, modes));
            self.put_down(game, node);
            path.marks.iter().for_each(|&(square, way, modes)| self.add_with(square, way, modes));
            let clear = path.clear();
            clear.iter().for_each(|&clear| self.add(clear, MoveMark::Clear));
            match needs.get_mut(&square) {
                Some(known) => known.retain(|square| clear.contains(square)),
                None => drop(needs.insert(square, clear)),
            }
        }
        for (square, clear) in needs {
            clear.into_iter().for_each(|clear| self.blocks.entry(clear).or_default().push(square));
        }
    }
    /// Adds the step to a node, if it belongs to a path of several steps that a piece can block, or to a hop.
    fn draw(&mut self, nodes: &[Node], index: usize, path: &PathDrawing) {
        let node = &nodes[index];
        if node.square == self.start.0 || path.locust == Locust::Always {
            return;
        }
        let parent = node.parent(nodes).filter(|parent| !parent.flags.intersects(Flags::GUARD));
        // Ignores paths that only lead back to the start.
        let goes_on = node.skip as usize > index + 1 && nodes[index + 1].square != self.start.0;
        let over_a_victim = node.flags.intersects(Flags::TAKES) && !node.go.intersects(Occupancy::EMPTY);
        if parent.is_some() || goes_on && !over_a_victim {
            let before = parent.map_or(self.start, |parent| Square(parent.square));
            *self.rays.entry((before, Square(node.square))).or_default() |= node.go;
        }
    }
    /// Marks the squares where a move that ends at the node unloads the captured piece, gates a piece or leaves a
    /// trail.
    fn put_down(&mut self, game: &Game, node: &Node) {
        game.tables.unloads(node).iter().for_each(|&(_, at)| self.add(Square(at), MoveMark::Unload));
        if let Some(gate) = game.tables.extra_of(node).and_then(|extra| extra.gate) {
            self.add(Square(gate), MoveMark::Gate);
        }
        let trail = game.tables.trail_of(node).map_or(&[][..], |trail| game.tables.trail(trail));
        trail.iter().for_each(|&square| self.add(Square(square), MoveMark::Trail));
    }
    /// Marks the reach of the flames, on an empty board, of a move that ends on the start square.
    fn burn(&mut self, game: &Game, kind: Kind) {
        let tables = &game.tables;
        let nodes = tables.nodes();
        let burns = |index: usize| tables.extra_of(&nodes[index])?.burn;
        let all = game.variant.board.squares().flat_map(|square| tables.tree(kind, square));
        let numbers: BTreeSet<u16> = all.filter_map(burns).collect();
        for number in numbers {
            for index in tables.flame_tree(number, kind.color(), self.start) {
                let node = &nodes[index];
                let taken = node.emit
                    | if node.flags.intersects(Flags::TAKES) { node.go } else { Occupancy::empty() };
                if taken.intersects(Occupancy::OCCUPIED) && !node.flags.intersects(Flags::GUARD) {
                    self.add(Square(node.square), MoveMark::Flame);
                }
            }
        }
    }
    /// Marks the destinations of castling.
    fn castle(&mut self, variant: &Variant, movements: &[Movement]) {
        let from = i32::from(self.board.file(self.start));
        for movement in movements {
            let MovementKind::Castle(castle) = &movement.kind else { continue };
            let step = if castle.side == Side::Left { -1 } else { 1 };
            let beside = |steps: u16| from + step * i32::from(steps);
            let files: Vec<i32> = match notes::landing_file(variant, castle) {
                Some(file) => vec![i32::from(file)],
                None if castle.fast => (1..=castle.distance).map(beside).collect(),
                None => vec![beside(castle.distance)],
            };
            for file in files {
                if let Some(square) = self.board.at(file, i32::from(self.board.rank(self.start))) {
                    self.add(square, MoveMark::Castle);
                }
            }
            if castle.gate {
                self.add(self.start, MoveMark::Gate);
            }
        }
    }
    /// Returns the marks that occur, in order.
    pub fn legend(&self) -> Vec<SquareMark> {
        let mut marks: Vec<SquareMark> = self.ways.iter().flat_map(Ways::shown).collect();
        marks.sort_by_key(|mark| mark.rank());
        marks.dedup();
        marks
    }
}

/// Returns the marks of moves that end at a node, and the contents they apply to.
fn ends(node: &Node, path: &PathDrawing) -> Vec<(MoveMark, Occupancy)> {
    let emit = path.admits(node);
    let mut ways = Vec::new();
    if node.flags.intersects(Flags::BORROWS) {
        return if emit.is_empty() { ways } else { vec![(MoveMark::Borrow, Occupancy::empty())] };
    }
    if emit.intersects(Occupancy::EN_PASSANT) && !emit.intersects(Occupancy::EMPTY) {
        ways.push((MoveMark::EnPassant, Occupancy::empty()));
    }
    if emit.intersects(Occupancy::FRIEND) {
        ways.push((MoveMark::Friend, Occupancy::empty()));
    }
    let takes = if node.flags.intersects(Flags::TAKES) { Occupancy::ENEMIES } else { Occupancy::empty() };
    let modes = emit & (Occupancy::EMPTY | takes);
    if modes.is_empty() {
        return ways;
    }
    let plain = !path.initial && !path.hop && path.locust != Locust::Always;
    let step = if path.jump { MoveMark::Jump } else { MoveMark::Step };
    let conditions = [
        (plain, step),
        (path.initial, MoveMark::Initial),
        (path.hop, MoveMark::Hop),
        (path.locust != Locust::Never, MoveMark::Locust),
    ];
    ways.extend(conditions.iter().filter(|(holds, _)| *holds).map(|&(_, way)| (way, modes)));
    ways
}

/// Whether some leg wraps around the side edges, and around the ends of the board.
fn wraps(movements: &[Movement]) -> (bool, bool) {
    movements.iter().flat_map(Movement::legs).fold((false, false), |(files, ranks), leg| match leg.wrap {
        Wrap::None => (files, ranks),
        Wrap::Files => (true, ranks),
        Wrap::Torus => (true, true),
    })
}

/// Returns the square nearest to the middle from which the piece has a move; the middle if there is none.
fn best_start(game: &Game, kind: Kind) -> Square {
    let board = &game.variant.board;
    let (file, rank) = (i32::from(board.files() / 2), i32::from((board.ranks() - 1) / 2));
    let distance = |square: &Square| {
        let (df, dr) = (i32::from(board.file(*square)) - file, i32::from(board.rank(*square)) - rank);
        (df * df + dr * dr, dr, df)
    };
    let mobile = |square: &Square| !board.is_hole(*square) && !game.tables.tree(kind, *square).is_empty();
    let middle = || board.at(file, rank).unwrap_or(Square(0));
    board.squares().filter(mobile).min_by_key(distance).unwrap_or_else(middle)
}
