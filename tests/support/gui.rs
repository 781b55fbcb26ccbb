//! A GUI made of two channels: sends lines to a session in this process and waits for replies.

use griffon::cli::session::serve;
use griffon::engine::library::Library;
use griffon::variant::{Variant, catalogue};
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Maximum time for a reply on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct ChannelReader {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for ChannelReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            match self.lines.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let n = self.rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&self.rest[..n]);
        self.rest.drain(..n);
        Ok(n)
    }
}

struct ChannelWriter {
    lines: Sender<String>,
    partial: String,
}

impl Write for ChannelWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.partial.push_str(std::str::from_utf8(bytes).expect("answers are UTF-8"));
        while let Some(end) = self.partial.find('\n') {
            let line: String = self.partial.drain(..=end).collect();
            // The test may have dropped the receiver.
            let _ = self.lines.send(line.trim_end().to_owned());
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A running session.
pub struct Gui {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    /// All lines received so far.
    pub heard: Vec<String>,
    session: Option<std::thread::JoinHandle<Result<(), String>>>,
}

impl Gui {
    /// Starts a session with the whole catalogue.
    pub fn start() -> Self {
        let variants: Vec<Variant> = catalogue::all().iter().map(|entry| entry.variant.clone()).collect();
        Self::with(Library::all(variants))
    }

    /// Starts a session with these variants.
    pub fn with(library: Library) -> Self {
        let (input, lines) = channel();
        let (answers, output) = channel();
        let reader = BufReader::new(ChannelReader { lines, rest: Vec::new() });
        let writer = Box::new(ChannelWriter { lines: answers, partial: String::new() });
        let session = std::thread::spawn(move || serve(reader, writer, library));
        Self { input: Some(input), output, heard: Vec::new(), session: Some(session) }
    }

    /// Sends a line.
    pub fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&self, bytes: &[u8]) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Waits for a line that matches; `*` at the end of the pattern matches anything.
    pub fn expect(&mut self, pattern: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(line) => {
                    self.heard.push(line.clone());
                    if fits(&line, pattern) {
                        return line;
                    }
                }
                Err(RecvTimeoutError::Timeout) => panic!("no `{pattern}` among {:#?}", self.heard),
                Err(RecvTimeoutError::Disconnected) => panic!("ended before `{pattern}`: {:#?}", self.heard),
            }
        }
    }

    /// Returns all lines up to the reply to a ping.
    pub fn sync(&mut self) -> Vec<String> {
        let start = self.heard.len();
        self.send("ping 4711");
        self.expect("pong 4711");
        self.heard[start..self.heard.len() - 1].to_vec()
    }

    /// Returns the legal moves, as listed by the button.
    pub fn moves(&mut self) -> Vec<String> {
        self.send("option Show Moves");
        let line = self.expect("telluser *");
        let list = line.split(r"legal moves:\n").nth(1).unwrap_or_default().replace(r"\n", " ");
        list.split(' ').filter(|text| !text.is_empty()).map(str::to_owned).collect()
    }

    /// Returns all lines up to the reply to UCI's `isready`.
    pub fn ready(&mut self) -> Vec<String> {
        let start = self.heard.len();
        self.send("isready");
        self.expect("readyok");
        self.heard[start..self.heard.len() - 1].to_vec()
    }

    /// Runs a transcript: sends `> line`, waits for `< pattern`, and requires `= pattern` as the very next line.
    pub fn script(&mut self, text: &str) {
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (kind, rest) = line.split_at(1);
            let rest = rest.trim_start();
            match kind {
                ">" => self.send(rest),
                "<" => drop(self.expect(rest)),
                "=" => {
                    let heard = self.expect("*");
                    assert!(fits(&heard, rest), "expected `{rest}`, got `{heard}`");
                }
                _ => panic!("bad line in transcript: {line}"),
            }
        }
    }

    /// Sends `quit` and waits until the session has ended.
    pub fn quit(mut self) {
        self.send("quit");
        self.wait();
    }

    /// Closes the input and returns all lines until the session ended.
    pub fn into_end(mut self) -> Vec<String> {
        self.input = None;
        self.wait();
        self.heard
    }

    /// Closes the input without `quit`.
    pub fn close(self) {
        self.into_end();
    }

    fn wait(&mut self) {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => self.heard.push(line),
                Err(RecvTimeoutError::Timeout) => panic!("the session goes on: {:#?}", self.heard),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let session = self.session.take().expect("ends once");
        session.join().expect("no panic").expect("no error");
    }
}

fn fits(line: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => line.starts_with(start),
        None => line == pattern,
    }
}
