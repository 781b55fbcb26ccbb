//! The connection between a GUI and a protocol.

use super::output::Output;
use crate::engine::search_thread::SessionEvent;
use std::collections::VecDeque;
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
