//! Mouse input of moves: the highlight protocol.
//!
//! The GUI reports which piece the user lifts and where it is put down; the engine marks its target squares. This
//! lets people play pieces that XBoard's `piece` commands cannot describe. Locust captures are entered victim by
//! victim, castling that XBoard takes for two moves by putting the piece on its partner first.
//!
//! SPEC: `xboard.md` section 5.

use super::state::{CecpSession, MoveEntry};
use crate::board::{Color, Square};
use crate::engine::Engine;
use crate::moves;
use crate::movetext::{self, Numbering};
use crate::position::fen::board_field;
use crate::position::{Move, MoveList, names};
use crate::variant::PieceType;

/// Mark of a target square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum EntryMark {
    /// The piece can move there.
    Quiet,
    /// The move ends there and captures.
    Capture,
    /// It changes the piece in the only possible way, which XBoard cannot know.
    Change,
    /// It promotes to a piece that the user has to choose.
    Promotion,
    /// A victim captured on the way, or the partner of a castling with two legs.
    Relay,
}

/// Letters of the marks, in their order.
const LETTERS: [&str; 5] = ["Y", "R", "B", "M", "C"];

impl CecpSession {
    /// `lift SQ`: the user grabs a piece, or continues a move from a victim's square.
    pub(super) fn lift(&mut self, text: &str) {
        if let Some(name) = text.strip_suffix('@') {
            let name = name.to_ascii_uppercase();
            return self.lift_held(names::find(&self.engine.ready.game, &name, Color::White, None));
        }
        let Some(square) = self.square(text) else { return self.lift_from_holdings(text) };
        if self.entry.from.is_some() && self.entry.put.take() == Some(square) {
            self.entry.via.push(square);
        } else {
            self.entry = MoveEntry { from: Some(square), ..MoveEntry::default() };
        }
        let marks = self.marks();
        self.highlight(&marks);
        // The last step of such a move needs no click if it can end on only one square.
        match marks[..] {
            [(only, EntryMark::Quiet | EntryMark::Capture)] if !self.entry.via.is_empty() => {
                let name = Numbering::Cecp.name(&self.engine.ready.game.variant.board, only);
                self.gui.out.line(&format!("click {name}"));
            }
            _ => {}
        }
    }

    /// `put SQ`: the user puts the piece down. The move itself comes as `usermove` unless the square is that of a
    /// victim on the way.
    pub(super) fn put(&mut self, text: &str) {
        let Some(square) = self.square(text) else { return };
        let marks = self.marks();
        match marks.iter().find(|mark| mark.0 == square) {
            Some((_, EntryMark::Relay)) => self.entry.put = Some(square),
            Some((_, EntryMark::Promotion)) => {
                let letters = self.choices(square);
                self.gui.out.line(&format!("choice {letters}"));
            }
            Some((_, EntryMark::Change)) => {
                let ways = self.ways();
                if let Some(change) = self.change(&ways, square) {
                    self.gui.out.line(&format!("choice {change}"));
                }
            }
            _ => {}
        }
    }

    /// `hover SQ`: over a victim's square, shows how the move could continue.
    pub(super) fn hover(&mut self, text: &str) {
        let Some(square) = self.square(text) else { return };
        if self.marks().contains(&(square, EntryMark::Relay)) {
            self.entry.via.push(square);
            let marks = self.marks();
            self.entry.via.pop();
            self.highlight(&marks);
        }
    }

    fn square(&self, text: &str) -> Option<Square> {
        let (square, length) = Numbering::Cecp.read(&self.engine.ready.game.variant.board, text)?;
        (length == text.len()).then_some(square)
    }

    /// Marks the squares on which the piece on a square of XBoard's holdings may be dropped. Black's holdings are two
    /// files left of the board, counted from the last rank, White's one file right of it, counted from the first.
    /// (Tested with XBoard 4.9.1.)
    fn lift_from_holdings(&mut self, text: &str) {
        let board = &self.engine.ready.game.variant.board;
        let ranks = usize::from(board.ranks());
        let mut characters = text.chars();
        let file = characters.next().map_or(0, |c| i32::from(c as u16) - i32::from(b'a'));
        let first = usize::from(ranks != 10);
        let rank = characters.as_str().parse().ok().and_then(|rank: usize| rank.checked_sub(first));
        let line = match rank {
            Some(rank) if file == -2 => ranks.checked_sub(rank + 1),
            Some(rank) if file == i32::from(board.files()) + 1 => Some(rank),
            _ => return,
        };
        let piece = line.and_then(|line| self.engine.ready.dialect.held_on(line));
        self.lift_held(piece);
    }

    /// Marks the squares on which a held piece may be dropped.
    fn lift_held(&mut self, piece: Option<PieceType>) {
        self.entry = MoveEntry::default();
        let Some(piece) = piece else { return };
        let drops = self.enterable().into_iter().filter(|mv| mv.dropped() == Some(piece));
        let marks: Vec<_> = drops.map(|mv| (mv.to(), EntryMark::Quiet)).collect();
        self.highlight(&marks);
    }

    /// The legal moves after which the GUI's board still matches the engine's.
    fn enterable(&mut self) -> MoveList {
        let mut legal = self.engine.playable();
        let Engine { ready, position, .. } = &self.engine;
        let desyncing = ready.dialect.desyncing(&ready.game, position, &legal);
        legal.retain(|mv| !desyncing.contains(mv));
        legal
    }

    /// The moves of the lifted piece that are entered by way of the squares put down on so far, each with its remaining
    /// relays.
    fn ways(&mut self) -> Vec<(Move, Vec<Square>)> {
        let Some(from) = self.entry.from else { return Vec::new() };
        let moves = self.enterable();
        let own = moves.into_iter().filter(|mv| !mv.is_drop() && mv.from() == from);
        let (via, Engine { ready, position: pos, .. }) = (&self.entry.via, &self.engine);
        let rest = |mv: Move| {
            let game = &ready.game;
            let relays = match ready.dialect.partner_to_name(game, pos, mv) {
                Some(partner) => vec![partner],
                None => movetext::relays(game, pos, mv),
            };
            let rest = relays.strip_prefix(&via[..]).map(<[Square]>::to_vec);
            // The move may also end on the victim that was clicked.
            let ends_there = via.split_last().is_some_and(|(last, rest)| mv.to() == *last && relays == rest);
            rest.or(ends_there.then(Vec::new))
        };
        own.filter_map(|mv| rest(mv).map(|rest| (mv, rest))).collect()
    }

    /// Target squares of the lifted piece, each once.
    fn marks(&mut self) -> Vec<(Square, EntryMark)> {
        let ways = self.ways();
        let (via, Engine { ready, position: pos, .. }) = (&self.entry.via, &self.engine);
        let mark = |&(mv, ref rest): &(Move, Vec<Square>)| {
            let captures = || {
                let mut more = via.last() == Some(&mv.to());
                moves::victims(&ready.game, pos, mv, |_, square| more |= !via.contains(&square));
                more
            };
            match rest.first() {
                Some(&relay) => (relay, EntryMark::Relay),
                None if self.change(&ways, mv.to()).is_some() => (mv.to(), EntryMark::Change),
                None if self.letter(mv).is_some() => (mv.to(), EntryMark::Promotion),
                None if captures() => (mv.to(), EntryMark::Capture),
                None => (ready.dialect.entry_square(pos, mv), EntryMark::Quiet),
            }
        };
        let mut marks: Vec<_> = ways.iter().map(mark).collect();
        // If a square has several marks, keep the kind that continues the move.
        marks.sort_unstable_by_key(|&(square, mark)| (square, std::cmp::Reverse(mark)));
        marks.dedup_by_key(|mark| mark.0);
        marks
    }

    /// How the piece changes by those of the ways that end on the square now, as XBoard writes it: `+` or the letter of
    /// the new piece. `None` if there is a choice, or if XBoard knows by itself.
    fn change(&self, ways: &[(Move, Vec<Square>)], to: Square) -> Option<char> {
        if self.engine.ready.dialect.is_tested() {
            return None;
        }
        let ending = ways.iter().filter(|(mv, rest)| mv.to() == to && rest.is_empty());
        let mut changes = ending.map(|(mv, _)| self.write_move(*mv).chars().next_back());
        let first = changes.next()?.filter(|c| *c == '+' || c.is_ascii_alphabetic())?;
        changes.all(|change| change == Some(first)).then_some(first.to_ascii_uppercase())
    }

    /// The letter with which a promotion by choice is entered, or `+`.
    fn letter(&self, mv: Move) -> Option<char> {
        mv.promotion()?;
        self.write_move(mv).chars().next_back().filter(|c| *c == '+' || c.is_ascii_alphabetic())
    }

    /// Letters of the promotions that the lifted piece can choose from on a square.
    fn choices(&mut self, to: Square) -> String {
        let mut letters = String::new();
        for (mv, _) in self.ways().into_iter().filter(|(mv, rest)| mv.to() == to && rest.is_empty()) {
            let letter = self.letter(mv).map(|letter| letter.to_ascii_uppercase());
            letters.extend(letter.filter(|&letter| !letters.contains(letter)));
        }
        letters
    }

    /// Sends marks as a board in FEN notation.
    fn highlight(&mut self, marks: &[(Square, EntryMark)]) {
        let letter = |square| {
            marks.iter().find(|mark| mark.0 == square).map(|mark| LETTERS[mark.1 as usize].to_owned())
        };
        let ranks = board_field(&self.engine.ready.game.variant.board, letter);
        self.gui.out.line(&format!("highlight {ranks}"));
    }
}
