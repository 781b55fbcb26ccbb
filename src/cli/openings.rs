//! `griffon openings`: makes books of openings for matches.

use super::files::{self, FileMode};
use super::load;
use super::output::{self, CliError, CliResult};
use crate::arena::openings::{self, Opening, OpeningBook};
use crate::position::Game;
use crate::system::folders;
use crate::variant::{catalogue, definition_hash};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue names, aliases or files
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    #[command(flatten)]
    book: OpeningBook,
    /// Folder for VARIANT.txt [default: ~/.cache/griffon/openings]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Makes a book for each variant, and prints its path.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    for name in &options.variants {
        let game = load::match_game(name)?;
        let path = match &options.out {
            Some(folder) => folder.join(format!("{}.txt", plain(&game.variant.name)?)),
            None => cached_file(name, &game)?,
        };
        write(options.book, &game, &path)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Returns the openings of the standard book of a variant, which is made on first use.
pub fn cached(name: &str, game: &Game) -> CliResult<Vec<Opening>> {
    let path = cached_file(name, game)?;
    if let Ok(text) = fs::read_to_string(&path) {
        return openings::read(game, &text)
            .map_err(|why| CliError::input(format_args!("{}: {why}; delete this file", path.display())));
    }
    log::info!("making the openings of {name}");
    write(OpeningBook::STANDARD, game, &path)
}

/// The file of the standard book of a variant. That of a definition that is not built in depends on its rules too.
fn cached_file(name: &str, game: &Game) -> CliResult<PathBuf> {
    let own = definition_hash(name, &game.variant).map_or_else(String::new, |hash| format!("-{hash:016x}"));
    Ok(cache()?.join(format!("{}{own}.txt", plain(&game.variant.name)?)))
}

/// Returns the name of a variant if it can be that of a file.
fn plain(name: &str) -> CliResult<&str> {
    let why = || CliError::input(format_args!("the name `{name}` of the variant is not that of a file"));
    Some(name).filter(|name| catalogue::is_file_name(name)).ok_or_else(why)
}

/// The folder of the standard books.
fn cache() -> CliResult<PathBuf> {
    let none =
        || CliError::input("there is no home directory for the openings; give `--out` or `--openings`");
    folders::cache_folder().map(|folder| folder.join("openings")).ok_or_else(none)
}

fn write(book: OpeningBook, game: &Game, path: &std::path::Path) -> CliResult<Vec<Opening>> {
    let bar = output::progress_bar(book.count as u64, "{msg} {pos}/{len} {wide_bar} {eta}");
    bar.set_message(game.variant.name.clone());
    let made = book.make(game, || bar.inc(1));
    bar.finish_and_clear();
    let lines: Vec<String> = made.iter().map(|opening| openings::write(game, opening) + "\n").collect();
    files::write_with_folder(path, lines.concat().as_bytes(), FileMode::Data)?;
    Ok(made)
}
