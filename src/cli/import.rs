//! `griffon import`: converts definitions from another program's format.

use super::files::{self, FileMode, fault};
use super::load;
use super::output::{CliError, CliResult, complain};
use crate::fsf::{self, Imported};
use crate::net::Evaluation;
use crate::variant::catalogue::{self, LoadError};
use crate::variant::nearest;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

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
///
/// # Errors
/// Also if a section cannot be converted, or a definition cannot be loaded. The others are written nevertheless.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    // The prefix is added again.
    let strip = |error: LoadError| CliError::input(error.to_string().trim_start_matches("error: "));
    let (file, text) = catalogue::read_source(&options.file).map_err(strip)?;
    let (mut sections, faults) = fsf::import(&text);
    for (line, fault) in faults {
        complain(format_args!("{file}:{line}: {fault}"));
    }
    let names = fsf::section_names(&text);
    if names.is_empty() {
        return Err(CliError::input(format_args!(
            "{file} has no sections, so it is not a `variants.ini`\nhelp: `griffon check` reads definitions"
        )));
    }
    if let Some(name) = options.section.iter().find(|&name| !names.contains(name)) {
        let known = names.iter().map(String::as_str);
        return Err(CliError::input(format_args!(
            "{file} has no section [{name}]\nhelp: {}",
            nearest::help(name, known)
        )));
    }
    let is_chosen = |name: &String| options.section.is_empty() || options.section.contains(name);
    sections.retain(|section| is_chosen(&section.name));
    let is_lost = |name: &&String| is_chosen(name) && !sections.iter().any(|section| section.name == **name);
    let lost = names.iter().filter(is_lost).count();
    let texts: Vec<String> = sections.iter().map(|section| annotated(&file, section)).collect();
    match &options.out {
        None => texts.iter().try_for_each(|text| writeln!(out, "{text}"))?,
        Some(folder) => write_all(folder, &sections, &texts, out)?,
    }
    let refused = sections.iter().zip(&texts).filter(|(section, text)| !is_accepted(section, text)).count();
    if refused + lost > 0 { Err(CliError::Refused) } else { Ok(()) }
}

/// Writes the definitions to a folder, and prints their paths. Replaces no other file.
fn write_all(folder: &Path, sections: &[Imported], texts: &[String], out: &mut dyn Write) -> CliResult {
    let mut taken = BTreeSet::new();
    let path = |section: &Imported| folder.join(format!("{}.txt", free_name(&section.name, &mut taken)));
    let paths: Vec<PathBuf> = sections.iter().map(path).collect();
    let differs =
        |path: &Path, text: &str| fs::read(path).map_or(path.exists(), |old| old != text.as_bytes());
    if let Some((path, _)) = paths.iter().zip(texts).find(|(path, text)| differs(path, text)) {
        let why =
            "there is another file of this name\nhelp: remove it, or choose another folder with `--out`";
        return Err(fault(path)(why));
    }
    for (path, text) in paths.iter().zip(texts) {
        files::write_with_folder(path, text.as_bytes(), FileMode::Data)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Whether the definition of a section can be loaded; else prints why not.
fn is_accepted(section: &Imported, text: &str) -> bool {
    let name = format!("[{}]", section.name);
    let loaded =
        load::text(&name, text).and_then(|variant| load::build_with(variant, None, Evaluation::none));
    loaded.inspect_err(CliError::print).is_ok()
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
