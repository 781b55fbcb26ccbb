//! The protocols: CECP (XBoard and WinBoard) and UCI, and move text.
//!
//! Input: [`command`]. Output: [`features`], [`output`], [`dialect`]. The [`session`] with its [`search_thread`]
//! serves both protocols from one table of [`options`]; it switches to `uci` if its first line is `uci`.

pub mod book;
pub mod command;
pub mod dialect;
pub mod features;
pub mod folder;
pub mod level;
pub mod library;
pub mod move_choice;
pub mod options;
pub mod output;
pub mod search_thread;
pub mod session;
mod uci;

use crate::system::{folders, logger, sigint};
use crate::variant::{Variant, catalogue};
use folder::{Folder, FolderRole};
use library::{Library, MENU};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit code for a variant that cannot be loaded or played.
const BAD_INPUT: u8 = 2;

/// Options for starting a session.
#[derive(Debug, Default)]
pub struct Start {
    /// The variant to start in (a catalogue name, alias or file); it is then the only one offered. Without it the
    /// whole catalogue is offered.
    pub variant: Option<String>,
    /// A folder of further definitions, used instead of the one in the user's settings.
    pub folder: Option<PathBuf>,
    /// A learned evaluation, used instead of the one beside the definition.
    pub net: Option<PathBuf>,
    /// The workload of UCI's `bench`.
    pub bench: Option<session::Bench>,
}

/// Runs a session on standard input and output until `quit`.
pub fn run(start: Start) -> ExitCode {
    logger::install();
    sigint::install();
    let served = library(start.variant.as_deref()).and_then(|mut library| {
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            println!("{}", greeting());
        }
        let start_folder = start.folder.clone();
        let folder =
            start.folder.map(|path| Folder::new(path, FolderRole::Standard)).or_else(Folder::of_user);
        if let Some(folder) = folder {
            library.add_at_start(folder);
        }
        let own = start_folder;
        library.set_nets(folder::net_folders(
            start.net,
            start.variant.as_deref().map(std::path::Path::new),
            own,
        ));
        if let Some(menu) =
            folders::settings_folder().and_then(|folder| std::fs::read_to_string(folder.join(MENU)).ok())
        {
            library.set_menu(&menu);
        }
        let input = std::io::BufReader::new(std::io::stdin());
        session::serve_with(input, Box::new(std::io::stdout()), library, start.bench)
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // XBoard reads standard error as protocol too, but shows this line to the user.
            match std::io::stdout().is_terminal() {
                true => eprintln!("{why}"),
                false => println!("{}", output::popup("tellusererror", &why)),
            }
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Text shown when a person starts a session by hand.
fn greeting() -> String {
    format!(
        "# Griffon {}, a chess-variant engine. It expects commands from a program such as XBoard (`xboard -fcp griffon`).\n\
         # Type `quit` to leave. Commands for people: `griffon --help`, `griffon show chess`, `griffon search chess`.",
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
