//! SVG drawing of a board, self-contained and on an opaque card, so that it is readable on any background.

use super::text::{lines, name};
use crate::board::{Color, Geometry, Square};
use crate::position::{Game, Position};
use std::fmt::Write;

/// Side of a square, SVG user units.
pub const SIDE: i32 = 40;
/// Space around the board.
pub const MARGIN: i32 = 28;
/// Height of the title.
pub const HEAD: i32 = 40;
/// Height of a line of text below the board.
pub const LINE: i32 = 28;
/// Approximate width of a letter of the title.
const LETTER: i32 = 11;
/// Approximate width of a letter below the board.
pub const SMALL_LETTER: i32 = 7;
/// Minimum width of a card with a position.
const NARROWEST: i32 = 200;

/// A card with a board on it.
pub struct SvgFrame<'a> {
    pub board: &'a Geometry,
    /// Width of the card.
    pub width: i32,
    /// Y coordinate of the board's lower edge.
    pub bottom: i32,
}

impl<'a> SvgFrame<'a> {
    /// Creates a card at least `least_width` wide.
    pub fn new(board: &'a Geometry, least_width: i32) -> Self {
        let width = (i32::from(board.files()) * SIDE + 2 * MARGIN).max(least_width);
        Self { board, width, bottom: HEAD + i32::from(board.ranks()) * SIDE }
    }
    fn left(&self) -> i32 {
        (self.width - i32::from(self.board.files()) * SIDE) / 2
    }
    /// Returns the centre of a square.
    pub fn center(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(self.board.file(square)), i32::from(self.board.rank(square)));
        (self.left() + file * SIDE + SIDE / 2, self.bottom - rank * SIDE - SIDE / 2)
    }
    /// Draws the card with title, empty board and room for `lines` lines below it. `defs` are the symbols. The caller
    /// adds `</svg>`.
    pub fn open(&self, title: &str, defs: &str, lines: usize) -> String {
        let (width, height) = (self.width, self.bottom + MARGIN + lines as i32 * LINE + 8);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#222\">\n\
             <title>{}</title>\n{defs}",
            escape(title)
        );
        let _ = writeln!(
            svg,
            "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"#fffdf8\" stroke=\"#8a8578\"/>",
            width - 2,
            height - 2
        );
        let shown = shortened(title, (width / LETTER) as usize);
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"27\" font-size=\"18\">{}</text>", width / 2, escape(&shown));
        self.squares(&mut svg);
        svg
    }
    /// Draws the squares and the names of files and ranks.
    fn squares(&self, svg: &mut String) {
        let board = self.board;
        for square in board.squares().filter(|&square| !board.is_hole(square)) {
            let (x, y) = self.center(square);
            let shade = if board.shade(square) == 0 { "#dccbaa" } else { "#f4ead6" };
            let (x, y) = (x - SIDE / 2, y - SIDE / 2);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{shade}\"/>"
            );
        }
        svg.push_str("<g font-size=\"12\" fill=\"#555\">\n");
        for file in 0..board.files() {
            let x = self.left() + i32::from(file) * SIDE + SIDE / 2;
            let name = char::from(b'a' + file as u8);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{name}</text>", self.bottom + 15);
        }
        for rank in 0..board.ranks() {
            let y = self.bottom - i32::from(rank) * SIDE - SIDE / 2 + 4;
            let name = i32::from(rank) + board.first_rank();
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{name}</text>", self.left() - 13);
        }
        svg.push_str("</g>\n");
    }
    /// Returns the y coordinate of the middle of a line below the board; lines count from 0.
    pub fn line(&self, line: usize) -> i32 {
        self.bottom + MARGIN + line as i32 * LINE + LINE / 2
    }
}

/// Draws a position with hands and side to move.
pub fn draw(game: &Game, pos: &Position, title: &str) -> String {
    let lines = lines(game, pos);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
    let frame = SvgFrame::new(&game.variant.board, NARROWEST.max(longest * SMALL_LETTER + 2 * MARGIN));
    let mut svg = frame.open(title, "", lines.len());
    for square in game.variant.board.squares() {
        let Some((name, color)) = name(game, pos, square) else { continue };
        let (fill, ink) = if color == Color::White { ("#fff", "#222") } else { ("#333", "#fff") };
        let (x, y) = frame.center(square);
        let size = if name.chars().count() > 1 { 15 } else { 20 };
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"#222\" stroke-width=\"2\"/>\
             <text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" fill=\"{ink}\">{}</text>",
            y + size / 3 + 1,
            escape(&name)
        );
    }
    for (number, line) in lines.iter().enumerate() {
        let (x, y) = (frame.width / 2, frame.line(number) + 5);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>", escape(line));
    }
    svg + "</svg>\n"
}

/// Truncates a text to at most `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect(),
        false => text.to_owned(),
    }
}

/// Escapes text for SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
