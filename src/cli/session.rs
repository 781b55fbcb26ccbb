//! `griffon` without a subcommand: a session with a GUI.

use super::bench;
use super::load::is_no_net;
use crate::cecp::{self, CecpSession};
use crate::engine::folder::{Folder, net_folders};
use crate::engine::library::{Library, MENU};
use crate::session;
use crate::system::{folders, logger, sigint};
use crate::uci::UciSession;
use crate::variant::{Variant, catalogue};
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit code for a variant that cannot be loaded or played.
const BAD_INPUT: u8 = 2;

/// Runs a session on standard input and output until `quit`. Without `variant` (a catalogue name, alias or file) it
/// offers the whole catalogue, else only that. `folder` replaces the folder of definitions in the user's settings,
/// `net` the learned evaluation beside the definition; with `-` there is none until `Use Net` turns it on.
pub fn run(variant: Option<&str>, folder: Option<PathBuf>, net: Option<PathBuf>) -> ExitCode {
    let log = logger::start_for_session();
    sigint::install();
    let served = library(variant).and_then(|mut library| {
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            println!("{}", greeting());
        }
        let own = folder.clone();
        if let Err(error) = log {
            library.report_at_start(error.to_string());
        }
        let folder = folder.map(Folder::in_place_of_standard).or_else(Folder::of_user);
        if let Some(folder) = folder {
            library.add_at_start(folder);
        }
        library.use_nets(!net.as_deref().is_some_and(is_no_net));
        let net = net.filter(|net| !is_no_net(net));
        library.set_nets(net_folders(net, variant.map(Path::new), own));
        let menu = folders::settings_folder().and_then(|path| std::fs::read_to_string(path.join(MENU)).ok());
        if let Some(menu) = menu {
            library.set_menu(&menu);
        }
        serve(std::io::BufReader::new(std::io::stdin()), Box::new(std::io::stdout()), library)
    });
    let Err(why) = served else { return ExitCode::SUCCESS };
    // XBoard reads standard error as protocol too, but shows this line to the user.
    match std::io::stdout().is_terminal() {
        true => eprintln!("{why}"),
        false => println!("{}", cecp::popup("tellusererror", &why)),
    }
    ExitCode::from(BAD_INPUT)
}

/// Runs a session in UCI if its first line is `uci`, else in CECP.
///
/// # Errors
/// A message for the user if no thread can be started or the first variant cannot be played.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    library: Library,
) -> Result<(), String> {
    session::serve(input, output, library, |line, gui, engine| match line {
        "uci" => Box::new(UciSession::new(gui, engine, bench::in_session)),
        _ => Box::new(CecpSession::new(gui, engine)),
    })
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
    let entries = catalogue::every();
    let offered: Vec<Variant> = entries.map(|entry| entry.variant.clone()).collect();
    let Some(spec) = variant else { return Ok(Library::all(offered)) };
    if catalogue::is_stdin(spec) {
        return Err(String::from(
            "error: the commands come from standard input, so the definition cannot\nhelp: give the name of a file",
        ));
    }
    let loaded = catalogue::load(spec).map_err(|error| error.to_string())?;
    Ok(Library::only(loaded.variant, offered))
}
