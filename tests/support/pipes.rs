//! The program as an engine behind pipes: bytes in, lines out, signals and termination.

use super::{memory, processor_time};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Maximum time for a reply: processor time, and elapsed time if other processes use the processor too.
pub const PROMPT: Duration = Duration::from_secs(1);
/// Time after which an engine that does not work hangs.
const AT_ALL: Duration = Duration::from_secs(60);
/// Polling interval of waits.
const LOOK: Duration = Duration::from_millis(20);

/// Sends a signal by name, such as `INT`, with the shell's own `kill`: not every system has the program.
pub fn send_signal(process: u32, name: &str) {
    let command = format!("kill -s {name} {process}");
    let sent = Command::new("sh").args(["-c", &command]).status().expect("there is a shell");
    assert!(sent.success(), "{command}");
}

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Kept until it is closed.
    hearing: Option<Sender<()>>,
    complaints: Option<JoinHandle<String>>,
}

impl Engine {
    /// Starts the program as an engine with a log file; the user's settings are ignored.
    pub fn start(log: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_griffon"))
            .env("HOME", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no_home"))
            .env_remove("XDG_CONFIG_HOME")
            .env("GRIFFON_LOG", log)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let mut errors = child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        let (hearing, deafness) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(output.read_until(b'\n', &mut line), Ok(1..)) {
                let _ = sender.send(String::from_utf8_lossy(&line).trim_end().to_owned());
                line.clear();
                if deafness.try_recv() == Err(std::sync::mpsc::TryRecvError::Disconnected) {
                    return;
                }
            }
        });
        let complaints = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Self { child, input, lines, hearing: Some(hearing), complaints: Some(complaints) }
    }

    /// Sends bytes. Returns false if the engine has stopped reading.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        let Some(input) = &mut self.input else { return false };
        input.write_all(bytes.as_ref()).and_then(|()| input.flush()).is_ok()
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes its output after its next line.
    pub fn close_output(&mut self) {
        self.hearing = None;
    }

    /// Sends a signal by name, such as `INT`.
    pub fn signal(&self, name: &str) {
        send_signal(self.child.id(), name);
    }

    /// Waits for a line that satisfies `is` and returns it; the engine has a second of processor time.
    pub fn expect(&mut self, what: &str, is: impl Fn(&str) -> bool) -> Result<String, String> {
        self.expect_within(PROMPT, what, is)
    }

    /// Waits for a line that satisfies `is` and returns it; the engine has the given processor time.
    pub fn expect_within(
        &mut self,
        limit: Duration,
        what: &str,
        is: impl Fn(&str) -> bool,
    ) -> Result<String, String> {
        let (start, used) = (Instant::now(), self.processor_time());
        let mut last = String::from("nothing");
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) if is(&line) => return Ok(line),
                Ok(line) => last = line,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("{what}: the engine ended; {last}"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(spent) = self.overdue(limit, start, used) {
                return Err(format!("{what}: nothing after {spent}; the last was {last}"));
            }
        }
    }

    /// Waits until it ends, for at most a second of processor time; standard error must be empty.
    pub fn ended(&mut self) -> Result<ExitStatus, String> {
        let (start, used) = (Instant::now(), self.processor_time());
        loop {
            if let Some(status) = self.child.try_wait().expect("it was started") {
                let thread = self.complaints.take().expect("asked once");
                let complaints = thread.join().expect("it reads");
                if complaints.is_empty() {
                    return Ok(status);
                }
                return Err(format!("on standard error: {complaints}"));
            }
            if let Some(spent) = self.overdue(PROMPT, start, used) {
                return Err(format!("still there after {spent}"));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns the time spent since `start` if it exceeds `limit`, in both elapsed and processor time, or if it hangs.
    fn overdue(&self, limit: Duration, start: Instant, used: Duration) -> Option<String> {
        let waited = start.elapsed();
        let worked = self.processor_time().saturating_sub(used);
        let late = waited > AT_ALL || waited > limit && worked > limit;
        late.then(|| format!("{waited:?}, {worked:?} of work"))
    }

    /// Discards the lines received so far.
    pub fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Returns the resident memory, KiB; 0 if the system does not report it.
    pub fn memory(&self) -> u64 {
        memory(self.child.id())
    }

    fn processor_time(&self) -> Duration {
        processor_time(self.child.id())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
