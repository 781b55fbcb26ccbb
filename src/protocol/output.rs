//! Output lines sent to the GUI.

use crate::movegen;
use crate::movetext::{self, score};
use crate::position::{Game, Move, Position};
use crate::protocol::dialect::Dialect;
use crate::search::{Bound, Report};
use crate::system::code_page;
use std::io::Write;

/// Output to the GUI: whole lines, each flushed immediately.
pub struct Output {
    writer: Box<dyn Write + Send>,
    closed: bool,
    /// Whether text is sent in the system's code page.
    is_encoded: bool,
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Output")
    }
}

impl Output {
    /// Creates an output that writes to `writer`.
    pub fn new(writer: Box<dyn Write + Send>) -> Self {
        Self { writer, closed: false, is_encoded: false }
    }

    /// Sends a line. A failure closes the output: see [`Self::is_closed`].
    pub fn line(&mut self, text: &str) {
        log::debug!("< {text}");
        let text = format!("{}\n", text.replace(['\n', '\r'], " "));
        let encoded = if self.is_encoded { code_page::encode(&text) } else { None };
        let bytes = encoded.as_deref().unwrap_or(text.as_bytes());
        self.closed |= self.writer.write_all(bytes).and_then(|()| self.writer.flush()).is_err();
    }

    /// Sends text in the system's code page from now on, as WinBoard reads it, if it has all the characters.
    pub fn encode(&mut self) {
        self.is_encoded = true;
    }

    /// Whether a line could not be sent.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
}

/// Columns for text in a GUI window, which does not wrap lines.
const COLUMNS: usize = 80;

/// Longest text of a popup, bytes. XBoard reads lines of up to 8191 bytes, and escapes take two.
const LONGEST_POPUP: usize = 3500;

/// Returns a CECP line that shows `text` in a window. Text of several lines is escaped into one: XBoard reads escapes
/// after two backslashes.
pub fn popup(command: &str, text: &str) -> String {
    let text = text.trim_end();
    if !text.contains('\n') {
        return format!("{command} {text}");
    }
    let end = text.char_indices().map(|(at, _)| at).find(|&at| at > LONGEST_POPUP);
    let (text, more) = end.map_or((text, ""), |end| (&text[..end], "\\n..."));
    format!("{command} \\\\{}{more}", text.replace('\\', "\\\\").replace('\n', "\\n"))
}

/// Joins a list for [`popup`], with line breaks between items.
pub fn list(items: &[String], separator: &str) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for (index, item) in items.iter().enumerate() {
        let length = item.chars().count() + separator.len();
        if index > 0 {
            text += separator;
            if column + length > COLUMNS {
                text = format!("{}\n", text.trim_end());
                column = 0;
            }
        }
        text += item;
        column += length;
    }
    text
}

/// Raw text, for callers that write whole lines themselves.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writer.write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

/// `PLY SCORE TIME NODES SELDEPTH KNPS TBHITS<TAB>PV`. SPEC: `xboard.md` 1.6.
pub fn thinking(game: &Game, dialect: &Dialect, root: &Position, report: &Report) -> String {
    let centiseconds = report.time.as_millis() / 10;
    let knps = u128::from(report.nodes) / report.time.as_millis().max(1);
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Upper => "?",
        Bound::Lower => "!",
    };
    let (depth, seldepth) = (report.depth.max(1), report.seldepth.max(report.depth));
    let score = score::in_cecp(report.score);
    let pv = variation(game, dialect, root, &report.pv);
    format!("{depth} {score} {centiseconds} {} {seldepth} {knps} 0\t{pv}{bound}", report.nodes)
}

/// Writes a line of play, up to its first illegal move.
pub fn variation(game: &Game, dialect: &Dialect, root: &Position, line: &[Move]) -> String {
    let mut pos = root.clone();
    let mut words = Vec::new();
    for &mv in line {
        if movegen::outcome(game, &pos).is_some() || !movegen::can_follow(game, &mut pos, mv) {
            break;
        }
        words.push(in_variation(&move_text(game, dialect, &pos, mv)));
        pos.make(game, mv);
    }
    words.join(" ")
}

/// Writes a move in the form that XBoard reads.
pub fn move_text(game: &Game, dialect: &Dialect, pos: &Position, mv: Move) -> String {
    dialect.outgoing(game, pos, mv, movetext::format(game, pos, mv))
}

/// Rewrites a move of two legs as `e4xe5-d6`, the form XBoard reads in variations.
fn in_variation(text: &str) -> String {
    let Some((first, second)) = text.split_once(',') else { return text.into() };
    // The relay square ends the first part and starts the second.
    let shared =
        (1..first.len().min(second.len())).rev().find(|&n| second.starts_with(&first[first.len() - n..]));
    match shared {
        Some(n) => format!("{}x{}-{}", &first[..first.len() - n], &second[..n], &second[n..]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn popups_escape_newlines_and_lists_wrap() {
        assert_eq!(popup("telluser", "one line\n"), "telluser one line");
        assert_eq!(popup("telluser", "two\n lines\\"), r"telluser \\two\n lines\\");
        let long = popup("telluser", &"\u{e9}\n".repeat(5000));
        assert!(long.len() < 8000 && long.ends_with(r"\n..."), "{}", long.len());
        let items: Vec<String> = (0..30).map(|n| format!("item{n}")).collect();
        let list = list(&items, ", ");
        assert!(list.lines().count() > 1 && list.lines().all(|line| line.len() <= COLUMNS), "{list}");
        assert_eq!(list.replace('\n', " "), items.join(", "));
    }

    #[test]
    fn two_legs_are_one_word_in_a_variation() {
        assert_eq!(in_variation("e4e5,e5d6"), "e4xe5-d6");
        assert_eq!(in_variation("a9a10,a10b11"), "a9xa10-b11");
        assert_eq!(in_variation("e2e4"), "e2e4");
    }
}
