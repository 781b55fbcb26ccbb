//! `griffon variants`: the catalogue.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use crate::variant::{Variant, catalogue};

/// Lists the built-in variants: name, board, title; with `json`, one object a variant.
pub fn run(json: bool) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let variants = || catalogue::all().iter().chain(catalogue::more()).map(|entry| &entry.variant);
    let width = variants().map(|variant| variant.name.len()).max().unwrap_or(0);
    for variant in variants() {
        let line = if json { to_json(variant) } else { to_text(variant, width) };
        // A reader that has seen enough closes the pipe: no error.
        if writeln!(out, "{line}").is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// The line of a variant, `width` being that of the longest name.
fn to_text(variant: &Variant, width: usize) -> String {
    let board = format!("{}x{}", variant.board.files(), variant.board.ranks());
    let also = match variant.aliases.as_slice() {
        [] => String::new(),
        aliases => format!(" (also {})", aliases.join(", ")),
    };
    format!("{:<width$} {board:>6}  {}{also}", variant.name, variant.title)
}

fn to_json(variant: &Variant) -> String {
    json!({
        "name": variant.name, "aliases": variant.aliases, "title": variant.title,
        "files": variant.board.files(), "ranks": variant.board.ranks(),
    })
    .to_string()
}
