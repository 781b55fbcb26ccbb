//! SVG picture of a piece.

use super::marks::SquareMark;
use super::notes::Note;
use super::reach_map::Survey;
use crate::board::Square;
use crate::cli::board::svg::{SIDE, SMALL_LETTER, SvgFrame, escape, shortened};
use crate::notation::legs::Occupancy;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Minimum width of the card.
const NARROWEST: i32 = 380;
/// X coordinate of the symbols of the legend.
const SYMBOL: i32 = 32;
/// X coordinate of the text of the legend, and the space after it.
const INDENT: i32 = 56;
/// Most characters of the source of a note.
const SOURCE: usize = 24;
/// Shift to the left of a legend line without a symbol.
const OUTDENT: i32 = 36;

/// Style of a line from square to square on the path of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stroke {
    /// A piece at its end blocks the path.
    Step,
    /// The path can, or must, continue over a piece at its end.
    Over,
    Jump,
}

impl Stroke {
    const ALL: [Self; 3] = [Self::Step, Self::Over, Self::Jump];

    /// Returns its dashes as SVG attributes, and its words in the legend.
    fn look(self) -> (&'static str, &'static str) {
        match self {
            Self::Step => ("", "path: a piece on it blocks"),
            Self::Over => (" stroke-dasharray=\"1 5\" stroke-linecap=\"round\"", "path over a piece"),
            Self::Jump => (" stroke-dasharray=\"5 4\"", "path in jumps"),
        }
    }
}

/// Returns the lines of a picture. A line in both directions is drawn once.
fn strokes(survey: &Survey<'_>) -> BTreeMap<(Square, Square), Stroke> {
    let mut strokes = BTreeMap::new();
    for (&(a, b), over) in &survey.rays {
        let stroke = match (survey.adjacent(a, b), over.intersects(Occupancy::OCCUPIED)) {
            (false, _) => Stroke::Jump,
            (true, true) => Stroke::Over,
            (true, false) => Stroke::Step,
        };
        let known = strokes.entry((a.min(b), a.max(b))).or_insert(stroke);
        *known = stroke.max(*known);
    }
    strokes
}

/// Draws the picture with title and legend.
pub fn draw(survey: &Survey<'_>, title: &str) -> String {
    let legend = legend(survey);
    let line = |(symbol, words): &(String, String)| {
        let indent = if symbol.is_empty() { INDENT - OUTDENT } else { INDENT };
        indent + words.chars().count() as i32 * SMALL_LETTER + INDENT - OUTDENT
    };
    let longest = legend.iter().map(line).max().unwrap_or(0);
    let frame = SvgFrame::new(survey.board, NARROWEST.max(longest));
    let mut svg = frame.open(title, &symbols(survey), legend.len());
    rays(&frame, survey, &mut svg);
    for square in survey.board.squares() {
        marks(&frame, survey, square, &mut svg);
    }
    for (line, (symbol, words)) in legend.iter().enumerate() {
        let y = frame.line(line);
        let x = if symbol.is_empty() { INDENT - OUTDENT } else { INDENT } - SYMBOL;
        let _ = writeln!(
            svg,
            "<g transform=\"translate({SYMBOL} {y})\">{symbol}<text x=\"{x}\" y=\"5\" font-size=\"14\" \
             text-anchor=\"start\">{}</text></g>",
            escape(words)
        );
    }
    svg + "</svg>\n"
}

/// Returns the legend as symbols and texts; notes have no symbol.
fn legend(survey: &Survey<'_>) -> Vec<(String, String)> {
    let mark = |mark: SquareMark| (format!("<use href=\"#{}\"/>", mark.id()), mark.legend());
    let mut legend: Vec<_> = survey.legend().into_iter().map(mark).collect();
    let strokes = strokes(survey);
    for stroke in Stroke::ALL.into_iter().filter(|stroke| strokes.values().any(|other| other == stroke)) {
        let (dashes, words) = stroke.look();
        let line =
            format!("<path class=\"ray\" d=\"M-14 0H14\" stroke=\"#555\" stroke-width=\"2\"{dashes}/>");
        legend.push((line, words.to_owned()));
    }
    let note = |note: &Note| (String::new(), format!("{}: {}", shortened(&note.source, SOURCE), note.words));
    legend.extend(survey.notes.iter().map(note));
    legend
}

/// Returns the SVG definitions of the shapes that occur.
fn symbols(survey: &Survey<'_>) -> String {
    let mut svg = String::from("<defs>\n");
    for mark in survey.legend() {
        let _ = writeln!(svg, "<g id=\"{}\">{}</g>", mark.id(), mark.shape().replace('\'', "\""));
    }
    svg + "</defs>\n"
}

/// Draws the paths of the piece, with stubs where it wraps around the edge.
fn rays(frame: &SvgFrame<'_>, survey: &Survey<'_>, svg: &mut String) {
    let strokes = strokes(survey);
    for stroke in Stroke::ALL {
        let lines = strokes.iter().filter(|(_, other)| **other == stroke);
        let lines: String = lines.map(|(&ends, _)| ray(frame, ends, stroke)).collect();
        if !lines.is_empty() {
            let (dashes, _) = stroke.look();
            let _ = writeln!(
                svg,
                "<path class=\"ray\" d=\"{lines}\" fill=\"none\" stroke=\"#555\" stroke-width=\"2\"{dashes}/>"
            );
        }
    }
}

fn ray(frame: &SvgFrame<'_>, (a, b): (Square, Square), stroke: Stroke) -> String {
    let ((x1, y1), (x2, y2)) = (frame.center(a), frame.center(b));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let far = |d: i32| d.abs() > SIDE;
    if stroke == Stroke::Jump || !far(dx) && !far(dy) {
        return format!("M{x1} {y1} {x2} {y2}");
    }
    // Around the edge: the shorter way is in the other direction.
    let half = |d: i32| if far(d) { -d.signum() * SIDE / 2 } else { d / 2 };
    let (hx, hy) = (half(dx), half(dy));
    format!("M{x1} {y1}l{hx} {hy}M{x2} {y2}l{} {}", -hx, -hy)
}

/// Draws the symbols of a square: the first in its middle, the others small in its corners.
fn marks(frame: &SvgFrame<'_>, survey: &Survey<'_>, square: Square, svg: &mut String) {
    let (x, y) = frame.center(square);
    let shown = survey.ways[square.index()].shown();
    let mut places = [(0, 0, "1"), (13, -13, ".5"), (-13, 13, ".5"), (13, 13, ".5"), (-13, -13, ".5")].iter();
    if square == survey.start {
        let letter = escape(&survey.letter.to_string());
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
    let words: Vec<String> = shown.iter().map(|mark| mark.legend()).collect();
    let name = survey.board.name(square);
    let _ = write!(svg, "<g class=\"square\"><title>{name}: {}</title>", words.join("; "));
    for (mark, (dx, dy, scale)) in shown.iter().zip(places) {
        // A single mark stays large; with several, the middle one is slightly smaller.
        let scale = if shown.len() > 1 && *scale == "1" { ".85" } else { scale };
        let (id, x, y) = (mark.id(), x + dx, y + dy);
        let _ = write!(svg, "<use href=\"#{id}\" transform=\"translate({x} {y}) scale({scale})\"/>");
    }
    svg.push_str("</g>\n");
}
