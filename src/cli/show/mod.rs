//! `griffon show`: how pieces move, as a picture or as a stage of the compiler sees it.

mod looks;
mod notes;
mod path;
mod stage;
mod survey;
mod svg;
mod text;
mod ways;

use super::files::{self, Mode};
use super::load;
use super::output::{CliError, CliResult};
use crate::notation;
use crate::position::Game;
use crate::variant::PieceType;
use std::io::Write;
use std::path::PathBuf;
use survey::Survey;
use text::Paint;

/// What to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Stage {
    /// The syntax tree of the text
    Ast,
    /// The movements with everything written out
    Legs,
    /// The trajectories from one square of the board
    Rays,
}

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// A move description (`FyafsF`); or a variant: catalogue name, alias, file, or `-` for standard input
    #[arg(value_name = "BETZA|VARIANT", allow_hyphen_values = true)]
    what: String,
    /// Size of the board for a move description, files x ranks
    #[arg(long, value_name = "WxH", default_value = "9x9", value_parser = size)]
    board: (u16, u16),
    /// Write an SVG picture; for a variant, of its pieces one after the other: FILE, FILE-2, ...
    #[arg(long, value_name = "FILE", conflicts_with = "stage")]
    svg: Option<PathBuf>,
    /// Print what this stage made of the text
    #[arg(long)]
    stage: Option<Stage>,
}

/// Reads `8x10`.
pub fn size(text: &str) -> Result<(u16, u16), String> {
    let numbers = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let (w, h) = numbers.ok_or("expected FILESxRANKS, such as 8x10")?;
    match crate::board::Geometry::new(w, h) {
        Some(_) => Ok((w, h)),
        None => Err("a board has 1 to 26 files and 1 to 99 ranks".to_owned()),
    }
}

/// Prints the pieces one after the other.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let game = match load::find(&options.what)? {
        Some(variant) => load::build(variant)?,
        // Every move description has an atom, and atoms are capitals (or `@`).
        None if options.what.chars().all(|c| c.is_ascii_lowercase()) && !options.what.is_empty() => {
            return Err(unknown(&options.what));
        }
        None => load::single_piece(&options.what, options.board)?,
    };
    for index in 0..game.variant.pieces.len() {
        if index > 0 && options.svg.is_none() {
            writeln!(out)?;
        }
        show_piece(options, &game, index, out)?;
    }
    Ok(())
}

/// Small letters only: a misspelt variant, or a description without its atom.
fn unknown(what: &str) -> CliError {
    CliError::input(format_args!(
        "no variant and no file is called `{what}`, and as a move description it has no atom\n\
         help: an atom is a capital, as in `{what}W`; `griffon variants` lists the variants"
    ))
}

fn show_piece(options: &Options, game: &Game, index: usize, out: &mut dyn Write) -> CliResult {
    let piece = &game.variant.pieces[index];
    // The only piece of a board of its own has no name.
    let title = match piece.name.as_str() {
        "" => piece.betza.clone(),
        name => format!("{} {name} {}", piece.id, piece.betza),
    };
    let kind = PieceType(index as u16);
    let survey = Survey::new(game, kind);
    if let Some(file) = &options.svg {
        return files::write(&numbered(file, index), svg::draw(&survey, &title).as_bytes(), Mode::Data);
    }
    writeln!(out, "{title}")?;
    let text = match options.stage {
        None => text::draw(&survey, Paint::of_stdout()),
        Some(Stage::Ast) => {
            let ast = notation::parse(&piece.betza);
            stage::ast(&ast.map_err(|error| load::notation_fault(&error, &piece.betza))?)
        }
        Some(Stage::Legs) => stage::legs(&piece.betza, &piece.movements),
        Some(Stage::Rays) => stage::rays(game, kind, survey.start),
    };
    write!(out, "{text}")?;
    Ok(())
}

/// `board.svg`, `board-2.svg`, ...
fn numbered(file: &std::path::Path, index: usize) -> PathBuf {
    if index == 0 {
        return file.to_owned();
    }
    let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let extension = file.extension().map_or_else(String::new, |e| format!(".{}", e.to_string_lossy()));
    file.with_file_name(format!("{stem}-{}{extension}", index + 1))
}
