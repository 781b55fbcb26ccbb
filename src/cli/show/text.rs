//! The picture of a piece in letters, coloured where the terminal can do it.

use super::survey::Survey;
use super::ways::{Mark, Way};
use crate::board::Square;
use std::fmt::Write;

/// Are the letters coloured?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Letters only.
    Plain,
    /// ANSI escape sequences around the letters.
    Ansi,
}

impl Paint {
    /// Coloured when standard output is a terminal, unless `NO_COLOR` is set (<https://no-color.org>).
    pub fn of_stdout() -> Self {
        use std::io::IsTerminal;
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match std::io::stdout().is_terminal() && !unwanted {
            true => Self::Ansi,
            false => Self::Plain,
        }
    }
    fn with(self, attribute: &str, text: &str) -> String {
        match self {
            Self::Ansi if !text.is_empty() => format!("\u{1b}[{attribute}m{text}\u{1b}[0m"),
            Self::Plain | Self::Ansi => text.to_owned(),
        }
    }
}

/// A cell: runs of text and their attributes.
type Cell = Vec<(String, String)>;

/// The board in letters; below it a legend of those that occur, what is blocked by what, and what no letter tells.
pub fn draw(survey: &Survey<'_>, paint: Paint) -> String {
    let board = survey.board;
    let cells: Vec<Cell> = board.squares().map(|square| cell(survey, square)).collect();
    let width = cells.iter().map(length).max().unwrap_or(1);
    let mut text = String::new();
    for rank in (0..board.ranks()).rev() {
        let _ = write!(text, "{:>3} ", i32::from(rank) + board.first_rank());
        let row = usize::from(rank) * usize::from(board.files());
        let cells = &cells[row..row + usize::from(board.files())];
        for (file, cell) in cells.iter().enumerate() {
            text.push(' ');
            cell.iter().for_each(|(attribute, letters)| text += &paint.with(attribute, letters));
            if file + 1 < cells.len() {
                text += &" ".repeat(width - length(cell));
            }
        }
        text.push('\n');
    }
    text += "    ";
    for file in 0..board.files() {
        let _ = write!(text, " {:<width$}", char::from(b'a' + file as u8));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text += &legend(survey, paint);
    text += &blocks(survey);
    for note in &survey.notes {
        let _ = writeln!(text, "     {}  {}", note.source, note.words);
    }
    text
}

/// The marks with their words.
fn legend(survey: &Survey<'_>, paint: Paint) -> String {
    let marks: Vec<(Mark, String)> = survey.legend().into_iter().map(|mark| (mark, mark.letters())).collect();
    let width = marks.iter().map(|(_, letters)| letters.len()).max().unwrap_or(1);
    let line = |(mark, letters): &(Mark, String)| {
        let blanks = " ".repeat(width - letters.len());
        format!("     {}{blanks}  {}\n", paint.with(&mark.ansi(), letters), mark.legend())
    };
    marks.iter().map(line).collect()
}

fn length(cell: &Cell) -> usize {
    cell.iter().map(|(_, letters)| letters.chars().count()).sum()
}

fn cell(survey: &Survey<'_>, square: Square) -> Cell {
    let marks = survey.ways[square.index()].shown();
    let mut cell = Cell::new();
    if survey.board.is_hole(square) {
        cell.push(("90".to_owned(), "#".to_owned()));
    } else if square == survey.start {
        cell.push(("1".to_owned(), survey.letter.to_string()));
    } else if marks.is_empty() {
        cell.push(("90".to_owned(), ".".to_owned()));
    }
    cell.extend(marks.iter().map(|mark| (mark.ansi(), mark.letters())));
    cell
}

/// What the squares block that a lame piece passes: a line each.
fn blocks(survey: &Survey<'_>) -> String {
    let mut text = String::new();
    for (&square, destinations) in &survey.blocks {
        if survey.ways[square.index()].shown().first().is_some_and(|mark| mark.way == Way::Clear) {
            let names: Vec<String> = destinations.iter().map(|&square| survey.board.name(square)).collect();
            let _ =
                writeln!(text, "     a piece on {} blocks {}", survey.board.name(square), names.join(" "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Paint;

    #[test]
    fn colours_are_put_around_letters_and_can_be_left_out() {
        assert_eq!(Paint::Plain.with("31", "c"), "c");
        assert_eq!(Paint::Ansi.with("31", "c"), "\u{1b}[31mc\u{1b}[0m");
    }
}
