//! The picture of a piece as SVG: self-contained, on a card of its own so that it can be read on any background.

use super::survey::Survey;
use super::ways::Way;
use crate::board::Square;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Side of a square, user units.
const SIDE: i32 = 40;
/// Space around the board.
const MARGIN: i32 = 28;
/// Height of the title.
const HEAD: i32 = 40;
/// Height of a line of the legend.
const LINE: i32 = 28;
/// Least width of the card: the longest line of the legend fits.
const NARROWEST: i32 = 380;
/// How lines for jumps differ.
const JUMPS: &str = " stroke-dasharray=\"5 4\"";
/// Width of a letter of the title, about.
const LETTER: i32 = 11;

struct Frame<'a> {
    survey: &'a Survey<'a>,
    left: i32,
    width: i32,
    /// Of the board.
    bottom: i32,
}

impl Frame<'_> {
    /// The middle of a square.
    fn center(&self, square: Square) -> (i32, i32) {
        let board = self.survey.board;
        let (file, rank) = (i32::from(board.file(square)), i32::from(board.rank(square)));
        (self.left + file * SIDE + SIDE / 2, self.bottom - rank * SIDE - SIDE / 2)
    }
}

/// The picture with its title and a legend of what occurs.
pub fn draw(survey: &Survey<'_>, title: &str) -> String {
    let (files, ranks) = (i32::from(survey.board.files()), i32::from(survey.board.ranks()));
    let width = (files * SIDE + 2 * MARGIN).max(NARROWEST);
    let frame = Frame { survey, left: (width - files * SIDE) / 2, width, bottom: HEAD + ranks * SIDE };
    let legend: Vec<(String, &str)> = legend(survey);
    let height = frame.bottom + MARGIN + legend.len() as i32 * LINE + 8;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#222\">\n\
         <title>{}</title>\n",
        escape(title)
    );
    symbols(survey, &mut svg);
    let _ = writeln!(
        svg,
        "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"#fffdf8\" stroke=\"#8a8578\"/>",
        width - 2,
        height - 2
    );
    head(&frame, title, &mut svg);
    squares(&frame, &mut svg);
    rays(&frame, &mut svg);
    for square in survey.board.squares() {
        marks(&frame, square, &mut svg);
    }
    for (line, (symbol, words)) in legend.iter().enumerate() {
        let y = frame.bottom + MARGIN + line as i32 * LINE + LINE / 2;
        let _ = writeln!(
            svg,
            "<g transform=\"translate(32 {y})\">{symbol}<text x=\"24\" y=\"5\" font-size=\"14\" \
             text-anchor=\"start\">{words}</text></g>"
        );
    }
    svg + "</svg>\n"
}

fn legend(survey: &Survey<'_>) -> Vec<(String, &'static str)> {
    let mut legend: Vec<_> = survey.legend().map(|way| (mark(way), way.look().legend)).collect();
    let lines = [("", "its way: a piece on it blocks", true), (JUMPS, "its way in jumps", false)];
    for (dashes, words, steps) in lines {
        if survey.rays.iter().any(|&(a, b)| survey.adjacent(a, b) == steps) {
            let line =
                format!("<path class=\"ray\" d=\"M-14 0H14\" stroke=\"#555\" stroke-width=\"2\"{dashes}/>");
            legend.push((line, words));
        }
    }
    legend
}

fn mark(way: Way) -> String {
    format!("<use href=\"#{way:?}\"/>")
}

/// The shapes that occur.
fn symbols(survey: &Survey<'_>, svg: &mut String) {
    svg.push_str("<defs>\n");
    for way in survey.legend() {
        let _ = writeln!(svg, "<g id=\"{way:?}\">{}</g>", way.look().shape.replace('\'', "\""));
    }
    svg.push_str("</defs>\n");
}

fn head(frame: &Frame<'_>, title: &str, svg: &mut String) {
    let most = (frame.width / LETTER) as usize;
    let shown = match title.chars().count() > most {
        true => title.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect(),
        false => title.to_owned(),
    };
    let middle = frame.width / 2;
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"27\" font-size=\"18\">{}</text>", escape(&shown));
}

/// The board with the names of files and ranks.
fn squares(frame: &Frame<'_>, svg: &mut String) {
    let board = frame.survey.board;
    for square in board.squares().filter(|&square| !board.is_hole(square)) {
        let (x, y) = frame.center(square);
        let shade = if (board.file(square) + board.rank(square)) % 2 == 0 { "#dccbaa" } else { "#f4ead6" };
        let (x, y) = (x - SIDE / 2, y - SIDE / 2);
        let _ =
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{shade}\"/>");
    }
    svg.push_str("<g font-size=\"12\" fill=\"#555\">\n");
    for file in 0..board.files() {
        let x = frame.left + i32::from(file) * SIDE + SIDE / 2;
        let name = char::from(b'a' + file as u8);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{name}</text>", frame.bottom + 15);
    }
    for rank in 0..board.ranks() {
        let y = frame.bottom - i32::from(rank) * SIDE - SIDE / 2 + 4;
        let name = i32::from(rank) + board.first_rank();
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{name}</text>", frame.left - 13);
    }
    svg.push_str("</g>\n");
}

/// The ways of the piece: whole lines for steps, dashed ones for jumps, stubs where it goes round the edge.
fn rays(frame: &Frame<'_>, svg: &mut String) {
    if frame.survey.rays.is_empty() {
        return;
    }
    let (mut steps, mut jumps) = (String::new(), String::new());
    // A line that is there in both directions is drawn once.
    let lines: BTreeSet<(Square, Square)> =
        frame.survey.rays.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    for (a, b) in lines {
        let ((x1, y1), (x2, y2)) = (frame.center(a), frame.center(b));
        let (dx, dy) = (x2 - x1, y2 - y1);
        let far = |d: i32| d.abs() > SIDE;
        if !frame.survey.adjacent(a, b) {
            let _ = write!(jumps, "M{x1} {y1} {x2} {y2}");
        } else if far(dx) || far(dy) {
            // Round the edge: the shorter way is the other one.
            let half = |d: i32| if far(d) { -d.signum() * SIDE / 2 } else { d / 2 };
            let (hx, hy) = (half(dx), half(dy));
            let _ = write!(steps, "M{x1} {y1}l{hx} {hy}M{x2} {y2}l{} {}", -hx, -hy);
        } else {
            let _ = write!(steps, "M{x1} {y1} {x2} {y2}");
        }
    }
    for (lines, dashes) in [(steps, ""), (jumps, JUMPS)] {
        if !lines.is_empty() {
            let _ = writeln!(
                svg,
                "<path class=\"ray\" d=\"{lines}\" fill=\"none\" stroke=\"#555\" stroke-width=\"2\"{dashes}/>"
            );
        }
    }
}

/// The symbols of a square: the first in its middle, the others small in its corners.
fn marks(frame: &Frame<'_>, square: Square, svg: &mut String) {
    let (x, y) = frame.center(square);
    let shown: Vec<Way> = frame.survey.ways[square.index()].shown().collect();
    let mut places = [(0, 0, "1"), (13, -13, ".5"), (-13, 13, ".5"), (13, 13, ".5"), (-13, -13, ".5")].iter();
    if square == frame.survey.start {
        let letter = escape(&frame.survey.letter.to_string());
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#fff\" stroke=\"#222\" stroke-width=\"2\"/>\
             <text x=\"{x}\" y=\"{}\" font-size=\"20\" font-weight=\"bold\">{letter}</text>",
            y + 7
        );
        places.next();
    }
    if shown.is_empty() {
        return;
    }
    let words: Vec<&str> = shown.iter().map(|way| way.look().legend).collect();
    let name = frame.survey.board.name(square);
    let _ = write!(svg, "<g class=\"square\"><title>{name}: {}</title>", words.join("; "));
    for (way, (dx, dy, scale)) in shown.iter().zip(places) {
        // A small mark only says what else there is; a mark of its own stays large.
        let scale = if shown.len() > 1 && *scale == "1" { ".85" } else { scale };
        let _ = write!(
            svg,
            "<use href=\"#{way:?}\" transform=\"translate({} {}) scale({scale})\"/>",
            x + dx,
            y + dy
        );
    }
    svg.push_str("</g>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
