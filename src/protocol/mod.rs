//! The protocols: CECP, that of XBoard and WinBoard, and UCI; move text.
//!
//! What comes in: [`command`]. What goes out: [`features`], [`output`], [`dialect`]. Between them the
//! [`session`] with its [`search_thread`]: one for both protocols, with one table of [`options`]. A session whose first line is
//! `uci` goes on in `uci`.

pub mod book;
pub mod command;
pub mod dialect;
pub mod features;
pub mod folder;
pub mod level;
pub mod library;
pub mod logger;
pub mod move_choice;
pub mod movetext;
pub mod names;
pub mod options;
pub mod output;
pub mod san;
pub mod search_thread;
pub mod session;
mod sigint;
pub mod system;
mod uci;

use crate::variant::{Variant, catalogue};
use folder::{Folder, FolderRole};
use library::{Library, MENU};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit code for a variant that cannot be loaded or played.
const BAD_INPUT: u8 = 2;

/// How a session starts.
#[derive(Debug, Default)]
pub struct Start {
    /// The variant to start in (a catalogue name, alias or file), and then the only one on offer; without it the whole
    /// catalogue is.
    pub variant: Option<String>,
    /// A folder with definitions that are on offer too, instead of the one among the user's settings.
    pub folder: Option<PathBuf>,
    /// The workload of UCI's `bench`.
    pub bench: Option<session::Bench>,
}

/// Talks to a GUI on standard input and output until it says `quit`.
pub fn run(start: Start) -> ExitCode {
    logger::install();
    sigint::install();
    let served = library(start.variant.as_deref()).and_then(|mut library| {
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            println!("{}", greeting());
        }
        let folder =
            start.folder.map(|path| Folder::new(path, FolderRole::Standard)).or_else(Folder::of_user);
        if let Some(folder) = folder {
            library.add_at_start(folder);
        }
        if let Some(menu) =
            folder::settings_folder().and_then(|folder| std::fs::read_to_string(folder.join(MENU)).ok())
        {
            library.set_menu(&menu);
        }
        let input = std::io::BufReader::new(std::io::stdin());
        session::serve_with(input, Box::new(std::io::stdout()), library, start.bench)
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // Standard error is read as protocol too; the GUI shows this one.
            match std::io::stdout().is_terminal() {
                true => eprintln!("{why}"),
                false => println!("{}", output::popup("tellusererror", &why)),
            }
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// What a person is told who starts a session by hand.
fn greeting() -> String {
    format!(
        "# Griffon {}, a chess-variant engine. It waits for the commands of a program such as XBoard (`xboard -fcp griffon`).\n\
         # Type `quit` to leave. For people there are `griffon --help`, `griffon show chess`, `griffon search chess`.",
        env!("CARGO_PKG_VERSION")
    )
}

fn library(variant: Option<&str>) -> Result<Library, String> {
    let entries = catalogue::all().iter().chain(catalogue::more());
    let offered: Vec<Variant> = entries.map(|entry| entry.variant.clone()).collect();
    Ok(match variant {
        Some(spec) => {
            let loaded = catalogue::load(spec).map_err(|error| error.to_string())?;
            Library::only(loaded.variant, offered)
        }
        None => Library::all(offered),
    })
}
