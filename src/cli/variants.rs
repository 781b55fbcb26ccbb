//! `griffon variants`: lists the catalogue.

use super::output::CliResult;
use crate::variant::{Variant, catalogue};
use crate::variant_names::{self, XBoardMenu};
use serde_json::json;
use std::io::Write;

/// Lists the built-in variants: name, board, how to start them in XBoard, title; with `json`, one object per variant.
pub fn run(json: bool, out: &mut dyn Write) -> CliResult {
    let variants = || catalogue::every().map(|entry| &entry.variant);
    let width = variants().map(|variant| variant.name.len()).max().unwrap_or(0);
    for (variant, place) in variants().zip(variant_names::places(variants())) {
        let line = if json { to_json(variant, place) } else { to_text(variant, place, width) };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns `menu` if XBoard's New Variant dialog has a button for it, `-variant` if XBoard needs that option, or
/// `too large` if XBoard cannot show the board.
fn word(place: XBoardMenu) -> &'static str {
    match place {
        XBoardMenu::Menu => "menu",
        XBoardMenu::Name => "-variant",
        XBoardMenu::TooLarge => "too large",
    }
}

/// Returns XBoard's name of a variant; `None` if XBoard cannot show it.
fn name_in_xboard(variant: &Variant, place: XBoardMenu) -> Option<String> {
    (place != XBoardMenu::TooLarge).then(|| variant_names::offered(variant))
}

/// Formats the line of a variant. `width` is the length of the longest name.
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
