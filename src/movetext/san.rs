//! Moves in standard algebraic notation, for PGN of variants that its readers know.
//!
//! SPEC: the PGN standard of 1994, 8.2.3; drops as `N@f3`, as XBoard and others write them. Moves without a form in
//! the notation (locust captures, gating, Shogi promotion) stay in coordinates, and so do variants whose rules a
//! reader cannot know.

use super::{Numbering, becomes, format as in_coordinates, relays, zeros};
use crate::board::Square;
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, MoveList, Position, names::fen_name};
use crate::variant::{PieceType, Variant};

/// Letters and board size of orthodox chess.
const ORTHODOX: &str = "PNBRQK";
const ORTHODOX_SIZE: (u16, u16) = (8, 8);
/// The letter that is omitted.
const PAWN: &str = "P";

/// Writes a legal move; falls back to coordinates if there is no algebraic form. `is_known`: whether XBoard knows
/// the variant by name.
pub fn format(game: &Game, pos: &mut Position, mv: Move, is_known: bool) -> String {
    let algebraic = if has_algebraic(&game.variant, is_known) { algebraic(game, pos, mv) } else { None };
    algebraic.unwrap_or_else(|| in_coordinates(game, pos, mv))
}

/// Whether readers know the variant (one known to XBoard, or orthodox pieces with other rules) and each type has its own
/// letter.
fn has_algebraic(variant: &Variant, is_known: bool) -> bool {
    let ids: Vec<&str> = variant.pieces.iter().map(|piece| piece.id.as_str()).collect();
    let letter = |(at, id): (usize, &&str)| id.len() == 1 && !ids[..at].contains(id);
    let orthodox = (variant.board.files(), variant.board.ranks()) == ORTHODOX_SIZE
        && ids.iter().all(|id| ORTHODOX.contains(id));
    ids.iter().enumerate().all(letter) && (orthodox || is_known)
}

/// The algebraic form, with `+` or `#`; `None` if there is none.
fn algebraic(game: &Game, pos: &mut Position, mv: Move) -> Option<String> {
    let text = match (mv.dropped(), mv.castling()) {
        (Some(piece), _) => format!("{}@{}", fen_name(&game.variant, piece), name(game, mv.to())),
        (None, Some(_)) if mv.gated().is_some() => return None,
        (None, Some(rule)) => zeros(&pos.castles()[rule]).to_owned(),
        (None, None) => of_piece(game, pos, mv)?,
    };
    let mates = |pos: &mut Position| movegen::end(game, pos).is_some_and(|end| end.reason == "checkmate");
    let checks = |pos: &mut Position| (mates(pos), movegen::in_check(game, pos, pos.side()));
    let sign = match pos.after(game, mv, checks) {
        (true, _) => "#",
        (false, true) => "+",
        (false, false) => "",
    };
    Some(text + sign)
}

fn name(game: &Game, square: Square) -> String {
    Numbering::Cecp.name(&game.variant.board, square)
}

/// Writes a move of a piece on the board.
fn of_piece(game: &Game, pos: &mut Position, mv: Move) -> Option<String> {
    let kind = pos.cell(mv.from()).kind()?;
    if mv.is_pass() || mv.from() == mv.to() || mv.gated().is_some() || !relays(game, pos, mv).is_empty() {
        return None;
    }
    let promotion = match becomes(game, pos, mv) {
        text if text.is_empty() => text,
        letter if letter.len() == 1 && letter != "+" => format!("={}", letter.to_uppercase()),
        _ => return None,
    };
    let takes = if moves::is_capture(game, pos, mv) { "x" } else { "" };
    let id = &game.variant.pieces[kind.piece().index()].id;
    let (letter, from) = match id.as_str() {
        PAWN => ("", of_pawn(game, mv, takes)),
        letter => (letter, origin(game, pos, mv, kind.piece())),
    };
    Some(format!("{letter}{from}{takes}{}{promotion}", name(game, mv.to())))
}

/// The origin in a pawn's move: the file for a capture, or the square if the pawn moves unlike an orthodox one.
fn of_pawn(game: &Game, mv: Move, takes: &str) -> String {
    let board = &game.variant.board;
    let same_file = board.file(mv.from()) == board.file(mv.to());
    let from = name(game, mv.from());
    match (takes.is_empty(), same_file) {
        (true, true) => String::new(),
        // A longer capture could be confused with that of another pawn on the file.
        (false, false) if board.rank(mv.from()).abs_diff(board.rank(mv.to())) == 1 => {
            from.chars().take(1).collect()
        }
        _ => from,
    }
}

/// The part of the origin needed to distinguish the piece from others of its type: nothing, file, rank or square.
fn origin(game: &Game, pos: &mut Position, mv: Move, piece: PieceType) -> String {
    let mut legal = MoveList::new();
    movegen::legal(game, pos, &mut legal);
    let board = &game.variant.board;
    let is_rival = |other: &Move| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && !other.is_drop()
            && other.castling().is_none()
            && pos.cell(other.from()).kind().is_some_and(|kind| kind.piece() == piece)
    };
    legal.retain(|other| is_rival(other));
    let from = name(game, mv.from());
    let (file, rank) = from.split_at(1);
    let part = if legal.is_empty() {
        ""
    } else if legal.iter().all(|rival| board.file(rival.from()) != board.file(mv.from())) {
        file
    } else if legal.iter().all(|rival| board.rank(rival.from()) != board.rank(mv.from())) {
        rank
    } else {
        &from
    };
    part.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    /// Converts one move of a position from coordinates to its algebraic form.
    #[track_caller]
    fn san(variant: &str, fen: &str, coordinates: &str) -> String {
        let game = Game::new(catalogue::find(variant).unwrap().variant.clone()).unwrap();
        let mut pos = Position::from_fen(&game, fen).unwrap();
        let mv = crate::movetext::parse(&game, &mut pos, coordinates).unwrap();
        format(&game, &mut pos, mv, crate::variant_names::known_as(&game.variant).is_some())
    }

    #[test]
    fn moves_are_written_as_the_standard_says() {
        // SPEC: PGN, 8.2.3: castling, captures, promotion, what tells pieces apart, check and mate.
        let table = [
            ("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
            ("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"),
            ("normal", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
            ("normal", "4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "R1a4"),
            ("normal", "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "c3e2", "Nc3e2"),
            ("normal", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("normal", "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
            ("normal", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "P@e4", "P@e4"),
            // Berolina pawns go diagonally; readers of chess would assume another move.
            ("berolina", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", "e2d3"),
            // Neither chess nor known to XBoard, so readers cannot know the rules.
            ("dobutsu", "gle/1c1/1C1/ELG[] w - - 0 1", "b2b3", "b2b3"),
        ];
        for (variant, fen, coordinates, wanted) in table {
            assert_eq!(san(variant, fen, coordinates), wanted, "{variant}: {fen}");
        }
    }
}
