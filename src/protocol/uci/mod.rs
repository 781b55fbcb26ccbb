//! UCI: a session whose first line is `uci`.
//!
//! Every `position` and `go` is complete in itself, so the session plays no side and keeps no clock. `UCI_Variant`
//! selects the variant; moves are written as in other variant engines.

mod command;
mod go;
mod info;

pub use info::info;

use super::library::Convention;
use super::search_thread::SessionEvent;
use super::session::{Flow, SearchPurpose, Session};
use super::{features, options};
use crate::board::Color;
use crate::movegen::{self, Outcome};
use crate::movetext::{self, Numbering};
use crate::position::{Move, Position};
use crate::variant_names;
use command::Command;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// State of a session that only this protocol needs.
#[derive(Debug, Default)]
pub struct UciState {
    on: bool,
    /// Name of the variant.
    variant: String,
    /// Whether castling is written as the king capturing its partner.
    fischer: bool,
    /// The last `position` command: its FEN and moves.
    fen: Option<String>,
    moves: Vec<String>,
    /// `go mate`: number of moves.
    mate: Option<u32>,
    /// Events deferred until the end of the search: lines, the end of the input.
    waiting: VecDeque<SessionEvent>,
    /// After `quit`: latest time at which the session ends.
    leave_by: Option<Instant>,
    /// Reason why the last `position` was refused, which leaves no position.
    refused: Option<String>,
    /// Root moves of the count in progress, as text.
    counted: Vec<(Move, String)>,
}

/// Time after `quit` for pending searches to end by themselves.
const QUIT_GRACE: Duration = Duration::from_millis(300);
/// The same at the end of the input without `quit`.
const CLOSE_GRACE: Duration = Duration::from_millis(700);

impl UciState {
    /// Makes deferred searches stop immediately too.
    fn stop_waiting_searches(&mut self) {
        for event in std::mem::take(&mut self.waiting) {
            let is_search = matches!(&event, SessionEvent::Line(line) if matches!(Command::parse(line), Some(Command::Go(_))));
            self.waiting.push_back(event);
            if is_search {
                self.waiting.push_back(SessionEvent::Line("stop".to_owned()));
            }
        }
    }

    /// Latest time at which the session ends, if `quit` or the end of the input has come.
    pub fn leave_by(&self) -> Option<Instant> {
        self.leave_by
    }

    /// The style of moves.
    pub fn style(&self) -> Numbering {
        if self.fischer { Numbering::UciFischer } else { Numbering::Uci }
    }
}

/// Default variant.
const HOME: &str = "chess";

impl Session {
    /// Whether the session runs in UCI.
    pub(super) fn speaks_uci(&self) -> bool {
        self.uci.on
    }

    /// Starts UCI: the first line was `uci`.
    pub(super) fn uci_start(&mut self) -> Flow {
        self.uci.on = true;
        self.uci.variant = self.library.uci_names().into_iter().next().unwrap_or_else(|| HOME.into());
        self.uci_identify();
        // Sends no description: a client would take it for the answer to its next command.
        let name = self.uci.variant.clone();
        self.uci_choose(&name);
        Flow::Continue
    }

    fn uci_identify(&mut self) {
        self.out.line(&format!("id name {}", features::NAME));
        self.out.line("id author the Griffon authors");
        self.out.line("");
        self.uci_options();
        self.complain_of_start();
        self.out.line("uciok");
    }

    /// Sends the option lines; also after the list of variants has changed.
    pub(super) fn uci_options(&mut self) {
        for line in options::uci_lines(&self.library.uci_names()) {
            self.out.line(&line);
        }
    }

    /// Handles one line. During a search that ends by itself, commands that cannot run at the same time are deferred.
    pub(super) fn uci_line(&mut self, line: &str) -> Flow {
        let command = Command::parse(line);
        let ends = |purpose| matches!(purpose, SearchPurpose::Move | SearchPurpose::Count);
        let busy = self.search.as_ref().is_some_and(|search| ends(search.purpose));
        if busy && command.as_ref().is_some_and(|command| !command.is_urgent()) {
            if command == Some(Command::Quit) {
                self.uci.leave_by.get_or_insert_with(|| Instant::now() + QUIT_GRACE);
            }
            self.uci.waiting.push_back(SessionEvent::Line(line.to_owned()));
            return Flow::Continue;
        }
        match command {
            None | Some(Command::Ignored) => {}
            Some(Command::Quit) => {
                self.uci_stop();
                return Flow::Quit;
            }
            Some(Command::Uci) => self.uci_identify(),
            Some(Command::IsReady) => self.out.line("readyok"),
            Some(Command::SetOption(name, value)) => self.uci_set_option(&name, value.as_deref()),
            Some(Command::NewGame) => {
                self.uci_stop();
                self.refresh_definitions();
                self.search_thread.clear();
            }
            Some(Command::Position { fen, moves }) => self.uci_position(fen, moves),
            Some(Command::Go(go)) => self.uci_go(&go),
            Some(Command::Stop) => {
                self.uci.stop_waiting_searches();
                self.uci_stop();
            }
            Some(Command::PonderHit) => self.uci_ponder_hit(),
            Some(Command::Display) => self.uci_display(),
            Some(Command::Eval) => self.uci_eval(),
            Some(Command::Bench) => self.uci_bench(),
            Some(Command::Unknown) => {
                let line: String = line.trim().chars().filter(|c| !c.is_control()).take(200).collect();
                self.out.line(&format!("info string unknown command: {line}"));
            }
        }
        Flow::Continue
    }

    /// Handles the end of the input: searches and counts that end by themselves get a moment to finish.
    pub(super) fn uci_closed(&mut self) -> Flow {
        let ends = |purpose| matches!(purpose, SearchPurpose::Move | SearchPurpose::Count);
        if self.search.as_ref().is_some_and(|search| ends(search.purpose)) {
            self.uci.leave_by.get_or_insert_with(|| Instant::now() + CLOSE_GRACE);
            self.uci.waiting.push_back(SessionEvent::Closed);
            return Flow::Continue;
        }
        self.uci_stop();
        Flow::Quit
    }

    /// Ends running and deferred searches when the time after `quit` is up.
    pub(super) fn uci_hurry(&mut self) {
        self.uci.leave_by = None;
        self.uci.stop_waiting_searches();
        self.uci_stop();
    }

    fn uci_set_option(&mut self, name: &str, value: Option<&str>) {
        self.uci_stop();
        match options::read(name, value) {
            Ok((id, value)) => self.set(id, &value),
            Err(why) => self.complain(&format!("option {name}: {why}")),
        }
    }

    /// `UCI_Variant`.
    pub(super) fn uci_variant(&mut self, name: &str) {
        if self.uci_choose(name) {
            self.uci_describe();
        }
    }

    /// Sets up a variant. Returns false if there is none of this name.
    fn uci_choose(&mut self, name: &str) -> bool {
        let convention = Convention::Uci { fischer: self.settings.chess960 };
        match self.library.find(name, convention) {
            Ok(ready) => {
                // Variants with shuffled arrays always use the king-takes-partner notation.
                let variant = &ready.game.variant;
                let shuffled = variant_names::is_shuffled_by_guis(variant)
                    || variant.shuffles() && variant.castle_files.is_some();
                self.uci.fischer = self.settings.chess960 || shuffled;
                name.clone_into(&mut self.uci.variant);
                self.set_up(ready);
                self.uci.fen = None;
                self.uci.moves.clear();
                self.uci.refused = None;
                true
            }
            Err(why) => {
                self.complain(&why);
                false
            }
        }
    }

    /// Sets up the current variant again, with other conventions.
    pub(super) fn uci_variant_again(&mut self) {
        if self.speaks_uci() {
            self.uci_variant(&self.uci.variant.clone());
        }
    }

    fn uci_describe(&mut self) {
        let (game, board) = (&self.ready.game, &self.ready.game.variant.board);
        let fen = self.position.fen(game);
        let text = format!(
            "info string variant {} files {} ranks {} startpos {fen}",
            variant_names::in_uci(&game.variant),
            board.files(),
            board.ranks()
        );
        self.out.line(&text);
    }

    /// `position`. A game that continues the last one is not replayed from the start.
    fn uci_position(&mut self, fen: Option<String>, moves: Vec<String>) {
        self.uci_stop();
        let goes_on = fen == self.uci.fen && moves.starts_with(&self.uci.moves);
        if !goes_on || self.record.len() != self.uci.moves.len() {
            let game = &self.ready.game;
            let position = match &fen {
                None => Ok(Position::start(game)),
                Some(fen) => Position::from_fen(game, fen),
            };
            match position {
                Ok(position) => self.set_position(position),
                Err(error) => return self.uci_refuse(format!("position: {}", error.message)),
            }
            self.uci.refused = None;
            self.uci.fen = fen;
            self.uci.moves.clear();
        }
        for text in moves.into_iter().skip(self.uci.moves.len()) {
            let game = self.ready.game.clone();
            match movetext::parse_as(self.uci.style(), &game, &mut self.position, &text) {
                Ok(mv) => {
                    self.apply(mv);
                    self.uci.moves.push(text);
                }
                Err(why) => return self.uci_refuse(format!("illegal move {text}: {why}")),
            }
        }
        self.uci.refused = None;
    }

    /// Refuses a position. No search starts until there is another one.
    fn uci_refuse(&mut self, why: String) {
        self.complain(&why);
        self.uci.refused = Some(why);
    }

    /// Writes a move of the current position.
    pub(super) fn uci_text(&self, mv: Move) -> String {
        movetext::format_as(self.uci.style(), &self.ready.game, &self.position, mv)
    }

    /// `d`: the board with White at the bottom, FEN, key, check and result.
    fn uci_display(&mut self) {
        self.uci_complain_of_position();
        let (game, pos) = (self.ready.game.clone(), self.position.clone());
        for line in info::board(&game, &pos) {
            self.out.line(&line);
        }
        self.out.line(&format!("Variant: {}", variant_names::in_uci(&game.variant)));
        self.out.line(&format!("Fen: {}", pos.fen(&game)));
        self.out.line(&format!("Key: {:016X}", pos.key()));
        let check = movegen::in_check(&game, &pos, pos.side());
        self.out.line(&format!("Check: {}", if check { "yes" } else { "no" }));
        let result = match (movegen::result(&game, &mut pos.clone()), pos.side()) {
            (None, _) => "*",
            (Some(Outcome::Drawn), _) => "1/2-1/2",
            (Some(Outcome::Won), Color::White) | (Some(Outcome::Lost), Color::Black) => "1-0",
            (Some(_), _) => "0-1",
        };
        self.out.line(&format!("Result: {result}"));
    }

    /// `eval`.
    fn uci_eval(&mut self) {
        let ((middle, end), phase) = self.position.weights();
        let total = crate::eval::evaluate(&self.ready.game, &self.position);
        self.out.line(&format!("Pieces and squares: middle game {middle:+}, endgame {end:+}, phase {phase}"));
        self.out.line(&format!("Evaluation: {total:+} (centipawns, side to move)"));
    }

    /// `bench`: what `griffon bench` prints.
    fn uci_bench(&mut self) {
        self.uci_stop();
        match self.bench {
            Some(bench) => bench(&mut self.out),
            None => self.out.line("info string this build has no benchmark"),
        }
    }

    /// After a search: puts the deferred events before the other queued ones.
    fn uci_go_on(&mut self) {
        for event in std::mem::take(&mut self.uci.waiting).into_iter().rev() {
            self.queued.push_front(event);
        }
    }

    /// Whether a search (not a count) is in progress.
    fn uci_is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|s| s.purpose != SearchPurpose::Count)
    }
}
