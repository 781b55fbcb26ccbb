//! The start position as XBoard reads it.
//!
//! SPEC: `xboard.md` 2.4.

use crate::board::{Color, Geometry, Square};
use crate::variant::Variant;

/// Writes the board field; `ids` are White's IDs by type.
pub fn board(variant: &Variant, ids: &[String]) -> String {
    let board = &variant.board;
    let mut ranks = Vec::new();
    for rank in (0..i32::from(board.ranks())).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..i32::from(board.files()) {
            let Some(square) = board.at(file, rank) else { continue };
            let piece = variant.setup.iter().find(|entry| entry.0 == square);
            if piece.is_none() && !board.is_hole(square) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += &piece.map_or("*".into(), |&(_, color, piece)| in_case(&ids[piece.index()], color));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        ranks.push(text);
    }
    ranks.join("/")
}

/// Writes the hands in brackets.
pub fn hands(variant: &Variant, ids: &[String]) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        for (i, id) in ids.iter().enumerate() {
            let held = variant.hands[color.index()].get(i).copied().unwrap_or(0);
            text += &in_case(id, color).repeat(usize::from(held));
        }
    }
    if text.is_empty() { "[-]".into() } else { format!("[{text}]") }
}

/// Writes castling rights as `KQkq`, for kings that castle with corner rooks by XBoard's own rules. `rights` holds
/// (left, right) for each colour, from White's view.
pub fn castling(rights: [(bool, bool); 2]) -> String {
    let mut text = String::new();
    for (color, letters) in [(Color::White, ['K', 'Q']), (Color::Black, ['k', 'q'])] {
        let (queen_side, king_side) = rights[color.index()];
        text.extend(king_side.then_some(letters[0]));
        text.extend(queen_side.then_some(letters[1]));
    }
    if text.is_empty() { "-".into() } else { text }
}

/// Writes castling rights as the files of the partners, `HAha`. SPEC: `xboard.md` 2.4.
pub fn partners(board: &Geometry, partners: impl Iterator<Item = (Color, Square)>) -> String {
    let letter = |(color, square): (Color, Square)| {
        let first = if color == Color::White { b'A' } else { b'a' };
        char::from(first + board.file(square) as u8)
    };
    let mut letters: Vec<char> = partners.map(letter).collect();
    // The side towards the highest file first, White before Black.
    letters.sort_unstable_by_key(|c| (c.is_ascii_lowercase(), std::cmp::Reverse(*c)));
    letters.dedup();
    if letters.is_empty() { "-".into() } else { letters.into_iter().collect() }
}

fn in_case(id: &str, color: Color) -> String {
    match color {
        Color::White => id.to_owned(),
        Color::Black => id.to_ascii_lowercase(),
    }
}
