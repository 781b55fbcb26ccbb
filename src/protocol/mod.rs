//! CECP, the protocol of XBoard and WinBoard, and its move text.

pub mod dialect;
pub mod movetext;
pub mod names;
pub mod command;

/// Runs a CECP session.
pub fn run(variant: Option<String>) -> std::process::ExitCode {
    let _ = variant;
    std::process::ExitCode::from(2)
}
