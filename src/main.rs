//! Arguments, logger, exit code; nothing else.

fn main() -> std::process::ExitCode {
    griffon::cli::run()
}
