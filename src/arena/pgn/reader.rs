//! Reads PGN.

use super::side_name;
use crate::arena::record::EngineFault;
use crate::board::Color;

/// A game read from PGN.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Read {
    /// Tag names and values.
    pub tags: Vec<(String, String)>,
    /// Moves as written.
    pub moves: Vec<String>,
    /// Comments in order.
    pub comments: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

impl Read {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
    /// Returns the side whose engine broke the rules, and how.
    pub fn fault(&self) -> Option<(Color, EngineFault)> {
        let (side, word) = self.tag("Fault")?.split_once(' ')?;
        let side = Color::BOTH.into_iter().find(|&color| side_name(color) == side)?;
        Some((side, EngineFault::from_word(word)?))
    }
    /// Returns `Some(Some(winner))`, `Some(None)` for a draw, or `None` for a game without a result.
    pub fn winner(&self) -> Option<Option<Color>> {
        match self.result.as_str() {
            "1-0" => Some(Some(Color::White)),
            "0-1" => Some(Some(Color::Black)),
            "1/2-1/2" => Some(None),
            _ => None,
        }
    }
}

/// Start of the first tag of a game, which begins a line.
pub(super) const FIRST_TAG: &str = "[Event \"";

/// The games of a text.
#[derive(Default, Debug)]
pub struct ReadGames {
    /// Those with a result.
    pub games: Vec<Read>,
    /// Offset in bytes: the start of the last game if that has no result, else the end of the text.
    pub whole: usize,
    /// Number of the first game without a result, from 1.
    pub incomplete: Option<usize>,
}

/// Reads games.
pub fn read(text: &str) -> ReadGames {
    let (mut all, mut start) = (ReadGames::default(), 0);
    while start < text.len() {
        let rest = &text[start..];
        let length = rest.match_indices(FIRST_TAG).map(|(at, _)| at);
        let length = length.filter(|&at| at > 0).find(|&at| rest.as_bytes()[at - 1] == b'\n');
        let length = length.unwrap_or(rest.len());
        let (whole, is_incomplete) = read_games(&rest[..length], &mut all.games);
        all.whole = start + whole;
        if is_incomplete {
            all.incomplete = all.incomplete.or(Some(all.games.len() + 1));
        }
        start += length;
    }
    all
}

/// Reads games from a text with at most one first tag. Returns the offset of the end of the last complete game, and whether
/// tags or moves follow it.
fn read_games(text: &str, games: &mut Vec<Read>) -> (usize, bool) {
    let mut game = Read::default();
    let (mut rest, mut whole) = (text, 0);
    loop {
        // Some editors put a byte order mark before the first game.
        let start = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let Some(first) = start.chars().next() else { break };
        match first {
            '[' => {
                let Some((line, after)) = start.split_once('\n') else { break };
                game.tags.extend(tag(line));
                rest = after;
            }
            '{' => {
                let Some((comment, after)) = start[1..].split_once('}') else { break };
                game.comments.push(comment.split_whitespace().collect::<Vec<_>>().join(" "));
                rest = after;
            }
            // SPEC: PGN, 5 and 6: comments to the end of the line, lines for other programs.
            ';' | '%' => rest = start.split_once('\n').map_or("", |(_, after)| after),
            '(' => rest = after_variation(start),
            _ => {
                let (word, after) = start.split_at(end_of_word(start));
                rest = after;
                if !matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
                    let number = word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit());
                    let is_move = !number && !word.starts_with('$') && word != "e.p.";
                    game.moves.extend(is_move.then(|| word.to_owned()));
                    continue;
                }
                game.result = word.to_owned();
                games.push(std::mem::take(&mut game));
                whole = text.len() - after.trim_start_matches(['\n', '\r', ' ']).len();
            }
        }
    }
    (whole, !game.tags.is_empty() || !game.moves.is_empty())
}

/// The end of the word at the start of a text. A move may contain `(`, as in `e8(Q)`; a variation begins with a number.
fn end_of_word(text: &str) -> usize {
    let is_variation =
        |at: usize| text[at..].starts_with('(') && text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let ends = |&(at, c): &(usize, char)| c.is_whitespace() || matches!(c, '{' | ';') || is_variation(at);
    text.char_indices().find(ends).map_or(text.len(), |(at, _)| at)
}

/// The text after the variation at its start, which may contain others; nothing if it has no end.
fn after_variation(text: &str) -> &str {
    let (mut depth, mut in_comment) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '{' | '}' => in_comment = c == '{',
            '(' if !in_comment => depth += 1,
            ')' if !in_comment => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

/// Reads `[Name "value"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, value) = line.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    Some((name.to_owned(), plain))
}

/// Decodes UTF-8. Each byte of other text becomes `?`, so that offsets in the text are offsets in the file.
pub fn decode(bytes: &[u8]) -> String {
    let chunks = bytes.utf8_chunks();
    chunks.map(|chunk| chunk.valid().to_owned() + &"?".repeat(chunk.invalid().len())).collect()
}
