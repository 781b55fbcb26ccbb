//! Entry point; the program is in `griffon::cli`.

fn main() -> std::process::ExitCode {
    griffon::cli::run()
}
