//! Notes on a piece that cannot be shown as marks on the board.

use crate::board::{Color, Square};
use crate::notation::legs::{Castle, Drop, Initial, Movement, MovementKind, Side};
use crate::position::Game;
use crate::variant::{PieceType, Variant};

/// A line below the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The part of the move description concerned.
    pub source: String,
    /// The note.
    pub words: String,
}

/// Returns the notes on White's piece on `start`. `bare` means that the picture has no marks.
pub fn of(game: &Game, piece: PieceType, start: Square, bare: bool) -> Vec<Note> {
    let definition = &game.variant.pieces[piece.index()];
    let begins = game.variant.home().contains(&(start, Color::White, piece));
    let mut notes = Vec::new();
    for movement in &definition.movements {
        let source = definition.betza.get(movement.span.clone()).unwrap_or("");
        let elsewhere = movement.initial == Initial::StartSquare && !begins;
        let elsewhere = elsewhere.then(|| "only from start squares of such pieces".to_owned());
        let exempt = movement.quoted.then(|| "exempt from morph and captureMatrix".to_owned());
        for words in [special_movement(&game.variant, movement), elsewhere, exempt].into_iter().flatten() {
            let note = Note { source: source.to_owned(), words };
            // Several movements can come from one atom.
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    if definition.movements.iter().any(|movement| movement.must_promote) {
        notes.push(Note { source: "+".to_owned(), words: "must promote when it can".to_owned() });
    }
    if bare && notes.is_empty() {
        let words = "has no move on this board".to_owned();
        notes.push(Note { source: definition.betza.clone(), words });
    }
    notes
}

/// Describes movements that are not walks over the board.
fn special_movement(variant: &Variant, movement: &Movement) -> Option<String> {
    match &movement.kind {
        MovementKind::Walk(_) | MovementKind::Universal(_) => None,
        MovementKind::Castle(castle) => Some(castling(variant, castle)),
        MovementKind::Imitate(_) => Some("moves like the type that moved last".to_owned()),
        MovementKind::Mirror(_) => Some("captures what could capture it".to_owned()),
        MovementKind::Drop(drop) => Some(dropping(drop)),
    }
}

/// Returns the file on which White's castling ends, if the definition fixes it.
pub fn landing_file(variant: &Variant, castle: &Castle) -> Option<u16> {
    let (left, right) = variant.castle_files.filter(|_| !castle.fast)?[Color::White.index()];
    Some(if castle.side == Side::Left { left } else { right })
}

fn castling(variant: &Variant, castle: &Castle) -> String {
    let side = match castle.side {
        Side::Left => "left",
        Side::Right => "right",
    };
    let distance = match (landing_file(variant, castle), castle.distance) {
        (Some(file), _) => format!("to the {}-file", char::from(b'a' + file as u8)),
        (None, 1) => "1 square".to_owned(),
        (None, distance) if castle.fast => format!("1 to {distance} squares"),
        (None, distance) => format!("{distance} squares"),
    };
    let partner = match castle.inner {
        0 => String::new(),
        1 => ", with the next piece inside the outermost one".to_owned(),
        inner => format!(", with the next piece inside the {inner} outermost ones"),
    };
    format!("castles {distance} to the {side}{partner}")
}

fn dropping(drop: &Drop) -> String {
    let limits = [
        (drop.limits.per_file, "on a file"),
        (drop.limits.per_shade, "on squares of one colour"),
        (drop.limits.per_board, "on the board"),
    ];
    let limits = limits.iter().filter(|(most, _)| *most > 0);
    let limits = limits.map(|(most, area)| format!(", at most {most} {area}")).collect::<String>();
    let free = if drop.blocked { ", with nothing between it and the home edge" } else { "" };
    format!("can be dropped from the hand{limits}{free}")
}
