//! Process of an engine, and the lines it writes.

use super::error::EngineError;
#[cfg(unix)]
use super::groups;
use super::player::{Answer, EngineInfo, Reply};
use crate::system;
use crate::variant::printable;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Time for a process to end after `quit`.
const QUITTING: Duration = Duration::from_secs(1);
/// Unread lines kept; the engine blocks when there are more.
const QUEUE: usize = 1 << 14;
/// Longest line, bytes; longer ones are split.
const LONGEST_LINE: u64 = 1 << 16;
/// Last lines quoted when an engine fails.
const MAX_QUOTED: usize = 8;
/// Longest quoted line, characters.
const LONGEST_QUOTED: usize = 200;
/// Standard output and standard error.
const OUTPUTS: usize = 2;
/// Time to wait for the last output of a failed engine.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A line written by the engine, with its time of arrival.
#[derive(Clone, Debug)]
pub(super) struct EngineLine {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// A running process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<EngineLine>,
    last_lines: Arc<LastLines>,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(command: &[String], dir: Option<&Path>) -> Result<Self, EngineError> {
        let (program, arguments) = command.split_first().ok_or(EngineError::NoCommand)?;
        let mut command = Command::new(program);
        if let Some(dir) = dir {
            if !dir.is_dir() {
                return Err(EngineError::NoFolder(dir.display().to_string()));
            }
            command.current_dir(dir);
        }
        let pipes =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // On Unix in a group, so that programs started by a script can be ended with it.
        #[cfg(unix)]
        let mut child = groups::start(pipes)?;
        #[cfg(not(unix))]
        let mut child = pipes.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(EngineError::Died);
        };
        let (sender, lines) = sync_channel(QUEUE);
        let last_lines = Arc::new(LastLines::default());
        last_lines
            .clone()
            .follow(output, move |text| sender.send(EngineLine { text, at: Instant::now() }).is_ok());
        last_lines.clone().follow(errors, |_| true);
        Ok(Self { child, input, lines, last_lines })
    }
    fn kill(&mut self) {
        #[cfg(unix)]
        groups::group_of(&self.child).into_iter().for_each(groups::kill);
        let _ = self.child.kill();
    }
    /// Returns its resident memory, KiB, if the system reports it.
    pub(super) fn memory(&self) -> Option<u64> {
        system::resident_kib(self.child.id()).map(|kib| kib as u64)
    }
    /// Sends a command.
    pub(super) fn send(&mut self, text: &str) -> Result<(), EngineError> {
        log::debug!("{} > {text}", self.child.id());
        let sent = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        sent.map_err(|error| self.explain(error.into()))
    }
    /// Adds the last lines written by the process, if any, to an error.
    pub(super) fn explain(&self, error: EngineError) -> EngineError {
        // Output written before its end may still be in the pipe.
        wait_until(LAST_WORDS, || self.last_lines.is_complete());
        match self.last_lines.text() {
            last_lines if last_lines.is_empty() => error,
            last_lines => EngineError::Said(Box::new(error), last_lines),
        }
    }
    /// Returns the next line that arrives before `end`; an error if none does, or if the process has ended.
    pub(super) fn line_before(&self, end: Instant) -> Result<EngineLine, RecvTimeoutError> {
        let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))?;
        log::debug!("{} < {}", self.child.id(), line.text);
        Ok(line)
    }
    /// Waits until `end` for a line that `read` takes for an answer. `read` also collects the thinking output.
    pub(super) fn answer(
        &self,
        end: Instant,
        mut read: impl FnMut(&EngineLine, &mut EngineInfo) -> Option<Answer>,
    ) -> Reply {
        let mut thought = EngineInfo::default();
        loop {
            let (answer, at) = match self.line_before(end) {
                Ok(line) => (read(&line, &mut thought), line.at),
                Err(RecvTimeoutError::Timeout) => (Some(Answer::Timeout), Instant::now()),
                Err(RecvTimeoutError::Disconnected) => (Some(Answer::Died), Instant::now()),
            };
            if let Some(answer) = answer {
                return Reply { answer, thought, at };
            }
        }
    }
    /// Passes lines to `each` until none has arrived for the time `quiet`, at most for the time `limit`.
    pub(super) fn drain(
        &self,
        quiet: Duration,
        limit: Duration,
        mut each: impl FnMut(&str),
    ) -> Result<(), EngineError> {
        let end = Instant::now() + limit;
        loop {
            match self.line_before(end.min(Instant::now() + quiet)) {
                Ok(line) => each(&line.text),
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => return Err(self.explain(EngineError::Died)),
            }
            if Instant::now() >= end {
                return Ok(());
            }
        }
    }
    /// Waits for a line for which `is` returns true, and drops earlier lines. `command` is named in the
    /// error if no answer arrives.
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
                Err(RecvTimeoutError::Timeout) => return Err(self.explain(EngineError::Silent(command))),
                Err(RecvTimeoutError::Disconnected) => return Err(self.explain(EngineError::Died)),
            }
        }
    }
}

/// Waits until `done` or for the limit, and returns whether it is done.
fn wait_until(limit: Duration, mut done: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if done() {
            return true;
        }
        thread::sleep(Duration::from_millis(5));
    }
    false
}

/// Last lines written by a process to both of its outputs.
#[derive(Default, Debug)]
struct LastLines {
    lines: Mutex<VecDeque<String>>,
    /// Number of closed outputs.
    closed: AtomicUsize,
}

impl LastLines {
    /// Adds a line, and drops the oldest if there are too many.
    fn note(&self, line: &str) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if !line.is_empty() {
            lines.push_back(line.chars().take(LONGEST_QUOTED).collect());
            let excess = lines.len().saturating_sub(MAX_QUOTED);
            lines.drain(..excess);
        }
    }
    /// Reads an output in a thread, until it is closed or `each` returns false for a line. Control characters are made
    /// visible.
    fn follow(
        self: Arc<Self>,
        output: impl Read + Send + 'static,
        mut each: impl FnMut(String) -> bool + Send + 'static,
    ) {
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
                let text = printable(String::from_utf8_lossy(&line).trim());
                line.clear();
                self.note(&text);
                if !each(text) {
                    break;
                }
            }
            self.closed.fetch_add(1, Ordering::Relaxed);
        });
    }
    fn is_complete(&self) -> bool {
        self.closed.load(Ordering::Relaxed) == OUTPUTS
    }
    fn text(&self) -> String {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(|line| format!("\n    {line}")).collect()
    }
}

/// Ends the process: sends `quit`, waits up to [`QUITTING`], then kills it and, on Unix, the programs that it started.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        if !wait_until(QUITTING, || !matches!(self.child.try_wait(), Ok(None))) {
            self.kill();
            let _ = self.child.wait();
        }
        #[cfg(unix)]
        groups::group_of(&self.child).into_iter().for_each(groups::remove);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn programs_started_by_a_script_end_with_it() {
        let command = ["sh", "-c", "sleep 60 & echo started; wait"].map(str::to_owned);
        let mut process = Process::start(&command, None).expect("starts");
        let end = Instant::now() + Duration::from_secs(30);
        assert_eq!(process.line_before(end).map(|line| line.text).ok().as_deref(), Some("started"));
        process.kill();
        // Nothing holds its output any more.
        assert_eq!(process.line_before(end).err(), Some(RecvTimeoutError::Disconnected));
    }
}
