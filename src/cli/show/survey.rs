//! Where a piece can go from one square, what stands in its way, and what it needs on its way.

use super::ways::{Way, Ways};
use crate::board::{Color, Geometry, Square};
use crate::notation::legs::{Kind as MovementKind, Movement, Occupancy, Side, Wrap};
use crate::position::Game;
use crate::position::cell::Kind;
use crate::tables::tree::{Flags, Node, Passage};
use crate::variant::{Captured, PieceType};
use std::collections::{BTreeMap, BTreeSet};

/// A board with the ways of one piece.
pub struct Survey<'a> {
    /// The board.
    pub board: &'a Geometry,
    /// Where the piece stands.
    pub start: Square,
    /// The piece's letter.
    pub letter: char,
    /// `[square]`
    pub ways: Vec<Ways>,
    /// Steps of the paths on which nothing may stand in the way.
    pub rays: BTreeSet<(Square, Square)>,
    /// What each square blocks all by itself: destinations that cannot be reached when it is occupied.
    pub blocks: BTreeMap<Square, Vec<Square>>,
    wraps: (bool, bool),
}

/// What a path to a node asks of the board.
#[derive(Default)]
struct Path {
    initial: bool,
    jump: bool,
    hop: bool,
    locust: bool,
    /// Squares that have to be empty.
    clear: BTreeSet<Square>,
}

impl<'a> Survey<'a> {
    /// The ways of White's piece of that type from a square near the middle of the board.
    pub fn new(game: &'a Game, piece: PieceType) -> Self {
        let board = &game.variant.board;
        let kind = Kind::new(piece, Color::White);
        let definition = &game.variant.pieces[piece.index()];
        let mut survey = Self {
            board,
            start: best_start(game, kind),
            letter: definition.id.chars().find(|c| c.is_alphabetic()).unwrap_or('O'),
            ways: vec![Ways::default(); board.len()],
            rays: BTreeSet::new(),
            blocks: BTreeMap::new(),
            wraps: wraps(&definition.movements),
        };
        survey.walk(game, kind);
        survey.castle(&definition.movements);
        survey.burn(game, kind);
        if definition.movements.iter().any(|m| matches!(m.kind, MovementKind::Mirror(_))) {
            survey.add(survey.start, Way::Mirror);
        }
        let drops = definition.movements.iter().any(|m| matches!(m.kind, MovementKind::Drop(_)));
        if drops && (game.variant.captured != Captured::ToOwner || definition.name.is_empty()) {
            let squares = game.tables.kind(kind).drops.iter().flat_map(|rule| &rule.squares);
            squares.for_each(|&square| survey.add(Square(square), Way::Drop));
        }
        survey
    }
    fn add(&mut self, square: Square, way: Way) {
        self.ways[square.index()].add(way);
    }
    /// Is the step from `a` to `b` one of a King, round the edges where the piece goes round them?
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
        // For each destination, the squares on which all paths to it depend.
        let mut needs: BTreeMap<Square, BTreeSet<Square>> = BTreeMap::new();
        for index in game.tables.tree(kind, self.start) {
            let node = &nodes[index];
            if node.flags.has(Flags::GUARD) {
                continue;
            }
            let path = self.path_to(game, node);
            let (square, found) = (Square(node.square), self.ends(node, &path));
            for &way in &found {
                self.add(square, way);
            }
            if !found.is_empty() {
                self.put_down(game, node);
            }
            self.draw(nodes, index, &path);
            if !found.is_empty() {
                path.clear.iter().for_each(|&clear| self.add(clear, Way::Clear));
                match needs.get_mut(&square) {
                    Some(known) => known.retain(|clear| path.clear.contains(clear)),
                    None => drop(needs.insert(square, path.clear)),
                }
            }
        }
        for (square, clear) in needs {
            clear.into_iter().for_each(|clear| self.blocks.entry(clear).or_default().push(square));
        }
    }
    /// Walks from a node to its root, marking mounts and victims.
    fn path_to(&mut self, game: &Game, node: &Node) -> Path {
        let nodes = game.tables.nodes();
        let mut path = Path { initial: node.flags.has(Flags::INITIAL), ..Path::default() };
        let mut here = node;
        loop {
            let parent = (here.parent != Node::NO_PARENT).then(|| &nodes[here.parent as usize]);
            let stands = parent.filter(|parent| !parent.flags.has(Flags::GUARD));
            let before = stands.map_or(self.start, |parent| Square(parent.square));
            match passage(game, here) {
                Some(Passage::Blocked(squares)) => {
                    path.hop = true;
                    squares.iter().for_each(|&square| self.add(Square(square), Way::Mount));
                }
                Some(Passage::Free(ways)) => {
                    let on_all = |square: &&u16| ways.iter().all(|way| way.contains(square));
                    path.clear.extend(ways.iter().flatten().filter(on_all).map(|&square| Square(square)));
                    ways.iter().flatten().for_each(|&square| self.add(Square(square), Way::Clear));
                }
                None => path.jump |= !self.adjacent(before, Square(here.square)),
            }
            let Some(parent) = parent else { return path };
            if let Some(stands) = stands {
                self.pass(stands, &mut path);
            }
            path.initial |= stands.is_none();
            here = parent;
        }
    }
    /// What going on over a node asks of its square.
    fn pass(&mut self, node: &Node, path: &mut Path) {
        let square = Square(node.square);
        if node.flags.has(Flags::EXCITES) {
            return self.add(square, Way::Induce);
        }
        if node.flags.has(Flags::VACATED) {
            return;
        }
        if !node.go.meets(Occupancy::EMPTY) {
            match node.flags.has(Flags::TAKES) {
                true => {
                    path.locust = true;
                    self.add(square, Way::Victim);
                }
                false => {
                    path.hop = true;
                    self.add(square, Way::Mount);
                }
            }
        } else if !node.go.meets(Occupancy::OCCUPIED) {
            path.clear.insert(square);
        }
    }
    /// The ways in which moves end at a node.
    fn ends(&self, node: &Node, path: &Path) -> Vec<Way> {
        let takes = node.flags.has(Flags::TAKES) && node.emit.meets(Occupancy::ENEMIES);
        let moves = node.emit.meets(Occupancy::EMPTY);
        let mut ways = Vec::new();
        if node.flags.has(Flags::BORROWS) {
            return if node.emit.is_empty() { ways } else { vec![Way::Borrow] };
        }
        if node.emit.meets(Occupancy::EN_PASSANT) && !moves {
            ways.push(Way::EnPassant);
        }
        if node.emit.meets(Occupancy::FRIEND) {
            ways.push(Way::Friend);
        }
        if !takes && !moves {
            return ways;
        }
        let conditions = [(path.initial, Way::Initial), (path.hop, Way::Hop), (path.locust, Way::Locust)];
        let count = ways.len();
        ways.extend(conditions.iter().filter(|(holds, _)| *holds).map(|(_, way)| *way));
        if ways.len() == count {
            ways.push(match (moves, takes, path.jump) {
                (true, true, false) => Way::Both,
                (true, false, false) => Way::Move,
                (false, _, false) => Way::Capture,
                (true, true, true) => Way::JumpBoth,
                (true, false, true) => Way::JumpMove,
                (false, _, true) => Way::JumpCapture,
            });
        }
        ways
    }
    /// Adds the step to a node, if it is one of a path of several steps that a piece can block, or of a hop.
    fn draw(&mut self, nodes: &[Node], index: usize, path: &Path) {
        let node = &nodes[index];
        if node.square == self.start.0 || path.locust {
            return;
        }
        let parent = (node.parent != Node::NO_PARENT).then(|| &nodes[node.parent as usize]);
        let parent = parent.filter(|parent| !parent.flags.has(Flags::GUARD));
        // A way that only leads back to the start is none.
        let goes_on = node.skip as usize > index + 1 && nodes[index + 1].square != self.start.0;
        let over_a_victim = node.flags.has(Flags::TAKES) && !node.go.meets(Occupancy::EMPTY);
        if parent.is_some() || goes_on && !over_a_victim {
            let before = parent.map_or(self.start, |parent| Square(parent.square));
            self.rays.insert((before, Square(node.square)));
        }
    }
    /// Marks where a move that ends at the node puts what it captures, or a piece from the hand.
    fn put_down(&mut self, game: &Game, node: &Node) {
        game.tables.unloads(node).iter().for_each(|&(_, at)| self.add(Square(at), Way::Unload));
        if let Some(gate) = node.flags.has(Flags::EXTRA).then(|| game.tables.extra(node).gate).flatten() {
            self.add(Square(gate), Way::Gate);
        }
    }
    /// Marks what the flames of a move that ended on the start would reach on an empty board.
    fn burn(&mut self, game: &Game, kind: Kind) {
        let tables = &game.tables;
        let nodes = tables.nodes();
        let burns = |index: usize| {
            let node = &nodes[index];
            node.flags.has(Flags::EXTRA).then(|| tables.extra(node).burn).flatten()
        };
        let all = game.variant.board.squares().flat_map(|square| tables.tree(kind, square));
        let numbers: BTreeSet<u16> = all.filter_map(burns).collect();
        for number in numbers {
            for index in tables.flame_tree(number, kind.color(), self.start) {
                let node = &nodes[index];
                let taken = node.emit | if node.flags.has(Flags::TAKES) { node.go } else { Occupancy::NONE };
                if taken.meets(Occupancy::OCCUPIED) && !node.flags.has(Flags::GUARD) {
                    self.add(Square(node.square), Way::Flame);
                }
            }
        }
    }
    /// Marks where castling takes the piece.
    fn castle(&mut self, movements: &[Movement]) {
        for movement in movements {
            let MovementKind::Castle(castle) = &movement.kind else { continue };
            let distance = i32::from(castle.distance);
            let file = i32::from(self.board.file(self.start))
                + if castle.side == Side::Left { -distance } else { distance };
            if let Some(square) = self.board.at(file, i32::from(self.board.rank(self.start))) {
                self.add(square, Way::Castle);
            }
            if castle.gate {
                self.add(self.start, Way::Gate);
            }
        }
    }
    /// The looks that occur, in order.
    pub fn legend(&self) -> impl Iterator<Item = Way> {
        let shown: BTreeSet<Way> = self.ways.iter().flat_map(|ways| ways.shown()).collect();
        shown.into_iter()
    }
}

fn passage<'g>(game: &'g Game, node: &Node) -> Option<&'g Passage> {
    node.flags.has(Flags::EXTRA).then(|| game.tables.extra(node).passage.as_ref()).flatten()
}

/// Does some leg go round the side edges, or the ends?
fn wraps(movements: &[Movement]) -> (bool, bool) {
    let legs = movements.iter().filter_map(|movement| match &movement.kind {
        MovementKind::Walk(legs) => Some(legs),
        _ => None,
    });
    legs.flatten().fold((false, false), |(files, ranks), leg| match leg.wrap {
        Wrap::None => (files, ranks),
        Wrap::Files => (true, ranks),
        Wrap::Torus => (true, true),
    })
}

/// The square nearest to the middle from which the piece has a move; the middle if there is none.
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
