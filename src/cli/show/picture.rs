//! Where a piece can go on an empty board, square by square.

use crate::board::{Color, Geometry, Square};
use crate::notation::legs::Occupancy;
use crate::position::Game;
use crate::position::cell::Kind;
use crate::tables::tree::{Flags, Node, Passage};
use crate::variant::PieceType;
use std::fmt::Write;

/// The ways in which one square can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ways {
    bits: u16,
}

impl Ways {
    const MOVE: u16 = 1;
    const CAPTURE: u16 = 2;
    const JUMP_MOVE: u16 = 4;
    const JUMP_CAPTURE: u16 = 8;
    const INITIAL: u16 = 16;
    const HOP: u16 = 32;
    const LOCUST: u16 = 64;
    const EN_PASSANT: u16 = 128;
    const FRIEND: u16 = 256;

    fn add(&mut self, bits: u16) {
        self.bits |= bits;
    }
    const fn has(self, bits: u16) -> bool {
        self.bits & bits != 0
    }
    /// Can the piece not get there at all?
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }
    /// Can it move there without capturing, unconditionally?
    pub const fn moves(self) -> bool {
        self.has(Self::MOVE | Self::JUMP_MOVE)
    }
    /// Can it capture there, unconditionally?
    pub const fn captures(self) -> bool {
        self.has(Self::CAPTURE | Self::JUMP_CAPTURE)
    }
    /// Does it jump there, whatever stands in between?
    pub const fn jumps(self) -> bool {
        self.has(Self::JUMP_MOVE | Self::JUMP_CAPTURE)
    }
    /// The letter of the unconditional way, then those of the conditional ones.
    pub fn letters(self) -> String {
        let mut text = String::new();
        let plain = match (self.moves(), self.captures()) {
            (true, true) => "x",
            (true, false) => "m",
            (false, true) => "c",
            (false, false) => "",
        };
        text += &if self.jumps() { plain.to_uppercase() } else { plain.to_owned() };
        text.extend(CONDITIONAL.iter().filter(|(bit, ..)| self.has(*bit)).map(|(_, letter, _)| letter));
        text
    }
}

/// Conditional ways: bit, letter, legend.
const CONDITIONAL: &[(u16, char, &str)] = &[
    (Ways::INITIAL, 'i', "only before it has moved"),
    (Ways::HOP, 'h', "only by hopping over a piece on the way"),
    (Ways::LOCUST, 'l', "capturing on the way"),
    (Ways::EN_PASSANT, 'e', "en passant"),
    (Ways::FRIEND, 'f', "onto a friend"),
];

/// Unconditional ways: letter, legend.
const PLAIN: &[(char, &str)] = &[
    ('x', "moves or captures"),
    ('m', "moves only"),
    ('c', "captures only"),
    ('X', "jumps there: moves or captures"),
    ('M', "jumps there: moves only"),
    ('C', "jumps there: captures only"),
];

/// A board with the ways of one piece.
pub struct Picture<'a> {
    board: &'a Geometry,
    start: Square,
    letter: char,
    ways: Vec<Ways>,
}

impl<'a> Picture<'a> {
    /// The ways of White's piece of that type from a square near the middle of the board.
    pub fn new(game: &'a Game, piece: PieceType) -> Self {
        let board = &game.variant.board;
        let kind = Kind::new(piece, Color::White);
        let start = best_start(game, kind);
        let mut ways = vec![Ways::default(); board.len()];
        let range = game.tables.tree(kind, start);
        for node in &game.tables.nodes()[range] {
            if !node.flags.has(Flags::GUARD) {
                ways[usize::from(node.square)].add(ways_of(game, start, node));
            }
        }
        let id = &game.variant.pieces[piece.index()].id;
        let letter = id.chars().find(|c| c.is_alphabetic()).unwrap_or('O');
        Self { board, start, letter, ways }
    }
    /// The board.
    pub fn board(&self) -> &Geometry {
        self.board
    }
    /// Where the piece stands.
    pub fn start(&self) -> Square {
        self.start
    }
    /// The piece's letter.
    pub fn letter(&self) -> char {
        self.letter
    }
    /// How a square can be reached.
    pub fn ways(&self, square: Square) -> Ways {
        self.ways[square.index()]
    }
    /// The board in letters, a legend of those that occur below it.
    pub fn text(&self) -> String {
        let cells: Vec<String> = self.board.squares().map(|square| self.cell(square)).collect();
        let width = cells.iter().map(String::len).max().unwrap_or(1);
        let mut text = String::new();
        for rank in (0..self.board.ranks()).rev() {
            let _ = write!(text, "{:>3} ", i32::from(rank) + self.board.first_rank());
            let row = usize::from(rank * self.board.files());
            for cell in &cells[row..row + usize::from(self.board.files())] {
                let _ = write!(text, " {cell:<width$}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text += "    ";
        for file in 0..self.board.files() {
            let _ = write!(text, " {:<width$}", char::from(b'a' + file as u8));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        self.write_legend(&mut text);
        text
    }
    fn cell(&self, square: Square) -> String {
        let ways = self.ways(square);
        if self.board.is_hole(square) {
            "#".to_owned()
        } else if square == self.start && ways.is_empty() {
            self.letter.to_string()
        } else if square == self.start {
            format!("{}{}", self.letter, ways.letters())
        } else if ways.is_empty() {
            ".".to_owned()
        } else {
            ways.letters()
        }
    }
    fn write_legend(&self, text: &mut String) {
        let letters: String = self.ways.iter().map(|ways| ways.letters()).collect();
        let conditional = CONDITIONAL.iter().map(|&(_, letter, legend)| (letter, legend));
        for (letter, legend) in PLAIN.iter().copied().chain(conditional) {
            if letters.contains(letter) {
                let _ = writeln!(text, "     {letter}  {legend}");
            }
        }
    }
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

/// What a node says of its square: bits of [`Ways`].
fn ways_of(game: &Game, start: Square, node: &Node) -> u16 {
    let board = &game.variant.board;
    let nodes = game.tables.nodes();
    let (mut hop, mut locust, mut initial) = (false, false, node.flags.has(Flags::INITIAL));
    let mut jump = false;
    let mut here = node;
    loop {
        let parent = (here.parent != Node::NO_PARENT).then(|| &nodes[here.parent as usize]);
        let stands = parent.filter(|parent| !parent.flags.has(Flags::GUARD));
        let before = stands.map_or(start, |parent| Square(parent.square));
        let passage =
            here.flags.has(Flags::EXTRA).then(|| game.tables.extra(here).passage.as_ref()).flatten();
        hop |= matches!(passage, Some(Passage::Blocked(_)));
        jump |= passage.is_none() && !adjacent(board, before, Square(here.square));
        let Some(parent) = parent else { break };
        if parent.flags.has(Flags::GUARD) {
            initial = true;
        } else if !parent.go.meets(Occupancy::EMPTY) && !parent.flags.has(Flags::VACATED) {
            match parent.flags.has(Flags::TAKES) {
                true => locust = true,
                false => hop = true,
            }
        }
        here = parent;
    }
    let takes = node.flags.has(Flags::TAKES) && node.emit.meets(Occupancy::ENEMIES);
    let moves = node.emit.meets(Occupancy::EMPTY);
    let mut bits = 0;
    if node.emit.meets(Occupancy::EN_PASSANT) && !moves {
        bits |= Ways::EN_PASSANT;
    }
    if node.emit.meets(Occupancy::FRIEND) {
        bits |= Ways::FRIEND;
    }
    if !takes && !moves {
        return bits;
    }
    let conditions = [(initial, Ways::INITIAL), (hop, Ways::HOP), (locust, Ways::LOCUST)];
    let conditional: u16 = conditions.iter().filter(|(holds, _)| *holds).map(|(_, bit)| bit).sum();
    if conditional != 0 {
        return bits | conditional;
    }
    let (to_empty, to_enemy) = match jump {
        true => (Ways::JUMP_MOVE, Ways::JUMP_CAPTURE),
        false => (Ways::MOVE, Ways::CAPTURE),
    };
    bits |= if moves { to_empty } else { 0 };
    bits | if takes { to_enemy } else { 0 }
}

fn adjacent(board: &Geometry, a: Square, b: Square) -> bool {
    board.file(a).abs_diff(board.file(b)) <= 1 && board.rank(a).abs_diff(board.rank(b)) <= 1
}
