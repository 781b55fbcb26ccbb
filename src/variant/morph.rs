//! Promotion by square: the `morph` board of a piece.

use super::keys::Key;
use super::parameters::ParameterReader;
use super::source::Text;
use super::{Morph, PieceType, Promotion};
use crate::board::Geometry;

/// Repeats the preceding rank.
const DITTO: &str = "\"";

/// Reads the `morph` board of `piece`: `[square]`, from White's view.
///
/// SPEC: "an image of the board, the ranks separated by slashes /, starting with the highest rank" (Making use of Board
/// Zones).
pub(super) fn read(
    reader: &mut ParameterReader<'_>,
    text: Text<'_>,
    piece: PieceType,
    board: &Geometry,
    promotion: &Promotion,
) -> Vec<Morph> {
    let cell = |symbol, at, reader: &mut _| cell(symbol, at, piece, promotion, reader);
    picture(reader, text, Key::Morph, board, Morph::Normal, cell)
}

/// Reads the `dropZone` board of a piece: `[square]`, from White's view; true if it may be dropped there.
pub(super) fn drop_zone(reader: &mut ParameterReader<'_>, text: Text<'_>, board: &Geometry) -> Vec<bool> {
    let cell = |symbol: char, at: Text<'_>, reader: &mut ParameterReader<'_>| {
        if !matches!(symbol, '.' | '!') {
            let message = format!("`{symbol}` means nothing in `dropZone`");
            reader.error_with_help(at, message, "squares are `.` (drop allowed) and `!` (no drop)");
        }
        symbol == '.'
    };
    picture(reader, text, Key::DropZone, board, true, cell)
}

/// Reads a picture of the board: `[square]`.
fn picture<'a, 'r, T: Copy>(
    reader: &mut ParameterReader<'r>,
    text: Text<'a>,
    what: Key,
    board: &Geometry,
    normal: T,
    cell: impl Fn(char, Text<'a>, &mut ParameterReader<'r>) -> T,
) -> Vec<T> {
    let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
    let mut rows: Vec<Vec<T>> = Vec::with_capacity(ranks);
    for row in text.rows() {
        if rows.len() == ranks {
            reader.error(row, format!("{what} has more than the {ranks} ranks of the board"));
            break;
        }
        // SPEC: "If a rank just contains a double quote, it indicates a repetition of the previous rank."
        if row.text == DITTO {
            let last = rows.last().cloned();
            if last.is_none() {
                reader.error(row, "`\"` repeats the rank before it, but there is none");
            }
            rows.push(last.unwrap_or_default());
            continue;
        }
        let squares = row.text.chars().count();
        if squares > files {
            let message = format!("this rank of {what} has {squares} squares, the board {files} files");
            reader.error(row, message);
        }
        let cells: Vec<T> = row.chars().take(files).map(|(c, at)| cell(c, at, reader)).collect();
        rows.push(cells);
    }
    // SPEC: "Ranks that are not mentioned, or contain no characters at all, will be assumed to contain all non-special
    // squares"; given characters "will be repeated to fill in the missing spots".
    rows.resize(ranks, Vec::new());
    let fill =
        |row: Vec<T>| (0..files).map(move |file| row.get(file % row.len().max(1)).copied().unwrap_or(normal));
    rows.into_iter().rev().flat_map(fill).collect()
}

/// Returns the meaning of one square.
fn cell(
    symbol: char,
    at: Text<'_>,
    piece: PieceType,
    promotion: &Promotion,
    reader: &mut ParameterReader<'_>,
) -> Morph {
    let roster = reader.roster;
    let mut refuse = |message: String, help: &str| {
        reader.error_with_help(at, message, help);
        Morph::Normal
    };
    match symbol {
        '.' => Morph::Normal,
        '!' => Morph::Forbidden,
        '=' => Morph::NoFriend,
        '*' => Morph::Choose(0),
        '1'..='9' => {
            let set = symbol.to_digit(10).map_or(0, |digit| digit as usize);
            if set < promotion.choices.len() {
                return Morph::Choose(set);
            }
            refuse(
                format!("`promoChoice` has no set {set}"),
                "sets are separated by `/`; the first one is `*`, the next one `1`",
            )
        }
        '|' | '^' if promotion.offset == 0 => refuse(
            format!("`{symbol}` promotes by `promoOffset`, which is 0"),
            "set `promoOffset`, or write a piece ID on the square",
        ),
        '|' => Morph::MayPromote,
        '^' => Morph::MustPromote,
        '+' => Morph::WinLater,
        '#' => Morph::WinNow,
        'A'..='Z' => {
            if let Some(into) = roster.latest_but(at.text, piece) {
                return Morph::Into(into);
            }
            if roster.latest(at.text) == Some(piece) {
                reader.warn(at, format!("the piece is already `{symbol}`: ignored"));
                return Morph::Normal;
            }
            refuse(
                format!("no piece has the ID `{symbol}`"),
                "a letter on a square is the ID of the piece to turn into",
            )
        }
        '"' => refuse("`\"` must be alone on its rank".to_owned(), "it repeats the whole preceding rank"),
        _ => refuse(
            format!("`{symbol}` means nothing in `morph`"),
            "squares are `.` normal, A-Z turn into, `*` and 1-9 promote by choice, `|` `^` promote, `!` forbidden, `=` no friend, `+` `#` wins",
        ),
    }
}
