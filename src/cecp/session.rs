//! The commands of CECP.

use super::command::Command;
use super::lines;
use super::state::CecpSession;
use crate::engine::SearchPurpose;
use crate::search::Report;
use crate::session::{Connection, Flow, Protocol, SearchEvent, SessionEvent, quoted};
use crate::system::{logger, sigint};
use std::time::{Duration, Instant};

impl Protocol for CecpSession {
    fn connection(&mut self) -> &mut Connection {
        &mut self.gui
    }

    fn handle(&mut self, event: SessionEvent) -> Flow {
        match event {
            SessionEvent::Line(line) => return self.line(&line),
            SessionEvent::Overlong(line) => self.gui.out.line(&format!("Error (line too long): {line}")),
            SessionEvent::Closed => return Flow::Quit,
            SessionEvent::Search(id, event) => match self.engine.receive(id, event) {
                Some(SearchEvent::Report(report)) => self.show(&report),
                Some(SearchEvent::Done(found)) => match self.engine.purpose() {
                    Some(SearchPurpose::Hint) => self.finish_hint(&found),
                    _ => self.finish_move(found),
                },
                Some(SearchEvent::Counted(..)) | None => {}
            },
        }
        Flow::Continue
    }

    fn deadline(&self) -> Option<Instant> {
        self.engine.deadline()
    }

    fn time_is_up(&mut self) {
        self.engine.time_is_up();
    }

    fn end(&mut self) {
        self.abort();
    }
}

impl CecpSession {
    /// Handles one line.
    fn line(&mut self, line: &str) -> Flow {
        let command = Command::parse(line);
        if self.editing.is_some() && !matches!(command, Ok(Some(Command::Quit | Command::Ping(_)))) {
            self.edit_line(line.trim());
            return Flow::Continue;
        }
        match command {
            Ok(Some(command)) => return self.command(command, line.trim()),
            Ok(None) => {}
            Err(why) => self.gui.out.line(&format!("Error ({why}): {}", quoted(line))),
        }
        Flow::Continue
    }

    fn command(&mut self, command: Command, line: &str) -> Flow {
        self.is_setup_unread &= matches!(command, Command::Force | Command::SetBoard(_));
        match command {
            Command::Quit => return Flow::Quit,
            Command::XBoard => sigint::ignore(),
            Command::Protover => {
                self.gui.out.is_encoded = true;
                sigint::ignore();
                self.send_features();
            }
            Command::Accepted(name) if name == "debug" => logger::allow_comments(),
            Command::New => self.new_game(),
            Command::Variant(name) => self.variant(&name, line),
            Command::Force => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::SideToMove(color) => self.side = Some(color.other()),
            Command::Level(control) => self.level(control),
            Command::Depth(depth) => self.engine.clock.depth = (depth > 0).then_some(depth),
            Command::NodeRate(rate) => self.engine.clock.rate = rate,
            Command::Time(time) => {
                self.engine.clock.remaining = Some(time);
                self.engine.clock.spent = Duration::ZERO;
            }
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(text) => self.ping(text),
            Command::Draw => self.draw(),
            Command::Result => self.result(),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.edit(),
            Command::TakeBack(plies) => self.take_back(plies),
            Command::Hint => self.hint(),
            Command::Book => self.book(),
            Command::Ponder(on) => self.set_ponder(on),
            Command::Post(on) => self.post = on,
            Command::Analyze => self.analyze(),
            Command::Exit => self.leave_analysis(),
            Command::Status => self.status(),
            Command::Exclude(out, mv) => self.exclude(out, mv.as_deref()),
            Command::Pause(on) => self.pause(on),
            Command::Option(name, value) => self.option(&name, value.as_deref(), line),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
            Command::Hover(square) => self.hover(&square),
            Command::SetScore(score, depth) => self.set_score(score, depth),
            Command::Holding(text) => self.holding(&text),
            Command::Computer => self.opponent.is_engine = true,
            Command::Accepted(_) | Command::Ignored => {}
        }
        Flow::Continue
    }

    /// Stops and forgets the search in progress, if any.
    pub(super) fn abort(&mut self) {
        self.engine.abort();
        self.answer_pings();
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.engine.purpose() == Some(SearchPurpose::Move)
    }

    /// SPEC: `xboard.md` 1.3: "`pong N` after everything earlier is done; if on move, after the move".
    fn ping(&mut self, text: String) {
        self.pings.push(text);
        if !matches!(self.engine.purpose(), Some(SearchPurpose::Move | SearchPurpose::Hint)) {
            self.answer_pings();
        }
    }

    pub(super) fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.pings) {
            self.gui.out.line(&format!("pong {text}"));
        }
    }

    /// Sends a thinking line if the GUI wants it.
    fn show(&mut self, report: &Report) {
        let Some(search) = &self.engine.search else { return };
        let purpose = search.purpose;
        let wanted = purpose == SearchPurpose::Analyze || self.post && purpose != SearchPurpose::Hint;
        if wanted && !report.pv.is_empty() {
            self.gui.out.line(&lines::thinking(&self.engine.ready, &search.root, report));
        }
    }
}
