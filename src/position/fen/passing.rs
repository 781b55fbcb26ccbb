//! The en passant field of a FEN.

use super::super::board_state::{Passing, Position};
use super::super::game::Game;
use super::super::names;
use super::field::{FenError, Field, error};
use crate::board::Square;
use crate::notation::legs::Occupancy;
use crate::tables::tree::Flags;

impl Position {
    /// Reads the en passant field: the squares passed over, optionally followed by the square of the piece that
    /// moved.
    pub(crate) fn read_passing(&mut self, game: &Game, mut field: Field<'_>) -> Result<(), FenError> {
        if game.rules.captures.remembered {
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
        self.passing = self
            .find_passing(game, whole)
            .or_else(|| self.find_passing(game, partial))
            .or_else(|| self.find_passing(game, by_file));
        Ok(())
    }
    /// Returns the right that a possible last move created, if its trail satisfies `fits`.
    fn find_passing(&self, game: &Game, fits: impl Fn(&[u16], Square) -> bool) -> Option<Passing> {
        let mover = self.side.other();
        for victim in self.pieces(mover) {
            let kind = self.cell(victim).kind()?;
            let moved = || names::may_have_moved(game, kind, victim);
            let froms = game.variant.board.squares().filter(|&s| self.cell(s).is_empty());
            for (from, kind) in froms.flat_map(|from| moved().map(move |kind| (from, kind))) {
                for node in &game.tables.nodes()[game.tables.tree(kind, from)] {
                    let ends_here = node.square == victim.0 && node.emit.meets(Occupancy::EMPTY);
                    if !ends_here || !node.flags.has(Flags::EXTRA) {
                        continue;
                    }
                    let Some(trail) = game.tables.extra(node).trail else { continue };
                    let squares = game.tables.trail(trail);
                    let open = squares.iter().all(|&s| self.at(s).is_empty());
                    if open && fits(squares, victim) {
                        return Some(Passing { trail, victim });
                    }
                }
            }
        }
        None
    }
}
