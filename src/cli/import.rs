//! `griffon import`: definitions from another program's format.

use super::files::{self, Mode};
use super::output::{CliError, CliResult};
use crate::variant::catalogue;
use crate::variant::fsf::{self, Imported};
use std::io::Write;
use std::path::PathBuf;

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Fairy-Stockfish's `variants.ini`, or `-` for standard input
    file: PathBuf,
    /// Only these sections
    #[arg(long, value_name = "NAME")]
    section: Vec<String>,
    /// Folder for the definitions, a file each; without it they are printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes the definitions. What they do not say is told in comments in them, and on standard error.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let (file, text) =
        catalogue::read_source(&options.file).map_err(|error| CliError::input(strip(&error)))?;
    let (mut sections, faults) = fsf::import(&text);
    for (line, fault) in faults {
        complain(&format!("{file}:{line}: {fault}"));
    }
    if let Some(name) = options.section.iter().find(|&name| !sections.iter().any(|s| s.name == *name)) {
        return Err(CliError::input(format!("{file} has no section [{name}]")));
    }
    sections.retain(|section| options.section.is_empty() || options.section.contains(&section.name));
    for section in &sections {
        let text = annotated(&file, section);
        match &options.out {
            None => writeln!(out, "{text}")?,
            Some(folder) => {
                let path = folder.join(format!("{}.txt", file_name(&section.name)));
                files::write_with_folder(&path, text.as_bytes(), Mode::Data)?;
                writeln!(out, "{}", path.display())?;
            }
        }
    }
    Ok(())
}

/// The definition with comments on what was lost.
fn annotated(file: &str, section: &Imported) -> String {
    let mut text = format!("# [{}] of {file}, line {}\n", section.name, section.line);
    for (line, lost) in &section.lost {
        let place = if *line == 0 { section.line } else { *line };
        complain(&format!("{file}:{place}: [{}]: not carried over: {lost}", section.name));
        text += &format!("# not carried over: {lost}\n");
    }
    text + &section.definition
}

/// A name that stays within its folder.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
    name.chars().map(plain).take(100).collect()
}

fn complain(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The error without the word that is put before it again.
fn strip(error: &impl std::fmt::Display) -> String {
    error.to_string().trim_start_matches("error: ").to_owned()
}
