//! Writes a position as FEN.

use crate::board::{Color, Geometry, Square};
use crate::position::{Game, Position, names};

impl Position {
    /// Writes the position as FEN, with state missing from the standard fields in braces. [`Self::from_fen`] reads
    /// the same position back.
    pub fn fen(&self, game: &Game) -> String {
        let standard = self.standard_fen(game);
        match self.extra(game, &standard) {
            extra if extra.is_empty() => standard,
            extra => format!("{standard} {{{extra}}}"),
        }
    }
    /// Writes what stands on a square, if anything; `*` for a hole.
    pub(crate) fn cell_text(&self, game: &Game, square: Square) -> Option<String> {
        let (board, cell) = (&game.variant.board, self.cell(square));
        let Some(kind) = cell.kind() else {
            return (board.is_hole(square) || board.is_fleeting(square)).then(|| "*".to_owned());
        };
        let name = names::colored(&names::fen_name(&game.variant, kind.piece()), kind.color());
        Some(if cell.origin().is_some() { name + "~" } else { name })
    }
    /// The standard fields.
    fn standard_fen(&self, game: &Game) -> String {
        let mut text = board_field(&game.variant.board, |square| self.cell_text(game, square));
        if game.variant.keeps_captured() || self.hands.iter().any(|&n| n > 0) {
            text.push_str(&self.holdings(game));
        }
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let ply = self.game_ply();
        let castling = self.castling_field(game);
        let mut en_passant = self.en_passant_field(game) + &self.capture_state_field(game);
        let checks = match game.variant.ends.checks {
            [0, 0] => String::new(),
            _ => format!(" {}+{}", self.state.counters.checks[0], self.state.counters.checks[1]),
        };
        let count = self.state.counters.count;
        let quiet = if count.limit > 0 { count.plies } else { self.state.quiet_plies };
        if count.limit > 0 {
            // Fairy-Stockfish writes the limit in place of the en passant square, and the count in place of the
            // quiet-move counter.
            let limit = count.limit.to_string();
            en_passant = if en_passant == "-" { limit } else { format!("{en_passant} {limit}") };
        }
        format!("{text} {side} {castling} {en_passant}{checks} {quiet} {}", ply / 2 + 1)
    }
    fn holdings(&self, game: &Game) -> String {
        let mut text = String::from("[");
        for color in Color::BOTH {
            for piece in game.variant.types() {
                let name = names::colored(&names::fen_name(&game.variant, piece), color);
                text.extend(std::iter::repeat_n(name, self.hand(color, piece) as usize));
            }
        }
        text + "]"
    }
    fn castling_field(&self, game: &Game) -> String {
        let board = &game.variant.board;
        let mut letters: Vec<char> = Vec::new();
        for rule in self.castles.iter() {
            if !self.holds_right(rule) {
                continue;
            }
            // X-FEN: a file letter only if another piece of the partner's kind stands farther out.
            let right = rule.to_highest_file(board);
            let partner = self.cell(rule.partner).kind();
            let rank = i32::from(board.rank(rule.partner));
            let beyond =
                |file: u16| board.at(i32::from(file), rank).is_some_and(|s| self.cell(s).kind() == partner);
            let file = board.file(rule.partner);
            let mut outer = if right { file + 1..board.files() } else { 0..file };
            let letter = match outer.any(beyond) {
                true => char::from(b'a' + file as u8),
                false if right => 'k',
                false => 'q',
            };
            letters.push(cased(letter, rule.king.color()));
        }
        if !game.rules.unmoved.castling || game.variant.pieces.iter().any(crate::variant::Piece::gates) {
            letters.extend(self.unmoved_files(game));
        }
        letters.sort_by_key(|c| (c.is_lowercase(), *c));
        letters.dedup();
        if letters.is_empty() { String::from("-") } else { letters.into_iter().collect() }
    }
    /// Files of unmoved back-rank pieces, where that matters: in variants without castling or with gating. Kings and
    /// partners are covered by castling rights.
    ///
    /// SPEC: xboard notes, 2.4.
    fn unmoved_files(&self, game: &Game) -> Vec<char> {
        let board = &game.variant.board;
        let castles = |square: Square| {
            let mut rules = self.castles.iter().filter(|rule| [rule.from, rule.partner].contains(&square));
            rules.any(|rule| self.holds_right(rule))
        };
        let unmoved = board.squares().filter(|&square| self.cell(square).is_unmoved() && !castles(square));
        let letter = |square: Square| {
            let color = self.cell(square).kind()?.color();
            let home = board.relative_rank(color, square) == 0;
            home.then_some(cased(char::from(b'a' + board.file(square) as u8), color))
        };
        unmoved.filter_map(letter).collect()
    }
    fn en_passant_field(&self, game: &Game) -> String {
        let Some(right) = self.state.en_passant else { return String::from("-") };
        let name = |&square: &u16| game.variant.board.name_from(1, Square(square));
        game.tables.trail(right.trail).iter().map(name).collect()
    }
}

/// Writes the board field of a FEN from the texts of its squares.
pub(crate) fn board_field(board: &Geometry, text: impl Fn(Square) -> Option<String>) -> String {
    let rank = |rank: u16| {
        let (mut line, mut run) = (String::new(), 0);
        for square in (0..board.files()).map(|file| board.at(file.into(), rank.into())) {
            let Some(text) = square.and_then(&text) else {
                run += 1;
                continue;
            };
            if run > 0 {
                line += &std::mem::take(&mut run).to_string();
            }
            line += &text;
        }
        if run > 0 { line + &run.to_string() } else { line }
    };
    (0..board.ranks()).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// A letter in the case of a colour: a capital for White.
fn cased(letter: char, color: Color) -> char {
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}
