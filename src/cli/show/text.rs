//! Text picture of a piece.

use super::marks::{MoveMark, SquareMark};
use super::reach_map::Survey;
use crate::board::Square;
use crate::cli::board::grid::{self, GridCell, Paint};
use std::fmt::Write;

/// Draws the board as text, followed by the legend, the blockers and the notes.
pub fn draw(survey: &Survey<'_>, paint: Paint) -> String {
    let board = survey.board;
    let cells: Vec<GridCell> = board.squares().map(|square| cell(survey, square)).collect();
    let mut text = grid::draw(board, &cells, paint);
    text += &legend(survey, paint);
    text += &blocks(survey);
    for note in &survey.notes {
        let _ = writeln!(text, "     {}  {}", note.source, note.words);
    }
    text
}

/// Lists the marks with their meanings.
fn legend(survey: &Survey<'_>, paint: Paint) -> String {
    let marks: Vec<(SquareMark, String)> =
        survey.legend().into_iter().map(|mark| (mark, mark.letters())).collect();
    let width = marks.iter().map(|(_, letters)| letters.len()).max().unwrap_or(1);
    let line = |(mark, letters): &(SquareMark, String)| {
        let blanks = " ".repeat(width - letters.len());
        format!("     {}{blanks}  {}\n", paint.with(&mark.ansi(), letters), mark.legend())
    };
    marks.iter().map(line).collect()
}

fn cell(survey: &Survey<'_>, square: Square) -> GridCell {
    let marks = survey.ways[square.index()].shown();
    let mut cell = GridCell::new();
    if survey.board.is_hole(square) {
        cell.push((grid::FAINT.to_owned(), grid::HOLE.to_owned()));
    } else if square == survey.start {
        cell.push(("1".to_owned(), survey.letter.to_string()));
    } else if marks.is_empty() {
        cell.push((grid::FAINT.to_owned(), grid::EMPTY.to_owned()));
    }
    cell.extend(marks.iter().map(|mark| (mark.ansi(), mark.letters())));
    cell
}

/// Lists the destinations blocked by each square that must be empty, one line per square.
fn blocks(survey: &Survey<'_>) -> String {
    let mut text = String::new();
    for (&square, destinations) in &survey.blocks {
        if survey.ways[square.index()].shown().first().is_some_and(|mark| mark.way == MoveMark::Clear) {
            let names: Vec<String> = destinations.iter().map(|&square| survey.board.name(square)).collect();
            let _ =
                writeln!(text, "     a piece on {} blocks {}", survey.board.name(square), names.join(" "));
        }
    }
    text
}
