//! `griffon export`.

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {}

/// Not yet.
pub fn run(_options: &Options) -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
