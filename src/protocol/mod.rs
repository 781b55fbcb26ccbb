//! CECP, the protocol of XBoard and WinBoard, and its move text.
//!
//! What comes in: [`command`]. What goes out: [`features`], [`output`], [`dialect`]. Between them the
//! [`session`] with its [`thinker`].

pub mod command;
pub mod dialect;
pub mod features;
pub mod library;
pub mod logger;
pub mod movetext;
pub mod names;
pub mod output;
pub mod session;
pub mod thinker;

use crate::variant::Variant;
use library::Library;
use std::process::ExitCode;

/// Talks to a GUI on standard input and output until it says `quit`. `home` is the variant to start in, and
/// then the only one on offer; else all of `catalogue` are.
pub fn run(home: Option<Variant>, catalogue: Vec<Variant>) -> ExitCode {
    logger::install();
    let library = match home {
        Some(home) => Library::only(home, catalogue),
        None => Library::all(catalogue),
    };
    let input = std::io::BufReader::new(std::io::stdin());
    match session::serve(input, Box::new(std::io::stdout()), library) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // Standard error is read as protocol too; the GUI shows this one.
            println!("tellusererror {why}");
            ExitCode::from(2)
        }
    }
}
