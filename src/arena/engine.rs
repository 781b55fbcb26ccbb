//! An engine process that speaks CECP, seen from the GUI's side.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to answer `protover`, and to `ping`.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take after it has asked for time with `done=0`.
const LOADING: Duration = Duration::from_secs(60);
/// How long it may take to end after `quit`.
const QUITTING: Duration = Duration::from_secs(1);

/// Base time and increment, for the whole game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeControl {
    /// Time at the start.
    pub base: Duration,
    /// Time added with every move.
    pub increment: Duration,
}

/// Why an engine cannot be used.
#[derive(Debug)]
pub enum EngineError {
    /// The process cannot be started, or its input is closed.
    Io(io::Error),
    /// It ended.
    Died,
    /// It does not answer.
    Silent(&'static str),
    /// It does not play the variant.
    NoSuchVariant(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Died => write!(f, "the engine ended"),
            Self::Silent(command) => write!(f, "no answer to `{command}`"),
            Self::NoSuchVariant(variant) => write!(f, "the engine does not play `{variant}`"),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Died,
            _ => Self::Io(error),
        }
    }
}

/// What an engine does when it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It moves.
    Move(String),
    /// It gives up.
    Resigns,
    /// It claims a result (`1-0`, `0-1`, `1/2-1/2`), in these words.
    Claims(String),
    /// It calls the opponent's move illegal, in these words.
    Complains(String),
    /// It said nothing in time.
    Timeout,
    /// It ended.
    Died,
}

/// What an engine said of itself.
#[derive(Clone, Default, Debug)]
struct Features {
    name: Option<String>,
    ping: bool,
    usermove: bool,
    variants: Option<String>,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    features: Features,
    command: String,
    pings: u32,
}

impl Engine {
    /// Starts the command (words separated by blanks) and waits for its features.
    ///
    /// # Errors
    /// A command that cannot be run, or that ends at once.
    pub fn start(command: &str) -> Result<Self, EngineError> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or("");
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(EngineError::Died);
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(output.read_until(b'\n', &mut line), Ok(1..)) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        let features = Features::default();
        let mut engine = Self { process, input, lines, features, command: command.to_owned(), pings: 0 };
        engine.send("xboard\nprotover 2")?;
        engine.read_features()?;
        Ok(engine)
    }
    /// The engine's name for itself, or its command.
    pub fn name(&self) -> &str {
        self.features.name.as_deref().unwrap_or(&self.command)
    }
    /// Sends a command.
    ///
    /// # Errors
    /// The engine no longer reads.
    pub fn send(&mut self, text: &str) -> Result<(), EngineError> {
        log::debug!("> {text}");
        writeln!(self.input, "{text}")?;
        self.input.flush()?;
        Ok(())
    }
    /// Prepares a game of a variant and leaves the engine in force mode.
    ///
    /// # Errors
    /// A variant that the engine did not list, or no answer.
    pub fn new_game(&mut self, variant: &str, clock: TimeControl) -> Result<(), EngineError> {
        if !self.plays(variant) {
            return Err(EngineError::NoSuchVariant(variant.to_owned()));
        }
        self.send("new")?;
        if variant != "normal" {
            self.send(&format!("variant {variant}"))?;
        }
        let seconds = clock.base.as_secs();
        let increment = clock.increment.as_secs_f64();
        self.send(&format!("level 0 {}:{:02} {increment}", seconds / 60, seconds % 60))?;
        self.send("nopost\neasy\nforce")?;
        self.synchronise()
    }
    /// Sends a move.
    ///
    /// # Errors
    /// The engine no longer reads.
    pub fn send_move(&mut self, text: &str) -> Result<(), EngineError> {
        match self.features.usermove {
            true => self.send(&format!("usermove {text}")),
            false => self.send(text),
        }
    }
    /// Waits for the engine's move, or for what it says instead, until `limit` has passed.
    pub fn answer(&mut self, limit: Duration) -> Answer {
        let end = Instant::now() + limit;
        let mut legs = String::new();
        loop {
            let line = match self.line_before(end) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Answer::Timeout,
                Err(RecvTimeoutError::Disconnected) => return Answer::Died,
            };
            if let Some(text) = line.strip_prefix("move ") {
                legs += text.trim();
                // Some engines send the legs of a move in lines of their own.
                if !legs.ends_with(',') {
                    return Answer::Move(legs);
                }
            } else if line == "resign" || line.starts_with("tellics resign") {
                return Answer::Resigns;
            } else if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) {
                return Answer::Claims(line);
            } else if is_complaint(&line) {
                return Answer::Complains(line);
            }
        }
    }
    fn plays(&self, variant: &str) -> bool {
        let listed = |list: &String| list.split(',').any(|name| name.trim() == variant);
        self.features.variants.as_ref().map_or(variant == "normal", listed)
    }
    fn line_before(&self, end: Instant) -> Result<String, RecvTimeoutError> {
        let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))?;
        log::debug!("< {line}");
        Ok(line)
    }
    fn read_features(&mut self) -> Result<(), EngineError> {
        let mut end = Instant::now() + PATIENCE;
        loop {
            let line = match self.line_before(end) {
                Ok(line) => line,
                // An engine of protocol version 1 has nothing to say.
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Died),
            };
            let Some(list) = line.strip_prefix("feature ") else { continue };
            for (name, value) in features(list) {
                match (name, value) {
                    ("myname", value) => self.features.name = Some(value.to_owned()),
                    ("variants", value) => self.features.variants = Some(value.to_owned()),
                    ("ping", value) => self.features.ping = value == "1",
                    ("usermove", value) => self.features.usermove = value == "1",
                    ("done", "0") => end = Instant::now() + LOADING,
                    ("done", _) => return Ok(()),
                    _ => {}
                }
            }
        }
    }
    /// Waits until the engine has dealt with everything sent so far.
    fn synchronise(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        let end = Instant::now() + PATIENCE;
        loop {
            match self.line_before(end) {
                Ok(line) if line == pong => return Ok(()),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(EngineError::Silent("ping")),
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Died),
            }
        }
    }
}

/// The process ends with its handle: `quit`, a second's grace, then by force.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("force\nquit");
        let end = Instant::now() + QUITTING;
        while Instant::now() < end {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `Illegal move (why): MOVE`; Sjaak II says `Error (Illegal move or unknown command): MOVE`.
fn is_complaint(line: &str) -> bool {
    line.starts_with("Illegal move") || line.starts_with("Error (Illegal move")
}

/// Splits `a=1 b="two words" c=3` into names and values.
fn features(mut list: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while let Some((name, rest)) = list.split_once('=') {
        let (value, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        found.push((name.trim(), value));
        list = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_may_be_quoted() {
        let list = "ping=1 myname=\"Fairy-Max 5.0b\"  variants=\"normal,shatranj\" done=1";
        let expected =
            [("ping", "1"), ("myname", "Fairy-Max 5.0b"), ("variants", "normal,shatranj"), ("done", "1")];
        assert_eq!(features(list), expected);
        assert_eq!(features("option=\"A -check 0\" x"), [("option", "A -check 0")]);
        assert_eq!(features("open=\"never closed"), [("open", "never closed")]);
    }
}
