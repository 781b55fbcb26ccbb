//! The picture of a piece as an SVG board.

use super::picture::Picture;
use std::fmt::Write;

/// Side of a square, user units.
const SIDE: u32 = 40;

/// Fill of the mark on a square; a ring marks squares that are reached by a jump.
fn colour(moves: bool, captures: bool) -> &'static str {
    match (moves, captures) {
        (true, true) => "#2a7f2a",
        (true, false) => "#1f5fbf",
        (false, true) => "#bf2f2f",
        (false, false) => "#c9a227",
    }
}

/// The picture: green moves or captures, blue moves only, red captures only, yellow conditional.
pub fn draw(picture: &Picture<'_>, title: &str) -> String {
    let board = picture.board();
    let (width, height) = (u32::from(board.files()) * SIDE, u32::from(board.ranks()) * SIDE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{}</title>\n",
        escape(title)
    );
    for square in board.squares().filter(|&square| !board.is_hole(square)) {
        let (file, rank) = (u32::from(board.file(square)), u32::from(board.rank(square)));
        let (x, y) = (file * SIDE, height - (rank + 1) * SIDE);
        let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
        let shade = if (file + rank) % 2 == 0 { "#c8b090" } else { "#f0e4cc" };
        let _ =
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{shade}\"/>");
        let ways = picture.ways(square);
        if square == picture.start() {
            let text = escape(&picture.letter().to_string());
            let _ = writeln!(svg, "<text x=\"{cx}\" y=\"{}\" font-size=\"26\">{text}</text>", cy + 9);
        } else if !ways.is_empty() {
            let fill = colour(ways.moves(), ways.captures());
            let ring = if ways.jumps() { "#000" } else { "none" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"10\" fill=\"{fill}\" stroke=\"{ring}\" stroke-width=\"3\">\
                 <title>{}</title></circle>",
                ways.letters()
            );
        }
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
