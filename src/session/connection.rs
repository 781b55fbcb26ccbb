//! The connection between a GUI and a protocol.

use crate::engine::search_thread::SessionEvent;
use crate::system::code_page::{self, SYSTEM};
use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::Receiver;
use std::time::Instant;

/// The connection to the GUI.
pub struct Connection {
    /// Lines to the GUI.
    pub out: Output,
    /// Lines from the GUI, and messages of the search.
    pub events: Receiver<SessionEvent>,
    /// Events received while waiting for the end of a search.
    pub queued: VecDeque<SessionEvent>,
}

/// Output to the GUI: whole lines, each flushed immediately.
pub struct Output {
    /// For callers that write whole lines themselves.
    pub writer: Box<dyn Write + Send>,
    /// Whether a line could not be sent.
    pub is_closed: bool,
    /// Whether text is sent in the system's code page, as WinBoard reads it, if it has all the characters.
    pub is_encoded: bool,
}

impl Output {
    /// Sends a line. A failure closes the output.
    pub fn line(&mut self, text: &str) {
        log::debug!("< {text}");
        let text = format!("{}\n", text.replace(['\n', '\r'], " "));
        let encoded = if self.is_encoded { code_page::encode(&SYSTEM, &text) } else { None };
        let bytes = encoded.as_deref().unwrap_or(text.as_bytes());
        self.is_closed |= self.writer.write_all(bytes).and_then(|()| self.writer.flush()).is_err();
    }
}

/// Whether the session continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Continue,
    Quit,
}

/// A protocol between a GUI and the engine.
pub trait Protocol {
    /// The connection to the GUI.
    fn connection(&mut self) -> &mut Connection;
    /// Handles an event.
    fn handle(&mut self, event: SessionEvent) -> Flow;
    /// When to call [`Self::time_is_up`] if no event comes before.
    fn deadline(&self) -> Option<Instant>;
    /// Does what the deadline was set for.
    fn time_is_up(&mut self);
    /// Ends the session.
    fn end(&mut self);
}

/// Longest quotation of a line, characters.
const LONGEST_QUOTED: usize = 200;

/// Shortens a line for quotation.
pub fn quoted(line: &str) -> String {
    line.trim().chars().filter(|c| !c.is_control()).take(LONGEST_QUOTED).collect()
}
