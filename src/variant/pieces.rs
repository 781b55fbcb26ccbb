//! Piece lines: names, IDs, moves.

use super::defaults::default_move;
use super::definition::{Definition, PieceLine};
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::letters;
use super::parameters::ParameterReader;
use super::roster::{self, Roster};
use super::{Piece, PieceType};
use crate::notation::{self, Notation};

/// Reads the name, ID and move of every piece line; `files` is the width of the board.
pub(super) fn read(
    definition: &Definition<'_>,
    files: u16,
    report: &mut Vec<Diagnostic>,
) -> (Vec<Piece>, Roster) {
    let lines = &definition.pieces;
    if lines.is_empty() {
        let help = "a piece line reads name:ID:move:image:squares, as in `rook::::a1,h1`";
        report.push(Diagnostic::error(0..0, "the definition has no piece lines").with_help(help));
    }
    if let Some(line) = lines.get(PieceType::MAX_COUNT) {
        let message = format!("more than {} piece types", PieceType::MAX_COUNT);
        report.push(Diagnostic::error(line.span(), message));
        return (Vec::new(), Roster::default());
    }
    let notation = notation_of(definition, report);
    let mut pieces: Vec<_> = lines.iter().map(|line| read_piece(line, notation, files, report)).collect();
    let ids = |pieces: &[Piece]| -> Vec<String> { pieces.iter().map(|piece| piece.id.clone()).collect() };
    let given = ids(&pieces);
    letters::distinguish(definition, &mut pieces, report);
    let shown = ids(&pieces);
    (pieces, Roster::new(&given, &shown))
}

/// Returns the notation of all move fields.
pub(super) fn notation_of(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> Notation {
    let words = [("xbetza", Notation::Xbetza), ("betza2", Notation::Betza2), ("bracket", Notation::Bracket)];
    let roster = &Roster::default();
    ParameterReader { definition, roster, report }.word(Key::Notation, &words).unwrap_or_default()
}

fn read_piece(line: &PieceLine<'_>, notation: Notation, files: u16, report: &mut Vec<Diagnostic>) -> Piece {
    // An empty ID matches nothing.
    let id = read_id(line, report).unwrap_or_default();
    // The name of the image is, for an address, the file name without extension.
    let image = line.image.text.rsplit(['/', '\\']).next().unwrap_or_default();
    let image = image.split('.').next().unwrap_or_default().replace('_', " ").trim().to_owned();
    let name = if line.name.is_empty() { id.clone() } else { line.name.text.to_owned() };
    // Default moves are in XBetza, whatever the notation of the definition.
    let (notation, betza) = match line.betza.text {
        "" => (Notation::Xbetza, default_move(&name, files).unwrap_or_default()),
        betza => (notation, betza),
    };
    let mut piece = Piece { name, id, image, betza: betza.to_owned(), ..Piece::default() };
    if betza.is_empty() {
        let why = "its move field is empty and the name has no default move";
        report.push(Diagnostic::warning(line.span(), format!("`{}` has no moves: {why}", piece.name)));
        return piece;
    }
    match notation::compile_in(notation, betza) {
        Ok(movements) => piece.movements = movements,
        Err(error) => report.push(Diagnostic::in_move(&error, line.betza.span())),
    }
    piece
}

/// SPEC: "The ID has to be a single letter ... By default the first letter of the piece name would be taken for this."
fn read_id(line: &PieceLine<'_>, report: &mut Vec<Diagnostic>) -> Option<String> {
    if line.id.is_empty() {
        let initial = line.name.text.chars().find(|c| c.is_alphabetic()).filter(char::is_ascii_alphabetic);
        if initial.is_none() {
            let message = "this piece has no ID, and its name does not begin with a letter from A to Z";
            let error = Diagnostic::error(line.span(), message);
            report.push(error.with_help("write a letter in the second field"));
        }
        return initial.map(|letter| letter.to_ascii_uppercase().to_string());
    }
    let id = roster::read_id(line.id.text);
    if id.is_none() {
        let error = line.id.error(format!("`{}` is not a piece ID", line.id.text));
        report.push(
            error.with_help("an ID is one letter, optionally with `+` before it or `'` or `!` after it"),
        );
    }
    id
}
