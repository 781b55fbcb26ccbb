//! The position and its changes: moves, take-backs, `setboard`.

use super::highlight::MoveEntry;
use super::{SearchPurpose, Session};
use crate::board::Color;
use crate::position::{Move, Position};
use crate::protocol::dialect::{Dialect, PASS};
use crate::protocol::output;
use crate::{movetext, variant_names};
use std::sync::Arc;

/// XBoard ignores a complaint about a move, and the game hangs, if its text contains one of these words. SPEC:
/// `xboard.md` 1.5.
const FATAL_WORDS: &[&str] = &[
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
    "accepted",
];

impl Session {
    /// Handles a move from the GUI: the opponent's, or either side's in force and analyze mode.
    pub(super) fn user_move(&mut self, text: &str) {
        let mv = match self.read_move(text) {
            Ok(mv) => mv,
            Err(why) => {
                let is_fatal = FATAL_WORDS.iter().any(|word| why.contains(word));
                let why = if is_fatal { String::new() } else { format!(" ({why})") };
                self.out.line(&format!("Illegal move{why}: {}", super::quoted(text)));
                return;
            }
        };
        self.enter(mv);
    }

    /// Makes a legal move from the GUI, and continues with what the engine has to do.
    fn enter(&mut self, mv: Move) {
        let hit = self.expected == Some(mv)
            && self.search.as_ref().is_some_and(|s| s.purpose == SearchPurpose::Ponder);
        if !hit {
            self.abort();
        }
        self.apply(mv);
        if self.analyzing {
            self.restart_analysis();
        } else if self.engine == Some(self.position.side()) {
            if hit { self.ponder_hit() } else { self.take_turn() }
        } else {
            self.abort();
        }
    }

    /// Finds the legal move that a text from the GUI stands for.
    pub(super) fn read_move(&mut self, text: &str) -> Result<Move, String> {
        let mut first_reason = None;
        for text in self.ready.dialect.incoming(&self.ready.game, &self.position, text) {
            match movetext::parse(&self.ready.game, &mut self.position, &text) {
                Ok(mv) => return Ok(mv),
                Err(why) => first_reason = first_reason.or(Some(why)),
            }
        }
        Err(first_reason.unwrap_or_default())
    }

    /// Writes a move in the form that the GUI reads.
    pub(super) fn write_move(&self, mv: Move) -> String {
        output::move_text(&self.ready.game, &self.ready.dialect, &self.position, mv)
    }

    /// Makes a legal move on the board.
    pub(in crate::protocol) fn apply(&mut self, mv: Move) {
        self.position.make(&self.ready.game, mv);
        self.record.push(mv);
        self.moved_on();
    }

    /// Forgets everything that belonged to the previous position.
    fn moved_on(&mut self) {
        self.excluded.clear();
        self.expected = None;
        self.entry = MoveEntry::default();
    }

    pub(in crate::protocol) fn set_position(&mut self, position: Position) {
        self.position = position;
        self.record.clear();
        self.over = false;
        self.draw_offered = false;
        self.moved_on();
    }

    /// `setboard`. In play mode it means that the opponent has passed. SPEC: `xboard.md` 4.6.
    pub(super) fn set_board(&mut self, fen: &str) {
        let read = |session: &Self| {
            Position::from_fen(
                &session.ready.game,
                &session.ready.dialect.incoming_fen(&session.ready.game, fen),
            )
        };
        // Which rights the FEN has depends on the array.
        let position = read(self).and_then(|position| match self.follow_array(&position) {
            true => read(self),
            false => Ok(position),
        });
        let position = match position {
            Ok(position) => position,
            Err(error) => {
                self.abort();
                self.out.line(&format!("tellusererror Illegal position: {}", error.message));
                return;
            }
        };
        if let Some(mv) = self.pass_to(&position) {
            return self.enter(mv);
        }
        self.abort();
        self.set_position(position);
        if self.analyzing {
            self.restart_analysis();
        } else if self.engine == Some(self.position.side()) {
            self.take_turn();
        }
    }

    /// Takes over the array of the game where another engine has drawn it: XBoard has learned from that engine how the
    /// pieces move from that array. Returns whether it did.
    fn follow_array(&mut self, position: &Position) -> bool {
        let variant = &self.ready.game.variant;
        if !variant.shuffles() || variant_names::known_as(variant).is_some() {
            return false;
        }
        let pieces = Color::BOTH.into_iter().flat_map(|color| position.pieces(color));
        let placed = |square| position.cell(square).kind().map(|kind| (square, kind.color(), kind.piece()));
        let Some(variant) = variant.with_array(pieces.filter_map(placed).collect()) else { return false };
        self.ready.dialect = Arc::new(Dialect::new(&variant));
        true
    }

    /// The legal pass, if it leads to the position and a game is in progress: the FEN carries neither passes nor
    /// repetitions.
    fn pass_to(&mut self, position: &Position) -> Option<Move> {
        let awaited = match self.engine {
            Some(color) => color == position.side(),
            None => self.analyzing || !self.record.is_empty(),
        };
        if !awaited || self.position.side() == position.side() {
            return None;
        }
        let game = &self.ready.game;
        let mv = movetext::parse(game, &mut self.position, PASS).ok()?;
        self.position.make(game, mv);
        let leads_there = self.ready.dialect.shows_alike(game, &self.position, position);
        self.position.unmake(game);
        leads_there.then_some(mv)
    }

    /// `undo` and `remove`.
    pub(super) fn take_back(&mut self, plies: usize) {
        self.abort();
        for _ in 0..plies {
            if self.record.pop().is_some() {
                self.position.unmake(&self.ready.game);
            }
        }
        self.over = false;
        self.draw_offered = false;
        self.moved_on();
        self.restart_analysis();
    }
}
