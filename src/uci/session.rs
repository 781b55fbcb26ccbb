//! The commands of UCI.

use super::command::Command;
use super::state::UciSession;
use crate::engine::SearchPurpose;
use crate::session::{Connection, Flow, Protocol, SearchEvent, SessionEvent, quoted};
use std::time::{Duration, Instant};

/// Time after `quit` for pending searches to end by themselves.
const QUIT_GRACE: Duration = Duration::from_millis(300);
/// The same at the end of the input without `quit`.
const CLOSE_GRACE: Duration = Duration::from_millis(700);

impl Protocol for UciSession {
    fn connection(&mut self) -> &mut Connection {
        &mut self.gui
    }

    fn handle(&mut self, event: SessionEvent) -> Flow {
        match event {
            SessionEvent::Line(line) => return self.line(&line),
            SessionEvent::Overlong(line) => self.complain(&format!("line too long: {line}")),
            SessionEvent::Closed => return self.closed(),
            SessionEvent::Search(id, event) => self.search_event(id, event),
        }
        Flow::Continue
    }

    fn deadline(&self) -> Option<Instant> {
        [self.engine.deadline(), self.leave_by].into_iter().flatten().min()
    }

    fn time_is_up(&mut self) {
        if self.leave_by.is_some_and(|end| Instant::now() >= end) {
            self.leave_by = None;
            self.stop_waiting_searches();
            self.stop();
        } else {
            self.engine.time_is_up();
        }
    }

    fn end(&mut self) {
        self.engine.abort();
    }
}

impl UciSession {
    /// Handles one line. During a search that ends by itself, commands that cannot run at the same time are deferred.
    fn line(&mut self, line: &str) -> Flow {
        let command = Command::parse(line);
        // A ponder hit belongs to the search that was started last.
        let follows = command == Some(Command::PonderHit) && self.waits_for_search();
        if self.is_busy() && command.as_ref().is_some_and(|command| follows || !command.is_urgent()) {
            if command == Some(Command::Quit) {
                self.leave_by.get_or_insert_with(|| Instant::now() + QUIT_GRACE);
            }
            self.waiting.push_back(SessionEvent::Line(line.to_owned()));
            return Flow::Continue;
        }
        match command {
            None | Some(Command::Ignored) => {}
            Some(Command::Quit) => {
                self.stop();
                return Flow::Quit;
            }
            Some(Command::Uci) => self.identify(),
            Some(Command::IsReady) => self.gui.out.line("readyok"),
            Some(Command::SetOption(name, value)) => self.set_option(&name, value.as_deref()),
            Some(Command::NewGame) => {
                self.stop();
                self.engine.begin_game();
                self.show_notices();
                self.renew_variant();
            }
            Some(Command::Position { fen, moves }) => self.set_position(fen, moves),
            Some(Command::NoPosition) => self.miss_position(),
            Some(Command::Go(go)) => self.go(&go),
            Some(Command::Stop) => {
                self.stop_waiting_searches();
                self.stop();
            }
            Some(Command::PonderHit) => self.ponder_hit(),
            Some(Command::Display) => self.display(),
            Some(Command::Eval) => self.eval(),
            Some(Command::Bench) => {
                self.stop();
                (self.bench)(&mut self.gui.out.writer);
            }
            Some(Command::Unknown) => self.inform(&format!("unknown command: {}", quoted(line))),
        }
        Flow::Continue
    }

    /// Handles the end of the input: searches and counts that end by themselves get a moment to finish.
    fn closed(&mut self) -> Flow {
        if self.is_busy() {
            self.leave_by.get_or_insert_with(|| Instant::now() + CLOSE_GRACE);
            self.waiting.push_back(SessionEvent::Closed);
            return Flow::Continue;
        }
        self.stop();
        Flow::Quit
    }

    /// Whether a search or count that ends by itself is in progress.
    fn is_busy(&self) -> bool {
        self.engine.search.as_ref().is_some_and(|search| match search.purpose {
            SearchPurpose::Count => true,
            SearchPurpose::Move => search.is_limited,
            SearchPurpose::Ponder | SearchPurpose::Analyze | SearchPurpose::Hint => false,
        })
    }

    /// Handles a message of the search.
    pub(super) fn search_event(&mut self, id: u64, event: SearchEvent) {
        match self.engine.receive(id, event) {
            Some(SearchEvent::Report(report)) => self.show(&report),
            Some(SearchEvent::Counted(mv, nodes)) => self.show_count(mv, nodes),
            Some(SearchEvent::Done(found)) if self.engine.purpose() == Some(SearchPurpose::Count) => {
                self.end_count(&found);
            }
            Some(SearchEvent::Done(found)) => self.best_move(&found),
            None => {}
        }
    }
}
