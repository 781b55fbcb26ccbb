//! The state of a UCI session beyond the engine's.

use super::command::Command;
use crate::engine::Engine;
use crate::movetext::Numbering;
use crate::position::Move;
use crate::session::{Connection, SessionEvent};
use std::collections::VecDeque;
use std::io::Write;
use std::time::Instant;

/// A session in UCI.
pub struct UciSession {
    pub(super) gui: Connection,
    pub(super) engine: Engine,
    /// A fixed workload that writes its measurements, for the command of that name.
    pub(super) bench: fn(&mut dyn Write),
    /// Name of the variant; empty before the first `uci`.
    pub(super) variant: String,
    /// Whether castling is written as the king capturing its partner.
    pub(super) fischer: bool,
    /// The last `position` command: its FEN and moves.
    pub(super) fen: Option<String>,
    pub(super) moves: Vec<String>,
    /// `go mate`: number of moves.
    pub(super) mate: Option<u32>,
    /// Events deferred until the end of the search: lines, the end of the input.
    pub(super) waiting: VecDeque<SessionEvent>,
    /// After `quit`: latest time at which the session ends.
    pub(super) leave_by: Option<Instant>,
    /// Reason why the last `position` was refused, which leaves no position.
    pub(super) refused: Option<String>,
    /// Root moves of the count in progress, as text.
    pub(super) counted: Vec<(String, Move)>,
}

impl UciSession {
    /// Starts a session.
    pub fn new(gui: Connection, engine: Engine, bench: fn(&mut dyn Write)) -> Self {
        Self {
            gui,
            engine,
            bench,
            variant: String::new(),
            fischer: false,
            fen: None,
            moves: Vec::new(),
            mate: None,
            waiting: VecDeque::new(),
            leave_by: None,
            refused: None,
            counted: Vec::new(),
        }
    }

    /// The style of moves.
    pub(super) fn style(&self) -> Numbering {
        if self.fischer { Numbering::UciFischer } else { Numbering::Uci }
    }

    /// Whether a search is deferred.
    pub(super) fn waits_for_search(&self) -> bool {
        self.waiting.iter().any(starts_search)
    }

    /// Makes deferred searches stop immediately too.
    pub(super) fn stop_waiting_searches(&mut self) {
        for event in std::mem::take(&mut self.waiting) {
            let is_search = starts_search(&event);
            self.waiting.push_back(event);
            if is_search {
                self.waiting.push_back(SessionEvent::Line("stop".to_owned()));
            }
        }
    }

    /// After a search: puts the deferred events before the other queued ones.
    pub(super) fn go_on(&mut self) {
        self.waiting.append(&mut self.gui.queued);
        std::mem::swap(&mut self.waiting, &mut self.gui.queued);
    }
}

fn starts_search(event: &SessionEvent) -> bool {
    matches!(event, SessionEvent::Line(line) if matches!(Command::parse(line), Some(Command::Go(_))))
}
