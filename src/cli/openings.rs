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
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue names, aliases or files
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    #[command(flatten)]
    book: OpeningBook,
    /// Folder for VARIANT.txt [default: ~/.cache/griffon/openings, with other settings in the file name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Makes a book for each variant, and prints its path.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let mut games = Vec::new();
    for name in &options.variants {
        games.push((name.as_str(), load::match_game(name)?));
    }
    let paths =
        distinct_paths(games.iter().map(|(name, game)| (*name, game)), |name, game| match &options.out {
            Some(folder) => Ok(folder.join(file_name(game)?)),
            None => cached_file(name, game, options.book),
        })?;
    for ((_, game), path) in games.iter().zip(&paths) {
        check_overwrite(game, path)?;
    }
    for ((_, game), path) in games.iter().zip(&paths) {
        write(options.book, game, path)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Returns the path of the book of each variant, given by name and rules.
///
/// # Errors
/// There is no path, or two variants have the same one.
pub fn distinct_paths<'a>(
    variants: impl Iterator<Item = (&'a str, &'a Game)>,
    path: impl Fn(&str, &Game) -> CliResult<PathBuf>,
) -> CliResult<Vec<PathBuf>> {
    let mut found: Vec<(&str, PathBuf)> = Vec::new();
    for (name, game) in variants {
        let path = path(name, game)?;
        if let Some((other, _)) = found.iter().find(|(_, taken)| *taken == path) {
            let path = path.display();
            return Err(CliError::input(format_args!("`{other}` and `{name}` have the same book, {path}")));
        }
        found.push((name, path));
    }
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// Returns the file name of the book of a variant in a folder.
pub fn file_name(game: &Game) -> CliResult<String> {
    Ok(format!("{}.txt", plain(&game.variant.name)?))
}

/// Returns the openings of the standard book of a variant, which is made on first use.
pub fn cached(name: &str, game: &Game) -> CliResult<Vec<Opening>> {
    let path = cached_file(name, game, OpeningBook::STANDARD)?;
    if let Ok(text) = fs::read_to_string(&path) {
        return openings::read(game, &text)
            .map_err(|why| CliError::input(format_args!("{}: {why}; delete this file", path.display())));
    }
    log::info!("making the openings of {name}");
    write(OpeningBook::STANDARD, game, &path)
}

/// The file of a book among the standard ones. Its name has a hash of the rules if the definition is not built in, and
/// the settings if they are not the standard ones.
fn cached_file(name: &str, game: &Game, book: OpeningBook) -> CliResult<PathBuf> {
    let own = definition_hash(name, &game.variant).map_or_else(String::new, |hash| format!("-{hash:016x}"));
    let settings = |book: OpeningBook| (book.count, book.seed, book.window(game));
    let (count, seed, (low, high)) = settings(book);
    let other = match settings(book) == settings(OpeningBook::STANDARD) {
        true => String::new(),
        false => format!("-{count}-{seed}-{low}-{high}"),
    };
    Ok(cache()?.join(format!("{}{own}{other}.txt", plain(&game.variant.name)?)))
}

/// Returns the name of a variant if it can be that of a file.
fn plain(name: &str) -> CliResult<&str> {
    let why = || CliError::input(format_args!("the variant name `{name}` cannot be used as a file name"));
    Some(name).filter(|name| catalogue::is_file_name(name)).ok_or_else(why)
}

/// The folder of the standard books.
fn cache() -> CliResult<PathBuf> {
    let none =
        || CliError::input("there is no home directory for the openings; give `--out` or `--openings`");
    folders::cache_folder().map(|folder| folder.join("openings")).ok_or_else(none)
}

/// Checks that a book replaces nothing but a book of the game.
pub fn check_overwrite(game: &Game, path: &Path) -> CliResult {
    files::check_overwrite(path, "a book of this game", |text| openings::read(game, text).is_ok())
}

fn write(book: OpeningBook, game: &Game, path: &Path) -> CliResult<Vec<Opening>> {
    let bar = output::progress_bar(u64::from(book.count), "{msg} {pos}/{len} {wide_bar} {eta}");
    bar.set_message(game.variant.name.clone());
    let (made, outside) = book.make(game, || bar.inc(1));
    bar.finish_and_clear();
    if outside > 0 {
        let (name, count, (low, high)) = (&game.variant.name, book.count, book.window(game));
        output::complain(format_args!(
            "warning: {name}: {outside} of {count} openings have a score outside {low}:{high}; no better ones were found"
        ));
    }
    let lines: Vec<String> = made.iter().map(|opening| openings::write(game, opening) + "\n").collect();
    files::write_with_folder(path, lines.concat().as_bytes(), FileMode::Data)?;
    Ok(made)
}
