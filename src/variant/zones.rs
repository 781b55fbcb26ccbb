//! Moves that a piece has only on some squares, and moves that turn it into another type (`zoneMoves`).

use super::Piece;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::parameters::ParameterReader;
use super::setup;
use super::source::Text;
use crate::board::{Color, Geometry};
use crate::notation;
use crate::notation::legs::{Initial, Landing, Movement, MovementKind, TypeChange};

/// Keyword instead of squares: all squares, for the last piece of the type.
const LAST: &str = "last";

/// Maximum number of items in all `zoneMoves` of a definition: each takes memory for a whole board.
const MAX_ITEMS: usize = 4096;

/// Reads the `zoneMoves` of all pieces and adds them to their movements: items separated by `;`, each a move, a colon,
/// and the squares where White's piece has it; optionally `=` and the type that it turns into.
pub(super) fn read(reader: &mut ParameterReader<'_>, board: &Geometry, pieces: &mut [Piece]) {
    let definition = reader.definition;
    let notation = super::pieces::notation_of(definition, &mut Vec::new());
    let mut left = MAX_ITEMS;
    for (index, (piece, line)) in pieces.iter_mut().zip(&definition.pieces).enumerate() {
        let Some(text) = line.zone_moves else { continue };
        for item in text.split(';').map(Text::trim).filter(|item| !item.is_empty()) {
            if left == 0 {
                return reader.error(item, format!("more than {MAX_ITEMS} items of `zoneMoves`"));
            }
            left -= 1;
            let Some((moves, place)) = item.split_once(':') else {
                let help = "as in `zoneMoves=frF:d1,d8; F:e2`";
                reader.error_with_help(item, "expected a move, a colon and squares", help);
                continue;
            };
            let movements = notation::compile_in(notation, moves.text).unwrap_or_else(|error| {
                reader.report.push(Diagnostic::in_move(&error, moves.span()));
                Vec::new()
            });
            let number = u16::try_from(piece.zones.len()).unwrap_or(u16::MAX);
            let (squares, becomes) = place.cut('=');
            let last = squares.text.eq_ignore_ascii_case(LAST);
            let initial = match becomes {
                None => Initial::Zone(number),
                Some(text) => {
                    let Some((form, without_threats)) = form(text, index, reader) else { continue };
                    Initial::Change(TypeChange { zone: number, form, last, without_threats })
                }
            };
            if last && becomes.is_none() {
                let help = "as in `zoneMoves=mF:last=Q`";
                reader.error_with_help(squares, "`last` needs a piece to turn into", help);
                continue;
            }
            if squares.is_empty() {
                reader.error(place, "expected squares after the colon");
                continue;
            }
            let all = || vec![true; board.len()];
            piece.zones.push(if last { all() } else { zone(squares, board, reader.report) });
            if let Some(message) = movements.iter().find_map(|movement| may_be_bound(movement, initial).err())
            {
                reader.error(moves, message);
                continue;
            }
            for mut movement in movements {
                (movement.initial, movement.span) = (initial, 0..piece.betza.len());
                piece.movements.push(movement);
            }
        }
    }
}

/// Reads White's squares.
fn zone(squares: Text<'_>, board: &Geometry, report: &mut Vec<Diagnostic>) -> Vec<bool> {
    let mut zone = vec![false; board.len()];
    for (square, color, span) in setup::squares_of(squares, board, report) {
        zone[square.index()] = true;
        if color == Color::Black {
            report.push(Diagnostic::error(span, "only White's squares are listed; Black's are their images"));
        }
    }
    zone
}

/// Reads the text after `=`: the type, optionally preceded by `!` (the new piece must attack nothing).
fn form(text: Text<'_>, own: usize, reader: &mut ParameterReader<'_>) -> Option<(u16, bool)> {
    let without_threats = text.text.starts_with('!');
    let id = text.split_at(usize::from(without_threats)).1.trim();
    let found = reader.pieces(id, Key::ZoneMoves);
    let other = found.iter().rev().find(|piece| piece.index() != own);
    if other.is_none() && !found.is_empty() {
        reader.error(id, "a piece cannot turn into itself");
    }
    if id.is_empty() {
        reader.error(text, "expected the ID of the piece to turn into");
    }
    other.map(|piece| (piece.0, without_threats))
}

/// Checks whether the movement can be bound to squares. A move that changes the piece's type must do nothing else.
fn may_be_bound(movement: &Movement, initial: Initial) -> Result<(), &'static str> {
    let walks = matches!(movement.kind, MovementKind::Walk(_) | MovementKind::Universal(_));
    if !walks || movement.initial != Initial::Any {
        return Err("castling, drops and initial moves cannot be bound to squares here");
    }
    let takes = |landing: Landing| !landing.take.is_empty();
    let does_more = match &movement.kind {
        MovementKind::Universal(leap) => takes(leap.landing) || leap.unload || leap.induce,
        MovementKind::Walk(legs) => {
            legs.iter().any(|leg| takes(leg.landing) || leg.unload || leg.gate || leg.induce)
        }
        _ => false,
    };
    if initial.change().is_some() && (does_more || !movement.flames.is_empty()) {
        return Err(
            "a move that changes the piece's type must not affect other pieces: write `m` on its last leg, as in `mF`",
        );
    }
    Ok(())
}
