//! The en passant field of a FEN, with the effects of the last capture.

use super::field::{FenError, Field, error};
use crate::board::Square;
use crate::notation::legs::Occupancy;
use crate::position::{EnPassantRight, Game, Position, names};
use crate::variant::PieceType;

impl Position {
    /// Reads the en passant field: the squares passed over, optionally followed by the square of the piece that
    /// moved.
    pub(crate) fn read_en_passant(&mut self, game: &Game, mut field: Field<'_>) -> Result<(), FenError> {
        if game.rules.captures.has_tables {
            field.text = self.read_capture_state(game, field.text);
        }
        if field.text == "-" {
            return Ok(());
        }
        let board = &game.variant.board;
        let (mut squares, mut files, mut at) = (Vec::new(), Vec::new(), 0);
        while at < field.text.len() {
            let rest = &field.text[at..];
            let letter = rest.chars().next().unwrap_or(' ');
            let file = (letter as u32).wrapping_sub('a' as u32);
            if file >= u32::from(board.files()) {
                let span = field.start + at..field.start + at + letter.len_utf8();
                return error(span, format!("`{letter}` is not a file of this board"));
            }
            files.push(file as u16);
            // On boards of other sizes XBoard's rank may be wrong or not a digit at all; then the file decides.
            let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
            let rank = rest[1..=digits].parse::<i32>().unwrap_or(0) - 1;
            squares.extend(board.at(file as i32, rank).map(|s| s.0));
            let odd = usize::from(digits == 0) * rest[1..].chars().next().map_or(0, char::len_utf8);
            at += 1 + digits + odd;
        }
        let whole = |trail: &[u16], _: Square| {
            trail.len() == squares.len() && squares.iter().all(|square| trail.contains(square))
        };
        let partial = |trail: &[u16], victim: Square| {
            squares.iter().any(|s| trail.contains(s))
                && squares.iter().all(|&s| trail.contains(&s) || s == victim.0)
        };
        let by_file =
            |trail: &[u16], _: Square| trail.iter().any(|&s| files.contains(&board.file(Square(s))));
        let found = self
            .find_en_passant(game, whole)
            .or_else(|| self.find_en_passant(game, partial))
            .or_else(|| self.find_en_passant(game, by_file));
        // As after a move, a right that no piece could use is not part of the position.
        let matters = |right: &EnPassantRight| self.trail_matters(game, self.side.other(), right.trail);
        self.state.en_passant = found.filter(matters);
        Ok(())
    }
    /// Returns the right that a possible last move created, if its trail satisfies `fits`.
    fn find_en_passant(&self, game: &Game, fits: impl Fn(&[u16], Square) -> bool) -> Option<EnPassantRight> {
        let mover = self.side.other();
        for victim in self.pieces(mover) {
            let kind = self.cell(victim).kind()?;
            let moved = || names::may_have_moved(game, kind, victim);
            let froms = game.variant.board.squares().filter(|&s| self.cell(s).is_empty());
            for (from, kind) in froms.flat_map(|from| moved().map(move |kind| (from, kind))) {
                for node in &game.tables.nodes()[game.tables.tree(kind, from)] {
                    let ends_here = node.square == victim.0 && node.emit.intersects(Occupancy::EMPTY);
                    let Some(trail) = game.tables.trail_of(node).filter(|_| ends_here) else { continue };
                    let squares = game.tables.trail(trail);
                    let open = squares.iter().all(|&s| self.at(s).is_empty());
                    if open && fits(squares, victim) {
                        return Some(EnPassantRight { trail, victim });
                    }
                }
            }
        }
        None
    }
    /// Effects of the last move on the side to move, written after the en passant field: `:` if it must pass, `!` and
    /// the `counterStrike` types captured.
    pub(crate) fn capture_state_field(&self, game: &Game) -> String {
        let mut text = String::from(if self.state.frozen { ":" } else { "" });
        if self.state.struck != 0 {
            text.push('!');
            strikers(game)
                .filter(|(_, bit)| self.state.struck & bit != 0)
                .for_each(|(name, _)| text += &name);
        }
        text
    }
    /// Reads the output of [`Self::capture_state_field`] and returns the en passant field before it.
    pub(crate) fn read_capture_state<'a>(&mut self, game: &Game, field: &'a str) -> &'a str {
        let (rest, mut struck) = field.split_once('!').unwrap_or((field, ""));
        while let Some((name, bit)) = strikers(game).find(|(name, _)| struck.starts_with(name.as_str())) {
            self.state.struck |= bit;
            struck = &struck[name.len()..];
        }
        // After a file alone it is XBoard's rank.
        let left = rest.strip_suffix(':').filter(|left| !matches!(left.as_bytes(), [b'a'..=b'z']));
        self.state.frozen = left.is_some();
        left.unwrap_or(rest)
    }
}

/// Names and bits of the types with `counterStrike`.
pub(super) fn strikers(game: &Game) -> impl Iterator<Item = (String, u64)> {
    let bit = |piece: PieceType| game.tables.effect_tables().map_or(0, |effects| effects.striker(piece));
    game.variant
        .types()
        .filter(move |&piece| bit(piece) != 0)
        .map(move |piece| (names::fen_name(&game.variant, piece), bit(piece)))
}
