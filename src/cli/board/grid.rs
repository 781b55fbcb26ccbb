//! A board in letters, coloured where the terminal can do it.

use crate::board::Geometry;
use std::fmt::Write;

/// Attribute of what is of little interest.
pub const FAINT: &str = "90";
/// Attribute of White's pieces.
pub const WHITE: &str = "1";
/// Attribute of Black's pieces.
pub const BLACK: &str = "1;31";
/// An empty square.
pub const EMPTY: &str = ".";
/// A square that is no part of the board.
pub const HOLE: &str = "#";

/// Are the letters coloured?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Letters only.
    Plain,
    /// ANSI escape sequences around the letters.
    Ansi,
}

impl Paint {
    /// Coloured when standard output is a terminal that can do it, unless `NO_COLOR` is set (<https://no-color.org>).
    pub fn of_stdout() -> Self {
        use std::io::IsTerminal;
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        match std::io::stdout().is_terminal() && !unwanted {
            true => Self::Ansi,
            false => Self::Plain,
        }
    }
    /// The text with an attribute.
    pub fn with(self, attribute: &str, text: &str) -> String {
        match self {
            Self::Ansi if !text.is_empty() => format!("\u{1b}[{attribute}m{text}\u{1b}[0m"),
            Self::Plain | Self::Ansi => text.to_owned(),
        }
    }
}

/// A cell: runs of text, each after its attribute.
pub type GridCell = Vec<(String, String)>;

/// The board, highest rank first, with the names of ranks and files. `cells` are in the order of the squares.
pub fn draw(board: &Geometry, cells: &[GridCell], paint: Paint) -> String {
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
    text
}

fn length(cell: &GridCell) -> usize {
    cell.iter().map(|(_, letters)| letters.chars().count()).sum()
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
