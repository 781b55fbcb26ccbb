//! The position and its changes: moves, take-backs, `setboard`.

use super::lines;
use super::state::{CecpSession, MoveEntry, ScoreTrend};
use crate::board::Color;
use crate::engine::library::Ready;
use crate::engine::{Engine, SearchPurpose};
use crate::movetext;
use crate::position::{Move, Position};
use crate::session::quoted;
use crate::xboard::{self, Dialect, PASS, may_be_of_xboard};
use std::sync::Arc;
use std::time::Duration;

/// XBoard ignores a complaint about a move, and the game hangs, if its text contains one of these words. SPEC:
/// `xboard.md` 1.5.
const FATAL_WORDS: &[&str] = &[
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
    "accepted",
];

impl CecpSession {
    /// Handles a move from the GUI: the opponent's, or either side's in force and analyze mode.
    pub(super) fn user_move(&mut self, text: &str) {
        match self.read_move(text) {
            Ok(mv) => self.enter(mv),
            Err(why) => {
                let is_fatal = FATAL_WORDS.iter().any(|word| why.contains(word));
                let why = if is_fatal { String::new() } else { format!(" ({why})") };
                self.gui.out.line(&format!("Illegal move{why}: {}", quoted(text)));
            }
        }
    }

    /// Makes a legal move from the GUI, and continues with what the engine has to do.
    fn enter(&mut self, mv: Move) {
        let hit = self.pondering.expected == Some(mv) && self.engine.purpose() == Some(SearchPurpose::Ponder);
        if self.side.is_none() {
            // The user goes on with a game that had a result.
            self.over = false;
        }
        self.make(mv);
        if hit && self.side == Some(self.engine.position.side()) && !self.analysis.on {
            self.ponder_hit();
        } else {
            self.abort();
            self.go_on();
        }
    }

    /// Finds the legal move that a text from the GUI stands for.
    pub(super) fn read_move(&mut self, text: &str) -> Result<Move, String> {
        let Engine { ready, position, .. } = &mut self.engine;
        ready.dialect.read(&ready.game, position, text)
    }

    /// Writes a move in the form that the GUI reads.
    pub(super) fn write_move(&self, mv: Move) -> String {
        lines::move_text(&self.engine.ready, &self.engine.position, mv)
    }

    /// Makes a legal move on the board.
    pub(super) fn make(&mut self, mv: Move) {
        self.engine.make(mv);
        self.moved_on();
    }

    /// Forgets everything that belonged to the previous position.
    fn moved_on(&mut self) {
        self.analysis.excluded.clear();
        self.pondering.expected = None;
        self.engine.clock.spent = Duration::ZERO;
        self.entry = MoveEntry::default();
    }

    pub(super) fn set_position(&mut self, position: Position) {
        self.engine.set_position(position);
        self.jumped();
    }

    /// Called after the position has changed other than by a move.
    pub(super) fn jumped(&mut self) {
        self.over = false;
        self.opponent.offers_draw = false;
        self.trend = ScoreTrend::default();
        self.moved_on();
    }

    /// `setboard`. In play mode it means that the opponent has passed. SPEC: `xboard.md` 4.6.
    pub(super) fn set_board(&mut self, fen: &str) {
        if std::mem::take(&mut self.is_setup_unread) && may_be_of_xboard(fen) {
            // After a game that XBoard shuffles, it shuffles its own array in the next ones too. It sends that before it
            // reads the `setup`, whose array then takes the place of its own.
            log::debug!("the array of the setup stays");
            return;
        }
        let read = |Self { engine: Engine { ready, .. }, .. }: &Self| {
            Position::from_fen(&ready.game, &ready.dialect.incoming_fen(&ready.game, fen))
        };
        // Which rights the FEN has depends on the array.
        let position = read(self).and_then(|position| match self.follow_array(&position) {
            true => read(self),
            false => Ok(position),
        });
        if position.as_ref().is_ok_and(|position| self.is_pass_taken_back(position)) {
            return self.take_back(1);
        }
        if let Some(mv) = position.as_ref().ok().and_then(|position| self.pass_to(position)) {
            return self.enter(mv);
        }
        match position {
            Ok(position) => {
                self.abort();
                self.set_position(position);
                self.go_on();
            }
            Err(error) => self.gui.out.line(&format!("tellusererror Illegal position: {}", error.message)),
        }
    }

    /// Takes over the array of the game where another engine has drawn it: XBoard has learned from that engine how the
    /// pieces move from that array. Returns whether it did.
    fn follow_array(&mut self, position: &Position) -> bool {
        let variant = &self.engine.ready.game.variant;
        if !xboard::shuffles(variant) {
            return false;
        }
        let pieces = Color::BOTH.into_iter().flat_map(|color| position.pieces(color));
        let placed = |square| position.cell(square).kind().map(|kind| (square, kind.color(), kind.piece()));
        let Some(variant) = variant.with_array(pieces.filter_map(placed).collect()) else { return false };
        self.engine.ready.dialect = Arc::new(Dialect::new(&variant));
        true
    }

    /// Whether the position is the one before a pass of the user, whom XBoard lets take it back. SPEC: `xboard.md` 4.6:
    /// it sends null moves, and positions after taking them back, as `setboard`. Two passes in a row give the same board,
    /// but another move number.
    fn is_pass_taken_back(&self, position: &Position) -> bool {
        let Ready { game, dialect } = &self.engine.ready;
        let has_passed = self.side.is_none() && self.engine.record.last().is_some_and(|mv| mv.is_pass());
        let before = self.engine.before().filter(|_| has_passed);
        before.is_some_and(|before| {
            before.game_ply() == position.game_ply() && dialect.shows_alike(game, &before, position)
        })
    }

    /// The legal pass, if it leads to the position and a game is in progress: the FEN carries neither passes nor
    /// repetitions.
    fn pass_to(&mut self, position: &Position) -> Option<Move> {
        let awaited = match self.side {
            Some(color) => color == position.side(),
            None => self.analysis.on || !self.engine.record.is_empty(),
        };
        if !awaited || self.engine.position.side() == position.side() {
            return None;
        }
        let mv = movetext::parse(&self.engine.ready.game, &mut self.engine.position, PASS).ok()?;
        let is_forced = self.side.is_some() && self.engine.legal_moves().len() == 1;
        let Ready { game, dialect } = &self.engine.ready;
        // Without legality testing XBoard's board may keep what captures have removed.
        (is_forced && !dialect.is_tested() || dialect.shows_alike(game, &self.engine.after(mv), position))
            .then_some(mv)
    }

    /// `undo` (one ply) and `remove` (two).
    pub(super) fn take_back(&mut self, plies: usize) {
        if self.engine.record.len() < plies {
            let word = if plies == 1 { "undo" } else { "remove" };
            return self.gui.out.line(&format!("Error (too few moves to take back): {word}"));
        }
        self.abort();
        (0..plies).for_each(|_| self.engine.take_back());
        self.jumped();
        // SPEC: after `remove` the engine continues "playing the same color"; `undo` comes in force or analyze mode.
        if plies > 1 {
            self.go_on();
        } else {
            self.restart_analysis();
        }
    }
}
