//! `griffon import`: converts definitions from another program's format.

use super::files::{self, FileMode};
use super::output::{CliError, CliResult, complain};
use crate::fsf::{self, Imported};
use crate::variant::catalogue::{self, LoadError};
use crate::variant::nearest;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Fairy-Stockfish's `variants.ini`, or `-` for standard input
    file: PathBuf,
    /// Import only this section; may be repeated
    #[arg(long, value_name = "NAME")]
    section: Vec<String>,
    /// Write each definition to a file in this folder, instead of printing it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes the definitions. Their comments and standard error list everything that could not be converted.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    // The prefix is added again.
    let strip = |error: LoadError| CliError::input(error.to_string().trim_start_matches("error: "));
    let (file, text) = catalogue::read_source(&options.file).map_err(strip)?;
    let (mut sections, faults) = fsf::import(&text);
    for (line, fault) in faults {
        complain(format_args!("{file}:{line}: {fault}"));
    }
    if sections.is_empty() {
        return Err(CliError::input(format_args!(
            "{file} has no sections, so it is not a `variants.ini`\nhelp: `griffon check` reads definitions"
        )));
    }
    if let Some(name) = options.section.iter().find(|&name| !sections.iter().any(|s| s.name == *name)) {
        let known = sections.iter().map(|section| section.name.as_str());
        return Err(CliError::input(format_args!(
            "{file} has no section [{name}]\nhelp: {}",
            nearest::help(name, known)
        )));
    }
    sections.retain(|section| options.section.is_empty() || options.section.contains(&section.name));
    let mut taken = BTreeSet::new();
    for section in &sections {
        let text = annotated(&file, section);
        match &options.out {
            None => writeln!(out, "{text}")?,
            Some(folder) => {
                let path = folder.join(format!("{}.txt", free_name(&section.name, &mut taken)));
                files::write_with_folder(&path, text.as_bytes(), FileMode::Data)?;
                writeln!(out, "{}", path.display())?;
            }
        }
    }
    Ok(())
}

/// Adds comments to the definition that list everything that could not be converted.
fn annotated(file: &str, section: &Imported) -> String {
    let mut text = format!("# [{}] of {file}, line {}\n", section.name, section.line);
    for (line, lost) in &section.lost {
        let place = if *line == 0 { section.line } else { *line };
        complain(format_args!("{file}:{place}: [{}]: not carried over: {lost}", section.name));
        text += &format!("# not carried over: {lost}\n");
    }
    text + &section.definition
}

/// Returns an unused file name for a section, without unsafe characters. File names are compared case-insensitively, as
/// some systems do.
fn free_name(section: &str, taken: &mut BTreeSet<String>) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
    let plain: String = section.chars().map(safe).take(100).collect();
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let free = std::iter::once(plain.clone()).chain(numbered).find(|name| taken.insert(name.to_lowercase()));
    let free = free.unwrap_or_default();
    if free != plain {
        complain(format_args!("[{section}]: {plain}.txt belongs to another section; written to {free}.txt"));
    }
    free
}
