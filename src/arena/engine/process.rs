//! An engine's process and the lines that it writes.

use super::EngineError;
use crate::protocol::machine;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take to end after `quit`.
const QUITTING: Duration = Duration::from_secs(1);
/// Lines kept until somebody reads them; beyond these the engine has to wait.
const QUEUE: usize = 1 << 14;
/// Bytes of a line; longer ones are cut into several.
const LONGEST_LINE: u64 = 1 << 16;

/// A line that the engine wrote, with the time at which it came.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The time is over.
    Timeout,
    /// The process has ended.
    Ended,
}

/// A running process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(command: &[String], dir: Option<&Path>) -> Result<Self, EngineError> {
        let (program, arguments) = command.split_first().ok_or(EngineError::NoCommand)?;
        let mut command = Command::new(program);
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        let pipes =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = pipes.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Died);
        };
        let (sender, lines) = sync_channel(QUEUE);
        thread::spawn(move || pass_on(output, &sender));
        Ok(Self { child, input, lines })
    }
    /// Its resident memory, KiB, where the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        machine::resident_kib(self.child.id()).map(|kib| kib as u64)
    }
    /// Sends a command.
    pub(super) fn send(&mut self, text: &str) -> Result<(), EngineError> {
        log::debug!("{} > {text}", self.child.id());
        writeln!(self.input, "{text}")?;
        self.input.flush()?;
        Ok(())
    }
    /// The next line, if one comes before `end`.
    pub(super) fn line_before(&self, end: Instant) -> Result<Line, Silence> {
        let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()));
        let line = line.map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Timeout,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })?;
        log::debug!("{} < {}", self.child.id(), line.text);
        Ok(line)
    }
    /// Waits for a line that `is` the one, and drops those before it. `command` is what should have been answered.
    pub(super) fn wait_for(
        &self,
        limit: Duration,
        command: &'static str,
        mut is: impl FnMut(&str) -> bool,
    ) -> Result<(), EngineError> {
        let end = Instant::now() + limit;
        loop {
            match self.line_before(end) {
                Ok(line) if is(&line.text) => return Ok(()),
                Ok(_) => {}
                Err(Silence::Timeout) => return Err(EngineError::Silent(command)),
                Err(Silence::Ended) => return Err(EngineError::Died),
            }
        }
    }
}

/// Reads lines until the output is closed or nobody listens.
fn pass_on(output: ChildStdout, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while matches!(output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if sender.send(Line { text, at: Instant::now() }).is_err() {
            break;
        }
    }
}

/// The process ends with its handle: `quit`, a second's grace, then by force.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let end = Instant::now() + QUITTING;
        while Instant::now() < end {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
