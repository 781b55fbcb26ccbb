//! Errors, exit codes and output helpers of subcommands.

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Failure of a subcommand.
#[derive(Debug)]
pub enum CliError {
    /// Bad input; a one-line message.
    Input(String),
    /// Bad input; a rendered diagnostic.
    Diagnostic(String),
    /// A check failed; the details have been printed.
    Failed,
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
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
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
/// A closed pipe (`griffon moves chess | head -1`) is not an error.
pub fn exit_code(result: CliResult) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Failed) => ExitCode::from(1),
        Err(CliError::Io(error)) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(CliError::Io(error)) => refuse(&format!("error: {error}")),
        Err(CliError::Input(message)) => refuse(&format!("error: {message}")),
        Err(CliError::Diagnostic(text)) => refuse(&text),
    }
}

/// Whether the reader of the output has ended.
fn is_closed_pipe(error: &io::Error) -> bool {
    /// Windows' `ERROR_PIPE_NOT_CONNECTED`.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}

fn refuse(text: &str) -> ExitCode {
    complain(text.trim_end());
    ExitCode::from(2)
}

/// Prints a line to standard error. If that is closed, the line is lost.
pub fn complain(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
