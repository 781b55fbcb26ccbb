//! Errors, exit codes and output helpers of subcommands.

use crate::system::stop;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code for bad input.
const BAD_INPUT: u8 = 2;

/// Failure of a subcommand.
#[derive(Debug)]
pub enum CliError {
    /// Bad input; a one-line message.
    Input(String),
    /// Bad input; a rendered diagnostic.
    Diagnostic(String),
    /// Bad input; the details have been printed.
    Refused,
    /// A check failed; the details have been printed.
    Failed,
    /// A signal ended the command; the details have been printed.
    Interrupted,
    /// Standard output was closed, or a file could not be written.
    Io(io::Error),
}

/// Result of a subcommand.
pub type CliResult<T = ()> = Result<T, CliError>;

impl CliError {
    /// Creates a [`CliError::Input`].
    pub fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Prints it to standard error, unless the details have been printed.
    pub fn print(&self) {
        match self {
            Self::Io(error) => complain(format_args!("error: {error}")),
            Self::Input(message) => complain(format_args!("error: {message}")),
            Self::Diagnostic(text) => complain(text.trim_end()),
            Self::Failed | Self::Refused | Self::Interrupted => {}
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Output to a pipe. Discards what is written after the reader has closed it.
#[derive(Debug)]
pub struct ClosableOutput<W> {
    writer: W,
    is_closed: bool,
}

impl<W: Write> ClosableOutput<W> {
    /// Creates it for a writer that is open.
    pub const fn new(writer: W) -> Self {
        Self { writer, is_closed: false }
    }

    /// Calls `action` unless the reader has ended. Returns `done` if it has.
    fn unless_closed<T>(&mut self, done: T, action: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.is_closed {
            return Ok(done);
        }
        action(&mut self.writer).or_else(|error| {
            self.is_closed = is_closed_pipe(&error);
            if self.is_closed { Ok(done) } else { Err(error) }
        })
    }
}

impl<W: Write> Write for ClosableOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |writer| writer.write(bytes))
    }
    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), Write::flush)
    }
}

/// Prints a value as one line of JSON, with the fields in order of declaration.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(value)?;
    writeln!(out, "{text}")
}

/// Creates a progress bar on standard error, shown only on a terminal.
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Prints the error to standard error. Returns exit code 0, 1 for a failed check, or 2.
///
/// A closed pipe (`griffon moves chess | head -1`) is not an error; see also [`ClosableOutput`].
pub fn exit_code(result: CliResult) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Failed) => ExitCode::from(1),
        Err(CliError::Interrupted) => ExitCode::from(stop::EXIT_CODE),
        Err(CliError::Io(error)) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            error.print();
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Whether the reader of the output has ended.
fn is_closed_pipe(error: &io::Error) -> bool {
    /// Windows' `ERROR_PIPE_NOT_CONNECTED`.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}

/// Prints a line to standard error. If that is closed, the line is lost.
pub fn complain(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
