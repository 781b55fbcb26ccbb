//! Command line: one file a subcommand.

/// Runs the program; the exit code is 0, or 2 for bad input.
pub fn run() -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
