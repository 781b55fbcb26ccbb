//! The main loop of a session.

use super::connection::{Connection, Flow, Output, Protocol, quoted};
use crate::engine::Engine;
use crate::engine::library::Library;
use crate::engine::options::DEFAULT_HASH_MB;
use crate::engine::search_thread::{SearchThread, SessionEvent};
use crate::system::code_page::{self, SYSTEM};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Instant;

/// Capacity of the event queue. When it is full, the input waits and the search drops outdated reports.
const MAX_EVENTS: usize = 64;

/// Reads commands from `input` and answers on `output` until `quit` or the end of the input. `choose` returns the
/// protocol of a GUI that starts with a certain line.
///
/// # Errors
/// A message for the user if no thread can be started or the first variant cannot be played.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    library: Library,
    choose: impl FnOnce(&str, Connection, Engine) -> Box<dyn Protocol>,
) -> Result<(), String> {
    let (sender, events) = sync_channel(MAX_EVENTS);
    let search_thread = SearchThread::start(DEFAULT_HASH_MB, sender.clone()).map_err(|e| e.to_string())?;
    let engine = Engine::new(search_thread, library)?;
    let out = Output { writer: output, is_closed: false, is_encoded: false };
    let mut connection = Connection { out, events, queued: VecDeque::new() };
    let read = move || read_lines(input, &sender);
    std::thread::Builder::new().name("input".into()).spawn(read).map_err(|e| e.to_string())?;
    while let Ok(event) = connection.events.recv() {
        match event {
            SessionEvent::Line(line) if line.trim().is_empty() => {}
            SessionEvent::Line(line) => {
                let protocol = choose(line.trim(), connection, engine);
                run(protocol, SessionEvent::Line(line));
                break;
            }
            SessionEvent::Overlong(line) => connection.out.line(&format!("Error (line too long): {line}")),
            SessionEvent::Closed | SessionEvent::Search(..) => break,
        }
    }
    Ok(())
}

/// Handles events until the session ends.
fn run(mut protocol: Box<dyn Protocol>, first: SessionEvent) {
    let mut event = Ok(first);
    loop {
        if let Ok(SessionEvent::Line(line)) = &event {
            log::debug!("> {line}");
        }
        let flow = match event {
            Ok(event) => protocol.handle(event),
            Err(RecvTimeoutError::Timeout) => {
                protocol.time_is_up();
                Flow::Continue
            }
            Err(RecvTimeoutError::Disconnected) => protocol.handle(SessionEvent::Closed),
        };
        if flow == Flow::Quit || protocol.connection().out.is_closed {
            return protocol.end();
        }
        let deadline = protocol.deadline();
        let Connection { events, queued, .. } = protocol.connection();
        event = match (queued.pop_front(), deadline) {
            (Some(event), _) => Ok(event),
            (None, None) => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            (None, Some(end)) => events.recv_timeout(end.saturating_duration_since(Instant::now())),
        };
    }
}

/// Longest line accepted, bytes: enough for a game of fifty thousand moves, which takes half a second to play
/// through.
const LONGEST_LINE: usize = 256 << 10;

/// Shells of Windows put it before the first line that they pass on.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Passes lines on; invalid UTF-8 becomes replacement characters. Only the beginning of an overlong line is kept.
fn read_lines(mut input: impl BufRead, events: &SyncSender<SessionEvent>) {
    let mut line = Vec::new();
    // One byte more shows that the line was too long.
    let most = LONGEST_LINE + 1;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Ok([]) | Err(_) => break,
            Ok(bytes) => bytes,
        };
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let piece = end.unwrap_or(bytes.len());
        line.extend_from_slice(&bytes[..piece.min(most - line.len())]);
        input.consume(end.map_or(piece, |at| at + 1));
        if end.is_some() && !pass_on(&mut line, events) {
            return;
        }
    }
    // The last line may lack a line end.
    if line.is_empty() || pass_on(&mut line, events) {
        let _ = events.send(SessionEvent::Closed);
    }
}

/// Passes a line on and empties it. Returns false if the session is gone.
fn pass_on(line: &mut Vec<u8>, events: &SyncSender<SessionEvent>) -> bool {
    let text = code_page::decode(&SYSTEM, line);
    let event = match line.len() > LONGEST_LINE {
        true => SessionEvent::Overlong(quoted(&text)),
        false => {
            let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
            SessionEvent::Line(text.trim_end_matches('\r').to_owned())
        }
    };
    // Frees the buffer of a long line.
    *line = Vec::new();
    events.send(event).is_ok()
}
