//! The start position as XBoard reads it.
//!
//! SPEC: `xboard.md` 2.4.

use super::dialect::names_suffix;
use crate::board::{Color, Geometry, Square};
use crate::position::names;
use crate::variant::{PieceType, Variant};

/// Writes the board field; `ids` are White's IDs by type.
pub fn board(variant: &Variant, ids: &[String]) -> String {
    let board = &variant.board;
    let content = |square| match variant.setup.iter().find(|entry| entry.0 == square) {
        Some(&(_, color, piece)) => Some(names::colored(&ids[piece.index()], color)),
        None => board.is_hole(square).then(|| "*".to_owned()),
    };
    let rank = |rank| {
        let squares = (0..i32::from(board.files())).filter_map(|file| board.at(file, rank));
        let contents: Vec<Option<String>> = squares.map(content).collect();
        let runs = contents.chunk_by(|one, next| one.is_none() && next.is_none());
        runs.map(|run| run[0].clone().unwrap_or_else(|| run.len().to_string())).collect::<String>()
    };
    (0..i32::from(board.ranks())).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Writes the hands in brackets, with the types that XBoard reads there.
pub fn hands(variant: &Variant, ids: &[String], is_read: impl Fn(PieceType) -> bool) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        // XBoard stops reading at a suffix. SPEC: `xboard.md` 2.3: IDs with one "do not work in [...] holdings".
        for piece in variant.types().filter(|&piece| names_suffix(&ids[piece.index()]) && is_read(piece)) {
            let held = variant.count_held(color, piece);
            text += &names::colored(&ids[piece.index()], color).repeat(usize::from(held));
        }
    }
    format!("[{}]", or_dash(text))
}

/// Returns the text, or `-` for an empty one.
pub fn or_dash(text: String) -> String {
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
    or_dash(letters.into_iter().collect())
}

/// Whether a FEN may be an array that XBoard has set up itself. White is to move, Black's pieces mirror White's, and each
/// side has a full rank of pieces behind a full rank of pawns. If XBoard has no array of that size, the board is empty.
pub fn may_be_of_xboard(fen: &str) -> bool {
    let swapped =
        |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let (board, rest) = fen.trim().split_once(' ').unwrap_or_default();
    let ranks: Vec<&str> = board.split('[').next().unwrap_or_default().split('/').collect();
    let is_mirrored =
        ranks.iter().zip(ranks.iter().rev()).all(|(rank, other)| rank.chars().map(swapped).eq(other.chars()));
    let is_empty = |rank: &&str| rank.bytes().all(|b| b.is_ascii_digit());
    let is_array = match &ranks[..] {
        [back, pawns, middle @ .., _, _] => {
            back.bytes().all(|b| b.is_ascii_alphabetic())
                && pawns.bytes().all(|b| b == b'p')
                && middle.iter().all(is_empty)
        }
        _ => false,
    };
    let is_full_or_empty = is_array || ranks.iter().all(is_empty);
    is_mirrored && is_full_or_empty && rest.starts_with("w ") && rest.ends_with(" 0 1")
}
