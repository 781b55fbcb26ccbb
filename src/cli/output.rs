//! How a subcommand ends: its errors and exit codes.

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a subcommand did not succeed.
#[derive(Debug)]
pub enum CliError {
    /// Bad input, told in one sentence.
    Input(String),
    /// Bad input, drawn with a caret under the place.
    Diagnostic(String),
    /// A check did not hold; what it was has been printed.
    Failed,
    /// Standard output was closed, or a file could not be written.
    Io(io::Error),
}

/// What a subcommand returns.
pub type CliResult<T = ()> = Result<T, CliError>;

impl CliError {
    /// Bad input, told in one sentence.
    pub fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Prints a value as one line of JSON, its fields in the order of their declaration.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(value)?;
    writeln!(out, "{text}")
}

/// A bar drawn by a template on standard error, and only when that is a terminal.
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Tells the error on standard error; the code is 0, 1 for a failed check or 2.
///
/// A reader that closes the pipe early (`griffon moves chess | head -1`) has what it wanted: no error.
pub fn exit_code(result: CliResult) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Failed) => ExitCode::from(1),
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(CliError::Io(error)) => refuse(&format!("error: {error}")),
        Err(CliError::Input(message)) => refuse(&format!("error: {message}")),
        Err(CliError::Diagnostic(text)) => refuse(&text),
    }
}

fn refuse(text: &str) -> ExitCode {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{}", text.trim_end());
    ExitCode::from(2)
}
