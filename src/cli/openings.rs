//! `griffon openings`: makes books of openings for matches.

use super::files::{self, FileMode};
use super::load;
use super::output::{self, CliError, CliResult};
use crate::arena::openings::{self, Opening, OpeningBook};
use crate::position::Game;
use crate::search::Score;
use crate::system::folders;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue names, aliases or files
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    /// Number of openings
    #[arg(long, default_value_t = OpeningBook::STANDARD.count, value_name = "N")]
    count: usize,
    /// Seed of the random moves
    #[arg(long, default_value_t = OpeningBook::STANDARD.seed, value_name = "N")]
    seed: u64,
    /// Smallest and largest absolute score of an opening, centipawns [default: 0:50 in games with drops, else 70:130]
    #[arg(long, value_name = "LOW:HIGH", value_parser = window)]
    window: Option<(Score, Score)>,
    /// Folder for VARIANT.txt [default: ~/.cache/griffon/openings]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Reads `LOW:HIGH`.
fn window(text: &str) -> Result<(Score, Score), String> {
    let numbers = text.split_once(':').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let valid = numbers.filter(|&(low, high): &(Score, Score)| (0..=high).contains(&low) && high <= 10_000);
    valid.ok_or_else(|| String::from("expected LOW:HIGH (centipawns), such as 70:130"))
}

/// Makes a book for each variant, and prints its path.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let book = OpeningBook { count: options.count, seed: options.seed, window: options.window };
    let folder = match &options.out {
        Some(folder) => folder.clone(),
        None => cache()?,
    };
    for name in &options.variants {
        let game = load::match_game(name)?;
        let path = folder.join(format!("{}.txt", game.variant.name));
        write(book, &game, &path)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Returns the openings of the standard book of a variant, which is made on first use.
pub fn cached(name: &str, game: &Game) -> CliResult<Vec<Opening>> {
    let path = cache()?.join(format!("{}.txt", game.variant.name));
    if let Ok(text) = fs::read_to_string(&path) {
        return openings::read(game, &text)
            .map_err(|why| CliError::input(format_args!("{}: {why}; delete this file", path.display())));
    }
    log::info!("making the openings of {name}");
    write(OpeningBook::STANDARD, game, &path)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows() {
        assert_eq!(window("70:130"), Ok((70, 130)));
        for bad in ["", "70", "130:70", "-5:20", "0:20000", "a:b"] {
            assert!(window(bad).is_err(), "{bad}");
        }
    }
}
