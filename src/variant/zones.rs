//! Moves that a piece has on some squares only (`zoneMoves`).

use super::Piece;
use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::setup;
use super::source::Text;
use crate::board::{Color, Geometry};
use crate::notation;
use crate::notation::legs::{Initial, Kind as MovementKind};

/// Reads the `zoneMoves` of all pieces and adds them to their movements: items between `;`, each a move, a colon, and the
/// squares on which White's piece has it.
pub(super) fn read(
    definition: &Definition<'_>,
    board: &Geometry,
    pieces: &mut [Piece],
    report: &mut Vec<Diagnostic>,
) {
    let notation = super::pieces::notation_of(definition, &mut Vec::new());
    for (piece, line) in pieces.iter_mut().zip(&definition.pieces) {
        let Some(text) = line.zone_moves else { continue };
        for item in text.split(';').map(Text::trim).filter(|item| !item.is_empty()) {
            let Some((moves, squares)) = item.split_once(':') else {
                let error = Diagnostic::error(item.span(), "expected a move, a colon and squares");
                report.push(error.with_help("as in `zoneMoves=frF:d1,d8; F:e2`"));
                continue;
            };
            let mut zone = vec![false; board.len()];
            for (square, color, span) in setup::squares_of(squares, board, report) {
                zone[square.index()] = true;
                if color == Color::Black {
                    let error = Diagnostic::error(span, "the squares are White's; Black's are their images");
                    report.push(error);
                }
            }
            let movements = notation::compile_in(notation, moves.text).unwrap_or_else(|error| {
                let at = |byte: usize| (moves.at + byte).min(moves.span().end);
                let mut diagnostic =
                    Diagnostic::error(at(error.span.start)..at(error.span.end), error.to_string());
                diagnostic.help = error.help();
                report.push(diagnostic);
                Vec::new()
            });
            let number = u16::try_from(piece.zones.len()).unwrap_or(u16::MAX);
            for mut movement in movements {
                let walks = matches!(movement.kind, MovementKind::Walk(_) | MovementKind::Universal(_));
                if !walks || movement.initial != Initial::Any {
                    let message = "castling, drops and initial moves cannot be bound to squares here";
                    report.push(Diagnostic::error(moves.span(), message));
                    continue;
                }
                movement.initial = Initial::Zone(number);
                movement.span = 0..piece.betza.len();
                piece.movements.push(movement);
            }
            piece.zones.push(zone);
        }
    }
}
