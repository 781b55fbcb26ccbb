//! Variants, positions, options, messages.

use super::state::UciSession;
use super::{lines, options};
use crate::engine::library::{Convention, Ready};
use crate::engine::options::{Id, Value, read};
use crate::engine::{NAME, Notice};
use crate::movegen::{self, pgn_result};
use crate::movetext;
use crate::position::{Move, Position};
use crate::variant_names;
use std::sync::Arc;

/// Default variant.
const HOME: &str = "chess";

impl UciSession {
    /// `uci`; the first one also sets up the start variant.
    pub(super) fn identify(&mut self) {
        self.gui.out.line(&format!("id name {NAME}"));
        self.gui.out.line("id author the Griffon authors");
        self.gui.out.line("");
        self.list_options();
        self.engine.complain_of_start();
        self.show_notices();
        self.gui.out.line("uciok");
        if self.variant.is_empty() {
            self.variant =
                self.engine.library.plain_names().into_iter().next().unwrap_or_else(|| HOME.into());
            // Sends no description: a client would take it for the answer to its next command.
            self.choose_variant(&self.variant.clone());
        }
    }

    /// Sends the option lines; also after the list of variants has changed.
    fn list_options(&mut self) {
        options::lines(&self.engine.library.plain_names()).for_each(|line| self.gui.out.line(&line));
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        self.stop();
        let (id, value) = match read(name, value) {
            Ok(option) => option,
            Err(why) => return self.complain(&format!("option {name}: {why}")),
        };
        match (id, &value) {
            (Id::Variant, Value::Text(name)) => self.variant(name),
            (Id::ShowMoves, _) => {
                self.complain_of_position();
                let legal = self.engine.legal_moves();
                self.engine.show_moves(&self.texts(&legal));
            }
            _ => self.engine.set(id, &value),
        }
        self.show_notices();
        if id == Id::Chess960 && self.set_up_again() {
            self.describe_variant();
        }
    }

    /// Sends the engine's messages.
    pub(super) fn show_notices(&mut self) {
        for notice in std::mem::take(&mut self.engine.notices) {
            match notice {
                Notice::Info(text) | Notice::Limited(text) => self.inform(&text),
                Notice::Fault(text) => text.lines().for_each(|line| self.inform(&format!("error: {line}"))),
                Notice::Variants => self.list_options(),
            }
        }
    }

    /// Shows a text to the user.
    pub(super) fn inform(&mut self, text: &str) {
        self.gui.out.line(&format!("info string {text}"));
    }

    /// Reports an error.
    pub(super) fn complain(&mut self, text: &str) {
        self.engine.complain(text);
        self.show_notices();
    }

    /// `UCI_Variant`.
    fn variant(&mut self, name: &str) {
        if self.choose_variant(name) {
            self.describe_variant();
        }
    }

    /// Sends the board and the start position of the variant.
    fn describe_variant(&mut self) {
        let game = &self.engine.ready.game;
        let (name, fen) = (variant_names::in_uci(&game.variant), Position::start(game).fen(game));
        let (files, ranks) = (game.variant.board.files(), game.variant.board.ranks());
        self.inform(&format!("variant {name} files {files} ranks {ranks} startpos {fen}"));
    }

    /// Finds a variant; reports an error if there is none of this name.
    fn find_variant(&mut self, name: &str) -> Option<Ready> {
        let fischer = self.engine.settings.is_on(Id::Chess960);
        let found = self.engine.library.find(name, Convention::Plain { fischer });
        found.map_err(|why| self.complain(&why)).ok()
    }

    /// Sets up a variant. Returns false if there is none of this name.
    fn choose_variant(&mut self, name: &str) -> bool {
        let fischer = self.engine.settings.is_on(Id::Chess960);
        let Some(ready) = self.find_variant(name) else { return false };
        self.engine.set_up(ready);
        self.show_notices();
        // Variants with shuffled arrays, and those that say so, always use the king-takes-partner notation.
        let variant = &self.engine.ready.game.variant;
        let shuffled = variant_names::is_shuffled_by_guis(variant)
            || variant.shuffles() && variant.castle_files.is_some()
            || variant.castling.chess960;
        self.fischer = fischer || shuffled;
        name.clone_into(&mut self.variant);
        self.fen = None;
        self.moves.clear();
        self.refused = None;
        true
    }

    /// Sets up the variant again if its definition has changed.
    pub(super) fn renew_variant(&mut self) {
        let name = self.variant.clone();
        let found = if name.is_empty() { None } else { self.find_variant(&name) };
        if found.is_some_and(|ready| !Arc::ptr_eq(&ready.game, &self.engine.ready.game)) {
            self.set_up_again();
        }
    }

    /// Sets up the variant again, in the position of the last `position` command; if that is refused now, there is
    /// none. Returns false if the variant can no longer be played.
    fn set_up_again(&mut self) -> bool {
        let (name, refused) = (self.variant.clone(), self.refused.clone());
        let (fen, moves) = (self.fen.clone(), self.moves.clone());
        let is_set_up = self.choose_variant(&name);
        if is_set_up {
            self.refused = refused.or_else(|| self.replay(fen, moves).err());
        }
        is_set_up
    }

    /// `position`.
    pub(super) fn set_position(&mut self, fen: Option<String>, moves: Vec<String>) {
        self.stop();
        self.refused = None;
        if let Err(why) = self.replay(fen, moves) {
            self.refuse(why);
        }
    }

    /// `position` with neither a FEN nor `startpos`.
    pub(super) fn miss_position(&mut self) {
        self.stop();
        self.refuse("position needs `startpos` or `fen`".to_owned());
    }

    /// Makes the moves from the FEN or the start. A game that continues the last one is not replayed from the start.
    fn replay(&mut self, fen: Option<String>, moves: Vec<String>) -> Result<(), String> {
        let goes_on = fen == self.fen && moves.starts_with(&self.moves);
        if !goes_on || self.engine.record.len() != self.moves.len() {
            let game = &self.engine.ready.game;
            let start = || Ok(Position::start(game));
            match fen.as_ref().map_or_else(start, |fen| Position::from_fen(game, fen)) {
                Ok(position) => self.engine.set_position(position),
                Err(error) => return Err(format!("position: {}", error.message)),
            }
            self.fen = fen;
            self.moves.clear();
        }
        for text in moves.into_iter().skip(self.moves.len()) {
            let game = self.engine.ready.game.clone();
            match movetext::parse_as(self.style(), &game, &mut self.engine.position, &text) {
                Ok(mv) => {
                    self.engine.make(mv);
                    self.moves.push(text);
                }
                Err(why) => return Err(format!("illegal move {text}: {why}")),
            }
        }
        Ok(())
    }

    /// Refuses a position. No search starts until there is another one.
    fn refuse(&mut self, why: String) {
        self.complain(&why);
        self.refused = Some(why);
    }

    /// Writes legal moves of the current position.
    pub(super) fn texts(&self, moves: &[Move]) -> Vec<String> {
        movetext::format_all(self.style(), &self.engine.ready.game, &self.engine.position, moves)
    }

    /// Writes a legal move of the current position.
    pub(super) fn text(&self, mv: Move) -> String {
        movetext::format_as(self.style(), &self.engine.ready.game, &self.engine.position, mv)
    }

    /// `d`: the board with White at the bottom, FEN, key, check and result.
    pub(super) fn display(&mut self) {
        self.complain_of_position();
        let (game, pos) = (self.engine.ready.game.clone(), self.engine.position.clone());
        lines::board(&game, &pos).iter().for_each(|line| self.gui.out.line(line));
        self.gui.out.line(&format!("Variant: {}", variant_names::in_uci(&game.variant)));
        self.gui.out.line(&format!("Fen: {}", pos.fen(&game)));
        self.gui.out.line(&format!("Key: {:016X}", pos.key()));
        let check = movegen::in_check(&game, &pos, pos.side());
        self.gui.out.line(&format!("Check: {}", if check { "yes" } else { "no" }));
        let result = movegen::result(&game, &mut pos.clone());
        let result = result.map_or("*", |outcome| pgn_result(outcome.winner(pos.side())));
        self.gui.out.line(&format!("Result: {result}"));
    }

    /// `eval`.
    pub(super) fn eval(&mut self) {
        self.complain_of_position();
        let ((middle, end), phase) = self.engine.position.weights();
        let total = crate::eval::evaluate(&self.engine.ready.game, &self.engine.position);
        let text = format!("Pieces and squares: middle game {middle:+}, endgame {end:+}, phase {phase}");
        self.gui.out.line(&text);
        self.gui.out.line(&format!("Evaluation: {total:+} (centipawns, side to move)"));
    }
}
