//! `griffon variants`: the catalogue.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use crate::protocol::names::{self, XBoardMenu};
use crate::variant::{Variant, catalogue};

/// Lists the built-in variants: name, board, how XBoard starts them, title; with `json`, one object a variant.
pub fn run(json: bool) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let variants = || catalogue::all().iter().chain(catalogue::more()).map(|entry| &entry.variant);
    let width = variants().map(|variant| variant.name.len()).max().unwrap_or(0);
    for (variant, place) in variants().zip(names::places(variants())) {
        let line = if json { to_json(variant, place) } else { to_text(variant, place, width) };
        // A reader that has seen enough closes the pipe: no error.
        if writeln!(out, "{line}").is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// `menu`: XBoard's dialog New Variant has a button for it; `-variant`: XBoard is started with that option; `too large`:
/// XBoard cannot show it.
fn word(place: XBoardMenu) -> &'static str {
    match place {
        XBoardMenu::Menu => "menu",
        XBoardMenu::Name => "-variant",
        XBoardMenu::TooLarge => "too large",
    }
}

/// XBoard's name for a variant, if XBoard can show it.
fn name_in_xboard(variant: &Variant, place: XBoardMenu) -> Option<String> {
    (place != XBoardMenu::TooLarge).then(|| names::offered(variant))
}

/// The line of a variant, `width` being that of the longest name.
fn to_text(variant: &Variant, place: XBoardMenu, width: usize) -> String {
    let board = format!("{}x{}", variant.board.files(), variant.board.ranks());
    let also = match variant.aliases.as_slice() {
        [] => String::new(),
        aliases => format!(" (also {})", aliases.join(", ")),
    };
    let other = name_in_xboard(variant, place).filter(|name| *name != variant.name);
    let other = other.map(|name| format!(" [in XBoard {name}]")).unwrap_or_default();
    format!("{:<width$} {board:>6}  {:<9}  {}{also}{other}", variant.name, word(place), variant.title)
}

fn to_json(variant: &Variant, place: XBoardMenu) -> String {
    json!({
        "name": variant.name, "aliases": variant.aliases, "title": variant.title,
        "files": variant.board.files(), "ranks": variant.board.ranks(),
        "xboard": word(place), "xboard_name": name_in_xboard(variant, place),
    })
    .to_string()
}
