//! Moves in standard algebraic notation, for PGN of variants that its readers know.
//!
//! SPEC: the PGN standard of 1994, 8.2.3; drops as `N@f3`, as XBoard and others write them. Moves without a form in
//! the notation (locust captures, gating, Shogi promotion) stay in coordinates, and so do variants whose rules a
//! reader cannot know.

use super::{Numbering, becomes, format as in_coordinates, relays, zeros};
use crate::board::Square;
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, Position, names::fen_name};
use crate::variant::Variant;

/// Letters and board size of orthodox chess.
const ORTHODOX: &str = "PNBRQK";
const ORTHODOX_SIZE: (u16, u16) = (8, 8);
/// The letter that is omitted.
pub(super) const PAWN: &str = "P";

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

/// The algebraic form, with `+` or `#`; `None` if there is none, or if it is also that of another legal move.
fn algebraic(game: &Game, pos: &mut Position, mv: Move) -> Option<String> {
    let legal = movegen::legal_moves(game, pos);
    let text = without_sign(game, pos, mv, &legal)?;
    // The text tells moves of different pieces to the same square apart, but not these.
    let squares = |mv: Move| (mv.from(), mv.to());
    let is_close = |other: Move| {
        other != mv
            && !other.is_drop()
            && (squares(other) == squares(mv) || other.castling().is_some() && mv.castling().is_some())
    };
    let mut close = legal.iter().filter(|&&other| is_close(other));
    if close.any(|&other| without_sign(game, pos, other, &legal).as_ref() == Some(&text)) {
        return None;
    }
    let mates = |pos: &mut Position| {
        movegen::end(game, pos).is_some_and(|end| end.reason == movegen::EndReason::Checkmate)
    };
    let checks = |pos: &mut Position| (mates(pos), movegen::in_check(game, pos, pos.side()));
    let sign = match pos.after(game, mv, checks) {
        (true, _) => "#",
        (false, true) => "+",
        (false, false) => "",
    };
    Some(text + sign)
}

/// The algebraic form of one of the legal moves.
fn without_sign(game: &Game, pos: &Position, mv: Move, legal: &[Move]) -> Option<String> {
    match (mv.dropped(), mv.castling()) {
        (Some(piece), _) => Some(format!("{}@{}", fen_name(&game.variant, piece), name(game, mv.to()))),
        (None, Some(_)) if mv.gated().is_some() => None,
        (None, Some(rule)) => Some(zeros(&pos.castles()[rule]).to_owned()),
        (None, None) => of_piece(game, pos, mv, legal),
    }
}

fn name(game: &Game, square: Square) -> String {
    Numbering::Cecp.name(&game.variant.board, square)
}

/// Writes a move of a piece on the board.
fn of_piece(game: &Game, pos: &Position, mv: Move, legal: &[Move]) -> Option<String> {
    let kind = pos.cell(mv.from()).kind()?;
    if mv.is_pass() || mv.from() == mv.to() || mv.gated().is_some() || !relays(game, pos, mv).is_empty() {
        return None;
    }
    let promotion = match becomes(game, pos, mv) {
        text if text.is_empty() => text,
        letter if letter.len() == 1 && letter != "+" => format!("={}", letter.to_uppercase()),
        _ => return None,
    };
    let takes = |mv: Move| moves::is_capture(game, pos, mv);
    let is_rival = |other: &Move| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && !other.is_drop()
            && other.castling().is_none()
            && pos.cell(other.from()).kind().is_some_and(|other| other.piece() == kind.piece())
    };
    let mut rivals: Vec<Move> = legal.iter().copied().filter(is_rival).collect();
    let id = &game.variant.pieces[kind.piece().index()].id;
    let (letter, from) = if id == PAWN {
        rivals.retain(|&other| takes(other) == takes(mv));
        ("", of_pawn(game, mv, takes(mv), &rivals))
    } else {
        (id.as_str(), origin(game, mv, &rivals))
    };
    let sign = if takes(mv) { "x" } else { "" };
    Some(format!("{letter}{from}{sign}{}{promotion}", name(game, mv.to())))
}

/// The origin in a pawn's move: the file for a capture; the square if the pawn moves unlike an orthodox one, or if the
/// text would also be that of a rival, a pawn that moves to the same square with the same sign.
fn of_pawn(game: &Game, mv: Move, takes: bool, rivals: &[Move]) -> String {
    let board = &game.variant.board;
    let (from, to) = (mv.from(), mv.to());
    let name = name(game, from);
    let is_straight = board.file(from) == board.file(to);
    let is_step = board.rank(from).abs_diff(board.rank(to)) == 1;
    let shares_file = || rivals.iter().any(|rival| board.file(rival.from()) == board.file(from));
    match takes {
        false if is_straight && rivals.is_empty() => String::new(),
        true if !is_straight && is_step && !shares_file() => name.chars().take(1).collect(),
        _ => name,
    }
}

/// The part of the origin needed to distinguish a piece from its rivals: nothing, file, rank or square.
fn origin(game: &Game, mv: Move, rivals: &[Move]) -> String {
    let board = &game.variant.board;
    let from = name(game, mv.from());
    let (file, rank) = from.split_at(1);
    let part = if rivals.is_empty() {
        ""
    } else if rivals.iter().all(|rival| board.file(rival.from()) != board.file(mv.from())) {
        file
    } else if rivals.iter().all(|rival| board.rank(rival.from()) != board.rank(mv.from())) {
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
    fn san(game: &Game, fen: &str, coordinates: &str) -> String {
        let mut pos = Position::from_fen(game, fen).unwrap();
        let mv = crate::movetext::parse(game, &mut pos, coordinates).unwrap();
        format(game, &mut pos, mv, crate::variant_names::known_as(&game.variant).is_some())
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
            let game = Game::new(catalogue::find(variant).unwrap().variant.clone()).unwrap();
            assert_eq!(san(&game, fen, coordinates), wanted, "{variant}: {fen}");
        }
    }

    /// SPEC: PGN, 8.2.3.4: "In the case of ambiguities", the file, the rank or the square of origin is written.
    #[test]
    fn no_two_moves_have_the_same_text() {
        let both_ways = "pawn:P:mvWcF::e3,e5,,a7\nking:K:K::h1,,h8\n";
        let table = [
            (both_ways, "7k/8/8/4P3/3p4/4P3/8/7K w - - 0 1", "e3d4", "e3xd4"),
            (both_ways, "7k/8/8/4P3/3p4/4P3/8/7K w - - 0 1", "e5d4", "e5xd4"),
            (both_ways, "7k/8/8/2P5/3p4/4P3/8/7K w - - 0 1", "e3d4", "exd4"),
            (both_ways, "7k/8/8/4P3/8/4P3/8/7K w - - 0 1", "e3e4", "e3e4"),
            (both_ways, "7k/8/8/4P3/8/4P3/8/7K w - - 0 1", "e5e4", "e5e4"),
            (both_ways, "7k/8/8/8/4p3/3P4/8/7K w - - 0 1", "d3e4", "dxe4"),
            ("pawn:P:fmWfcFsmW::a2\nking:K:K::h1,,h8\n", "7k/8/8/8/3P4/4P3/8/7K w - - 0 1", "e3e4", "e3e4"),
            // Two castlings to one side.
            (
                "king:K:KisO2isO3::c1,,c8\nrook:R:R::h1,,h8\n",
                "2k5/8/8/8/8/8/8/2K4R w K - 0 1",
                "c1e1",
                "c1e1",
            ),
            ("king:K:KisO2::c1,,c8\nrook:R:R::h1,,h8\n", "2k5/8/8/8/8/8/8/2K4R w K - 0 1", "c1e1", "O-O"),
        ];
        for (pieces, fen, coordinates, wanted) in table {
            let text = format!("royal=K\n{pieces}");
            let game = Game::new(crate::variant::read("test", &text).unwrap().0).unwrap();
            assert_eq!(san(&game, fen, coordinates), wanted, "{pieces}: {fen}");
        }
    }
}
