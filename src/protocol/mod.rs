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

use crate::variant::{Variant, catalogue};
use library::Library;
use std::process::ExitCode;

/// Exit code for a variant that cannot be loaded or played.
const BAD_INPUT: u8 = 2;

/// Talks to a GUI on standard input and output until it says `quit`.
///
/// `variant` (a catalogue name, alias or file) is the one to start in, and then the only one on offer; without
/// it the whole catalogue is.
pub fn run(variant: Option<String>) -> ExitCode {
    logger::install();
    let served = library(variant.as_deref()).and_then(|library| {
        let input = std::io::BufReader::new(std::io::stdin());
        session::serve(input, Box::new(std::io::stdout()), library)
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // Standard error is read as protocol too; the GUI shows this one.
            for line in why.lines() {
                println!("tellusererror {line}");
            }
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn library(variant: Option<&str>) -> Result<Library, String> {
    let catalogue: Vec<Variant> = catalogue::all().iter().map(|entry| entry.variant.clone()).collect();
    match variant {
        Some(spec) => {
            let loaded = catalogue::load(spec).map_err(|error| error.to_string())?;
            Ok(Library::only(loaded.variant, catalogue))
        }
        None => Ok(Library::all(catalogue)),
    }
}
