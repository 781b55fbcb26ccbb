//! Lines sent to the GUI.

use crate::engine::library::Ready;
use crate::movegen;
use crate::movetext::{self, score};
use crate::position::{Move, Position};
use crate::search::{Bound, Report};

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

/// `PLY SCORE TIME NODES<TAB>PV`. SPEC: `xboard.md` 1.6. XBoard shows further numbers before the tab as part of the line, in
/// its messages and in games that it saves.
pub fn thinking(ready: &Ready, root: &Position, report: &Report) -> String {
    let centiseconds = report.time.as_millis() / 10;
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Upper => "?",
        Bound::Lower => "!",
    };
    let (depth, score) = (report.depth.max(1), score::in_cecp(report.score));
    let pv = variation(ready, root, &report.pv);
    format!("{depth} {score} {centiseconds} {}\t{pv}{bound}", report.nodes)
}

/// Writes a line of play, up to its first illegal move.
fn variation(ready: &Ready, root: &Position, line: &[Move]) -> String {
    let (game, mut pos) = (&*ready.game, root.clone());
    let mut words = Vec::new();
    for &mv in line {
        if movegen::outcome(game, &pos).is_some() || !movegen::can_play(game, &mut pos, mv) {
            break;
        }
        words.push(in_variation(&move_text(ready, &pos, mv)));
        pos.make(game, mv);
    }
    words.join(" ")
}

/// Writes a move in the form that XBoard reads.
pub fn move_text(ready: &Ready, pos: &Position, mv: Move) -> String {
    ready.dialect.outgoing(&ready.game, pos, mv, movetext::format(&ready.game, pos, mv))
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
    fn popups_escape_newlines() {
        assert_eq!(popup("telluser", "one line\n"), "telluser one line");
        assert_eq!(popup("telluser", "two\n lines\\"), r"telluser \\two\n lines\\");
        let long = popup("telluser", &"\u{e9}\n".repeat(5000));
        assert!(long.len() < 8000 && long.ends_with(r"\n..."), "{}", long.len());
    }

    #[test]
    fn two_legs_are_one_word_in_a_variation() {
        assert_eq!(in_variation("e4e5,e5d6"), "e4xe5-d6");
        assert_eq!(in_variation("a9a10,a10b11"), "a9xa10-b11");
        assert_eq!(in_variation("e2e4"), "e2e4");
    }
}
