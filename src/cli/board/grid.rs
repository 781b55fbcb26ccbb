//! Text drawing of a board, coloured if the terminal supports it.

use crate::board::Geometry;
use std::fmt::Write;

/// ANSI attribute of empty squares and holes.
pub const FAINT: &str = "90";
/// ANSI attribute of White's pieces.
pub const WHITE: &str = "1";
/// ANSI attribute of Black's pieces.
pub const BLACK: &str = "1;31";
/// Text of an empty square.
pub const EMPTY: &str = ".";
/// Text of a hole in the board.
pub const HOLE: &str = "#";

/// Whether text is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// ANSI escape sequences.
    Ansi,
}

/// Makes the console interpret escape sequences. Returns whether it does.
#[cfg(windows)]
fn enables_ansi() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

/// Terminals of other systems interpret escape sequences.
#[cfg(not(windows))]
const fn enables_ansi() -> bool {
    true
}

impl Paint {
    /// Returns [`Paint::Ansi`] if standard output is a terminal with colours and `NO_COLOR` is not set
    /// (<https://no-color.org>).
    pub fn of_stdout() -> Self {
        use std::io::IsTerminal;
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        if std::io::stdout().is_terminal() && !unwanted && enables_ansi() { Self::Ansi } else { Self::Plain }
    }
    /// Adds an attribute to a text.
    pub fn with(self, attribute: &str, text: &str) -> String {
        match self {
            Self::Ansi if !text.is_empty() => format!("\u{1b}[{attribute}m{text}\u{1b}[0m"),
            Self::Plain | Self::Ansi => text.to_owned(),
        }
    }
}

/// A cell: runs of text, each as attribute and text.
pub type GridCell = Vec<(String, String)>;

/// Draws the board, highest rank first, with the names of ranks and files. `cells` are in the order of the squares.
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
    fn colours_are_optional() {
        assert_eq!(Paint::Plain.with("31", "c"), "c");
        assert_eq!(Paint::Ansi.with("31", "c"), "\u{1b}[31mc\u{1b}[0m");
    }
}
