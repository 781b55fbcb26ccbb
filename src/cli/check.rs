//! `griffon check`.

/// Not yet.
pub fn run(_files: &[std::path::PathBuf], _stats: bool, _json: bool) -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
