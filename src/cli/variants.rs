//! `griffon variants`.

/// Not yet.
pub fn run(_json: bool) -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
